#include "formats/maps/q3_bsp_trace.h"

#include <math.h>
#include <string.h>

#include "formats/base/vec.h"

/* Margin by which a box is widened when it descends to leafs, units: rounding then has no effect.
 */
#define NODE_MARGIN 1.0f

struct walk {
    const struct q3_bsp *bsp;
    const float *from, *to, *mins, *maxs;
    uint32_t mask;
    struct q3_trace *trace;
};

/* The segment of the move inside a brush. */
struct inside {
    float enter, leave;
    const struct q3_bsp_side *side; /* the one it comes in by */
    bool starts_out, gets_out;
};

/* Clips the segment to the part behind a side's plane. False: nothing is left. */
static bool cut_by_side(const struct walk *w, const struct q3_bsp_side *side, struct inside *part)
{
    const struct q3_bsp_plane *plane = &w->bsp->planes[side->plane];
    float dist = plane->dist;
    for (int i = 0; i < 3; i++) { /* offset of the corner that touches the plane first */
        dist -= plane->normal[i] * (plane->normal[i] < 0.0f ? w->maxs[i] : w->mins[i]);
    }
    const float start = vec_dot(w->from, plane->normal) - dist;
    const float end = vec_dot(w->to, plane->normal) - dist;
    part->starts_out |= start > 0.0f;
    part->gets_out |= end > 0.0f;
    if (start > 0.0f && (end >= Q3_TRACE_MARGIN || end >= start)) {
        return false;
    }
    if (start <= 0.0f && end <= 0.0f) {
        return true;
    }
    if (start > end) {
        const float at = fmaxf((start - Q3_TRACE_MARGIN) / (start - end), 0.0f);
        if (at > part->enter) {
            part->enter = at;
            part->side = side;
        }
    } else {
        part->leave = fminf(part->leave, fminf((start + Q3_TRACE_MARGIN) / (start - end), 1.0f));
    }
    return true;
}

static void meet_brush(struct walk *w, const struct q3_bsp_brush *brush)
{
    struct inside part = {.enter = -1.0f, .leave = 1.0f};
    const uint32_t contents = w->bsp->shaders[brush->shader].content_flags;
    struct q3_trace *trace = w->trace;
    if ((contents & w->mask) == 0 || brush->num_sides == 0) {
        return;
    }
    for (uint32_t i = 0; i < brush->num_sides; i++) {
        if (!cut_by_side(w, &w->bsp->sides[brush->first_side + i], &part)) {
            return;
        }
    }
    if (!part.starts_out) {
        trace->start_solid = true;
        if (!part.gets_out) {
            trace->all_solid = true;
            trace->fraction = 0.0f;
            trace->contents = contents;
        }
    } else if (part.side && part.enter < part.leave && part.enter < trace->fraction) {
        trace->fraction = part.enter;
        trace->contents = contents;
        trace->surface_flags = w->bsp->shaders[part.side->shader].surface_flags;
        memcpy(trace->normal, w->bsp->planes[part.side->plane].normal, sizeof(trace->normal));
    }
}

static void meet_leaf(struct walk *w, const struct q3_bsp_leaf *leaf)
{
    for (uint32_t i = 0; i < leaf->num_brushes; i++) {
        meet_brush(w, &w->bsp->brushes[w->bsp->leaf_brushes[leaf->first_brush + i]]);
    }
}

/* A node, or a leaf (negative), and the segment of the move that may touch it. */
struct visit {
    int32_t node;
    float first, last;
};

/* Clips [first, last] to where start + f * step <= limit, or >= limit if `above`. */
static bool cut_part(float start, float step, float limit, bool above, struct visit *part)
{
    if (step == 0.0f) {
        return above ? start >= limit : start <= limit;
    }
    const float at = (limit - start) / step;
    if (above == (step > 0.0f)) {
        part->first = fmaxf(part->first, at);
    } else {
        part->last = fminf(part->last, at);
    }
    return part->first <= part->last;
}

static void walk_world(struct walk *w)
{
    struct visit stack[Q3_BSP_MAX_DEPTH + 2];
    const struct q3_bsp *bsp = w->bsp;
    uint32_t used = 0;
    stack[used++] = (struct visit){bsp->num_nodes > 0 ? 0 : -1, 0.0f, 1.0f};
    while (used > 0) {
        const struct visit at = stack[--used];
        if (at.first > w->trace->fraction) {
            continue;
        }
        if (at.node < 0) {
            const uint32_t leaf = (uint32_t)(-1 - at.node);
            if (leaf < bsp->num_leafs) {
                meet_leaf(w, &bsp->leafs[leaf]);
            }
            continue;
        }
        const struct q3_bsp_node *node = &bsp->nodes[at.node];
        const struct q3_bsp_plane *plane = &bsp->planes[node->plane];
        float reach = NODE_MARGIN;
        for (int i = 0; i < 3; i++) {
            reach += fabsf(plane->normal[i]) * fmaxf(-w->mins[i], w->maxs[i]);
        }
        const float start = vec_dot(w->from, plane->normal) - plane->dist;
        const float step = vec_dot(w->to, plane->normal) - plane->dist - start;
        struct visit parts[2] = {{node->children[0], at.first, at.last},
                                 {node->children[1], at.first, at.last}};
        const bool front = cut_part(start, step, -reach, true, &parts[0]);
        const bool back = cut_part(start, step, reach, false, &parts[1]);
        const bool near_front = start >= 0.0f; /* near side first */
        if (near_front ? back : front) {
            stack[used++] = parts[near_front ? 1 : 0];
        }
        if (near_front ? front : back) {
            stack[used++] = parts[near_front ? 0 : 1];
        }
    }
}

void q3_bsp_trace(const struct q3_bsp *bsp, uint32_t model, const struct q3_trace_move *move,
                  uint32_t mask, struct q3_trace *trace)
{
    const float *from = move->from, *to = move->to;
    struct walk w = {bsp, from, to, move->mins, move->maxs, mask, trace};
    *trace = (struct q3_trace){.fraction = 1.0f};
    memcpy(trace->end, to, sizeof(trace->end));
    for (int i = 0; i < 3; i++) {
        if (!(fabsf(from[i]) < 1e7f && fabsf(to[i]) < 1e7f)) {
            return;
        }
    }
    if (model == 0) {
        walk_world(&w);
    } else if (model < bsp->num_models) {
        const struct q3_bsp_model *part = &bsp->models[model];
        for (uint32_t i = 0; i < part->num_brushes; i++) {
            meet_brush(&w, &bsp->brushes[part->first_brush + i]);
        }
    }
    if (trace->fraction < 1.0f) {
        for (int i = 0; i < 3; i++) {
            trace->end[i] = from[i] + trace->fraction * (to[i] - from[i]);
        }
    }
}
