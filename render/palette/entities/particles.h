/* Particles: squares of one colour, smaller with distance, behind what is nearer.
 *
 * Filling the list is serial; particles_draw reads only and may run for different rows on different
 * threads. */
#ifndef RENDER_PALETTE_ENTITIES_PARTICLES_H
#define RENDER_PALETTE_ENTITIES_PARTICLES_H

#include <stdint.h>

#include "formats/base/error.h"
#include "render/palette/scene_palette.h"
#include "render/palette/surfaces/surfaces.h"
#include "render/palette/view.h"

struct particle_square {
    int16_t u, v;          /* top left pixel; the square lies inside the picture */
    int16_t zi;            /* 1/z * 0x8000 */
    int16_t width, height; /* pixels */
    uint8_t color;
};

struct particle_list {
    struct particle_square *squares;
    uint32_t num_squares;
    size_t cap_squares;
};

/* Projects the scene's particles, in their order. 0 or FORMAT_MEMORY. */
int particles_prepare(struct particle_list *list, const struct palette_scene *scene,
                      const struct view *view) MUST_CHECK;
void particles_draw(const struct particle_list *list, const struct surfaces_target *target,
                    int row0, int row1);
void particles_free(struct particle_list *list);

#endif
