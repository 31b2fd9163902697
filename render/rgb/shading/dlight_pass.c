#include "render/rgb/shading/dlight_pass.h"

#include <math.h>

#include "render/rgb/shading/shade_internal.h"

/* Sides of a light's box that a vertex is outside of. */
enum { LEFT = 1, RIGHT = 2, BELOW = 4, ABOVE = 8, UNDER = 16, OVER = 32 };

bool rgb_shade_takes_dlights(const struct q3_shader *rules)
{
    return rules->sort <= Q3_SORT_OPAQUE &&
           !(rules->surface_flags & (Q3_PARM_NO_DLIGHT | Q3_PARM_SKY));
}

static uint8_t outside_bits(float s, float t, float below, float radius)
{
    return (uint8_t)((s < 0.0f ? LEFT : 0) | (s > 1.0f ? RIGHT : 0) | (t < 0.0f ? BELOW : 0) |
                     (t > 1.0f ? ABOVE : 0) | (below > radius ? UNDER : 0) |
                     (below < -radius ? OVER : 0));
}

/* Sets coordinates and colours; alpha holds the vertex's outside bits for now. Returns the bits
 * that all vertices share. */
static unsigned shade_vertices(const struct rgb_mesh *mesh, const struct rgb_dlight *light,
                               float (*st)[2], uint8_t (*color)[4])
{
    const float radius = light->radius, scale = 1.0f / radius;
    const float *o = light->origin;
    const float full[3] = {255.0f * light->color[0], 255.0f * light->color[1],
                           255.0f * light->color[2]};
    unsigned all = 0xff;
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float *p = mesh->xyz[i];
        const float s = shade_finite(0.5f + (o[0] - p[0]) * scale);
        const float t = shade_finite(0.5f + (o[1] - p[1]) * scale);
        const float below = o[2] - p[2], height = fabsf(below);
        const float fading = 2.0f * (radius - height) * scale;
        const float share = height > radius ? 0.0f : height < radius * 0.5f ? 1.0f : fading;
        for (int j = 0; j < 3; j++) {
            color[i][j] = shade_byte(full[j] * share);
        }
        color[i][3] = outside_bits(s, t, below, radius);
        all &= color[i][3];
        st[i][0] = s;
        st[i][1] = t;
    }
    return all;
}

uint32_t rgb_shade_dlight(const struct rgb_mesh *mesh, const struct rgb_dlight *light,
                          float (*st)[2], uint8_t (*color)[4], uint32_t *indexes)
{
    uint32_t count = 0;
    if (!(light->radius > 0.0f) || shade_vertices(mesh, light, st, color) != 0) {
        return 0;
    }
    for (uint32_t i = 0; i + 3 <= mesh->num_indexes; i += 3) {
        const uint32_t *corner = mesh->indexes + i;
        if ((color[corner[0]][3] & color[corner[1]][3] & color[corner[2]][3]) == 0) {
            indexes[count] = corner[0];
            indexes[count + 1] = corner[1];
            indexes[count + 2] = corner[2];
            count += 3;
        }
    }
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        color[i][3] = 255;
    }
    return count;
}
