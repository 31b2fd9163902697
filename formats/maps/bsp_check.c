/* Second pass over a decoded map: checks the graphs and computes sizes and light offsets of faces.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/maps/bsp_internal.h"

enum {
    TEXTURE_MINS_LIMIT = 1 << 20,
    EXTENTS_LIMIT = 16384,
    TURB_MINS = -8192, /* Quake's Mod_LoadFaces sets these for liquids */
    TURB_EXTENTS = 16384
};

struct pending {
    int32_t node;
    uint32_t depth;
};

/* Traverses the tree below a root, sets parents, and rejects nodes with two parents, which would
 * make traversals endless or exponential. stack holds num_nodes + 1 entries. */
static int walk_tree(struct bsp *bsp, const struct bsp_source *source, int32_t root, uint8_t *seen,
                     struct pending *stack, struct format_error *err)
{
    size_t used = 0;
    stack[used++] = (struct pending){root, 1};
    seen[root] = 1;
    while (used > 0) {
        struct pending at = stack[--used];
        const struct bsp_node *node = &bsp->nodes[at.node];
        size_t offset = bsp_source_offset(source, LUMP_NODES, (size_t)at.node);
        if (at.depth > BSP_MAX_DEPTH) {
            return format_fail(err, FORMAT_BAD, offset, "node %d: the tree is too deep",
                               (int)at.node);
        }
        for (int j = 0; j < 2; j++) {
            int32_t child = node->children[j];
            if (child < 0) {
                bsp->leafs[-1 - child].parent = at.node;
                continue;
            }
            if (seen[child]) {
                return format_fail(err, FORMAT_BAD, offset, "node %d: child %d has another parent",
                                   (int)at.node, (int)child);
            }
            seen[child] = 1;
            bsp->nodes[child].parent = at.node;
            stack[used++] = (struct pending){child, at.depth + 1};
        }
    }
    return FORMAT_OK;
}

static int check_nodes(struct bsp *bsp, const struct bsp_source *source, struct format_error *err)
{
    int code = FORMAT_OK;
    uint8_t *seen = calloc((size_t)bsp->num_nodes + 1, 1);
    struct pending *stack = malloc(((size_t)bsp->num_nodes + 1) * sizeof(*stack));
    if (!seen || !stack) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory (checking the map)");
    }
    for (uint32_t i = 0; code == FORMAT_OK && i < bsp->num_submodels; i++) {
        int32_t root = bsp->submodels[i].head_node[0];
        /* Models may share a tree, or use a subtree that is already checked. */
        if (root >= 0 && !seen[root]) {
            code = walk_tree(bsp, source, root, seen, stack, err);
        }
    }
    free(seen);
    free(stack);
    return code;
}

enum { CLIP_NEW = 0, CLIP_FIRST_CHILD = 1, CLIP_BOTH_TAKEN = 3, CLIP_DONE = 4 };

/* Clip hulls may share parts, but a loop would hang a trace: depth first, where a node on the path
 * counts up from CLIP_FIRST_CHILD to CLIP_BOTH_TAKEN. */
static int walk_clipnodes(const struct bsp *bsp, uint32_t start, uint8_t *state, uint32_t *path,
                          uint32_t *bad)
{
    size_t used = 0;
    path[used++] = start;
    state[start] = CLIP_FIRST_CHILD;
    while (used > 0) {
        uint32_t at = path[used - 1];
        if (state[at] == CLIP_BOTH_TAKEN) {
            state[at] = CLIP_DONE;
            used--;
            continue;
        }
        int32_t child = bsp->clipnodes[at].children[state[at] - CLIP_FIRST_CHILD];
        state[at]++;
        if (child < 0 || state[child] == CLIP_DONE) {
            continue;
        }
        if (state[child] != CLIP_NEW) {
            *bad = at;
            return FORMAT_BAD;
        }
        state[child] = CLIP_FIRST_CHILD;
        path[used++] = (uint32_t)child;
    }
    return FORMAT_OK;
}

static int check_clipnodes(const struct bsp *bsp, const struct bsp_source *source,
                           struct format_error *err)
{
    int code = FORMAT_OK;
    uint8_t *state = calloc((size_t)bsp->num_clipnodes + 1, 1);
    uint32_t *path = malloc(((size_t)bsp->num_clipnodes + 1) * sizeof(*path));
    if (!state || !path) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory (checking the map)");
    }
    for (uint32_t i = 0; code == FORMAT_OK && i < bsp->num_clipnodes; i++) {
        uint32_t bad = 0;
        if (state[i] == CLIP_NEW && walk_clipnodes(bsp, i, state, path, &bad) < 0) {
            code = format_fail(err, FORMAT_BAD, bsp_source_offset(source, LUMP_CLIPNODES, bad),
                               "clipnode %u: a child leads back to it (cycle)", (unsigned)bad);
        }
    }
    free(state);
    free(path);
    return code;
}

