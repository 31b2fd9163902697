/* Textures of models' pictures, made when a frame first shows them and recognised by the identity
 * of what they are from. */
#ifndef RENDER_TRUECOLOR_PICTURE_CACHE_H
#define RENDER_TRUECOLOR_PICTURE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/object_id.h"
#include "render/truecolor/true_texture.h"

struct picture_key {
    struct object_id *identity; /* borrowed */
    uint32_t number;            /* picture of the file */
    int32_t colors;             /* shirt * 16 + trousers; -1: the picture's own */
};

struct cached_picture {
    struct picture_key key; /* holds the identity */
    struct true_texture texture;
    size_t bytes;
    bool shown; /* in this frame */
};

struct picture_cache { /* start from {0} */
    struct cached_picture *list;
    size_t count, capacity;
    size_t bytes; /* of all textures */
};

/* The texture of a key; its parts are valid until the frame is done. NULL: it is not there. */
const struct true_texture *picture_cache_find(struct picture_cache *cache,
                                              const struct picture_key *key);
/* Makes the texture of a key that is not there. Returns NULL if out of memory. */
const struct true_texture *picture_cache_add(struct picture_cache *cache,
                                             const struct picture_key *key,
                                             const struct true_picture *picture,
                                             const uint8_t *palette);
/* A frame is done: frees what it did not show, once the cache holds more than 512 pictures or 64
 * MiB. */
void picture_cache_end_frame(struct picture_cache *cache);
void picture_cache_free(struct picture_cache *cache);

#endif
