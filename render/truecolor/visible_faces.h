/* The faces of the world that a view may see, from front to back: the potentially visible set of
 * the eye's leaf, then the BSP tree against the frustum. */
#ifndef RENDER_TRUECOLOR_VISIBLE_FACES_H
#define RENDER_TRUECOLOR_VISIBLE_FACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/quake/model.h"
#include "formats/base/error.h"
#include "render/truecolor/true_view.h"

struct visible_faces {          /* start from {0}; memory is kept from frame to frame */
    struct object_id *identity; /* the map that the marks are made for; held */
    uint32_t num_nodes, num_leafs, num_faces; /* its own */
    size_t set_bytes;
    const struct bsp *bsp; /* the frame's; NULL: none */
    uint32_t submodel;
    uint32_t *nodes, *leafs; /* stamp when visible from the eye's leaf */
    uint32_t *faces;         /* frame when in a leaf of the frustum */
    uint32_t *listed;        /* frame when in the list */
    uint8_t *set;
    uint32_t stamp, frame, leaf;
    bool has_leaf;
    uint32_t *list; /* faces that turn their front to the eye */
    uint32_t count;
};

/* A new frame: fills the list. Returns 0 or FORMAT_MEMORY. */
int visible_faces_find(struct visible_faces *visible, const struct model *world,
                       const struct true_view *view) MUST_CHECK;
/* True if a box (world space) touches a leaf that the eye's leaf sees; without a world, too. */
bool visible_faces_touch(const struct visible_faces *visible, const float mins[3],
                         const float maxs[3]);
void visible_faces_free(struct visible_faces *visible);

#endif
