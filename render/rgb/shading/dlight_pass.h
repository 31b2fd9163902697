/* Dynamic lights on surfaces: a spot projected along z, one more pass per light.
 *
 * The pass draws the light's picture ("*dlight", clamped) over what the batch has drawn, where the
 * depth is equal, blended (dst_color, one), without depth writes or alpha test. */
#ifndef RENDER_RGB_SHADING_DLIGHT_PASS_H
#define RENDER_RGB_SHADING_DLIGHT_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/scripts/q3_shader.h"
#include "render/rgb/scene_rgb.h"
#include "render/rgb/shading/mesh.h"

/* True if dynamic lights affect the shader. */
bool rgb_shade_takes_dlights(const struct q3_shader *rules);

/* One light, its origin in the space of the model. st and color have room for mesh->num_vertices,
 * indexes for mesh->num_indexes; indexes receives the triangles that the light may reach. Returns
 * their number of indexes; 0: no pass needed. */
uint32_t rgb_shade_dlight(const struct rgb_mesh *mesh, const struct rgb_dlight *light,
                          float (*st)[2], uint8_t (*color)[4], uint32_t *indexes);

#endif
