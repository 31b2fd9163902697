/* Memory for lit texel blocks, kept from frame to frame.
 *
 * A block's content is a pure function of its key, so that eviction never changes a picture.
 * Nothing is evicted within a frame. Between frames: blocks live in two generations; when the young
 * one is over its budget at the start of a frame, the old one is evicted and the young one becomes
 * old. A requested block of the old generation is copied into the young one, so that blocks in use
 * stay. Blocks that cannot be cached (lit by dynamic lights) use memory that lasts one frame. */
#ifndef RENDER_PALETTE_SURFACES_SURFACE_CACHE_H
#define RENDER_PALETTE_SURFACES_SURFACE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/maps/bsp.h"

enum { SURFACE_CACHE_PADDING = 64 }; /* readable bytes behind every block */

struct surface_cache_key {
    const struct bsp *bsp;
    uint32_t slot; /* face, or num_faces + 1 + texture (-1 = placeholder) for a raw tile */
    uint8_t mip;
    int32_t texture;            /* animation frame */
    int32_t levels[BSP_STYLES]; /* light levels of the face's styles, 0 where unused */
};

struct surface_cache_block {
    uint8_t *pixels;
    const uint8_t *copy_from; /* not NULL: the content is here, copy it */
    bool build;               /* the block is not filled or copied yet: the caller must do so */
};

struct surface_cache;

struct surface_cache *surface_cache_create(void);
void surface_cache_destroy(struct surface_cache *cache);

/* Starts a frame of `pixels` pixels. All blocks are dropped when the world is another one than in
 * the frame before, or not known to be the same (bsp.identity). */
void surface_cache_begin_frame(struct surface_cache *cache, const struct bsp *world, size_t pixels);
/* Finds or makes the block of a key; size must follow from the key. 0 or FORMAT_MEMORY. */
int surface_cache_find(struct surface_cache *cache, const struct surface_cache_key *key,
                       size_t size, struct surface_cache_block *block) MUST_CHECK;
/* Drops everything when the next frame begins: for a frame that ended before its blocks were
 * filled. */
void surface_cache_forget(struct surface_cache *cache);
/* Allocates memory until the next frame, aligned and padded like blocks. Returns NULL if full. */
void *surface_cache_frame_memory(struct surface_cache *cache, size_t size);

#endif
