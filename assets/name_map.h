/* A hash map from names to pointers: private to assets/. Keys are copied. */
#ifndef ASSETS_NAME_MAP_H
#define ASSETS_NAME_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

struct name_map_entry {
    char *name; /* NULL = free */
    void *value;
};

struct name_map { /* initialise to {0} */
    struct name_map_entry *entries;
    size_t count;
    size_t capacity;
};

/* Returns the value of a name; NULL = none. */
void *name_map_get(const struct name_map *map, const char *name);
/* Adds a name or replaces its value (not NULL). Returns 0 or FORMAT_MEMORY (the map is unchanged).
 */
int name_map_put(struct name_map *map, const char *name, void *value) MUST_CHECK;
/* Empties the map; calls free_value (may be NULL) with every value. */
void name_map_clear(struct name_map *map, void (*free_value)(void *));

/* Lower case of ASCII letters, independent of the locale: names are untrusted bytes. */
static inline char name_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}
bool name_equal_nocase(const char *a, const char *b);

#endif
