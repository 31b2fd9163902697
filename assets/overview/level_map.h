/* A small picture of a level from above: its floors, the higher the brighter, with edges where they
 * end or drop. Drawn once from the level's geometry: a pure function of it and of the size.
 *
 * Coordinates: Quake units; in the picture x goes right and y goes up. */
#ifndef ASSETS_OVERVIEW_LEVEL_MAP_H
#define ASSETS_OVERVIEW_LEVEL_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    LEVEL_MAP_SIDE_MIN = 16,
    LEVEL_MAP_SIDE_MAX = 512,
    LEVEL_MAP_POINTS = 64, /* corners of a floor */
    LEVEL_MAP_SHADES = 12, /* shades of floors, from 1; 0 = no floor */
    LEVEL_MAP_EDGE = LEVEL_MAP_SHADES + 1
};

struct level_map {   /* free with level_map_free */
    int32_t side;    /* pixels, across and down */
    float left;      /* x of the left edge, */
    float top;       /* y of the upper edge, */
    float unit;      /* and units a pixel */
    uint8_t *shades; /* side * side */
};

/* The floors of a level: convex, nearly level or sloped. next: the corners of the next one, 3 or
 * more, in order around it; false: that was the last one. at: zeros at first, moved on by it. */
struct level_map_floors {
    bool (*next)(const void *level, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                 uint32_t *num_points);
    const void *level;
};

/* side: LEVEL_MAP_SIDE_MIN..LEVEL_MAP_SIDE_MAX. The picture of a level without floors is
 * empty. If a level has too many floors, only the first ones are drawn. Returns 0 or FORMAT_MEMORY.
 */
int level_map_make(struct level_map *map, int32_t side,
                   const struct level_map_floors *floors) MUST_CHECK;
void level_map_free(struct level_map *map);

#endif