const float *bsp_surfedge_vertex(const struct bsp *bsp, uint32_t surfedge)
{
    int32_t e = bsp->surfedges[surfedge];
    return bsp->vertices[e >= 0 ? bsp->edges[e][0] : bsp->edges[-e][1]];
}

/* Summed in double and rounded to float, as the light compilers do: otherwise a box that ends on a
 * sample could be one sample smaller than its lightmap. */
bool bsp_face_range(const struct bsp *bsp, const struct bsp_face *f, float min[2], float max[2])
{
    const struct bsp_texinfo *texinfo = &bsp->texinfo[f->texinfo];
    for (int j = 0; j < 2; j++) {
        const float *vec = texinfo->vecs[j];
        min[j] = max[j] = 0;
        for (uint32_t i = 0; i < f->num_edges; i++) {
            const float *v = bsp_surfedge_vertex(bsp, f->first_surfedge + i);
            float s = (float)((double)v[0] * (double)vec[0] + (double)v[1] * (double)vec[1] +
                              (double)v[2] * (double)vec[2] + (double)vec[3]);
            min[j] = i == 0 || s < min[j] ? s : min[j];
            max[j] = i == 0 || s > max[j] ? s : max[j];
        }
        if (!(min[j] >= -TEXTURE_MINS_LIMIT && max[j] <= TEXTURE_MINS_LIMIT)) {
            return false;
        }
    }
    return true;
}

/* Quake's CalcSurfaceExtents: the face's box in texels, widened to whole lightmap samples. False if
 * it is larger than anything that can be drawn. */
static bool compute_extents(const struct bsp *bsp, struct bsp_face *f)
{
    float min[2], max[2];
    if (!bsp_face_range(bsp, f, min, max)) {
        return false;
    }
    for (int j = 0; j < 2; j++) {
        int32_t low = (int32_t)floorf(min[j] / 16);
        int32_t high = (int32_t)ceilf(max[j] / 16);
        f->texture_mins[j] = low * 16;
        f->extents[j] = (high - low) * 16;
        if (f->extents[j] > EXTENTS_LIMIT) {
            return false;
        }
    }
    return true;
}

/* A face has one lightmap per style in use, one byte per 16 texels in each direction. */
static void check_light(struct bsp *bsp, struct bsp_face *f, uint32_t i, size_t offset)
{
    if (f->light_offset < 0 || bsp->light_size == 0) {
        f->light_offset = -1;
        return;
    }
    uint64_t samples = (uint64_t)(f->extents[0] / 16 + 1) * (uint64_t)(f->extents[1] / 16 + 1);
    uint64_t need = 0;
    for (int j = 0; j < BSP_STYLES && f->styles[j] != 255; j++) {
        need += samples;
    }
    if ((uint64_t)f->light_offset > bsp->light_size ||
        need > bsp->light_size - (uint64_t)f->light_offset) {
        bsp_note_damage(bsp, offset, "face %u: its lightmap at %lld is outside the lump",
                        (unsigned)i, (long long)f->light_offset);
        f->light_offset = -1;
    }
}

static void check_face(struct bsp *bsp, const struct bsp_source *source, uint32_t i)
{
    struct bsp_face *f = &bsp->faces[i];
    size_t offset = bsp_source_offset(source, LUMP_FACES, i);
    int32_t texture = bsp->texinfo[f->texinfo].texture;
    const char *name = texture >= 0 ? bsp->textures[texture].name : "";
    if (strncmp(name, "sky", 3) == 0) {
        f->flags |= BSP_FACE_SKY;
    } else if (name[0] == '*') {
        f->flags |= BSP_FACE_TURB;
    } else if (name[0] == '{') {
        f->flags |= BSP_FACE_FENCE;
    }
    if (f->num_edges < 3) {
        bsp_note_damage(bsp, offset, "face %u: only %u edges", (unsigned)i, (unsigned)f->num_edges);
        f->num_edges = 0;
    } else if (!compute_extents(bsp, f)) {
        bsp_note_damage(bsp, offset, "face %u: its texture coordinates are out of range",
                        (unsigned)i);
        f->num_edges = 0;
    }
    if (f->num_edges == 0) {
        memset(f->texture_mins, 0, sizeof(f->texture_mins));
        memset(f->extents, 0, sizeof(f->extents));
        f->light_offset = -1;
        return;
    }
    if (f->flags & BSP_FACE_TURB) {
        for (int j = 0; j < 2; j++) {
            f->texture_mins[j] = TURB_MINS;
            f->extents[j] = TURB_EXTENTS;
        }
    }
    if (f->flags & (BSP_FACE_SKY | BSP_FACE_TURB)) {
        f->light_offset = -1;
    } else {
        check_light(bsp, f, i, offset);
    }
}

int bsp_check(struct bsp *bsp, const struct bsp_source *source, struct format_error *err)
{
    int code = check_nodes(bsp, source, err);
    if (code == FORMAT_OK) {
        code = check_clipnodes(bsp, source, err);
    }
    if (code == FORMAT_OK) {
        for (uint32_t i = 0; i < bsp->num_faces; i++) {
            check_face(bsp, source, i);
        }
    }
    return code;
}
