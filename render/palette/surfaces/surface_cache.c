#include "render/palette/surfaces/surface_cache.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum {
    CHUNK_SIZE = 1 << 20,
    BLOCK_ALIGNMENT = 64,
    BUDGET_BASE = 16 << 20,     /* bytes per generation, */
    BUDGET_BYTES_PER_PIXEL = 8, /* and more for larger pictures */
    GENERATIONS = 2
};

struct chunk {
    struct chunk *next;
    size_t size, used;
    uint8_t *memory; /* aligned, inside the same allocation */
};

struct arena {
    struct chunk *chunks; /* the first is the one being filled */
    size_t used;
};

struct entry {
    int32_t next; /* in the slot's list or the free list, -1 = none */
    uint8_t mip;
    uint8_t generation;
    int32_t texture;
    int32_t levels[BSP_STYLES];
    size_t size;
    uint8_t *pixels;
};

struct bsp_slots {
    struct object_id *identity; /* held; NULL: a bsp without one, known by its address until the */
    const struct bsp *bsp;      /* frame ends */
    uint32_t count;
    int32_t *heads; /* entry indices, -1 = none */
};

struct surface_cache {
    struct object_id *world; /* whose surfaces these are, held; NULL = drop them all */
    struct arena generations[GENERATIONS];
    uint8_t young;
    struct arena frame;
    struct chunk *spare; /* empty chunks of CHUNK_SIZE */
    struct bsp_slots *bsps;
    size_t num_bsps, cap_bsps;
    bool nameless; /* some of them have no identity */
    struct entry *entries;
    size_t num_entries, cap_entries;
    int32_t free_entry;
};

static struct chunk *chunk_create(size_t size)
{
    if (size > SIZE_MAX - sizeof(struct chunk) - BLOCK_ALIGNMENT) {
        return NULL;
    }
    struct chunk *chunk = malloc(sizeof *chunk + BLOCK_ALIGNMENT + size);
    if (chunk == NULL) {
        return NULL;
    }
    uintptr_t start = (uintptr_t)(chunk + 1);
    chunk->memory = (uint8_t *)(chunk + 1) + (BLOCK_ALIGNMENT - start % BLOCK_ALIGNMENT);
    chunk->size = size;
    chunk->used = 0;
    chunk->next = NULL;
    return chunk;
}

/* Gives the chunks back: usual ones to the spare list, larger ones to the system. */
static void arena_clear(struct surface_cache *cache, struct arena *arena)
{
    struct chunk *chunk = arena->chunks;
    while (chunk != NULL) {
        struct chunk *next = chunk->next;
        if (chunk->size == CHUNK_SIZE) {
            chunk->used = 0;
            chunk->next = cache->spare;
            cache->spare = chunk;
        } else {
            free(chunk);
        }
        chunk = next;
    }
    arena->chunks = NULL;
    arena->used = 0;
}

static uint8_t *arena_allocate(struct surface_cache *cache, struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2) {
        return NULL;
    }
    size = (size + SURFACE_CACHE_PADDING + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    struct chunk *chunk = arena->chunks;
    if (chunk == NULL || size > chunk->size - chunk->used) {
        if (size <= CHUNK_SIZE && cache->spare != NULL) {
            chunk = cache->spare;
            cache->spare = chunk->next;
        } else {
            chunk = chunk_create(size <= CHUNK_SIZE ? CHUNK_SIZE : size);
            if (chunk == NULL) {
                return NULL;
            }
        }
        if (arena->chunks != NULL && size > CHUNK_SIZE) {
            /* Behind the one being filled, which may still have room. */
            chunk->next = arena->chunks->next;
            arena->chunks->next = chunk;
        } else {
            chunk->next = arena->chunks;
            arena->chunks = chunk;
        }
    }
    uint8_t *memory = chunk->memory + chunk->used;
    chunk->used += size;
    arena->used += size;
    return memory;
}

