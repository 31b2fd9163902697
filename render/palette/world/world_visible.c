/* Visible surfaces of the world: the potentially visible set, then the BSP from front to back.
 *
 * The order in which polygons are met is their key: a polygon with a smaller key hides one with a
 * larger key wherever both cover a pixel (R_RecursiveWorldNode). */
#include <stdlib.h>

#include "render/palette/world/world_internal.h"

#define BACKFACE_EPSILON 0.01f

int world_box_sides(const struct bsp_plane *plane, const float mins[3], const float maxs[3])
{
    if (plane->type < 3) {
        int axis = plane->type;
        return plane->dist <= mins[axis] ? 1 : plane->dist >= maxs[axis] ? 2 : 3;
    }
    float far[3], near[3];
    for (int i = 0; i < 3; i++) {
        bool negative = plane->sign_bits >> i & 1;
        far[i] = negative ? mins[i] : maxs[i];
        near[i] = negative ? maxs[i] : mins[i];
    }
    int sides = vec_dot(plane->normal, far) >= plane->dist ? 1 : 0;
    return vec_dot(plane->normal, near) < plane->dist ? sides | 2 : sides;
}

bool world_clip_box(const struct view *view, const float mins[3], const float maxs[3],
                    unsigned *mask, bool accept_edge)
{
    for (int i = 0; i < 4; i++) {
        if (!(*mask & 1u << i)) {
            continue;
        }
        const float *normal = view->frustum[i].normal;
        float far[3], near[3];
        for (int k = 0; k < 3; k++) {
            bool negative = normal[k] < 0.0f;
            far[k] = negative ? mins[k] : maxs[k];
            near[k] = negative ? maxs[k] : mins[k];
        }
        if (vec_dot(far, normal) - view->frustum[i].dist <= 0.0f) {
            return true;
        }
        float d = vec_dot(near, normal) - view->frustum[i].dist;
        if (d > 0.0f || (accept_edge && d == 0.0f)) {
            *mask &= ~(1u << i);
        }
    }
    return false;
}

static void mark_parents(struct world *world, int32_t node)
{
    const struct bsp *bsp = world->marked_bsp;
    while (node >= 0 && world->node_visible[node] != world->vis_stamp) {
        world->node_visible[node] = world->vis_stamp;
        node = bsp->nodes[node].parent;
    }
}

void world_forget_marks(struct world *world)
{
    object_id_release(world->marked.identity);
    world->marked = (struct marked){.identity = NULL};
}

/* The counts are compared, too, so that writes stay in range even if two maps were confused. */
static bool marks_fit(const struct marked *marked, const struct bsp *bsp)
{
    return object_id_same(marked->identity, bsp->identity) && marked->nodes == bsp->num_nodes &&
           marked->leafs == bsp->num_leafs && marked->faces == bsp->num_faces &&
           marked->edges == bsp->num_edges && marked->vertices == bsp->num_vertices &&
           marked->visibility_bytes == bsp_visibility_bytes(bsp);
}

static int size_marks(struct world *world, const struct bsp *bsp)
{
    struct {
        void **array;
        size_t count, element;
    } arrays[] = {
        {(void **)&world->node_visible, bsp->num_nodes, sizeof(*world->node_visible)},
        {(void **)&world->leaf_visible, bsp->num_leafs, sizeof(*world->leaf_visible)},
        {(void **)&world->face_visible, bsp->num_faces, sizeof(*world->face_visible)},
        {(void **)&world->leaf_keys, bsp->num_leafs, sizeof(*world->leaf_keys)},
        {(void **)&world->edge_cache, bsp->num_edges, sizeof(*world->edge_cache)},
        {(void **)&world->vertex_cache, bsp->num_vertices, sizeof(*world->vertex_cache)},
        {(void **)&world->visibility, bsp_visibility_bytes(bsp), 1},
    };
    world_forget_marks(world);
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
        free(*arrays[i].array);
        *arrays[i].array = calloc(arrays[i].count + 1, arrays[i].element);
        if (!*arrays[i].array) {
            return FORMAT_MEMORY;
        }
    }
    world->marked = (struct marked){.identity = object_id_hold(bsp->identity),
                                    .nodes = bsp->num_nodes,
                                    .leafs = bsp->num_leafs,
                                    .faces = bsp->num_faces,
                                    .edges = bsp->num_edges,
                                    .vertices = bsp->num_vertices,
                                    .visibility_bytes = bsp_visibility_bytes(bsp)};
    world->vis_stamp = 0;
    world->vis_valid = false;
    return 0;
}

/* Marks every leaf the camera's leaf may see, and all nodes above them. The marks depend on that
 * leaf alone. */
int world_mark_visible(struct world *world)
{
    const struct bsp *bsp = world->model->bsp;
    world->marked_bsp = bsp;
    if (!marks_fit(&world->marked, bsp)) {
        int status = size_marks(world, bsp);
        if (status < 0) {
            return status;
        }
    }
    uint32_t leaf = bsp_point_leaf(bsp, world->model->submodel, world->view.origin);
    if (world->vis_valid && leaf == world->vis_leaf) {
        return 0;
    }
    world->vis_leaf = leaf;
    world->vis_valid = true;
    world->vis_stamp++;
    bsp_leaf_visibility(bsp, leaf, world->visibility);
    size_t bits = bsp_visibility_bytes(bsp) * 8;
    for (uint32_t i = 1; i < bsp->num_leafs && i - 1 < bits; i++) {
        if (world->visibility[(i - 1) >> 3] & 1u << ((i - 1) & 7)) {
            world->leaf_visible[i] = world->vis_stamp;
            mark_parents(world, bsp->leafs[i].parent);
        }
    }
    return 0;
}

