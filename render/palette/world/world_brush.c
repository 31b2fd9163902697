/* Brush entities: doors, lifts, items made of brushes. Their polygons are cut by the world's BSP so
 * that each piece lies in one leaf and takes that leaf's place in the drawing order; pieces in the
 * same leaf are sorted by 1/z (R_DrawBEntitiesOnList, R_DrawSolidClippedSubmodelPolygons,
 * R_RecursiveClipBPoly). */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/palette/world/world_internal.h"

#define BACKFACE_EPSILON 0.01f
enum { NOWHERE = INT32_MAX, MAX_DEPTH = 4096 };

/* The entity's axes as rows: v in world axes -> rows . v in model axes (R_RotateBmodel). */
static void make_rotation(const float angles[3], float rotation[3][3])
{
    float s[3], c[3];
    for (int i = 0; i < 3; i++) {
        float radians = (float)((double)angles[i] * DMATH_PI * 2.0 / 360.0);
        s[i] = (float)dmath_sin((double)radians);
        c[i] = (float)dmath_cos((double)radians);
    }
    float yaw[3][3] = {{c[1], s[1], 0}, {-s[1], c[1], 0}, {0, 0, 1}};
    float pitch[3][3] = {{c[0], 0, -s[0]}, {0, 1, 0}, {s[0], 0, c[0]}};
    float roll[3][3] = {{1, 0, 0}, {0, c[2], s[2]}, {0, -s[2], c[2]}};
    float both[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            both[i][k] =
                pitch[i][0] * yaw[0][k] + pitch[i][1] * yaw[1][k] + pitch[i][2] * yaw[2][k];
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            rotation[i][k] =
                roll[i][0] * both[0][k] + roll[i][1] * both[1][k] + roll[i][2] * both[2][k];
        }
    }
}

static void rotate_vector(float rotation[3][3], float v[3])
{
    float in[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++) {
        v[i] = vec_dot(rotation[i], in);
    }
}

/* A brush entity being drawn. */
struct brush {
    struct world *world;
    uint32_t placement;
    const struct world_placement *place;
    float rotation[3][3];
    float mins[3], maxs[3]; /* world space, as the original has them (not turned) */
    unsigned clip_mask;
    uint32_t face;
};

/* Wholly off the screen? Else which frustum planes its polygons must be clipped by
 * (R_BmodelCheckBBox). */
static bool off_screen(struct brush *brush)
{
    const struct view *view = &brush->world->view;
    const struct world_placement *place = brush->place;
    brush->clip_mask = 15;
    if (!place->rotated) {
        return world_clip_box(view, brush->mins, brush->maxs, &brush->clip_mask, false);
    }
    float radius = place->model->bsp->submodels[place->model->submodel].radius * place->scale;
    for (int i = 0; i < 4; i++) {
        float d = vec_dot(place->origin, view->frustum[i].normal) - view->frustum[i].dist;
        if (d <= -radius) {
            return true;
        }
        if (d > radius) {
            brush->clip_mask &= ~(1u << i);
        }
    }
    return false;
}

/* The node of the world that first splits the entity's box, or the leaf that holds it; NOWHERE when
 * it is out of sight (R_SplitEntityOnNode2). */
static int32_t find_top_node(const struct brush *brush)
{
    const struct world *world = brush->world;
    const struct bsp *bsp = world->marked_bsp;
    int32_t child = bsp->submodels[world->model->submodel].head_node[0];
    while (child >= 0) {
        if (world->node_visible[child] != world->vis_stamp) {
            return NOWHERE;
        }
        const struct bsp_node *node = &bsp->nodes[child];
        int sides = world_box_sides(&bsp->planes[node->plane], brush->mins, brush->maxs);
        if (sides == 3) {
            return child;
        }
        child = node->children[sides == 1 ? 0 : 1];
    }
    uint32_t leaf = (uint32_t)(-1 - child);
    return world->leaf_keys[leaf].frame == world->frame ? child : NOWHERE;
}

static bool add_edge(struct world *world, const float a[3], const float b[3], uint32_t *index)
{
    struct brush_edges *edges = &world->brush_edges;
    if (array_reserve(&edges->list, &edges->capacity, (size_t)edges->count + 1,
                      sizeof(*edges->list)) != 0) {
        world->failed = true;
        return false;
    }
    *index = edges->count++;
    memcpy(edges->list[*index].v[0], a, 3 * sizeof(float));
    memcpy(edges->list[*index].v[1], b, 3 * sizeof(float));
    return true;
}

/* The edges of a polygon on both sides of a plane. The arrays are the caller's, twice the polygon's
 * size. */
