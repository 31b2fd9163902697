/* Entities without a model: sprites, beams, client game polygons. Points are in world space. */
#ifndef RENDER_RGB_ENTITIES_STRIPS_H
#define RENDER_RGB_ENTITIES_STRIPS_H

#include <stdint.h>

#include "formats/base/error.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/view.h"

/* Adds a sprite or beam to the draw list; number: its index in draw_list->entities. */
void rgb_strips_collect(struct rgb_draw_list *draw_list, const struct rgb_entity *entity,
                        uint32_t number, const struct q3_level *level);
/* Appends its triangles. Returns 0 or FORMAT_MEMORY. */
int rgb_strips_add(struct rgb_mesh *mesh, const struct rgb_entity *entity,
                   const struct rgb_view *view) MUST_CHECK;

/* Adds the scene's polygons to the draw list. */
void rgb_polys_collect(struct rgb_draw_list *draw_list, const struct rgb_view *view,
                       const struct q3_level *level);
int rgb_poly_add(struct rgb_mesh *mesh, const struct rgb_scene *scene, uint32_t number) MUST_CHECK;

#endif
