/* A small picture of a level from above, for the radar: its floors, the higher the brighter, with
 * edges where they end or drop, and liquids. Drawn once from the level's shapes: a pure function of
 * these and of the size.
 *
 * Coordinates: Quake units; in the picture x goes right and y goes up. */
#ifndef ASSETS_OVERVIEW_LEVEL_PICTURE_H
#define ASSETS_OVERVIEW_LEVEL_PICTURE_H

#include "assets/overview/map_level.h"

enum {
    LEVEL_PICTURE_SIDE_MIN = 16,
    LEVEL_PICTURE_SIDE_MAX = 512,
};

/* Shades of pixels. */
enum {
    LEVEL_SHADE_NONE, /* no floor */
    LEVEL_SHADE_FLOOR,
    LEVEL_SHADE_FLOORS = 12, /* of these, the lowest first */
    LEVEL_SHADE_EDGE = LEVEL_SHADE_FLOOR + LEVEL_SHADE_FLOORS,
    LEVEL_SHADE_WATER,
    LEVEL_SHADE_SLIME,
    LEVEL_SHADE_LAVA,
    LEVEL_SHADES
};

struct level_picture { /* free with level_picture_free */
    int32_t side;      /* pixels, across and down */
    float left;        /* x of the left edge, */
    float top;         /* y of the upper edge, */
    float unit;        /* and units a pixel */
    uint8_t *shades;   /* side * side */
};

/* side: LEVEL_PICTURE_SIDE_MIN..LEVEL_PICTURE_SIDE_MAX; others are limited to it. The picture of a
 * level without floors is empty. If a level has too many floors, only the first ones are drawn.
 * Returns 0 or FORMAT_MEMORY. */
int level_picture_make(struct level_picture *picture, int32_t side,
                       const struct map_level *level) MUST_CHECK;
void level_picture_free(struct level_picture *picture);

/* The colour of a shade other than LEVEL_SHADE_NONE: red, green, blue. */
void level_shade_color(uint8_t shade, uint8_t color[3]);

#endif
