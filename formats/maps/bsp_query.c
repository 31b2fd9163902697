/* Map queries: point to leaf, leaf to PVS, trace. */
#include <math.h>
#include <string.h>

#include "formats/base/vec.h"
#include "formats/maps/bsp.h"

uint32_t bsp_point_leaf(const struct bsp *bsp, uint32_t submodel, const float point[3])
{
    int32_t at = bsp->submodels[submodel].head_node[0];
    while (at >= 0) {
        const struct bsp_node *node = &bsp->nodes[at];
        const struct bsp_plane *plane = &bsp->planes[node->plane];
        const float *n = plane->normal;
        /* All three products also for axial planes, and > 0 for the front, as Mod_PointInLeaf. */
        float d = vec_dot(point, n) - plane->dist;
        at = node->children[d > 0 ? 0 : 1];
    }
    return (uint32_t)(-1 - at);
}

/* A segment of the move, to be traced below a node (as bsp_node.children counts). */
struct way {
    int32_t child;
    double start, end;
};

/* Clips the segment to the part within radius of the half space d >= 0, where d goes from d0 to d0
 * + rise. Touching counts. False if nothing is left. */
static bool cut_way(struct way *way, double d0, double rise, double radius)
{
    if (rise == 0.0) {
        return d0 >= -radius;
    }
    double at = (-radius - d0) / rise;
    if (rise > 0.0) {
        way->start = at > way->start ? at : way->start;
    } else {
        way->end = at < way->end ? at : way->end;
    }
    return way->start <= way->end;
}

static bool all_finite(const float from[3], const float to[3], float radius)
{
    bool finite = isfinite(radius);
    for (int i = 0; i < 3; i++) {
        finite = finite && isfinite(from[i]) && isfinite(to[i]);
    }
    return finite;
}

float bsp_trace(const struct bsp *bsp, uint32_t submodel, const float from[3], const float to[3],
                float radius, uint32_t contents)
{
    struct way pending[BSP_MAX_DEPTH + 1]; /* the farther child of each node on the path */
    size_t used = 0;
    double first = 1.0;
    if (!all_finite(from, to, radius)) {
        return 0.0f;
    }
    pending[used++] = (struct way){bsp->submodels[submodel].head_node[0], 0.0, 1.0};
    while (used > 0) {
        struct way way = pending[--used];
        while (way.child >= 0 && way.start < first) {
            const struct bsp_node *node = &bsp->nodes[way.child];
            const struct bsp_plane *plane = &bsp->planes[node->plane];
            double d0 = -(double)plane->dist, rise = 0.0;
            for (int i = 0; i < 3; i++) {
                d0 += (double)plane->normal[i] * (double)from[i];
                rise += (double)plane->normal[i] * ((double)to[i] - (double)from[i]);
            }
            struct way front = {node->children[0], way.start, way.end};
            struct way back = {node->children[1], way.start, way.end};
            bool in_front = cut_way(&front, d0, rise, (double)radius);
            bool in_back = cut_way(&back, -d0, -rise, (double)radius);
            if (in_front && in_back) {
                bool front_first = d0 + rise * way.start >= 0.0;
                pending[used++] = front_first ? back : front;
                way = front_first ? front : back;
            } else {
                way = in_front ? front : back;
            }
        }
        if (way.child < 0 && way.start < first &&
            (CONTENTS_BIT(bsp->leafs[-1 - way.child].contents) & contents)) {
            first = way.start;
        }
    }
    return (float)first;
}

size_t bsp_visibility_bytes(const struct bsp *bsp)
{
    return ((size_t)bsp->submodels[0].vis_leafs + 7) / 8;
}

void bsp_leaf_visibility(const struct bsp *bsp, uint32_t leaf, uint8_t *out)
{
    size_t bytes = bsp_visibility_bytes(bsp);
    int32_t contents = bsp->leafs[leaf].contents;
    /* Compilers treat sky as solid: visibility from inside is unknown. */
    bool known = leaf != 0 && contents != CONTENTS_SOLID && contents != CONTENTS_SKY;
    int64_t offset = known ? bsp->leafs[leaf].vis_offset : -1;
    size_t done = 0;
    if (offset >= 0) {
        /* Zero bytes are stored as 0 and their count. */
        const uint8_t *in = bsp->visibility + offset;
        const uint8_t *end = bsp->visibility + bsp->visibility_size;
        while (done < bytes && in < end) {
            if (*in) {
                out[done++] = *in++;
                continue;
            }
            if (end - in < 2) {
                break;
            }
            size_t zeros = in[1];
            in += 2;
            zeros = zeros < bytes - done ? zeros : bytes - done;
            memset(out + done, 0, zeros);
            done += zeros;
        }
    }
    /* Missing data counts as visible. */
    memset(out + done, 0xff, bytes - done);
    if (bytes && bsp->submodels[0].vis_leafs % 8) {
        out[bytes - 1] &= (uint8_t)((1u << (bsp->submodels[0].vis_leafs % 8)) - 1);
    }
}
