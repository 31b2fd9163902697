/* Vertices of alias models, ALIAS_BLOCK at a time: loops of fixed length over arrays of one
 * coordinate each, which compilers turn into vector instructions. Results are those of a scalar
 * loop. */
#include "render/palette/entities/alias_internal.h"

#include <string.h>

/* Loads vertices [i, i + ALIAS_BLOCK), in units of their bytes. After the last vertex it repeats
 * that one. */
static void load_block(const struct mdl_vertex *pose, uint32_t i, uint32_t count,
                       struct alias_block *out)
{
    struct mdl_vertex vertices[ALIAS_BLOCK];
    if (count - i >= ALIAS_BLOCK) {
        memcpy(vertices, pose + i, sizeof vertices);
    } else {
        for (uint32_t j = 0; j < ALIAS_BLOCK; j++) {
            vertices[j] = pose[i + j < count ? i + j : count - 1];
        }
    }
    for (int j = 0; j < ALIAS_BLOCK; j++) {
        out->x[j] = (float)vertices[j].v[0];
        out->y[j] = (float)vertices[j].v[1];
        out->z[j] = (float)vertices[j].v[2];
    }
}

static void lerp_block(float *restrict at, const float *restrict old, float fraction)
{
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        at[i] = old[i] + (at[i] - old[i]) * fraction;
    }
}

static void transform_row(const struct alias_block *in, const float row[4], float *restrict out)
{
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        out[i] = in->x[i] * row[0] + in->y[i] * row[1] + in->z[i] * row[2] + row[3];
    }
}

void alias_transform_block(const struct alias_setup *setup, const float matrix[3][4], uint32_t i,
                           struct alias_block *out)
{
    struct alias_block in, old;
    uint32_t count = setup->mdl->num_vertices;
    load_block(setup->pose, i, count, &in);
    if (setup->old_pose != NULL) {
        float fraction = setup->lerp;
        load_block(setup->old_pose, i, count, &old);
        lerp_block(in.x, old.x, fraction);
        lerp_block(in.y, old.y, fraction);
        lerp_block(in.z, old.z, fraction);
    }
    transform_row(&in, matrix[0], out->x);
    transform_row(&in, matrix[1], out->y);
    transform_row(&in, matrix[2], out->z);
}

/* Minimum and maximum so far, separately for each lane of a block. */
struct bounds {
    int16_t u0[ALIAS_BLOCK], u1[ALIAS_BLOCK], v0[ALIAS_BLOCK], v1[ALIAS_BLOCK];
    int16_t z0[ALIAS_BLOCK], z1[ALIAS_BLOCK];
};

static void keep_least(int16_t *restrict least, const int16_t *restrict values)
{
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        least[i] = values[i] < least[i] ? values[i] : least[i];
    }
}

static void keep_most(int16_t *restrict most, const int16_t *restrict values)
{
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        most[i] = values[i] > most[i] ? values[i] : most[i];
    }
}

/* A number inside 0..limit as alias_clamp makes it of the whole number below; what fits no int32
 * gives 0. */
static inline int16_t clamp_pixel(float x, float limit)
{
    x = x > 0.0f && x < 2147483648.0f ? x : 0.0f;
    return (int16_t)(int32_t)(x < limit ? x : limit);
}

static void project_block(const struct alias_block *in, const struct view *view,
                          struct alias_pixel *pixels, int32_t *zi, struct bounds *bounds)
{
    int16_t u[ALIAS_BLOCK], v[ALIAS_BLOCK], z[ALIAS_BLOCK];
    float width = (float)view->width, height = (float)view->height;
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        float inverse = 1.0f / in->z[i];
        /* Only vertices outside the box their own file declares need to be clamped. */
        u[i] = clamp_pixel(in->x[i] * inverse + view->xcenter, width);
        v[i] = clamp_pixel(in->y[i] * inverse + view->ycenter, height);
        zi[i] = alias_fixed(inverse);
        z[i] = (int16_t)(zi[i] >> 16);
    }
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        pixels[i].u = u[i];
        pixels[i].v = v[i];
    }
    keep_least(bounds->u0, u);
    keep_most(bounds->u1, u);
    keep_least(bounds->v0, v);
    keep_most(bounds->v1, v);
    keep_least(bounds->z0, z);
    keep_most(bounds->z1, z);
}

static struct alias_extent join_bounds(const struct bounds *bounds)
{
    struct alias_extent extent = {bounds->u0[0], bounds->u1[0], bounds->v0[0], bounds->v1[0],
                                  bounds->z1[0]};
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        extent.u0 = bounds->u0[i] < extent.u0 ? bounds->u0[i] : extent.u0;
        extent.u1 = bounds->u1[i] > extent.u1 ? bounds->u1[i] : extent.u1;
        extent.v0 = bounds->v0[i] < extent.v0 ? bounds->v0[i] : extent.v0;
        extent.v1 = bounds->v1[i] > extent.v1 ? bounds->v1[i] : extent.v1;
        extent.z1 = bounds->z1[i] > extent.z1 ? bounds->z1[i] : extent.z1;
    }
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        if (bounds->z0[i] < 0) { /* no distance: the middle of two such may be anywhere */
            extent.z1 = INT16_MAX;
        }
    }
    return extent;
}

struct alias_extent alias_project_all(const struct alias_setup *setup, const float matrix[3][4],
                                      struct alias_pixel *pixels, int32_t *zi)
{
    struct bounds bounds;
    for (int i = 0; i < ALIAS_BLOCK; i++) {
        bounds.u0[i] = bounds.v0[i] = bounds.z0[i] = INT16_MAX;
        bounds.u1[i] = bounds.v1[i] = bounds.z1[i] = INT16_MIN;
    }
    for (uint32_t i = 0; i < setup->mdl->num_vertices; i += ALIAS_BLOCK) {
        struct alias_block block;
        alias_transform_block(setup, matrix, i, &block);
        project_block(&block, setup->request->view, pixels + i, zi + i, &bounds);
    }
    return join_bounds(&bounds);
}
