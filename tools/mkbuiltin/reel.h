/* The level "reel": positions shared by its geometry (reel_map.c) and the demos. */
#ifndef TOOLS_MKBUILTIN_REEL_H
#define TOOLS_MKBUILTIN_REEL_H

#include "tools/mkbuiltin/map.h"

enum {
    REEL_FLOOR_HALL = 0,
    REEL_FLOOR_UPPER = 64, /* pool walkway, courtyard ground */
    REEL_FLOOR_BALCONY = 256,
    REEL_WATER_LEVEL = 32,
    REEL_TORCHES = 14,
    REEL_STYLE_SWITCH = 32, /* light style of the corridor lamps, switched by the demos */
};

/* Torches on the walls: foot of the flame model, and its yaw. */
struct reel_torch {
    double x, y, z, yaw;
};
extern const struct reel_torch reel_torches[REEL_TORCHES];

void reel_build_world(struct map *m);
void reel_build_door(struct map *m); /* *1: rises 120 */
void reel_build_lift(struct map *m); /* *2: rises 192 */
void reel_build_health_box(struct map *m);

#endif
