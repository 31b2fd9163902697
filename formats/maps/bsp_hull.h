/* Clip hulls: collision of fixed-size boxes with the map.
 *
 * A hull's solid parts are expanded by the box's size by the map compiler, so that a box is traced
 * as a point. Hull 1 is for players (32 x 32 x 56, from -16 -16 -24 to 16 16 32), hull 2 for large
 * monsters. Results equal those of Quake (world.c, QuakeWorld's pmovetst.c) bit by bit: a move ends
 * 1/32 unit before the obstacle.
 *
 * A hull is a view of a bsp or of a caller's box; it owns nothing. Nodes may be shared, so a small
 * untrusted file can describe an exponential tree: `work` is the number of nodes that may still be
 * visited. All calls count it down; at 0 everything is solid. */
#ifndef FORMATS_MAPS_BSP_HULL_H
#define FORMATS_MAPS_BSP_HULL_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/maps/bsp.h"

struct bsp_hull {
    const struct bsp_plane *planes;
    const struct bsp_clipnode *nodes;
    int32_t head; /* n >= 0: node; n < 0: contents */
};

/* number: 1..BSP_HULLS - 1. */
struct bsp_hull bsp_hull_of(const struct bsp *bsp, uint32_t submodel, unsigned number);

/* The memory of a box as a hull. */
struct bsp_box_hull {
    struct bsp_plane planes[6];
    struct bsp_clipnode nodes[6];
};

/* A hull whose solid part is the box from mins to maxs (already grown by the mover's size). It is
 * good as long as box. */
struct bsp_hull bsp_hull_of_box(struct bsp_box_hull *box, const float mins[3], const float maxs[3]);

struct bsp_hull_trace {
    float fraction; /* fraction of the way, 0..1; 1 = all of it, 0 = it starts in solid */
    float end[3];
    float normal[3]; /* normal of the plane that stopped it; 0 0 0 = none */
    bool start_solid;
    bool all_solid; /* the whole way is in solid */
};

/* Traces a point from `from` to `to`. With NaN or infinite coordinates all_solid is set. */
void bsp_hull_trace(const struct bsp_hull *hull, const float from[3], const float to[3], int *work,
                    struct bsp_hull_trace *trace);

/* CONTENTS_*; for clip hulls only CONTENTS_SOLID and CONTENTS_EMPTY are reliable. */
int32_t bsp_hull_contents(const struct bsp_hull *hull, const float point[3], int *work);

/* Contents of the leaf (hull 0) at a point. A point on a plane counts as in front of it, as in the
 * original's traces; for bsp_point_leaf it is behind, as in the original's drawing. */
int32_t bsp_point_contents(const struct bsp *bsp, uint32_t submodel, const float point[3]);

#endif
