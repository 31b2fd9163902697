/* The walk through a level's tree: the leafs that may be seen from the eye, the items of their
 * surfaces, how far the farthest of them is. */
#ifndef RENDER_RGB_WORLD_BSP_TRAVERSE_H
#define RENDER_RGB_WORLD_BSP_TRAVERSE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/view.h"

/* Memory of walks; start from {0}. Nothing of a walk decides another one. */
struct rgb_traversal {
    uint32_t number;    /* of the walk: what bears it belongs to this one */
    uint32_t *nodes;    /* by node: the walk that found something to see below */
    uint32_t *leafs;    /* by leaf: likewise of itself */
    uint32_t *surfaces; /* by surface: the walk that has met it */
    size_t cap_nodes, cap_leafs, cap_surfaces;
    struct rgb_traversal_step *steps;
    size_t cap_steps;
};

/* Adds the world's visible surfaces to draw_list, in the order of the original's walk (the front
 * child of each node first), and sets the view's far plane. lights: of the scene, those that are
 * any. 0 or FORMAT_MEMORY. */
int rgb_bsp_traverse(struct rgb_traversal *traversal, struct rgb_draw_list *draw_list,
                     struct rgb_view *view, const struct q3_level *level,
                     uint32_t lights) MUST_CHECK;
void rgb_traversal_free(struct rgb_traversal *traversal);

#endif
