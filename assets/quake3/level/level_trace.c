#include "assets/quake3/level/level_trace.h"

#include <math.h>
#include <string.h>

#include "assets/quake3/level/level_surfaces.h"
#include "formats/base/vec.h"

enum { TRIANGLES = 32768, RAYS = 5 };

#define PIECE 128.0f      /* units of a way that are looked at together */
#define FARTHEST 16384.0f /* beyond this no curve is met */

struct meeting {
    const struct q3_level *level;
    uint32_t mask;
    uint32_t triangles; /* that may still be looked at */
    float from[3], way[3];
    float mins[3], maxs[3]; /* box of the path */
    struct q3_trace *trace;
};

static bool is_curve(const void *context, const struct q3_level *level, uint32_t surface)
{
    const struct meeting *m = context;
    const int32_t number = level->patches.of_surface[surface];
    const uint32_t contents = level->bsp.shaders[level->bsp.surfaces[surface].shader].content_flags;
    if (level->bsp.surfaces[surface].kind != Q3_SURFACE_PATCH || number == Q3_PATCH_NONE ||
        (contents & m->mask) == 0) {
        return false;
    }
    const struct q3_patch *patch = &level->patches.patches[number];
    for (int i = 0; i < 3; i++) {
        if (patch->mins[i] > m->maxs[i] || patch->maxs[i] < m->mins[i]) {
            return false;
        }
    }
    return true;
}

/* Clockwise as seen from its front, which alone is met. */
static void meet_triangle(struct meeting *m, uint32_t shader, const float a[3], const float b[3],
                          const float c[3])
{
    float first[3], second[3], normal[3], at[3];
    if (!level_triangle_meets(a, b, c, m->mins, m->maxs)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        first[i] = a[i] - b[i];
        second[i] = c[i] - b[i];
    }
    vec_cross(first, second, normal);
    if (!(vec_normalize(normal) > 0.0f)) {
        return;
    }
    const float start = vec_dot(normal, m->from) - vec_dot(normal, a);
    const float step = vec_dot(normal, m->way);
    if (start <= 0.0f || start + step >= 0.0f) {
        return;
    }
    const float *corners[4] = {a, b, c, a};
    for (int i = 0; i < 3; i++) {
        at[i] = m->from[i] + m->way[i] * (start / -step);
    }
    for (int i = 0; i < 3; i++) { /* inside all three edges */
        float edge[3], to[3], out[3];
        for (int k = 0; k < 3; k++) {
            edge[k] = corners[i + 1][k] - corners[i][k];
            to[k] = at[k] - corners[i][k];
        }
        vec_cross(edge, to, out);
        if (vec_dot(out, normal) > 1e-3f) {
            return;
        }
    }
    const float fraction = fmaxf((start - Q3_TRACE_MARGIN) / -step, 0.0f);
    if (fraction < m->trace->fraction) {
        m->trace->fraction = fraction;
        m->trace->contents = m->level->bsp.shaders[shader].content_flags;
        m->trace->surface_flags = m->level->bsp.shaders[shader].surface_flags;
        memcpy(m->trace->normal, normal, sizeof(normal));
    }
}

static void meet_patch(struct meeting *m, uint32_t surface)
{
    const uint32_t shader = m->level->bsp.surfaces[surface].shader;
    const struct q3_patch *patch =
        &m->level->patches.patches[m->level->patches.of_surface[surface]];
    for (uint32_t y = 0; y + 1 < patch->height; y++) {
        const struct q3_bsp_vertex *row = patch->vertices + (size_t)y * patch->width;
        const struct q3_bsp_vertex *next = row + patch->width;
        if (m->triangles < 2 * patch->width) {
            return;
        }
        m->triangles -= 2 * patch->width;
        for (uint32_t x = 0; x + 1 < patch->width; x++) {
            meet_triangle(m, shader, row[x].xyz, next[x].xyz, row[x + 1].xyz);
            meet_triangle(m, shader, row[x + 1].xyz, next[x].xyz, next[x + 1].xyz);
        }
    }
}

/* Tests patches along a point's path, from fraction `first` to `last`. */
static void meet_curves(struct meeting *m, float first, float last)
{
    struct level_near near;
    for (int i = 0; i < 3; i++) {
        const float a = m->from[i] + m->way[i] * first, b = m->from[i] + m->way[i] * last;
        m->mins[i] = fminf(a, b) - 1.0f;
        m->maxs[i] = fmaxf(a, b) + 1.0f;
    }
    level_surfaces_near(m->level, m->mins, m->maxs, is_curve, m, &near);
    for (uint32_t i = 0; i < near.count; i++) {
        meet_patch(m, near.surfaces[i]);
    }
}

static void follow_ray(struct meeting *m, float length)
{
    const float piece = length > PIECE ? PIECE / length : 1.0f;
    for (float first = 0.0f; first < m->trace->fraction && first * length < FARTHEST;
         first += piece) {
        meet_curves(m, first, fminf(first + piece, m->trace->fraction));
    }
}

void level_trace(const struct q3_level *level, const float from[3], const float to[3],
                 const float mins[3], const float maxs[3], uint32_t mask, struct q3_trace *trace)
{
    struct meeting m = {.level = level, .mask = mask, .triangles = TRIANGLES, .trace = trace};
    bool has_size = false;
    q3_bsp_trace(&level->bsp, 0, &(struct q3_trace_move){from, to, mins, maxs}, mask, trace);
    for (int i = 0; i < 3; i++) {
        m.way[i] = to[i] - from[i];
        has_size |= mins[i] < 0.0f || maxs[i] > 0.0f;
        if (!(fabsf(from[i]) < 1e6f && fabsf(m.way[i]) < 1e6f)) {
            return;
        }
    }
    if (level->patches.num_patches == 0 || trace->all_solid) {
        return;
    }
    const float length = vec_length(m.way);
    for (int ray = 0; ray < (has_size ? RAYS : 1); ray++) { /* the first is the middle's */
        m.from[0] = from[0] + (ray == 0 ? 0.0f : ray % 2 == 0 ? mins[0] : maxs[0]);
        m.from[1] = from[1] + (ray == 0 ? 0.0f : ray < 3 ? mins[1] : maxs[1]);
        m.from[2] = from[2] + mins[2];
        follow_ray(&m, length);
    }
    for (int i = 0; i < 3; i++) {
        trace->end[i] = from[i] + trace->fraction * m.way[i];
    }
}
