/* Models: level of detail, frames, surfaces for the draw list, triangles interpolated between two
 * frames. */
#ifndef RENDER_RGB_ENTITIES_MODEL_H
#define RENDER_RGB_ENTITIES_MODEL_H

#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/view.h"

/* Adds the surfaces of an MD3 or of a submodel of the level. drawn (draw_list->entities[number])
 * has entity and space set; the rest except its light is set here. Returns true if any surface was
 * added. */
bool rgb_model_collect(struct rgb_draw_list *draw_list, struct rgb_draw_entity *drawn,
                       uint32_t number, const struct rgb_view *view, const struct q3_level *level,
                       uint32_t lights);

/* Appends the triangles of an MD3 surface. Returns 0 or FORMAT_MEMORY. */
int rgb_model_add(struct rgb_mesh *mesh, const struct rgb_draw_entity *drawn, uint32_t surface,
                  const struct q3_waves *waves) MUST_CHECK;

#endif
