/* Between alias_setup.c and alias_clip.c. */
#ifndef RENDER_ALIAS_INTERNAL_H
#define RENDER_ALIAS_INTERNAL_H

#include "render/alias.h"

/* Nearer than this nothing of a model is drawn (r_local.h). */
#define ALIAS_Z_CLIP_PLANE 5.0f

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
    int32_t seam_fixup;
    const struct mdl_vertex *pose;
    const struct mdl_vertex *old_pose; /* NULL: pose alone */
};

static inline int32_t alias_clamp(int32_t x, int32_t low, int32_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* Adds a triangle of vertices that are on the screen, if it faces the viewer. False: no memory. */
bool alias_emit_triangle(struct alias_setup *setup, const uint32_t vertices[3], unsigned seam);
/* u, v and 1/z of a view-space point that is not behind the clip plane. */
void alias_project(const struct alias_setup *setup, const float point[3],
                   struct alias_vertex *vertex);
/* Which sides of the screen a projected vertex is beyond: ALIAS_*_CLIP. */
uint32_t alias_screen_flags(const struct view *view, const struct alias_vertex *vertex);
/* Cuts a triangle that is partly outside and adds the rest. False: no memory. */
bool alias_clip_triangle(struct alias_setup *setup, const struct mdl_triangle *triangle);

#endif
