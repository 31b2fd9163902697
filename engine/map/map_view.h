/* Where places of a level are in the drawing. Private to this folder. */
#ifndef ENGINE_MAP_MAP_VIEW_H
#define ENGINE_MAP_MAP_VIEW_H

#include "engine/map/map_draw.h"

struct map_box { /* user units */
    double left, top, right, bottom;
};

struct map_view {
    double scale;     /* user units for a Quake unit */
    double left, top; /* of the drawing, of x and y 0 */
    struct map_box box;
    double text;      /* size of the small texts, user units */
    double low, high; /* heights, of the darkest floor and of the brightest */
};

static inline double map_x(const struct map_view *view, double x)
{
    return view->left + x * view->scale;
}

static inline double map_y(const struct map_view *view, double y)
{
    return view->top - y * view->scale;
}

/* The rectangle of the level in the middle of the box, as large as fits. */
struct map_view map_view_make(const struct map_picture *picture, struct map_box box, double text);

/* Layers, from below upward. */
void map_draw_level(struct drawing *drawing, const struct map_view *view,
                    const struct map_level *level);
void map_draw_spots(struct drawing *drawing, const struct map_view *view,
                    const struct map_level *level, bool faded);
struct drawing_ink map_spot_ink(enum map_spot_kind kind);
/* Draws a spot's mark, reaching `radius` far. */
void map_draw_spot(struct drawing *drawing, enum map_spot_kind kind, double x, double y,
                   double radius, uint8_t opacity, const char *title);
struct drawing_ink map_floor_ink(uint8_t share); /* 0 = low, 255 = high */
struct drawing_ink map_liquid_ink(enum map_area_kind kind);

enum { MAP_HEAT_LEVELS = 9, MAP_SPEED_BANDS = 8 };

/* False: out of memory. */
bool map_draw_heat(struct drawing *drawing, const struct map_view *view,
                   const struct map_record *record, enum map_heat_of of);
/* number: 0..MAP_HEAT_LEVELS - 1. */
struct drawing_ink map_heat_ink(int number);

void map_draw_paths(struct drawing *drawing, const struct map_view *view,
                    const struct map_record *record);
void map_draw_speeds(struct drawing *drawing, const struct map_view *view,
                     const struct map_record *record);
void map_draw_deaths(struct drawing *drawing, const struct map_view *view,
                     const struct map_record *record);
struct drawing_ink map_speed_ink(int band);
extern const int map_speed_edges[MAP_SPEED_BANDS]; /* units per second, where a band begins */

#endif