struct split {
    uint32_t *sides[2];
    uint32_t counts[2];
    bool cut;
    float enter[3], exit[3]; /* ends of the front side's outline */
};

static float edge_distance(const struct bsp_plane *plane, const float point[3])
{
    return vec_dot(point, plane->normal) - plane->dist;
}

static bool split_edge(struct world *world, const struct bsp_plane *plane, uint32_t index,
                       struct split *split)
{
    const struct brush_edge edge = world->brush_edges.list[index];
    float d0 = edge_distance(plane, edge.v[0]);
    float d1 = edge_distance(plane, edge.v[1]);
    int side0 = d0 > 0.0f ? 0 : 1;
    int side1 = d1 > 0.0f ? 0 : 1;
    if (side0 == side1) {
        split->sides[side0][split->counts[side0]++] = index;
        return true;
    }
    float point[3];
    float f = d0 / (d0 - d1);
    for (int i = 0; i < 3; i++) {
        point[i] = edge.v[0][i] + f * (edge.v[1][i] - edge.v[0][i]);
    }
    uint32_t first, second;
    if (!add_edge(world, edge.v[0], point, &first) || !add_edge(world, point, edge.v[1], &second)) {
        return false;
    }
    split->sides[side0][split->counts[side0]++] = first;
    split->sides[side1][split->counts[side1]++] = second;
    memcpy(side1 == 0 ? split->enter : split->exit, point, sizeof(point));
    split->cut = true;
    return true;
}

/* The plane in the entity's model space. */
static struct bsp_plane model_plane(struct brush *brush, const struct bsp_plane *plane)
{
    struct bsp_plane out = *plane;
    out.dist = plane->dist - vec_dot(brush->place->origin, plane->normal);
    if (brush->place->rotated) {
        rotate_vector(brush->rotation, out.normal);
    }
    return out;
}

static void clip_polygon(struct brush *brush, const uint32_t *pieces, uint32_t count,
                         int32_t node_index, int depth);

static void draw_side(struct brush *brush, const uint32_t *pieces, uint32_t count, int32_t child,
                      int depth)
{
    struct world *world = brush->world;
    if (count == 0) {
        return;
    }
    if (child >= 0) {
        if (world->node_visible[child] == world->vis_stamp) {
            clip_polygon(brush, pieces, count, child, depth + 1);
        }
        return;
    }
    uint32_t leaf = (uint32_t)(-1 - child);
    if (world->leaf_keys[leaf].frame == world->frame) {
        world_render_piece(world, brush->placement, brush->face, brush->clip_mask,
                           world->leaf_keys[leaf].key, pieces, count);
    }
}

static void clip_polygon(struct brush *brush, const uint32_t *pieces, uint32_t count,
                         int32_t node_index, int depth)
{
    struct world *world = brush->world;
    const struct bsp_node *node = &world->marked_bsp->nodes[node_index];
    struct bsp_plane plane = model_plane(brush, &world->marked_bsp->planes[node->plane]);
    uint32_t small[2][64];
    uint32_t *large = NULL;
    struct split split = {.sides = {small[0], small[1]}};
    if (depth > MAX_DEPTH) {
        return;
    }
    if ((size_t)count * 2 + 1 > sizeof(small[0]) / sizeof(small[0][0])) {
        large = malloc(((size_t)count * 2 + 1) * 2 * sizeof(*large));
        if (!large) {
            world->failed = true;
            return;
        }
        split.sides[0] = large;
        split.sides[1] = large + (size_t)count * 2 + 1;
    }
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++) {
        good = split_edge(world, &plane, pieces[i], &split);
    }
    uint32_t front, back;
    if (good && split.cut && add_edge(world, split.exit, split.enter, &front) &&
        add_edge(world, split.enter, split.exit, &back)) {
        split.sides[0][split.counts[0]++] = front;
        split.sides[1][split.counts[1]++] = back;
    }
    for (int i = 0; good && i < 2; i++) {
        draw_side(brush, split.sides[i], split.counts[i], node->children[i], depth);
    }
    free(large);
}

