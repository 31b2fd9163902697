/* Draws scenes in true colour: Quake III's, from a struct scene to 32-bit pixels.
 *
 * Everybody but its own tests asks render/renderer.h instead, which hands scenes of this kind on to
 * here. One thread calls it at a time. The picture is a pure function of (scene, size, options). */
#ifndef RENDER_RGB_RGB_RENDERER_H
#define RENDER_RGB_RGB_RENDERER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/filter.h"
#include "render/light.h"
#include "render/profile.h"
#include "render/rgb/scene_rgb.h"
#include "render/thread_pool.h"

struct rgb_options {
    enum rgb_filter filter;
};

struct rgb_renderer;

/* width, height, scale: as in struct renderer_options, scale >= 1. pool: borrowed, must outlive the
 * renderer. Returns NULL if out of memory. */
struct rgb_renderer *rgb_renderer_create(int width, int height, int scale,
                                         const struct rgb_options *options,
                                         struct thread_pool *pool);
void rgb_renderer_destroy(struct rgb_renderer *renderer);

/* Applies to the frames drawn after the call; plain at creation. Values within their ranges. */
void rgb_renderer_set_light(struct rgb_renderer *renderer, const struct render_light *light);
void rgb_renderer_set_profile(struct rgb_renderer *renderer,
                              struct render_profile *profile); /* NULL: none */

/* As renderer_draw; the scene is of kind SCENE_RGB. */
int rgb_renderer_draw(struct rgb_renderer *renderer, const struct scene *scene, uint32_t *target,
                      size_t pitch) MUST_CHECK;
/* The frame drawn last, into another target than drawing had. */
void rgb_renderer_expand(const struct rgb_renderer *renderer, uint32_t *target, size_t pitch);
/* As renderer_world_done. */
double rgb_renderer_world_done(const struct rgb_renderer *renderer);
/* 64-bit hash of the frame: equal hashes mean equal pictures. */
uint64_t rgb_renderer_hash(const struct rgb_renderer *renderer);

#endif
