#include "render/truecolor/picture_cache.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { KEPT = 512, KEPT_BYTES = 64 << 20 };

const struct true_texture *picture_cache_find(struct picture_cache *cache,
                                              const struct picture_key *key)
{
    for (size_t i = 0; i < cache->count; i++) {
        struct cached_picture *cached = &cache->list[i];
        if (object_id_same(cached->key.identity, key->identity) &&
            cached->key.number == key->number && cached->key.colors == key->colors) {
            cached->shown = true;
            return &cached->texture;
        }
    }
    return NULL;
}

static size_t bytes_of(const struct true_texture *texture)
{
    return texture_bytes(texture->color) +
           (texture->glow != NULL ? texture_bytes(texture->glow) : 0);
}

const struct true_texture *picture_cache_add(struct picture_cache *cache,
                                             const struct picture_key *key,
                                             const struct true_picture *picture,
                                             const uint8_t *palette)
{
    if (array_reserve(&cache->list, &cache->capacity, cache->count + 1, sizeof *cache->list) != 0) {
        return NULL;
    }
    struct cached_picture *cached = &cache->list[cache->count];
    *cached = (struct cached_picture){.key = *key, .shown = true};
    if (true_texture_make(&cached->texture, picture, palette) != 0) {
        return NULL;
    }
    object_id_hold(key->identity);
    cached->bytes = bytes_of(&cached->texture);
    cache->bytes += cached->bytes;
    cache->count++;
    return &cached->texture;
}

static void free_picture(struct cached_picture *cached)
{
    object_id_release(cached->key.identity);
    true_texture_free(&cached->texture);
}

void picture_cache_end_frame(struct picture_cache *cache)
{
    const bool full = cache->count > KEPT || cache->bytes > KEPT_BYTES;
    size_t kept = 0;
    for (size_t i = 0; i < cache->count; i++) {
        struct cached_picture *cached = &cache->list[i];
        if (cached->key.identity == NULL || (full && !cached->shown)) {
            cache->bytes -= cached->bytes;
            free_picture(cached);
            continue;
        }
        cached->shown = false;
        cache->list[kept++] = *cached;
    }
    cache->count = kept;
}

void picture_cache_free(struct picture_cache *cache)
{
    for (size_t i = 0; i < cache->count; i++) {
        free_picture(&cache->list[i]);
    }
    free(cache->list);
    memset(cache, 0, sizeof *cache);
}
