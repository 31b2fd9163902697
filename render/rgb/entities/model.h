/* Models in a picture: which of their levels of detail and frames show, the items of their
 * surfaces, the triangles between two frames. */
#ifndef RENDER_RGB_ENTITIES_MODEL_H
#define RENDER_RGB_ENTITIES_MODEL_H

#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/view.h"

/* Adds the items of an MD3 or of a part of the level. thing (number `number` of draw_list->things)
 * has entity and space set, and gets the rest but its light. Returns whether some of it may be
 * seen. */
bool rgb_model_collect(struct rgb_draw_list *draw_list, struct rgb_draw_entity *drawn,
                       uint32_t number, const struct rgb_view *view, const struct q3_level *level,
                       uint32_t lights);

/* Appends the triangles of surface `surface` of an MD3. 0 or FORMAT_MEMORY. */
int rgb_model_add(struct rgb_mesh *mesh, const struct rgb_draw_entity *drawn, uint32_t surface,
                  const struct q3_waves *waves) MUST_CHECK;

#endif
