#include "engine/family/demo_sounds.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { FIRST_TABLE = 256, FREE = 0 };

/* FNV-1a, continued from hash. */
static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    }
    return hash;
}

static uint32_t hash_name(const char *prefix, const char *name)
{
    uint32_t hash = hash_text(hash_text(2166136261u, prefix), name);
    hash ^= hash >> 15;
    return hash;
}

/* Returns the hash table slot of the name, or the free slot where it belongs. */
static uint32_t *find_place(const struct demo_sounds *s, const char *prefix, const char *name)
{
    const size_t length = strlen(prefix);
    size_t at = hash_name(prefix, name) & (s->table_size - 1);
    while (s->table[at] != FREE) {
        const char *text = s->texts + s->names[s->table[at]];
        if (strncmp(text, prefix, length) == 0 && strcmp(text + length, name) == 0) {
            break;
        }
        at = (at + 1) & (s->table_size - 1);
    }
    return &s->table[at];
}

static int grow_table(struct demo_sounds *s)
{
    const size_t size = s->table_size ? s->table_size * 2 : FIRST_TABLE;
    uint32_t *table = calloc(size, sizeof(*table));
    if (!table) {
        return FORMAT_MEMORY;
    }
    free(s->table);
    s->table = table;
    s->table_size = size;
    for (size_t i = 1; i < s->num_names; i++) {
        *find_place(s, "", s->texts + s->names[i]) = (uint32_t)i;
    }
    return FORMAT_OK;
}

/* Reserves memory for one more name; creates name 0, the empty one. */
static int make_room(struct demo_sounds *s, size_t bytes)
{
    if ((s->num_names + 1) * 2 > s->table_size && grow_table(s) < 0) {
        return FORMAT_MEMORY;
    }
    if (bytes > UINT32_MAX - 1 - s->texts_used ||
        array_reserve(&s->texts, &s->texts_capacity, s->texts_used + bytes + 1, 1) < 0 ||
        array_reserve(&s->names, &s->names_capacity, s->num_names + 2, sizeof(*s->names)) < 0) {
        return FORMAT_MEMORY;
    }
    if (s->num_names == 0) {
        s->texts[s->texts_used++] = '\0';
        s->names[s->num_names++] = 0;
    }
    return FORMAT_OK;
}

static int intern(struct demo_sounds *s, const char *prefix, const char *name, uint32_t *number)
{
    const size_t length = strlen(prefix), bytes = length + strlen(name) + 1;
    if (make_room(s, bytes) < 0) {
        return FORMAT_MEMORY;
    }
    uint32_t *place = find_place(s, prefix, name);
    if (*place == FREE) {
        memcpy(s->texts + s->texts_used, prefix, length);
        memcpy(s->texts + s->texts_used + length, name, bytes - length);
        *place = (uint32_t)s->num_names;
        s->names[s->num_names++] = (uint32_t)s->texts_used;
        s->texts_used += bytes;
    }
    *number = *place;
    return FORMAT_OK;
}

int demo_sounds_add(struct demo_sounds *s, const struct demo_sound *sound, const char *prefix,
                    const char *name)
{
    uint32_t number = 0;
    if (array_reserve(&s->items, &s->capacity, s->count + 1, sizeof(*s->items)) < 0 ||
        (name && *name != '\0' && intern(s, prefix, name, &number) < 0)) {
        return FORMAT_MEMORY;
    }
    s->items[s->count] = *sound;
    s->items[s->count++].name = number;
    return FORMAT_OK;
}

const char *demo_sounds_name(const struct demo_sounds *s, uint32_t name)
{
    return name > 0 && name < s->num_names ? s->texts + s->names[name] : "";
}

void demo_sounds_free(struct demo_sounds *s)
{
    free(s->items);
    free(s->texts);
    free(s->names);
    free(s->table);
    *s = (struct demo_sounds){0};
}
