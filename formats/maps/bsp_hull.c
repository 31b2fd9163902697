#include "formats/maps/bsp_hull.h"

#include <math.h>
#include <string.h>

#include "formats/base/vec.h"

/* A trace ends this far, in units, before the plane that stops it (pmovetst.c). */
#define NEAR_SIDE 0.03125f

enum {
    DEPTH_LIMIT = 1024, /* crossed nodes a trace may come back to; real maps stay below 100 */
};

struct bsp_hull bsp_hull_of(const struct bsp *bsp, uint32_t submodel, unsigned number)
{
    return (struct bsp_hull){bsp->planes, bsp->clipnodes,
                             bsp->submodels[submodel].head_node[number]};
}

struct bsp_hull bsp_hull_of_box(struct bsp_box_hull *box, const float mins[3], const float maxs[3])
{
    memset(box, 0, sizeof(*box));
    for (int i = 0; i < 6; i++) {
        const int axis = i / 2, side = i & 1;
        box->planes[i].normal[axis] = 1.0f;
        box->planes[i].dist = side == 0 ? maxs[axis] : mins[axis];
        box->planes[i].type = (uint8_t)axis;
        box->nodes[i].plane = (uint32_t)i;
        box->nodes[i].children[side] = CONTENTS_EMPTY;
        box->nodes[i].children[1 - side] = i < 5 ? i + 1 : CONTENTS_SOLID;
    }
    return (struct bsp_hull){box->planes, box->nodes, 0};
}

static float plane_distance(const struct bsp_plane *plane, const float point[3])
{
    if (plane->type < 3) {
        return point[plane->type] - plane->dist;
    }
    return vec_dot(plane->normal, point) - plane->dist;
}

static int32_t contents_below(const struct bsp_hull *hull, int32_t at, const float point[3],
                              int *work)
{
    while (at >= 0) {
        if (*work <= 0) {
            return CONTENTS_SOLID;
        }
        --*work;
        const struct bsp_clipnode *node = &hull->nodes[at];
        at = node->children[plane_distance(&hull->planes[node->plane], point) < 0 ? 1 : 0];
    }
    return at;
}

int32_t bsp_hull_contents(const struct bsp_hull *hull, const float point[3], int *work)
{
    return contents_below(hull, hull->head, point, work);
}

int32_t bsp_point_contents(const struct bsp *bsp, uint32_t submodel, const float point[3])
{
    int32_t at = bsp->submodels[submodel].head_node[0];
    while (at >= 0) {
        const struct bsp_node *node = &bsp->nodes[at];
        at = node->children[plane_distance(&bsp->planes[node->plane], point) < 0 ? 1 : 0];
    }
    return bsp->leafs[-1 - at].contents;
}

/* A segment of the move, from point a at fraction af to point b at fraction bf. */
struct part {
    float af, bf;
    float a[3], b[3];
};

/* A node whose plane the move crosses; its far side is still to be visited. */
struct crossing {
    int32_t node;
    int near;                  /* the child with the part's begin */
    float at;                  /* where it crosses, as share of the part, */
    float middle_f, middle[3]; /* fraction of the way and position of the split */
    struct part part;
};

static void set_middle(struct crossing *crossing)
{
    const struct part *part = &crossing->part;
    crossing->middle_f = part->af + (part->bf - part->af) * crossing->at;
    for (int i = 0; i < 3; i++) {
        crossing->middle[i] = part->a[i] + crossing->at * (part->b[i] - part->a[i]);
    }
}

