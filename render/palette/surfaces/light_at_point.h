/* Light of a world at a point and time, for models there. */
#ifndef RENDER_PALETTE_SURFACES_LIGHT_AT_POINT_H
#define RENDER_PALETTE_SURFACES_LIGHT_AT_POINT_H

#include "formats/maps/bsp.h"
#include "render/palette/scene_palette.h"

/* Light (0..255 and beyond) at a point of the world: the lightmap under it, traced 8194 units
 * straight down (the depth of the largest level), with the scene's light levels; 255 when the map
 * has no light data, 0 when nothing is hit. */
int light_at_point(const struct bsp *bsp, const struct palette_scene *scene, const float point[3]);
/* The same in red, green and blue, of a map with coloured light; else equal ones. */
void light_at_point_color(const struct bsp *bsp, const struct palette_scene *scene,
                          const float point[3], int light[3]);

#endif
