/* What the game draws without a model: sprites, beams, polygons of its own. Their points are the
 * world's. */
#ifndef RENDER_RGB_ENTITIES_STRIPS_H
#define RENDER_RGB_ENTITIES_STRIPS_H

#include <stdint.h>

#include "formats/base/error.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/view.h"

/* Adds the item of a sprite or beam, the entity of thing number `number`. */
void rgb_strips_collect(struct rgb_draw_list *draw_list, const struct rgb_entity *entity,
                        uint32_t number, const struct q3_level *level);
/* And its triangles. 0 or FORMAT_MEMORY. */
int rgb_strips_add(struct rgb_mesh *mesh, const struct rgb_entity *entity,
                   const struct rgb_view *view) MUST_CHECK;

/* The scene's own polygons. */
void rgb_polys_collect(struct rgb_draw_list *draw_list, const struct rgb_view *view,
                       const struct q3_level *level);
int rgb_poly_add(struct rgb_mesh *mesh, const struct rgb_scene *scene, uint32_t number) MUST_CHECK;

#endif
