/* A level from above, as shapes: floors, liquids, walls, and the places of items and spawn points.
 * The map that is drawn with paths over it, and the radar's picture, are made of these.
 *
 * Coordinates: Quake units, x to the right, y up, z up. A pure function of the map. */
#ifndef ASSETS_OVERVIEW_MAP_LEVEL_H
#define ASSETS_OVERVIEW_MAP_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/maps/bsp.h"
#include "formats/maps/q3_bsp.h"

enum map_area_kind { MAP_FLOOR, MAP_WATER, MAP_SLIME, MAP_LAVA, MAP_AREA_KINDS };

/* A polygon, seen from above; all run the same way around. */
struct map_area {
    enum map_area_kind kind;
    float height;          /* mean of its corners */
    float plane[3];        /* z of a place in it = plane[0] + plane[1] * x + plane[2] * y */
    uint32_t first, count; /* corners */
};

/* An upright face, which is a line from above. */
struct map_wall {
    float from[2], to[2];
    float bottom, top;
};

/* X(NAME, "words") */
#define MAP_SPOTS(X)                                                                               \
    X(SPAWN, "spawn point")                                                                        \
    X(TELEPORT, "teleporter's end")                                                                \
    X(WEAPON, "weapon")                                                                            \
    X(ARMOR, "armour")                                                                             \
    X(HEALTH, "health")                                                                            \
    X(POWERUP, "powerup")                                                                          \
    X(KEY, "key or flag")                                                                          \
    X(MONSTER, "monster")                                                                          \
    X(AMMO, "ammunition")

enum map_spot_kind {
#define MAP_SPOT_KIND(NAME, words) MAP_##NAME,
    MAP_SPOTS(MAP_SPOT_KIND)
#undef MAP_SPOT_KIND
        MAP_SPOT_KINDS
};

enum { MAP_CLASS_BYTES = 64 };

struct map_spot {
    enum map_spot_kind kind;
    float origin[3];
    const char *label;                /* as players call it, "RL"; "" = it has no such name */
    char class_name[MAP_CLASS_BYTES]; /* of the file: any bytes */
};

struct map_level { /* free with map_level_free; {0} is a level without anything */
    float (*points)[2];
    struct map_area *areas;
    struct map_wall *walls;
    struct map_spot *spots;
    size_t num_points, num_areas, num_walls, num_spots;
    size_t point_capacity, area_capacity, wall_capacity, spot_capacity;
    bool is_there;          /* it was read and has floors; else only spots may be there */
    float mins[3], maxs[3]; /* of floors; x and y: of walls, too */
    float low, high;        /* heights that nearly all of the floors lie between */
};

/* Reads a map of any kind (BSP 29, BSP2, 2PSB; Quake III's 46, 47). Returns 0 or a negative
 * FORMAT_ code; fills err; after a failure *level is {0}. */
int map_level_read(struct map_level *level, const uint8_t *data, size_t size,
                   struct format_error *err) MUST_CHECK;
/* The same of a map that was read. Return 0 or FORMAT_MEMORY. */
int map_level_of_quake(struct map_level *level, const struct bsp *bsp) MUST_CHECK;
int map_level_of_q3(struct map_level *level, const struct q3_bsp *bsp) MUST_CHECK;
void map_level_free(struct map_level *level);

const char *map_spot_words(enum map_spot_kind kind);

#endif
