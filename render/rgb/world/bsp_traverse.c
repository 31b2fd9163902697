#include "render/rgb/world/bsp_traverse.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/vec.h"
#include "render/rgb/world/surface.h"

struct rgb_traversal_step { /* a child still to be visited */
    int32_t child;
    int sides; /* frustum planes that its box may cross */
};

void rgb_traversal_free(struct rgb_traversal *traversal)
{
    free(traversal->nodes);
    free(traversal->leafs);
    free(traversal->surfaces);
    free(traversal->steps);
    memset(traversal, 0, sizeof *traversal);
}

/* Room for marks, none of which is this walk's. */
static int reserve_marks(uint32_t **marks, size_t *capacity, size_t count)
{
    const size_t before = *capacity;
    const int code = array_reserve(marks, capacity, count, sizeof **marks);
    if (code == 0 && *capacity > before) {
        memset(*marks + before, 0, (*capacity - before) * sizeof **marks);
    }
    return code;
}

static int begin_traversal(struct rgb_traversal *traversal, const struct q3_bsp *bsp)
{
    if (++traversal->number == 0) { /* all numbers were used: marks of old ones must not return */
        rgb_traversal_free(traversal);
        traversal->number = 1;
    }
    int code = reserve_marks(&traversal->nodes, &traversal->cap_nodes, bsp->num_nodes);
    code =
        code == 0 ? reserve_marks(&traversal->leafs, &traversal->cap_leafs, bsp->num_leafs) : code;
    return code == 0
               ? reserve_marks(&traversal->surfaces, &traversal->cap_surfaces, bsp->num_surfaces)
               : code;
}

static bool area_is_hidden(const struct rgb_scene *scene, int32_t area)
{
    return !scene->all_areas && area >= 0 && area < RGB_AREA_BYTES * 8 &&
           (scene->hidden_areas[area >> 3] >> (area & 7) & 1) != 0;
}

/* Marks the leafs that may be seen from the eye's, and the nodes above them. */
static void mark_visible(struct rgb_traversal *traversal, const struct rgb_scene *scene,
                         const struct q3_bsp *bsp, const float eye[3])
{
    const int32_t from = bsp->leafs[q3_bsp_point_leaf(bsp, eye)].cluster;
    const uint8_t *row = q3_bsp_visibility_row(bsp, from);
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        const struct q3_bsp_leaf *leaf = &bsp->leafs[i];
        if (row != NULL &&
            (leaf->cluster < 0 || (row[leaf->cluster >> 3] >> (leaf->cluster & 7) & 1) == 0)) {
            continue;
        }
        if (area_is_hidden(scene, leaf->area)) {
            continue;
        }
        traversal->leafs[i] = traversal->number;
        for (int32_t node = leaf->parent; node >= 0 && traversal->nodes[node] != traversal->number;
             node = bsp->nodes[node].parent) {
            traversal->nodes[node] = traversal->number;
        }
    }
}

static int push_step(struct rgb_traversal *traversal, size_t *count, struct rgb_traversal_step step)
{
    const int code =
        array_reserve(&traversal->steps, &traversal->cap_steps, *count + 1, sizeof step);
    if (code == 0) {
        traversal->steps[(*count)++] = step;
    }
    return code;
}

static void box_to_floats(const int32_t in[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = (float)in[i];
    }
}

/* Passes all lights on; surface.c finds those that reach. The original traverses the tree with
 * each light and gives a surface only the lights of the first leaf that lists it, or those of an
 * earlier frame if there are none (FIDELITY F2). */
static void visit_leaf(struct rgb_traversal *traversal, struct rgb_draw_list *draw_list,
                       const struct rgb_view *view, const struct rgb_space *space,
                       const struct q3_level *level, const struct q3_bsp_leaf *leaf,
                       uint32_t lights)
{
    for (uint32_t i = 0; i < leaf->num_surfaces; i++) {
        const uint32_t number = level->bsp.leaf_surfaces[leaf->first_surface + i];
        if (traversal->surfaces[number] != traversal->number) {
            traversal->surfaces[number] = traversal->number;
            rgb_surface_collect(draw_list, view, space, level, number, RGB_NO_ENTITY, lights);
        }
    }
}

/* Pushes both children, the front one on top. */
static int visit_node(struct rgb_traversal *traversal, size_t *count,
                      const struct q3_bsp_node *node, int sides)
{
    const int code =
        push_step(traversal, count, (struct rgb_traversal_step){node->children[1], sides});
    return code == 0
               ? push_step(traversal, count, (struct rgb_traversal_step){node->children[0], sides})
               : code;
}

/* To the corner of a box that is farthest from the eye. */
static float box_distance(const float eye[3], const float mins[3], const float maxs[3])
{
    float sum = 0.0f;
    for (int i = 0; i < 3; i++) {
        const float way = fmaxf(fabsf(mins[i] - eye[i]), fabsf(maxs[i] - eye[i]));
        sum += way * way;
    }
    return sqrtf(sum);
}

int rgb_bsp_traverse(struct rgb_traversal *traversal, struct rgb_draw_list *draw_list,
                     struct rgb_view *view, const struct q3_level *level, uint32_t lights)
{
    const struct q3_bsp *bsp = &level->bsp;
    struct rgb_space space;
    float mins[3] = {INFINITY, INFINITY, INFINITY}, maxs[3] = {-INFINITY, -INFINITY, -INFINITY};
    size_t count = 0;
    int code = begin_traversal(traversal, bsp);
    if (code < 0 || bsp->num_nodes == 0 || bsp->num_leafs == 0) {
        return code;
    }
    rgb_space_of_world(&space, view);
    mark_visible(traversal, draw_list->scene, bsp, view->eye);
    code = push_step(traversal, &count, (struct rgb_traversal_step){0, RGB_ALL_SIDES});
    while (code == 0 && count > 0) {
        struct rgb_traversal_step step = traversal->steps[--count];
        const bool is_leaf = step.child < 0;
        const uint32_t number = (uint32_t)(is_leaf ? -1 - step.child : step.child);
        if ((is_leaf ? traversal->leafs : traversal->nodes)[number] != traversal->number) {
            continue;
        }
        const struct q3_bsp_leaf *leaf = is_leaf ? &bsp->leafs[number] : NULL;
        float low[3], high[3];
        box_to_floats(is_leaf ? leaf->mins : bsp->nodes[number].mins, low);
        box_to_floats(is_leaf ? leaf->maxs : bsp->nodes[number].maxs, high);
        step.sides = rgb_view_cross_box(view, low, high, step.sides);
        if (step.sides < 0) {
            continue;
        }
        if (!is_leaf) {
            code = visit_node(traversal, &count, &bsp->nodes[number], step.sides);
            continue;
        }
        for (int i = 0; i < 3; i++) {
            mins[i] = fminf(mins[i], low[i]);
            maxs[i] = fmaxf(maxs[i], high[i]);
        }
        visit_leaf(traversal, draw_list, view, &space, level, leaf, lights);
    }
    if (mins[0] <= maxs[0]) {
        rgb_view_set_far(view, box_distance(view->eye, mins, maxs));
    }
    return code;
}
