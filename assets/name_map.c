#define _POSIX_C_SOURCE 200809L

#include "assets/name_map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a with a last mixing step, so that the low bits can be taken. */
static size_t hash_name(const char *name)
{
    uint64_t h = 14695981039346656037u;
    for (; *name; name++) {
        h = (h ^ (uint8_t)*name) * 1099511628211u;
    }
    h ^= h >> 32;
    h *= 0x9e3779b97f4a7c15u;
    return (size_t)(h ^ h >> 29);
}

/* The entry that holds name, or the free one where it belongs. capacity > count. */
static struct name_map_entry *find_entry(const struct name_map *map, const char *name)
{
    size_t mask = map->capacity - 1;
    size_t i = hash_name(name) & mask;
    while (map->entries[i].name && strcmp(map->entries[i].name, name) != 0) {
        i = (i + 1) & mask;
    }
    return &map->entries[i];
}

void *name_map_get(const struct name_map *map, const char *name)
{
    if (map->count == 0) {
        return NULL;
    }
    const struct name_map_entry *entry = find_entry(map, name);
    return entry->name ? entry->value : NULL;
}

static int grow_table(struct name_map *map)
{
    struct name_map bigger = {.count = map->count};
    bigger.capacity = map->capacity ? map->capacity * 2 : 64;
    bigger.entries = calloc(bigger.capacity, sizeof(*bigger.entries));
    if (!bigger.entries) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].name) {
            *find_entry(&bigger, map->entries[i].name) = map->entries[i];
        }
    }
    free(map->entries);
    *map = bigger;
    return FORMAT_OK;
}

int name_map_put(struct name_map *map, const char *name, void *value)
{
    if (map->count * 2 >= map->capacity && grow_table(map) < 0) {
        return FORMAT_MEMORY;
    }
    struct name_map_entry *entry = find_entry(map, name);
    if (!entry->name) {
        entry->name = strdup(name);
        if (!entry->name) {
            return FORMAT_MEMORY;
        }
        map->count++;
    }
    entry->value = value;
    return FORMAT_OK;
}

void name_map_clear(struct name_map *map, void (*free_value)(void *))
{
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].name) {
            free(map->entries[i].name);
            if (free_value) {
                free_value(map->entries[i].value);
            }
        }
    }
    free(map->entries);
    *map = (struct name_map){0};
}

bool name_equal_nocase(const char *a, const char *b)
{
    while (*a && name_lower(*a) == name_lower(*b)) {
        a++;
        b++;
    }
    return name_lower(*a) == name_lower(*b);
}
