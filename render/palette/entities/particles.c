/* The arithmetic of Quake's d_part.c (D_DrawParticle) and of D_ViewChanged for the sizes. */
#include "render/palette/entities/particles.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/palette/entities/entity_array.h"
#include "render/palette/fixed.h"

static const float PARTICLE_Z_CLIP = 8.0f; /* nearer ones are not drawn */

struct sizes {
    int min, max; /* pixels */
    int shift;    /* from 1/z to pixels */
    int double_height;
    float right[3], up[3];
};

static void setup_sizes(struct sizes *sizes, const struct view *view)
{
    sizes->min = view->width / 320 > 1 ? view->width / 320 : 1;
    sizes->max = (int)((double)view->width / (320.0 / 4.0) + 0.5);
    sizes->max = sizes->max > 1 ? sizes->max : 1;
    sizes->shift = 8 - (int)((double)view->width / 320.0 + 0.5);
    sizes->double_height = view->pixel_aspect > 1.4f;
    for (int i = 0; i < 3; i++) {
        sizes->right[i] = view->right[i] * view->xscale_shrink;
        sizes->up[i] = view->up[i] * view->yscale_shrink;
    }
}

static void add_particle(struct particle_list *list, const struct sizes *sizes,
                         const struct view *view, const struct palette_particle *particle)
{
    float local[3];
    for (int i = 0; i < 3; i++) {
        local[i] = particle->origin[i] - view->origin[i];
    }
    float x = vec_dot(local, sizes->right), y = vec_dot(local, sizes->up);
    float z = vec_dot(local, view->forward);
    if (!(z >= PARTICLE_Z_CLIP)) {
        return;
    }
    float zi = 1.0f / z;
    int32_t u = fixed_from_double((double)(view->xcenter + zi * x) + 0.5);
    int32_t v = fixed_from_double((double)(view->ycenter - zi * y) + 0.5);
    /* Room for the largest square is kept at the right and the bottom, however small this one is.
     */
    if (v > view->height - (sizes->max << sizes->double_height) || v < 0 ||
        u > view->width - sizes->max || u < 0) {
        return;
    }
    int32_t depth = fixed_from_float(zi * 0x8000);
    /* Pictures wider than the original's 2040 pixels ask for a shift to the left. */
    int size = sizes->shift >= 0 ? depth >> sizes->shift : depth << -sizes->shift;
    size = size < sizes->min ? sizes->min : size > sizes->max ? sizes->max : size;
    list->squares[list->num_squares++] =
        (struct particle_square){(int16_t)u,
                                 (int16_t)v,
                                 (int16_t)depth,
                                 (int16_t)size,
                                 (int16_t)(size << sizes->double_height),
                                 particle->color};
}

int particles_prepare(struct particle_list *list, const struct palette_scene *scene,
                      const struct view *view)
{
    list->num_squares = 0;
    if (!entity_array_reserve(&list->squares, &list->cap_squares, 0, scene->num_particles,
                              sizeof *list->squares)) {
        return FORMAT_MEMORY;
    }
    struct sizes sizes;
    setup_sizes(&sizes, view);
    for (size_t i = 0; i < scene->num_particles; i++) {
        add_particle(list, &sizes, view, &scene->particles[i]);
    }
    return 0;
}

void particles_draw(const struct particle_list *list, const struct surfaces_target *target,
                    int row0, int row1)
{
    for (uint32_t i = 0; i < list->num_squares; i++) {
        const struct particle_square *square = &list->squares[i];
        int top = square->v > row0 ? square->v : row0;
        int bottom = square->v + square->height < row1 ? square->v + square->height : row1;
        for (int v = top; v < bottom; v++) {
            size_t pixel = (size_t)v * (size_t)target->width + (size_t)square->u;
            uint8_t *dest = target->pixels + pixel;
            int16_t *z = target->z + pixel;
            for (int u = 0; u < square->width; u++) {
                if (z[u] <= square->zi) {
                    z[u] = square->zi;
                    dest[u] = square->color;
                }
            }
        }
    }
}

void particles_free(struct particle_list *list)
{
    free(list->squares);
    memset(list, 0, sizeof *list);
}
