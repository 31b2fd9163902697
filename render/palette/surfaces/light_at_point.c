#include "render/palette/surfaces/light_at_point.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/palette/fixed.h"

enum { TRACE_DEPTH = 8194, LOCAL_STACK = 64 };

/* A node the line was cut at: its near side is being searched. */
struct cut {
    int32_t node;
    int side;
    float mid[3];
    float end[3];
};

/* Position of a point on a face, in texels from the lightmap's first sample. False if it is outside
 * the face. */
static bool face_place(const struct bsp *bsp, const struct bsp_face *face, const float point[3],
                       float place[2])
{
    const struct bsp_texinfo *texinfo = &bsp->texinfo[face->texinfo];
    for (int i = 0; i < 2; i++) {
        const float *vec = texinfo->vecs[i];
        place[i] = vec_dot(point, vec) + vec[3] - (float)face->texture_mins[i];
        if (!(place[i] >= 0 && place[i] <= (float)face->extents[i])) {
            return false;
        }
    }
    return true;
}

/* What is asked for, and the answer. */
struct query {
    const struct bsp *bsp;
    const struct palette_scene *scene;
    const uint8_t *samples; /* the map's, `channels` bytes each */
    int channels;
    int light[3];
};

/* Between the four samples around a place, as the reference pictures show (id's own release took
 * the sample to the top left). sample: the upper left one of a channel. */
static int mix_samples(const struct query *query, const struct bsp_face *face,
                       const uint8_t *sample, const float place[2])
{
    const size_t step = (size_t)query->channels;
    size_t across = (size_t)(face->extents[0] >> 4) + 1;
    size_t down = (size_t)(face->extents[1] >> 4) + 1;
    size_t s = (size_t)(int32_t)place[0] >> 4, t = (size_t)(int32_t)place[1] >> 4;
    size_t right = s + 1 < across ? step : 0, below = t + 1 < down ? across * step : 0;
    int32_t corners[4] = {0};
    sample += (t * across + s) * step;
    for (int map = 0; map < BSP_STYLES && face->styles[map] != 255; map++) {
        uint32_t level = face->styles[map] < PALETTE_LIGHTSTYLES
                             ? (uint32_t)query->scene->light_levels[face->styles[map]]
                             : 0;
        const uint8_t around[4] = {sample[0], sample[right], sample[below], sample[below + right]};
        for (int i = 0; i < 4; i++) {
            corners[i] = fixed_add(corners[i], (int32_t)(around[i] * level));
        }
        sample += across * down * step;
    }
    float s_part = place[0] / 16 - (float)s, t_part = place[1] / 16 - (float)t;
    float top = (float)corners[0] + ((float)corners[1] - (float)corners[0]) * s_part;
    float bottom = (float)corners[2] + ((float)corners[3] - (float)corners[2]) * s_part;
    int32_t light = fixed_from_float(top + (bottom - top) * t_part) >> 8;
    return light < 0 ? 0 : light;
}

/* The light of one face at a point of its plane. False if the point is not over it. */
static bool find_face_light(struct query *query, const struct bsp_face *face, const float point[3])
{
    float place[2];
    if (face->flags & (BSP_FACE_SKY | BSP_FACE_TURB) ||
        !face_place(query->bsp, face, point, place)) {
        return false; /* those have no lightmaps */
    }
    for (int c = 0; c < query->channels; c++) {
        query->light[c] = 0;
        if (face->light_offset >= 0) {
            const uint8_t *first = query->samples + face->light_offset * query->channels + c;
            query->light[c] = mix_samples(query, face, first, place);
        }
    }
    return true;
}

static bool find_node_light(struct query *query, const struct bsp_node *node, const float point[3])
{
    for (uint32_t i = 0; i < node->num_faces; i++) {
        if (find_face_light(query, &query->bsp->faces[node->first_face + i], point)) {
            return true;
        }
    }
    return false;
}

static float plane_distance(const struct bsp_plane *plane, const float point[3])
{
    return vec_dot(point, plane->normal) - plane->dist;
}

/* The original's recursion with an explicit stack: down the near side first, then the faces at the
 * cut, then the far side. */
struct trace {
    struct cut *stack;
    size_t depth, capacity;
    struct cut local[LOCAL_STACK];
};

static struct cut *trace_push(struct trace *trace)
{
    if (trace->depth == trace->capacity) {
        struct cut *larger = malloc(trace->capacity * 2 * sizeof *larger);
        if (larger == NULL) {
            return NULL;
        }
        memcpy(larger, trace->stack, trace->capacity * sizeof *larger);
        if (trace->stack != trace->local) {
            free(trace->stack);
        }
        trace->stack = larger;
        trace->capacity *= 2;
    }
    return &trace->stack[trace->depth++];
}

static bool trace_light(struct trace *trace, struct query *query, int32_t n, float start[3],
                        float end[3])
{
    const struct bsp *bsp = query->bsp;
    for (;;) {
        if (n < 0) {
            if (trace->depth == 0) {
                return false;
            }
            struct cut *cut = &trace->stack[--trace->depth];
            const struct bsp_node *node = &bsp->nodes[cut->node];
            if (find_node_light(query, node, cut->mid)) {
                return true;
            }
            memcpy(start, cut->mid, sizeof cut->mid);
            memcpy(end, cut->end, sizeof cut->end);
            n = node->children[!cut->side];
            continue;
        }
        const struct bsp_node *node = &bsp->nodes[n];
        const struct bsp_plane *plane = &bsp->planes[node->plane];
        float front = plane_distance(plane, start), back = plane_distance(plane, end);
        int side = front < 0;
        if ((back < 0) == side) {
            n = node->children[side];
            continue;
        }
        struct cut *cut = trace_push(trace);
        if (cut == NULL) {
            return false;
        }
        float fraction = front / (front - back);
        cut->node = n;
        cut->side = side;
        memcpy(cut->end, end, sizeof cut->end);
        for (int i = 0; i < 3; i++) {
            cut->mid[i] = start[i] + (end[i] - start[i]) * fraction;
            end[i] = cut->mid[i];
        }
        n = node->children[side];
    }
}

/* Sets query->light. */
static void find_light(struct query *query, const float point[3])
{
    const struct bsp *bsp = query->bsp;
    if (bsp->light_size == 0 || bsp->num_submodels == 0) {
        query->light[0] = query->light[1] = query->light[2] = 255;
        return;
    }
    struct trace trace;
    trace.stack = trace.local;
    trace.depth = 0;
    trace.capacity = LOCAL_STACK;
    float start[3] = {point[0], point[1], point[2]};
    float end[3] = {point[0], point[1], point[2] - TRACE_DEPTH};
    if (!trace_light(&trace, query, bsp->submodels[0].head_node[0], start, end)) {
        memset(query->light, 0, sizeof query->light);
    }
    if (trace.stack != trace.local) {
        free(trace.stack);
    }
}

int light_at_point(const struct bsp *bsp, const struct palette_scene *scene, const float point[3])
{
    struct query query = {.bsp = bsp, .scene = scene, .samples = bsp->light_data, .channels = 1};
    find_light(&query, point);
    return query.light[0];
}

void light_at_point_color(const struct bsp *bsp, const struct palette_scene *scene,
                          const float point[3], int light[3])
{
    struct query query = {.bsp = bsp, .scene = scene, .samples = bsp->color_data, .channels = 3};
    if (bsp->color_data == NULL) {
        light[0] = light[1] = light[2] = light_at_point(bsp, scene, point);
        return;
    }
    find_light(&query, point);
    memcpy(light, query.light, sizeof query.light);
}
