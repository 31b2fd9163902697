#include "render/truecolor/visible_faces.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"

static void forget(struct visible_faces *visible)
{
    object_id_release(visible->identity);
    free(visible->nodes);
    free(visible->leafs);
    free(visible->faces);
    free(visible->listed);
    free(visible->set);
    free(visible->list);
}

void visible_faces_free(struct visible_faces *visible)
{
    forget(visible);
    memset(visible, 0, sizeof *visible);
}

static int make_marks(struct visible_faces *visible, const struct bsp *bsp)
{
    visible_faces_free(visible);
    visible->nodes = calloc((size_t)bsp->num_nodes + 1, sizeof *visible->nodes);
    visible->leafs = calloc((size_t)bsp->num_leafs + 1, sizeof *visible->leafs);
    visible->faces = calloc((size_t)bsp->num_faces + 1, sizeof *visible->faces);
    visible->listed = calloc((size_t)bsp->num_faces + 1, sizeof *visible->listed);
    visible->list = calloc((size_t)bsp->num_faces + 1, sizeof *visible->list);
    visible->set = calloc(bsp_visibility_bytes(bsp) + 1, 1);
    if (visible->nodes == NULL || visible->leafs == NULL || visible->faces == NULL ||
        visible->listed == NULL || visible->list == NULL || visible->set == NULL) {
        visible_faces_free(visible);
        return FORMAT_MEMORY;
    }
    visible->identity = object_id_hold(bsp->identity);
    visible->num_nodes = bsp->num_nodes;
    visible->num_leafs = bsp->num_leafs;
    visible->num_faces = bsp->num_faces;
    visible->set_bytes = bsp_visibility_bytes(bsp);
    return 0;
}

/* The counts are compared, too, so that writes stay in range even if two maps were confused. */
static bool marks_fit(const struct visible_faces *visible, const struct bsp *bsp)
{
    return object_id_same(visible->identity, bsp->identity) &&
           visible->num_nodes == bsp->num_nodes && visible->num_leafs == bsp->num_leafs &&
           visible->num_faces == bsp->num_faces &&
           visible->set_bytes == bsp_visibility_bytes(bsp) && visible->stamp < UINT32_MAX &&
           visible->frame < UINT32_MAX;
}

/* Marks the leafs that the eye's leaf may see, and the nodes above them. */
static void mark_leafs(struct visible_faces *visible, const float eye[3])
{
    const struct bsp *bsp = visible->bsp;
    const uint32_t leaf = bsp_point_leaf(bsp, visible->submodel, eye);
    if (visible->has_leaf && visible->leaf == leaf) {
        return;
    }
    visible->leaf = leaf;
    visible->has_leaf = true;
    visible->stamp++;
    bsp_leaf_visibility(bsp, leaf, visible->set);
    const size_t bits = bsp_visibility_bytes(bsp) * 8;
    for (uint32_t i = 1; i < bsp->num_leafs && i - 1 < bits; i++) {
        if ((visible->set[(i - 1) >> 3] >> ((i - 1) & 7) & 1) == 0) {
            continue;
        }
        visible->leafs[i] = visible->stamp;
        for (int32_t node = bsp->leafs[i].parent;
             node >= 0 && visible->nodes[node] != visible->stamp; node = bsp->nodes[node].parent) {
            visible->nodes[node] = visible->stamp;
        }
    }
}

static float distance_to(const struct bsp_plane *plane, const float point[3])
{
    return (plane->type < 3 ? point[plane->type] : vec_dot(point, plane->normal)) - plane->dist;
}

/* Each once, though nodes of a damaged map may share faces: the list has room for no more. */
static void add_faces(struct visible_faces *visible, const struct bsp_node *node, bool back)
{
    for (uint32_t i = 0; i < node->num_faces; i++) {
        const uint32_t face = node->first_face + i;
        if (visible->bsp->faces[face].back == back && visible->faces[face] == visible->frame &&
            visible->listed[face] != visible->frame) {
            visible->list[visible->count++] = face;
            visible->listed[face] = visible->frame;
        }
    }
}

static void mark_faces(struct visible_faces *visible, const struct bsp_leaf *leaf)
{
    for (uint32_t i = 0; i < leaf->num_mark_surfaces; i++) {
        visible->faces[visible->bsp->mark_surfaces[leaf->first_mark_surface + i]] = visible->frame;
    }
}

/* The depth of the tree is bounded: BSP_MAX_DEPTH. */
static void visit(struct visible_faces *visible, const struct true_view *view, int32_t child,
                  int sides)
{
    const struct bsp *bsp = visible->bsp;
    for (;;) {
        if (child < 0) {
            const uint32_t number = (uint32_t)(-1 - child);
            const struct bsp_leaf *leaf = &bsp->leafs[number];
            if (visible->leafs[number] == visible->stamp && leaf->contents != CONTENTS_SOLID &&
                true_view_cross_box(view, leaf->mins, leaf->maxs, sides) >= 0) {
                mark_faces(visible, leaf);
            }
            return;
        }
        const struct bsp_node *node = &bsp->nodes[child];
        if (visible->nodes[child] != visible->stamp) {
            return;
        }
        sides = true_view_cross_box(view, node->mins, node->maxs, sides);
        if (sides < 0) {
            return;
        }
        const bool back = distance_to(&bsp->planes[node->plane], view->eye) < 0.0f;
        visit(visible, view, node->children[back ? 1 : 0], sides);
        add_faces(visible, node, back);
        child = node->children[back ? 0 : 1];
    }
}

int visible_faces_find(struct visible_faces *visible, const struct model *world,
                       const struct true_view *view)
{
    visible->bsp = NULL;
    visible->count = 0;
    if (world == NULL || world->bsp == NULL) {
        return 0;
    }
    const struct bsp *bsp = world->bsp;
    if (!marks_fit(visible, bsp) && make_marks(visible, bsp) != 0) {
        return FORMAT_MEMORY;
    }
    visible->bsp = bsp;
    visible->submodel = world->submodel;
    visible->frame++;
    mark_leafs(visible, view->eye);
    visit(visible, view, bsp->submodels[world->submodel].head_node[0], (1 << TRUE_SIDES) - 1);
    return 0;
}

static bool touch(const struct visible_faces *visible, int32_t child, const float mins[3],
                  const float maxs[3])
{
    const struct bsp *bsp = visible->bsp;
    while (child >= 0) {
        if (visible->nodes[child] != visible->stamp) {
            return false;
        }
        const struct bsp_plane *plane = &bsp->planes[bsp->nodes[child].plane];
        float far[3], near[3];
        for (int i = 0; i < 3; i++) {
            const bool negative = plane->normal[i] < 0.0f;
            far[i] = negative ? mins[i] : maxs[i];
            near[i] = negative ? maxs[i] : mins[i];
        }
        const bool front = vec_dot(plane->normal, far) >= plane->dist;
        const bool back = vec_dot(plane->normal, near) < plane->dist;
        if (front && back && touch(visible, bsp->nodes[child].children[0], mins, maxs)) {
            return true;
        }
        child = bsp->nodes[child].children[back ? 1 : 0];
    }
    const uint32_t leaf = (uint32_t)(-1 - child);
    return visible->leafs[leaf] == visible->stamp && bsp->leafs[leaf].contents != CONTENTS_SOLID;
}

bool visible_faces_touch(const struct visible_faces *visible, const float mins[3],
                         const float maxs[3])
{
    return visible->bsp == NULL ||
           touch(visible, visible->bsp->submodels[visible->submodel].head_node[0], mins, maxs);
}