static void draw_clipped(struct brush *brush, const struct bsp_face *face, int32_t top)
{
    struct world *world = brush->world;
    const struct bsp *bsp = brush->place->model->bsp;
    uint32_t small[64];
    uint32_t *pieces = small;
    if (face->num_edges > sizeof(small) / sizeof(small[0])) {
        pieces = malloc(face->num_edges * sizeof(*pieces));
    }
    world->brush_edges.count = 0;
    bool good = pieces != NULL;
    for (uint32_t i = 0; good && i < face->num_edges; i++) {
        uint32_t ends[2];
        world_face_edge(bsp, face, i, ends);
        float scaled[2][3];
        world_scale_vertices(bsp, ends, brush->place->scale, scaled);
        good = add_edge(world, scaled[0], scaled[1], &pieces[i]);
    }
    if (good) {
        clip_polygon(brush, pieces, face->num_edges, top, 0);
    } else {
        world->failed = true;
    }
    if (pieces != small) {
        free(pieces);
    }
}

static void draw_faces(struct brush *brush, int32_t top)
{
    struct world *world = brush->world;
    const struct world_placement *place = brush->place;
    const struct bsp *bsp = place->model->bsp;
    const struct bsp_submodel *submodel = &bsp->submodels[place->model->submodel];
    for (uint32_t i = 0; i < submodel->num_faces; i++) {
        const struct bsp_face *face = &bsp->faces[submodel->first_face + i];
        const struct bsp_plane *plane = &bsp->planes[face->plane];
        float d = vec_dot(place->model_org, plane->normal) - plane->dist * place->scale;
        if (face->back ? !(d < -BACKFACE_EPSILON) : !(d > BACKFACE_EPSILON)) {
            continue;
        }
        brush->face = submodel->first_face + i;
        if (top >= 0) {
            draw_clipped(brush, face, top);
        } else {
            world_render_face(world, brush->placement, brush->face, brush->clip_mask, true,
                              world->leaf_keys[-1 - top].key);
        }
    }
}

static bool add_placement(struct brush *brush, const struct palette_entity *entity)
{
    struct world *world = brush->world;
    if (array_reserve(&world->placements, &world->cap_placements, (size_t)world->num_placements + 1,
                      sizeof(*world->placements)) != 0) {
        world->failed = true;
        return false;
    }
    brush->placement = world->num_placements;
    struct world_placement *place = &world->placements[world->num_placements++];
    *place = (struct world_placement){.entity = entity,
                                      .model = entity->model,
                                      .scale = palette_entity_scale(entity),
                                      .opacity = (uint8_t)blend_opacity(entity->alpha),
                                      .own_alpha = entity->own_alpha || entity->alpha < 255};
    float distance = 0;
    place->rotated =
        entity->angles[0] != 0.0f || entity->angles[1] != 0.0f || entity->angles[2] != 0.0f;
    for (int i = 0; i < 3; i++) {
        place->origin[i] = entity->origin[i];
        place->model_org[i] = world->view.origin[i] - entity->origin[i];
        place->forward[i] = world->view.forward[i];
        place->right[i] = world->view.right[i];
        place->up[i] = world->view.up[i];
        brush->mins[i] = entity->origin[i] + entity->model->mins[i] * place->scale;
        brush->maxs[i] = entity->origin[i] + entity->model->maxs[i] * place->scale;
        float away = (brush->mins[i] + brush->maxs[i]) * 0.5f - world->view.origin[i];
        distance += away * away;
    }
    place->distance = distance <= FLT_MAX ? distance : FLT_MAX; /* a number, to be sorted by */
    if (place->rotated) {
        make_rotation(entity->angles, brush->rotation);
        rotate_vector(brush->rotation, place->model_org);
        rotate_vector(brush->rotation, place->forward);
        rotate_vector(brush->rotation, place->right);
        rotate_vector(brush->rotation, place->up);
    }
    brush->place = place;
    return true;
}

static void draw_entity(struct world *world, const struct palette_entity *entity)
{
    struct brush brush = {.world = world};
    if (!add_placement(&brush, entity)) {
        return;
    }
    bool hidden = off_screen(&brush) ||
                  (entity->needs_pvs && !world_box_visible(world, brush.mins, brush.maxs));
    int32_t top = hidden ? NOWHERE : find_top_node(&brush);
    if (top == NOWHERE) {
        world->num_placements--;
        return;
    }
    const struct world_placement *place = brush.place;
    view_transform_frustum(&world->view, place->model_org, place->forward, place->right, place->up);
    draw_faces(&brush, top);
    view_transform_frustum(&world->view, world->view.origin, world->view.forward, world->view.right,
                           world->view.up);
}

void world_draw_brush_entities(struct world *world)
{
    for (size_t i = 0; i < world->scene->num_entities; i++) {
        const struct palette_entity *entity = &world->scene->entities[i];
        if (entity->model && entity->model->kind == MODEL_BRUSH &&
            blend_opacity(entity->alpha) > 0) {
            draw_entity(world, entity);
        }
    }
}
