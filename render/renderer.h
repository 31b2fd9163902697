/* Draws scenes of every kind into 32-bit pixels, each by the renderer of its kind.
 *
 * A renderer owns its buffers, its caches and its thread pool. One thread calls it at a time. The
 * picture is a pure function of (scene, size, options, light): not of threads, kernels or earlier
 * frames, whatever was drawn before and whatever became of its game data since. */
#ifndef RENDER_RENDERER_H
#define RENDER_RENDERER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/light.h"
#include "render/limits.h"
#include "render/look.h"
#include "render/profile.h"
#include "render/scene.h"

struct thread_pool;

struct renderer_options {
    int width, height; /* pixels of the frame */
    /* The world is drawn at 1/scale of the size and enlarged by whole pixels; the 2D list always
     * has the frame's size. 1..RENDER_MAX_SCALE; 0 = 1. What is drawn of the world, width and
     * height rounded up, is inside render/limits.h. */
    int scale;
    int threads; /* including the caller; >= 1. Fewer draw if the system starts no more. */
    struct thread_pool *pool; /* to draw with instead of `threads`; borrowed, must outlive the
                                 renderer; shared by renderers that draw one after another; NULL =
                                 a pool of its own */
    /* Options of each scene kind's renderer; NULL: scenes of that kind are not drawn. */
    const struct palette_options *palette; /* render/palette/palette_renderer.h */
    const struct rgb_options *rgb;         /* render/rgb/rgb_renderer.h */
};

/* The drawn frame. Valid until the next draw or destroy. */
struct render_frame {
    int width, height;
    size_t pitch;           /* pixels from row to row */
    const uint32_t *pixels; /* 0x00RRGGBB, rows top to bottom */
};

struct renderer;

/* Returns NULL if options are out of range or if out of memory. */
struct renderer *renderer_create(const struct renderer_options *options);
void renderer_destroy(struct renderer *renderer);

/* Threads that draw, including the caller's. */
int renderer_threads(const struct renderer *renderer);

/* Applies to the frames drawn after the call; plain at creation. Clamps values to their ranges. */
void renderer_set_light(struct renderer *renderer, struct render_light light);

/* Frames drawn after the call add to the profile. Borrowed until another is set; NULL: none. */
void renderer_set_profile(struct renderer *renderer, struct render_profile *profile);

/* Draws. target (may be NULL) gets the 32-bit picture 0x00RRGGBB, `pitch` pixels from row to row:
 * it may be a locked window texture. Returns 0, or FORMAT_MEMORY when memory ran out (the picture
 * is then incomplete), or FORMAT_MISSING when the options held nothing for scenes of this kind (it
 * is then black). */
int renderer_draw(struct renderer *renderer, const struct scene *scene, uint32_t *target,
                  size_t pitch) MUST_CHECK;
/* The last frame drawn, copied into the renderer's memory if it was drawn elsewhere. Returns 0 or
 * FORMAT_MEMORY. */
int renderer_frame(struct renderer *renderer, struct render_frame *frame) MUST_CHECK;

/* When the world of the last frame was drawn, platform_now()'s seconds. What came after it costs
 * the same at every scale, except that at scale 1 Quake III's 2D is a part of the drawing before.
 */
double renderer_world_done(const struct renderer *renderer);

/* 64-bit hash of the picture drawn last: equal hashes mean equal pictures of one kind and size. */
uint64_t renderer_hash(const struct renderer *renderer);

#endif