static void visit_leaf(struct world *world, uint32_t index)
{
    const struct bsp *bsp = world->marked_bsp;
    const struct bsp_leaf *leaf = &bsp->leafs[index];
    for (uint32_t i = 0; i < leaf->num_mark_surfaces; i++) {
        world->face_visible[bsp->mark_surfaces[leaf->first_mark_surface + i]] = world->frame;
    }
    world->leaf_keys[index] = (struct leaf_key){
        world->frame, world->key++}; /* all brush models in a leaf share its key */
}

static float plane_distance(const struct bsp_plane *plane, const float point[3])
{
    return (plane->type < 3 ? point[plane->type] : vec_dot(point, plane->normal)) - plane->dist;
}

static void draw_node_faces(struct world *world, const struct bsp_node *node, float distance,
                            unsigned clip_mask)
{
    const struct bsp *bsp = world->marked_bsp;
    if (distance < -BACKFACE_EPSILON || distance > BACKFACE_EPSILON) {
        bool back = distance < 0.0f;
        for (uint32_t i = 0; i < node->num_faces; i++) {
            uint32_t face = node->first_face + i;
            if (bsp->faces[face].back == back && world->face_visible[face] == world->frame) {
                world_render_face(world, 0, face, clip_mask, false, world->key);
            }
        }
    }
    world->key++; /* all faces of a node lie in one plane and share a key */
}

static void visit_node(struct world *world, int32_t child, unsigned clip_mask)
{
    const struct bsp *bsp = world->marked_bsp;
    const float *origin = world->view.origin;
    while (true) {
        bool is_leaf = child < 0;
        uint32_t index = is_leaf ? (uint32_t)(-1 - child) : (uint32_t)child;
        const float *mins = is_leaf ? bsp->leafs[index].mins : bsp->nodes[index].mins;
        const float *maxs = is_leaf ? bsp->leafs[index].maxs : bsp->nodes[index].maxs;
        uint32_t stamp = is_leaf ? world->leaf_visible[index] : world->node_visible[index];
        if (stamp != world->vis_stamp ||
            (is_leaf && bsp->leafs[index].contents == CONTENTS_SOLID) ||
            world_clip_box(&world->view, mins, maxs, &clip_mask, true)) {
            return;
        }
        if (is_leaf) {
            visit_leaf(world, index);
            return;
        }
        const struct bsp_node *node = &bsp->nodes[index];
        float distance = plane_distance(&bsp->planes[node->plane], origin);
        int side = distance >= 0.0f ? 0 : 1;
        visit_node(world, node->children[side], clip_mask);
        if (node->num_faces > 0) {
            draw_node_faces(world, node, distance, clip_mask);
        }
        child = node->children[1 - side];
    }
}

void world_walk(struct world *world)
{
    visit_node(world, world->marked_bsp->submodels[world->model->submodel].head_node[0], 15);
}

static bool box_visible(const struct world *world, int32_t child, const float mins[3],
                        const float maxs[3])
{
    const struct bsp *bsp = world->marked_bsp;
    while (child >= 0) {
        const struct bsp_node *node = &bsp->nodes[child];
        if (world->node_visible[child] != world->vis_stamp) {
            return false;
        }
        int sides = world_box_sides(&bsp->planes[node->plane], mins, maxs);
        if (sides == 3 && box_visible(world, node->children[0], mins, maxs)) {
            return true;
        }
        child = node->children[sides == 1 ? 0 : 1];
    }
    uint32_t leaf = (uint32_t)(-1 - child);
    return world->leaf_visible[leaf] == world->vis_stamp &&
           bsp->leafs[leaf].contents != CONTENTS_SOLID;
}

bool world_box_visible(const struct world *world, const float mins[3], const float maxs[3])
{
    if (!world->model) {
        return true;
    }
    return box_visible(world, world->marked_bsp->submodels[world->model->submodel].head_node[0],
                       mins, maxs);
}

/* The minimum of `lowest` and the keys of the leafs that a box touches. */
static int32_t lowest_key(const struct world *world, int32_t child, const float mins[3],
                          const float maxs[3], int32_t lowest)
{
    const struct bsp *bsp = world->marked_bsp;
    while (child >= 0) {
        const struct bsp_node *node = &bsp->nodes[child];
        if (world->node_visible[child] != world->vis_stamp) {
            return lowest;
        }
        int sides = world_box_sides(&bsp->planes[node->plane], mins, maxs);
        if (sides == 3) {
            lowest = lowest_key(world, node->children[0], mins, maxs, lowest);
        }
        child = node->children[sides == 1 ? 0 : 1];
    }
    const struct leaf_key *leaf = &world->leaf_keys[(uint32_t)(-1 - child)];
    return leaf->frame == world->frame && leaf->key < lowest ? leaf->key : lowest;
}

int32_t world_box_key(const struct world *world, const float mins[3], const float maxs[3])
{
    if (!world->model) {
        return 0;
    }
    const struct bsp *bsp = world->marked_bsp;
    const float middle[3] = {(mins[0] + maxs[0]) * 0.5f, (mins[1] + maxs[1]) * 0.5f,
                             (mins[2] + maxs[2]) * 0.5f};
    const struct leaf_key *leaf =
        &world->leaf_keys[bsp_point_leaf(bsp, world->model->submodel, middle)];
    if (leaf->frame == world->frame) {
        return leaf->key;
    }
    int32_t key = lowest_key(world, bsp->submodels[world->model->submodel].head_node[0], mins, maxs,
                             INT32_MAX);
    return key != INT32_MAX ? key : 0;
}