/* Ends the move at a crossing whose far side is solid. */
static void stop_at(const struct bsp_hull *hull, struct crossing *crossing,
                    struct bsp_hull_trace *trace, int *work)
{
    const struct bsp_plane *plane = &hull->planes[hull->nodes[crossing->node].plane];
    for (int i = 0; i < 3; i++) {
        trace->normal[i] = crossing->near == 0 ? plane->normal[i] : -plane->normal[i];
    }
    /* Where planes meet at a sharp angle, a point 1/32 before this plane may be inside another
     * brush. */
    while (contents_below(hull, hull->head, crossing->middle, work) == CONTENTS_SOLID) {
        crossing->at -= 0.1f;
        if (crossing->at < 0) {
            break;
        }
        set_middle(crossing);
    }
    trace->fraction = crossing->middle_f;
    memcpy(trace->end, crossing->middle, sizeof(trace->end));
}

/* Descends from node `at` to the leaf where the segment starts; pushes every crossed node, where
 * the segment then ends. False: the tree is too deep. */
static bool descend_hull(const struct bsp_hull *hull, int32_t *at, struct part *part,
                         struct crossing *stack, int *used, int *work)
{
    while (*at >= 0) {
        if (*work <= 0 || *used == DEPTH_LIMIT) {
            return false;
        }
        --*work;
        const struct bsp_clipnode *node = &hull->nodes[*at];
        const struct bsp_plane *plane = &hull->planes[node->plane];
        const float from = plane_distance(plane, part->a), to = plane_distance(plane, part->b);
        if ((from >= 0 && to >= 0) || (from < 0 && to < 0)) {
            *at = node->children[from < 0 ? 1 : 0];
            continue;
        }
        struct crossing *crossing = &stack[(*used)++];
        float share = (from < 0 ? from + NEAR_SIDE : from - NEAR_SIDE) / (from - to);
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        *crossing =
            (struct crossing){.node = *at, .near = from < 0 ? 1 : 0, .at = share, .part = *part};
        set_middle(crossing);
        part->bf = crossing->middle_f;
        memcpy(part->b, crossing->middle, sizeof(part->b));
        *at = node->children[crossing->near];
    }
    return true;
}

/* False: too many crossings; the caller reports everything solid. */
static bool follow_way(const struct bsp_hull *hull, struct part part, int *work,
                       struct bsp_hull_trace *trace)
{
    struct crossing stack[DEPTH_LIMIT];
    int used = 0;
    int32_t at = hull->head;
    for (;;) {
        if (!descend_hull(hull, &at, &part, stack, &used, work)) {
            return false;
        }
        if (at == CONTENTS_SOLID) {
            trace->start_solid = true;
        } else {
            trace->all_solid = false;
        }
        if (used == 0) {
            return true;
        }
        struct crossing *crossing = &stack[--used];
        at = hull->nodes[crossing->node].children[1 - crossing->near];
        if (contents_below(hull, at, crossing->middle, work) == CONTENTS_SOLID) {
            if (!trace->all_solid) {
                stop_at(hull, crossing, trace, work);
            }
            return *work > 0;
        }
        part = crossing->part;
        part.af = crossing->middle_f;
        memcpy(part.a, crossing->middle, sizeof(part.a));
    }
}

void bsp_hull_trace(const struct bsp_hull *hull, const float from[3], const float to[3], int *work,
                    struct bsp_hull_trace *trace)
{
    struct part part = {.af = 0, .bf = 1};
    bool good = true;
    *trace = (struct bsp_hull_trace){.fraction = 1, .all_solid = true};
    for (int i = 0; i < 3; i++) {
        good = good && isfinite(from[i]) && isfinite(to[i]);
        part.a[i] = from[i];
        part.b[i] = trace->end[i] = to[i];
    }
    good = good && follow_way(hull, part, work, trace) && isfinite(trace->fraction);
    for (int i = 0; i < 3; i++) {
        good = good && isfinite(trace->end[i]);
    }
    if (!good) {
        trace->all_solid = true;
        for (int i = 0; i < 3; i++) {
            trace->end[i] = isfinite(from[i]) ? from[i] : 0;
        }
    }
    if (trace->all_solid) {
        trace->start_solid = true;
    }
    if (trace->start_solid) {
        trace->fraction = 0;
    }
}
