/* Between the files of alias models. */
#ifndef RENDER_PALETTE_ENTITIES_ALIAS_INTERNAL_H
#define RENDER_PALETTE_ENTITIES_ALIAS_INTERNAL_H

#include "render/palette/entities/alias.h"

/* Nearer than this nothing of a model is drawn (r_local.h). */
#define ALIAS_Z_CLIP_PLANE 5.0f

enum {
    ALIAS_BLOCK = 8, /* vertices that are transformed together */
    ALIAS_HOLE = 255 /* the texel of holey models that is not there */
};

struct alias_block {
    float x[ALIAS_BLOCK], y[ALIAS_BLOCK], z[ALIAS_BLOCK];
};

struct alias_setup {
    struct alias_list *list;
    const struct alias_request *request;
    const struct mdl *mdl;
    float forward[3], right[3], up[3]; /* the model's axes */
    float matrix[3][4];                /* model bytes -> view space, y down */
    float light_vector[3];             /* in model space */
    int32_t ambient_light;             /* 0 = brightest, colormap rows 8.8 */
    float shade_light;
    float zi_scale;
    int32_t seam_fixup; /* 16.16 */
    const struct mdl_vertex *pose;
    const struct mdl_vertex *old_pose; /* NULL: pose alone */
    float lerp;                        /* from old_pose to pose, 0..1 */
};

struct canvas { /* the rows of a picture that are being drawn */
    uint8_t *pixels;
    int16_t *z;
    int width, height;
    int row0, row1;
};

static inline int32_t alias_clamp(int32_t x, int32_t low, int32_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* fixed_from_float in the form that loops over blocks need. */
static inline int32_t alias_fixed(float x)
{
    return (int32_t)(x >= -2147483648.0f && x < 2147483648.0f ? x : -2147483648.0f);
}

/* Below 0: the triangle faces the viewer. Twice its area in pixels. */
static inline int32_t alias_facing(const int32_t *a, const int32_t *b, const int32_t *c)
{
    return (a[ALIAS_V] - b[ALIAS_V]) * (a[ALIAS_U] - c[ALIAS_U]) -
           (a[ALIAS_U] - b[ALIAS_U]) * (a[ALIAS_V] - c[ALIAS_V]);
}

/* alias_facing for three of a model's vertices. */
static inline int32_t alias_pixels_facing(const struct alias_pixel *pixels, const uint32_t v[3])
{
    const struct alias_pixel *a = &pixels[v[0]], *b = &pixels[v[1]], *c = &pixels[v[2]];
    return (a->v - b->v) * (a->u - c->u) - (a->u - b->u) * (a->v - c->v);
}

/* A texel by 16.16 coordinates. Steps are rounded, so they may end just outside the skin. */
static inline uint8_t alias_texel(const struct alias_model *model, int32_t s, int32_t t)
{
    int32_t offset = (t >> 16) * model->skin_width + (s >> 16);
    offset = offset < model->texel_min ? model->texel_min : offset;
    offset = offset > model->texel_max ? model->texel_max : offset;
    return model->skin[offset];
}

/* Vertices i..i + ALIAS_BLOCK - 1 of the model through a matrix. */
void alias_transform_block(const struct alias_setup *setup, const float matrix[3][4], uint32_t i,
                           struct alias_block *out);
/* All vertices of the model to pixels and 1/z; both arrays have room up to a whole block. */
struct alias_extent alias_project_all(const struct alias_setup *setup, const float matrix[3][4],
                                      struct alias_pixel *pixels, int32_t *zi);

/* Adds a triangle of vertices on the screen if it faces the viewer. Returns false if out of memory.
 */
bool alias_emit_triangle(struct alias_setup *setup, const int32_t *const corners[3]);
/* u, v and 1/z of a view-space point that is not behind the clip plane. */
void alias_project(const struct alias_setup *setup, const float point[3],
                   struct alias_vertex *vertex);
/* Screen sides that a projected vertex is outside of: ALIAS_*_CLIP. */
uint32_t alias_screen_flags(const struct view *view, const struct alias_vertex *vertex);
/* Clips a triangle that is partly outside and adds the rest. Returns false if out of memory. */
bool alias_clip_triangle(struct alias_setup *setup, const struct mdl_triangle *triangle);

/* A far model's pixels inside the canvas's rows. */
void alias_draw_far(const struct alias_list *list, const struct alias_model *model,
                    const struct canvas *canvas);

#endif
