/* Draws a level from above, and what happened there, with title, scale and legend. Prints nothing.
 */
#ifndef ENGINE_MAP_MAP_DRAW_H
#define ENGINE_MAP_MAP_DRAW_H

#include "assets/overview/map_level.h"
#include "engine/drawing/drawing.h"
#include "engine/map/map_record.h"

enum map_heat_of { MAP_HEAT_NONE, MAP_HEAT_POSITIONS, MAP_HEAT_FIGHTS };

struct map_picture {
    const struct map_level *level;
    const struct map_record *record; /* NULL = the level alone */
    const char *title, *subtitle;    /* may have any bytes */
    double width, height;            /* user units */
    bool items;                      /* items and spawn points */
    bool paths, speed, kills;
    enum map_heat_of heat;
};

/* Returns the drawing, or NULL if out of memory. Free with drawing_free. */
struct drawing *map_draw(const struct map_picture *picture);

#endif