static void free_chunks(struct chunk *chunk)
{
    while (chunk != NULL) {
        struct chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

struct surface_cache *surface_cache_create(void)
{
    struct surface_cache *cache = calloc(1, sizeof *cache);
    if (cache != NULL) {
        cache->free_entry = -1;
    }
    return cache;
}

static void drop_all(struct surface_cache *cache)
{
    for (size_t i = 0; i < cache->num_bsps; i++) {
        object_id_release(cache->bsps[i].identity);
        free(cache->bsps[i].heads);
    }
    object_id_release(cache->world);
    cache->world = NULL;
    cache->nameless = false;
    cache->num_bsps = 0;
    cache->num_entries = 0;
    cache->free_entry = -1;
    for (int i = 0; i < GENERATIONS; i++) {
        arena_clear(cache, &cache->generations[i]);
    }
}

void surface_cache_destroy(struct surface_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    drop_all(cache);
    arena_clear(cache, &cache->frame);
    free_chunks(cache->spare);
    free(cache->bsps);
    free(cache->entries);
    free(cache);
}

/* Drops the old generation; the young one takes its place. */
static void turn_generations(struct surface_cache *cache)
{
    uint8_t old = (uint8_t)(1 - cache->young);
    for (size_t i = 0; i < cache->num_bsps; i++) {
        for (uint32_t slot = 0; slot < cache->bsps[i].count; slot++) {
            int32_t *link = &cache->bsps[i].heads[slot];
            while (*link >= 0) {
                int32_t index = *link;
                struct entry *entry = &cache->entries[index];
                if (entry->generation != old) {
                    link = &entry->next;
                    continue;
                }
                *link = entry->next;
                entry->next = cache->free_entry;
                cache->free_entry = index;
            }
        }
    }
    arena_clear(cache, &cache->generations[old]);
    cache->young = old;
}

void surface_cache_begin_frame(struct surface_cache *cache, const struct bsp *world, size_t pixels)
{
    arena_clear(cache, &cache->frame);
    if (!object_id_same(cache->world, world->identity) || cache->nameless) {
        drop_all(cache);
        cache->world = object_id_hold(world->identity);
    }
    if (cache->generations[cache->young].used > BUDGET_BASE + pixels * BUDGET_BYTES_PER_PIXEL) {
        turn_generations(cache);
    }
}

void surface_cache_forget(struct surface_cache *cache)
{
    object_id_release(cache->world);
    cache->world = NULL;
}

/* The count is compared, too, so that slots stay in range even if two maps were confused. */
static bool slots_fit(const struct bsp_slots *slots, const struct bsp *bsp, uint32_t count)
{
    bool same = bsp->identity != NULL ? slots->identity == bsp->identity
                                      : slots->identity == NULL && slots->bsp == bsp;
    return same && slots->count == count;
}

/* The list of a key, or NULL when memory ran out. */
static int32_t *find_head(struct surface_cache *cache, const struct surface_cache_key *key)
{
    const uint32_t count = key->bsp->num_faces + key->bsp->num_textures + 1;
    for (size_t i = 0; i < cache->num_bsps; i++) {
        if (slots_fit(&cache->bsps[i], key->bsp, count)) {
            return &cache->bsps[i].heads[key->slot];
        }
    }
    if (array_reserve(&cache->bsps, &cache->cap_bsps, cache->num_bsps + 1, sizeof *cache->bsps) !=
        0) {
        return NULL;
    }
    int32_t *heads = malloc((size_t)count * sizeof *heads);
    if (heads == NULL) {
        return NULL;
    }
    memset(heads, 0xff, (size_t)count * sizeof *heads);
    cache->bsps[cache->num_bsps++] =
        (struct bsp_slots){object_id_hold(key->bsp->identity), key->bsp, count, heads};
    cache->nameless = cache->nameless || key->bsp->identity == NULL;
    return &heads[key->slot];
}

static int32_t take_entry(struct surface_cache *cache)
{
    if (cache->free_entry >= 0) {
        int32_t index = cache->free_entry;
        cache->free_entry = cache->entries[index].next;
        return index;
    }
    if (cache->num_entries == INT32_MAX ||
        array_reserve(&cache->entries, &cache->cap_entries, cache->num_entries + 1,
                      sizeof *cache->entries) != 0) {
        return -1;
    }
    return (int32_t)cache->num_entries++;
}

static bool entry_matches(const struct entry *entry, const struct surface_cache_key *key,
                          size_t size)
{
    return entry->mip == key->mip && entry->texture == key->texture && entry->size == size &&
           memcmp(entry->levels, key->levels, sizeof key->levels) == 0;
}

int surface_cache_find(struct surface_cache *cache, const struct surface_cache_key *key,
                       size_t size, struct surface_cache_block *block)
{
    struct arena *arena = &cache->generations[cache->young];
    int32_t *head = find_head(cache, key);

    *block = (struct surface_cache_block){NULL, NULL, false};
    if (head == NULL) {
        return FORMAT_MEMORY;
    }
    for (int32_t *link = head; *link >= 0; link = &cache->entries[*link].next) {
        int32_t index = *link;
        struct entry *entry = &cache->entries[index];
        if (!entry_matches(entry, key, size)) {
            continue;
        }
        *link = entry->next; /* to the front: the next frame asks for it again */
        entry->next = *head;
        *head = index;
        if (entry->generation != cache->young) {
            uint8_t *pixels = arena_allocate(cache, arena, entry->size);
            if (pixels == NULL) {
                return FORMAT_MEMORY;
            }
            block->copy_from = entry->pixels;
            block->build = true;
            entry->pixels = pixels;
            entry->generation = cache->young;
        }
        block->pixels = entry->pixels;
        return 0;
    }
    int32_t index = take_entry(cache);
    if (index < 0) {
        return FORMAT_MEMORY;
    }
    struct entry *entry = &cache->entries[index];
    entry->pixels = arena_allocate(cache, arena, size);
    if (entry->pixels == NULL) {
        entry->next = cache->free_entry;
        cache->free_entry = index;
        return FORMAT_MEMORY;
    }
    entry->mip = key->mip;
    entry->generation = cache->young;
    entry->texture = key->texture;
    memcpy(entry->levels, key->levels, sizeof entry->levels);
    entry->size = size;
    entry->next = *head;
    *head = index;
    block->pixels = entry->pixels;
    block->build = true;
    return 0;
}

void *surface_cache_frame_memory(struct surface_cache *cache, size_t size)
{
    return arena_allocate(cache, &cache->frame, size);
}
