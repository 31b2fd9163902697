/* The level itself. Floors and walls are drawn slice by slice of height from below, so that what
 * is above covers what is below. The floors of a slice are one shape: no seams between them. */
#include <math.h>

#include "engine/map/map_view.h"

enum { SLICES = 32 };

/* Walls that are no higher are steps. */
#define STEP_HEIGHT 33.0f

struct drawing_ink map_floor_ink(uint8_t share)
{
    const struct drawing_ink low = drawing_pair(0xa9b4bf, 0x20262c);
    return drawing_mixed(low, drawing_pair(0xf1f3f5, 0x69747f), share);
}

struct drawing_ink map_liquid_ink(enum map_area_kind kind)
{
    static const struct drawing_ink inks[MAP_AREA_KINDS] = {
        [MAP_WATER] = {0x3f8fdd, 0x3c82c8, 120},
        [MAP_SLIME] = {0x6aa52c, 0x74a83c, 150},
        [MAP_LAVA] = {0xe0561b, 0xd4561f, 190},
    };
    return inks[kind];
}

static int find_slice(const struct map_view *view, double height)
{
    const double part = (height - view->low) / fmax(view->high - view->low, 1.0) * SLICES;
    return part > 0.0 ? part < SLICES - 1 ? (int)part : SLICES - 1 : 0;
}

static void draw_areas(struct drawing *drawing, const struct map_view *view,
                       const struct map_level *level, int slice, enum map_area_kind kind)
{
    const uint8_t share = (uint8_t)(slice * 255 / (SLICES - 1));
    const struct drawing_ink ink = kind == MAP_FLOOR ? map_floor_ink(share) : map_liquid_ink(kind);
    bool begun = false;
    for (size_t i = 0; i < level->num_areas; i++) {
        const struct map_area *area = &level->areas[i];
        if (area->kind != kind || find_slice(view, (double)area->height) != slice) {
            continue;
        }
        if (!begun) {
            drawing_polygon(drawing, &(struct drawing_style){.fill = ink, .joined = true});
            begun = true;
        }
        drawing_next_ring(drawing);
        for (uint32_t k = 0; k < area->count; k++) {
            const float *point = level->points[area->first + k];
            drawing_point(drawing, map_x(view, (double)point[0]), map_y(view, (double)point[1]));
        }
    }
}

static void draw_walls(struct drawing *drawing, const struct map_view *view,
                       const struct map_level *level, int slice, bool steps)
{
    const struct drawing_ink ink = drawing_pair(0x66717c, 0xa9b3bd);
    const struct drawing_style style = {.stroke = drawing_faded(ink, steps ? 80 : 255),
                                        .width = view->text * (steps ? 0.05 : 0.08)};
    bool begun = false;
    for (size_t i = 0; i < level->num_walls; i++) {
        const struct map_wall *wall = &level->walls[i];
        if ((wall->top - wall->bottom < STEP_HEIGHT) != steps ||
            find_slice(view, (double)wall->bottom) != slice) {
            continue;
        }
        if (!begun) {
            drawing_polyline(drawing, &style);
            begun = true;
        }
        drawing_next_ring(drawing);
        drawing_point(drawing, map_x(view, (double)wall->from[0]),
                      map_y(view, (double)wall->from[1]));
        drawing_point(drawing, map_x(view, (double)wall->to[0]), map_y(view, (double)wall->to[1]));
    }
}

void map_draw_level(struct drawing *drawing, const struct map_view *view,
                    const struct map_level *level)
{
    for (int slice = 0; slice < SLICES; slice++) {
        for (int kind = 0; kind < MAP_AREA_KINDS; kind++) {
            draw_areas(drawing, view, level, slice, (enum map_area_kind)kind);
        }
        draw_walls(drawing, view, level, slice, true);
        draw_walls(drawing, view, level, slice, false);
    }
}

/* --- items and spawn points ------------------------------------------------------------------- */

