/* Draws palette scenes: the 256 colours of Quake and QuakeWorld, from a struct scene to indices and
 * from there to 32-bit pixels.
 *
 * Everybody but its own tests asks render/renderer.h instead, which hands scenes of this kind on to
 * here. One thread calls it at a time. The picture is a pure function of (scene, size, options). */
#ifndef RENDER_PALETTE_PALETTE_RENDERER_H
#define RENDER_PALETTE_PALETTE_RENDERER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/filter.h"
#include "render/light.h"
#include "render/look.h"
#include "render/palette/scene_palette.h"
#include "render/profile.h"
#include "render/thread_pool.h"

struct palette_options {
    enum render_look look;
    enum rgb_filter filter;  /* of the true-colour look, */
    bool square_particles;   /* and its particles, which are round else */
    bool colored_light;      /* maps with coloured light show it; the faithful look does not */
    const uint8_t *palette;  /* PALETTE_BYTES, copied */
    const uint8_t *colormap; /* COLORMAP_BYTES, copied */
};

/* The drawn frame before it becomes 32-bit. Valid until the next draw or destroy. */
struct palette_frame {
    int width, height;
    const uint8_t *indices; /* width * height palette indices, rows top to bottom */
    const uint32_t *colors; /* 256 x 0x00RRGGBB with the scene's blends and the light applied; the
                               exact look's 2D has no blends */
};

struct palette_renderer;

/* width, height, scale: as in struct renderer_options, scale >= 1. pool: borrowed, must outlive the
 * renderer. Returns NULL if options lack a palette or colormap, or if out of memory. */
struct palette_renderer *palette_renderer_create(int width, int height, int scale,
                                                 const struct palette_options *options,
                                                 struct thread_pool *pool);
void palette_renderer_destroy(struct palette_renderer *renderer);

/* Applies to the frames drawn after the call; plain at creation. Values within their ranges. */
void palette_renderer_set_light(struct palette_renderer *renderer,
                                const struct render_light *light);
void palette_renderer_set_profile(struct palette_renderer *renderer,
                                  struct render_profile *profile); /* NULL: none */

/* As renderer_draw; the scene is of kind SCENE_PALETTE. */
int palette_renderer_draw(struct palette_renderer *renderer, const struct scene *scene,
                          uint32_t *target, size_t pitch) MUST_CHECK;
struct palette_frame palette_renderer_frame(const struct palette_renderer *renderer);
/* The frame drawn last, into another target than drawing had. */
void palette_renderer_expand(const struct palette_renderer *renderer, uint32_t *target,
                             size_t pitch);
/* As renderer_world_done. */
double palette_renderer_world_done(const struct palette_renderer *renderer);

/* 64-bit hash of the frame's indices and colours: equal hashes mean equal pictures. */
uint64_t palette_renderer_hash(const struct palette_renderer *renderer);

#endif
