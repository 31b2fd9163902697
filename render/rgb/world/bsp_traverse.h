/* BSP traversal: PVS and frustum culling, visible surfaces added to the draw list, far plane. */
#ifndef RENDER_RGB_WORLD_BSP_TRAVERSE_H
#define RENDER_RGB_WORLD_BSP_TRAVERSE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/view.h"

/* Memory reused between traversals; start from {0}. Carries no state from one to the next. */
struct rgb_traversal {
    uint32_t number;    /* number of this traversal; the arrays hold it for each visited entry */
    uint32_t *nodes;    /* by node: traversal that found a visible leaf below it */
    uint32_t *leafs;    /* by leaf: traversal that found it visible */
    uint32_t *surfaces; /* by surface: traversal that has added it */
    size_t cap_nodes, cap_leafs, cap_surfaces;
    struct rgb_traversal_step *steps;
    size_t cap_steps;
};

/* Adds the world's visible surfaces to draw_list, the front child of each node first as in
 * Quake III, and sets the view's far plane. lights: bit n = dynamic light n of the scene. Returns 0
 * or FORMAT_MEMORY. */
int rgb_bsp_traverse(struct rgb_traversal *traversal, struct rgb_draw_list *draw_list,
                     struct rgb_view *view, const struct q3_level *level,
                     uint32_t lights) MUST_CHECK;
void rgb_traversal_free(struct rgb_traversal *traversal);

#endif
