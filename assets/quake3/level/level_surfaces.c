#include "assets/quake3/level/level_surfaces.h"

#include <math.h>

enum { LOOKED_AT = 8192 }; /* entries of leafs: more touches no box in a level that is one */

struct search {
    const struct q3_level *level;
    level_surface_wanted_fn *wanted;
    const void *context;
    struct level_near *near;
    uint32_t left; /* to be looked at */
};

int level_box_sides(const struct q3_bsp_plane *plane, const float mins[3], const float maxs[3])
{
    float low = 0.0f, high = 0.0f;
    for (int i = 0; i < 3; i++) {
        const float a = plane->normal[i] * mins[i], b = plane->normal[i] * maxs[i];
        low += a < b ? a : b;
        high += a < b ? b : a;
    }
    return (high >= plane->dist ? LEVEL_AHEAD : 0) | (low < plane->dist ? LEVEL_BEHIND : 0);
}

bool level_triangle_meets(const float a[3], const float b[3], const float c[3], const float mins[3],
                          const float maxs[3])
{
    for (int i = 0; i < 3; i++) {
        if ((a[i] > maxs[i] && b[i] > maxs[i] && c[i] > maxs[i]) ||
            (a[i] < mins[i] && b[i] < mins[i] && c[i] < mins[i])) {
            return false;
        }
    }
    return true;
}

static void add_surface(struct search *s, uint32_t surface)
{
    for (uint32_t i = 0; i < s->near->count; i++) {
        if (s->near->surfaces[i] == surface) {
            return;
        }
    }
    if (s->wanted(s->context, s->level, surface)) {
        s->near->surfaces[s->near->count++] = surface;
    }
}

static void visit_leaf(struct search *s, const struct q3_bsp_leaf *leaf)
{
    const uint32_t *surfaces = s->level->bsp.leaf_surfaces + leaf->first_surface;
    for (uint32_t i = 0; i < leaf->num_surfaces; i++) {
        if (s->near->count == LEVEL_NEAR_SURFACES || s->left == 0) {
            return;
        }
        s->left--;
        add_surface(s, surfaces[i]);
    }
}

void level_surfaces_near(const struct q3_level *level, const float mins[3], const float maxs[3],
                         level_surface_wanted_fn *wanted, const void *context,
                         struct level_near *near)
{
    struct search s = {level, wanted, context, near, LOOKED_AT};
    const struct q3_bsp *bsp = &level->bsp;
    int32_t stack[Q3_BSP_MAX_DEPTH + 2];
    uint32_t used = 0;
    near->count = 0;
    if (bsp->num_leafs == 0) {
        return;
    }
    stack[used++] = bsp->num_nodes > 0 ? 0 : -1;
    while (used > 0 && near->count < LEVEL_NEAR_SURFACES && s.left > 0) {
        const int32_t at = stack[--used];
        if (at < 0) {
            visit_leaf(&s, &bsp->leafs[-1 - at]);
            continue;
        }
        const struct q3_bsp_node *node = &bsp->nodes[at];
        const int sides = level_box_sides(&bsp->planes[node->plane], mins, maxs);
        if ((sides & LEVEL_BEHIND) != 0) {
            stack[used++] = node->children[1];
        }
        if ((sides & LEVEL_AHEAD) != 0) {
            stack[used++] = node->children[0];
        }
    }
}
