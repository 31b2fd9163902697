/* Rasterizer: triangles in clip space to pixels, band by band on all threads.
 *
 * A frame: raster_begin, then raster_add for each batch in drawing order, then raster_draw, which
 * draws all of them. Batches come in by several queues, so that several threads can add them, one
 * thread per queue: those of a lower queue are drawn before those of a higher one. Opaque
 * batches may be added in any order, which matters little for speed: each of their pixels is shaded
 * once. They come before blended ones; an opaque batch after them is drawn correctly, but slower.
 * Sky batches (RASTER_DEPTH_FAR) may blend with each other before them; all of them go to one
 * queue. At each pixel a batch's passes run one after the other, with one
 * depth for all: test depth, sample, test alpha, blend or store, write depth. At equal depths the
 * later batch is visible; before the first blended batch, those with alpha test count as later than
 * all opaque ones. Textures without mip levels are read bilinear, whatever the filter, unless a
 * pass says otherwise. Pictures do not depend on threads or kernels. */
#ifndef RENDER_RGB_RASTER_RASTER_H
#define RENDER_RGB_RASTER_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/texture.h"
#include "formats/base/error.h"
#include "formats/scripts/q3_shader.h"
#include "render/filter.h"
#include "render/profile.h"
#include "render/thread_pool.h"

enum {
    RASTER_PASSES = 48, /* per batch: its stages, a pass per dynamic light, fog */
    RASTER_QUEUES = 16,
    RASTER_GAIN_MAX = 3,
    RASTER_PITCH_UNIT = 4,  /* the pitch is the width, rounded up to a multiple of it */
    RASTER_BAND_HEIGHT = 32 /* rows that are drawn together, from a multiple of it on; even */
};

enum raster_combine {
    RASTER_ONE,     /* `texture` alone */
    RASTER_PRODUCT, /* texture * second, rounded once: (a * b * 2^gain + 127) / 255, at most 255 */
    RASTER_SUM      /* texture + second, at most 255; alpha: their product */
};

struct raster_pass {
    const struct texture *texture;
    const float (*st)[2]; /* by vertex; 0..1 across the texture */
    enum raster_combine combine;
    const struct texture *second;
    const float (*second_st)[2];
    const uint8_t (*color)[4]; /* by vertex: red, green, blue, alpha, times the texture; NULL: the
                                  same for all, */
    uint8_t flat[4];           /* this; 255s = none */
    uint8_t gain;              /* 0..RASTER_GAIN_MAX: the product with `second`, or without one that
                                  with the colour, is 2^gain times as bright; not alpha */
    enum q3_factor source, destination; /* one, zero: stored */
    enum q3_alpha_test alpha_test;
    bool magnified;   /* known: no texel of it is smaller than a pixel */
    bool filtered;    /* RGB_NEAREST and RGB_CRISP are for `texture` even if it has one level */
    bool depth_equal; /* passes only where the depth is equal, instead of not farther */
    bool depth_write;
};

enum raster_depth {
    RASTER_DEPTH_WORLD,
    RASTER_DEPTH_NEAR, /* z * 0.3: the weapon in hand */
    RASTER_DEPTH_FAR,  /* z = 1, the sky */
    RASTER_DEPTH_SKY,  /* where a sky_window is what is seen, whatever its depth; of several there
                          the first one. Opaque in its first pass */
    RASTER_DEPTH_FRONT /* z = 0, not written: shows through all that was drawn before */
};

struct raster_batch {
    uint32_t num_vertices, num_indexes;
    const float (*clip)[4]; /* x right, y up, z (ndc * w), w = depth along the view, units; a point
                               is on the screen when |x| <= w and |y| <= w and w >= 4 */
    const uint32_t *indexes;
    enum q3_cull cull; /* a front is clockwise on the screen */
    enum raster_depth depth;
    bool polygon_offset;
    bool sky_window; /* of depth WORLD: hides as others do, and shows batches of RASTER_DEPTH_SKY;
                        its own passes are not drawn. Only before blended batches */
    bool quads; /* indexes come in fours: flat convex ones, all of whose values lie in the planes of
                   the first three corners */
    uint32_t num_passes;
    const struct raster_pass *passes;
};

struct raster;
struct raster_queue;

struct raster *raster_create(int width, int height, enum rgb_filter filter,
                             struct thread_pool *pool);
void raster_destroy(struct raster *raster);

/* raster_draw adds its times to the profile. Borrowed; NULL: none. */
void raster_set_profile(struct raster *raster, struct render_profile *profile);

/* What is where nothing is drawn, 0x00RRGGBB; black at first. */
void raster_set_clear(struct raster *raster, uint32_t color);

/* Forgets the batches before. */
void raster_begin(struct raster *raster);
/* number: 0..RASTER_QUEUES - 1. */
struct raster_queue *raster_queue(struct raster *raster, int number);
/* Copies the batch, but borrows its textures until raster_draw. Returns 0 or FORMAT_MEMORY. */
int raster_add(struct raster_queue *queue, const struct raster_batch *batch) MUST_CHECK;
/* Begins a sub-view: batches of this queue are clipped to [left, right) x [top, bottom), pixels,
 * and the depth there is reset. Until raster_end_part all is drawn in the order added. Returns 0 or
 * FORMAT_MEMORY. */
int raster_begin_part(struct raster_queue *queue, int left, int top, int right,
                      int bottom) MUST_CHECK;
void raster_end_part(struct raster_queue *queue);
/* Rows are done, from `first` to before `end`, a band: called on the thread that has drawn them,
 * while they are near in memory. */
typedef void (*raster_rows_fn)(void *context, int first, int end);
/* An empty picture with all of them drawn: 0x00RRGGBB, `pitch` pixels from row to row. rows: called
 * for all rows, some at a time; or NULL. */
void raster_draw(struct raster *raster, raster_rows_fn rows, void *context);
/* Fills rows from `first` to before `end`, a band, with what everything is drawn over, on the
 * thread that then draws there. pixels: the first of them, `pitch` pixels from row to row. */
typedef void (*raster_ground_fn)(void *context, uint32_t *pixels, size_t pitch, int first, int end);
/* As raster_draw, over what `ground` fills in instead of black, but only in bands that have
 * batches: see raster_has_batches. All of these are 2D: of depth RASTER_DEPTH_FRONT, or in parts.
 */
void raster_draw_over(struct raster *raster, raster_ground_fn ground, raster_rows_fn rows,
                      void *context);
/* True if batches are in the row's band, until the next raster_begin. Without, raster_draw_over
 * leaves its pixels as they were. */
bool raster_has_batches(const struct raster *raster, int row);
/* The picture's memory from now on, of as many rows (one more where that is odd) and the pitch of
 * raster_pixels; borrowed. NULL: the rasterizer's own, as at first. */
void raster_set_pixels(struct raster *raster, uint32_t *pixels);
const uint32_t *raster_pixels(const struct raster *raster, size_t *pitch);

#endif
