/* Questions a renderer asks of a map: which leaf holds a point, and what can be seen from it. */
#include <string.h>

#include "formats/bsp.h"

uint32_t bsp_point_leaf(const struct bsp *bsp, uint32_t submodel, const float point[3])
{
    int32_t at = bsp->submodels[submodel].head_node[0];
    while (at >= 0) {
        const struct bsp_node *node = &bsp->nodes[at];
        const struct bsp_plane *plane = &bsp->planes[node->plane];
        const float *n = plane->normal;
        /* All three products also for axial planes, and > 0 for the front, as Mod_PointInLeaf. */
        float d = point[0] * n[0] + point[1] * n[1] + point[2] * n[2] - plane->dist;
        at = node->children[d > 0 ? 0 : 1];
    }
    return (uint32_t)(-1 - at);
}

size_t bsp_visibility_bytes(const struct bsp *bsp)
{
    return ((size_t)bsp->submodels[0].vis_leafs + 7) / 8;
}

void bsp_leaf_visibility(const struct bsp *bsp, uint32_t leaf, uint8_t *out)
{
    size_t bytes = bsp_visibility_bytes(bsp);
    int64_t offset = leaf == 0 ? -1 : bsp->leafs[leaf].vis_offset;
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
    /* No data, or data that ends early: the rest is taken as visible. */
    memset(out + done, 0xff, bytes - done);
    if (bytes && bsp->submodels[0].vis_leafs % 8) {
        out[bytes - 1] &= (uint8_t)((1u << (bsp->submodels[0].vis_leafs % 8)) - 1);
    }
}
