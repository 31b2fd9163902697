/* Surfaces of the world and of inline models: culling, dynamic lights that reach them, triangles.
 */
#ifndef RENDER_RGB_WORLD_SURFACE_H
#define RENDER_RGB_WORLD_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/view.h"

/* Adds a surface to the draw list unless it is back-facing or outside the view. entity: the mover
 * it belongs to (space is the mover's then), or RGB_NO_ENTITY. lights: bit n = dynamic light n may
 * reach it. */
void rgb_surface_collect(struct rgb_draw_list *draw_list, const struct rgb_view *view,
                         const struct rgb_space *space, const struct q3_level *level,
                         uint32_t number, uint32_t entity, uint32_t lights);

/* Appends its vertices and triangles; a patch's level of detail follows its distance. Returns 0 or
 * FORMAT_MEMORY. */
int rgb_surface_add(struct rgb_mesh *mesh, const struct rgb_view *view,
                    const struct rgb_space *space, const struct q3_level *level,
                    uint32_t number) MUST_CHECK;

#endif
