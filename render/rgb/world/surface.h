/* Surfaces of a level, of the world as of its parts that move: which of them may show, what lights
 * reach them, their triangles. */
#ifndef RENDER_RGB_WORLD_SURFACE_H
#define RENDER_RGB_WORLD_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/view.h"

/* Adds the item of a surface, unless it turns its back on the eye or lies outside the view. thing:
 * whose part it is (space is its own then), or RGB_NO_ENTITY. lights: those that may reach it. */
void rgb_surface_collect(struct rgb_draw_list *draw_list, const struct rgb_view *view,
                         const struct rgb_space *space, const struct q3_level *level,
                         uint32_t number, uint32_t entity, uint32_t lights);

/* Appends its vertices and triangles; a patch's by how far it is. 0 or FORMAT_MEMORY. */
int rgb_surface_add(struct rgb_mesh *mesh, const struct rgb_view *view,
                    const struct rgb_space *space, const struct q3_level *level,
                    uint32_t number) MUST_CHECK;

#endif
