/* Maps made of boxes, as far as movement goes (clip hull 1 and the contents of hull 0). */
#ifndef TESTS_SUPPORT_MAPS_BOX_MAP_H
#define TESTS_SUPPORT_MAPS_BOX_MAP_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "formats/maps/bsp.h"
#include "formats/quakeworld/qw_message.h"

enum { MAX_BOXES = 16, MAX_NODES = MAX_BOXES * 6 + 8 };

/* Boxes of a kind, the first that holds a point counts; outside of all is air. */
struct box_map {
    struct bsp bsp;
    struct bsp_plane planes[MAX_NODES * 2];
    struct bsp_clipnode clipnodes[MAX_NODES];
    struct bsp_node nodes[MAX_NODES];
    struct bsp_leaf leafs[MAX_BOXES + 1];
    struct bsp_submodel model;
};

static inline uint32_t add_plane(struct box_map *map, int axis, float dist)
{
    struct bsp_plane *plane = &map->planes[map->bsp.num_planes];
    *plane = (struct bsp_plane){.dist = dist, .type = (uint8_t)axis};
    plane->normal[axis] = 1;
    return map->bsp.num_planes++;
}

/* Chains the box's six sides in front of the trees made so far. */
static inline void add_box(struct box_map *map, int32_t contents, const float mins[3],
                           const float maxs[3])
{
    static const float grow_low[3] = {-16, -16, -32}, grow_high[3] = {16, 16, 24};
    struct bsp *bsp = &map->bsp;
    if (!bsp->submodels) {
        map->leafs[0].contents = CONTENTS_EMPTY;
        bsp->num_leafs = 1;
        map->model.head_node[0] = -1;
        map->model.head_node[1] = CONTENTS_EMPTY;
        *bsp = (struct bsp){.planes = map->planes,
                            .clipnodes = map->clipnodes,
                            .nodes = map->nodes,
                            .leafs = map->leafs,
                            .num_leafs = 1,
                            .submodels = &map->model,
                            .num_submodels = 1};
        for (int i = 0; i < 3; i++) {
            map->model.mins[i] = -4096;
            map->model.maxs[i] = 4096;
        }
    }
    const int32_t leaf = (int32_t)bsp->num_leafs++;
    map->leafs[leaf].contents = contents;
    const int32_t air = map->model.head_node[0], clip_air = map->model.head_node[1];
    int32_t inside = -1 - leaf, clip_inside = CONTENTS_SOLID;
    for (int i = 0; i < 6; i++) {
        const int axis = i / 2, out = i & 1; /* out: the outer side is the back one */
        const float at = out ? mins[axis] : maxs[axis];
        const int32_t n = (int32_t)bsp->num_nodes++;
        map->nodes[n].plane = add_plane(map, axis, at);
        map->nodes[n].children[out] = air;
        map->nodes[n].children[1 - out] = inside;
        inside = n;
        if (contents == CONTENTS_SOLID) {
            const int32_t c = (int32_t)bsp->num_clipnodes++;
            map->clipnodes[c].plane =
                add_plane(map, axis, at + (out ? grow_low[axis] : grow_high[axis]));
            map->clipnodes[c].children[out] = clip_air;
            map->clipnodes[c].children[1 - out] = clip_inside;
            clip_inside = c;
        }
    }
    map->model.head_node[0] = inside;
    map->model.head_node[1] = contents == CONTENTS_SOLID ? clip_inside : clip_air;
}

#define BOX(map, contents, ...)                                                                    \
    do {                                                                                           \
        static const float box_sides[2][3] = {__VA_ARGS__};                                        \
        add_box(map, contents, box_sides[0], box_sides[1]);                                        \
    } while (0)

/* A floor whose top is z = 0 and walls 512 units around. */
static inline struct box_map *make_room(void)
{
    struct box_map *map = calloc(1, sizeof(*map));
    cr_assert_not_null(map);
    BOX(map, CONTENTS_SOLID, {-1024, -1024, -64}, {1024, 1024, 0});
    BOX(map, CONTENTS_SOLID, {512, -1024, -64}, {1024, 1024, 512});
    BOX(map, CONTENTS_SOLID, {-1024, -1024, -64}, {-512, 1024, 512});
    BOX(map, CONTENTS_SOLID, {-1024, 512, -64}, {1024, 1024, 512});
    BOX(map, CONTENTS_SOLID, {-1024, -1024, -64}, {1024, -512, 512});
    return map;
}

static const struct qw_movevars usual_vars = {.gravity = 800,
                                              .stop_speed = 100,
                                              .max_speed = 320,
                                              .spectator_max_speed = 500,
                                              .accelerate = 10,
                                              .air_accelerate = 0.7f,
                                              .water_accelerate = 10,
                                              .friction = 4,
                                              .water_friction = 4,
                                              .ent_gravity = 1};

#define FLOOR (24 + 0.03125f) /* where one stands on z = 0 */

#endif
