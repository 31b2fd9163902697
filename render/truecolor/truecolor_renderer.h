/* Draws palette scenes in true colour: Quake and QuakeWorld as QuakeSpasm shows them, from a struct
 * scene to 32-bit pixels. FIDELITY.md numbers the differences.
 *
 * Everybody but its own tests asks render/renderer.h instead, which hands scenes of this look on to
 * here. One thread calls it at a time. The picture is a pure function of (scene, size, options). */
#ifndef RENDER_TRUECOLOR_TRUECOLOR_RENDERER_H
#define RENDER_TRUECOLOR_TRUECOLOR_RENDERER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/light.h"
#include "render/palette/palette_renderer.h"
#include "render/profile.h"
#include "render/thread_pool.h"

struct truecolor_renderer;

/* width, height, scale: as in struct renderer_options, scale >= 1. pool: borrowed, must outlive the
 * renderer. Returns NULL if options lack a palette or colormap, or if out of memory. */
struct truecolor_renderer *truecolor_renderer_create(int width, int height, int scale,
                                                     const struct palette_options *options,
                                                     struct thread_pool *pool);
void truecolor_renderer_destroy(struct truecolor_renderer *renderer);

/* Applies to the frames drawn after the call; plain at creation. Values within their ranges. */
void truecolor_renderer_set_light(struct truecolor_renderer *renderer,
                                  const struct render_light *light);
void truecolor_renderer_set_profile(struct truecolor_renderer *renderer,
                                    struct render_profile *profile); /* NULL: none */

/* As renderer_draw; the scene is of kind SCENE_PALETTE. */
int truecolor_renderer_draw(struct truecolor_renderer *renderer, const struct scene *scene,
                            uint32_t *target, size_t pitch) MUST_CHECK;
/* The frame drawn last, into another target than drawing had. */
void truecolor_renderer_expand(const struct truecolor_renderer *renderer, uint32_t *target,
                               size_t pitch);
/* As renderer_world_done. */
double truecolor_renderer_world_done(const struct truecolor_renderer *renderer);
/* 64-bit hash of the frame: equal hashes mean equal pictures. */
uint64_t truecolor_renderer_hash(const struct truecolor_renderer *renderer);

#endif