struct drawing_ink map_spot_ink(enum map_spot_kind kind)
{
    static const struct drawing_ink inks[MAP_SPOT_KINDS] = {
        [MAP_SPAWN] = {0x1d7d33, 0x74d488, 255},  [MAP_TELEPORT] = {0x7a3fb0, 0xc9a2f5, 255},
        [MAP_WEAPON] = {0x8a4b00, 0xf0b260, 255}, [MAP_ARMOR] = {0xa01f2e, 0xf58a90, 255},
        [MAP_HEALTH] = {0x1f6396, 0x80c4f2, 255}, [MAP_POWERUP] = {0xa01878, 0xf58ad2, 255},
        [MAP_KEY] = {0x6f6200, 0xe6d060, 255},    [MAP_MONSTER] = {0x7d3b2c, 0xd99c8c, 255},
        [MAP_AMMO] = {0x6a737c, 0x98a2ac, 255},
    };
    return inks[kind];
}

void map_draw_spot(struct drawing *drawing, enum map_spot_kind kind, double x, double y,
                   double radius, uint8_t opacity, const char *title)
{
    static const struct {
        int mark; /* enum drawing_mark; -1 = a circle */
        double size;
    } marks[MAP_SPOT_KINDS] = {
        [MAP_SPAWN] = {DRAWING_TRIANGLE, 1.0}, [MAP_TELEPORT] = {-1, 0.8},
        [MAP_WEAPON] = {DRAWING_SQUARE, 0.85}, [MAP_ARMOR] = {DRAWING_DIAMOND, 1.0},
        [MAP_HEALTH] = {DRAWING_PLUS, 0.8},    [MAP_POWERUP] = {DRAWING_DIAMOND, 1.1},
        [MAP_KEY] = {DRAWING_SQUARE, 0.9},     [MAP_MONSTER] = {DRAWING_CROSS, 0.8},
        [MAP_AMMO] = {DRAWING_SQUARE, 0.5},
    };
    const struct drawing_ink ink = drawing_faded(map_spot_ink(kind), opacity);
    const struct drawing_ink edge = drawing_faded(drawing_role(DRAWING_PAPER), opacity);
    const double size = radius * marks[kind].size;
    const bool lines = marks[kind].mark == DRAWING_CROSS || marks[kind].mark == DRAWING_PLUS;
    const struct drawing_style style = {.fill = ink,
                                        .stroke = lines ? ink : edge,
                                        .width = radius * (lines ? 0.45 : 0.2),
                                        .title = title};
    if (marks[kind].mark < 0) {
        drawing_circle(drawing, x, y, size, &style);
    } else {
        drawing_mark(drawing, (enum drawing_mark)marks[kind].mark, x, y, size, &style);
    }
}

void map_draw_spots(struct drawing *drawing, const struct map_view *view,
                    const struct map_level *level, bool faded)
{
    const double radius = view->text * 0.36;
    const uint8_t opacity = faded ? 150 : 255;
    for (int kind = MAP_SPOT_KINDS - 1; kind >= 0; kind--) { /* what matters more lies above */
        for (size_t i = 0; i < level->num_spots; i++) {
            const struct map_spot *spot = &level->spots[i];
            if ((int)spot->kind == kind) {
                map_draw_spot(drawing, spot->kind, map_x(view, (double)spot->origin[0]),
                              map_y(view, (double)spot->origin[1]), radius, opacity,
                              spot->class_name);
            }
        }
    }
    for (size_t i = 0; i < level->num_spots; i++) {
        const struct map_spot *spot = &level->spots[i];
        const struct drawing_text_style style = {
            .size = view->text * 0.72,
            .bold = true,
            .ink = drawing_faded(map_spot_ink(spot->kind), opacity),
            .halo = drawing_faded(drawing_role(DRAWING_PAPER), faded ? 90 : 190)};
        drawing_text(drawing, map_x(view, (double)spot->origin[0]) + radius * 1.3,
                     map_y(view, (double)spot->origin[1]) + radius * 0.75, &style, spot->label);
    }
}
