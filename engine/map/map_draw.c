#include "engine/map/map_draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/map/map_view.h"

enum { LEGEND_ROWS_MAX = 40, ROW_BYTES = 96 };

/* --- the view --------------------------------------------------------------------------------- */

struct bounds {
    double mins[2], maxs[2];
    bool any;
};

static void add_place(struct bounds *bounds, double x, double y)
{
    bounds->mins[0] = bounds->any ? fmin(bounds->mins[0], x) : x;
    bounds->maxs[0] = bounds->any ? fmax(bounds->maxs[0], x) : x;
    bounds->mins[1] = bounds->any ? fmin(bounds->mins[1], y) : y;
    bounds->maxs[1] = bounds->any ? fmax(bounds->maxs[1], y) : y;
    bounds->any = true;
}

/* The level's rectangle; without a level that of its items, and of what is drawn over it. */
static struct bounds find_bounds(const struct map_picture *picture)
{
    const struct map_level *level = picture->level;
    const struct map_record *record = picture->record;
    struct bounds bounds = {.any = false};
    if (level->is_there) {
        add_place(&bounds, (double)level->mins[0], (double)level->mins[1]);
        add_place(&bounds, (double)level->maxs[0], (double)level->maxs[1]);
        return bounds;
    }
    for (size_t i = 0; i < level->num_spots; i++) {
        add_place(&bounds, (double)level->spots[i].origin[0], (double)level->spots[i].origin[1]);
    }
    for (size_t i = 0; record && i < record->num_tracks; i++) {
        const struct map_track *track = &record->tracks[i];
        for (size_t k = 0; k < track->num_points; k++) {
            add_place(&bounds, (double)track->points[k].at[0], (double)track->points[k].at[1]);
        }
    }
    return bounds;
}

struct map_view map_view_make(const struct map_picture *picture, struct map_box box, double text)
{
    const struct bounds bounds = find_bounds(picture);
    const double width = fmax(bounds.maxs[0] - bounds.mins[0], 64.0);
    const double height = fmax(bounds.maxs[1] - bounds.mins[1], 64.0);
    const double scale = fmin((box.right - box.left) / width, (box.bottom - box.top) / height);
    return (struct map_view){
        .scale = scale,
        .left = (box.left + box.right - (bounds.mins[0] + bounds.maxs[0]) * scale) * 0.5,
        .top = (box.top + box.bottom + (bounds.mins[1] + bounds.maxs[1]) * scale) * 0.5,
        .box = box,
        .text = text,
        .low = (double)picture->level->low,
        .high = (double)picture->level->high,
    };
}

/* --- frame ------------------------------------------------------------------------------------ */

static void put_text(struct drawing *drawing, const struct map_view *view, double x, double y,
                     enum drawing_anchor anchor, const char *text)
{
    drawing_text(drawing, x, y,
                 &(struct drawing_text_style){
                     .size = view->text, .anchor = anchor, .ink = drawing_role(DRAWING_FAINT)},
                 text);
}

/* The longest of 1, 2, 5, 10 ... units that is not wider than `most`. */
static double find_round_length(double most)
{
    static const double steps[] = {2.0, 2.5, 2.0};
    double length = 1.0;
    for (int i = 0; length * steps[i] <= most && length < 1e9; i = (i + 1) % 3) {
        length *= steps[i];
    }
    return length;
}

/* Returns where it ends. */
static double draw_scale_bar(struct drawing *drawing, const struct map_view *view, double x,
                             double y)
{
    char text[ROW_BYTES];
    const double length = find_round_length(view->text * 14.0 / view->scale);
    const double width = length * view->scale, tick = view->text * 0.3;
    drawing_polyline(drawing, &(struct drawing_style){.stroke = drawing_role(DRAWING_FAINT),
                                                      .width = view->text * 0.1});
    drawing_point(drawing, x, y - tick);
    drawing_point(drawing, x, y);
    drawing_point(drawing, x + width, y);
    drawing_point(drawing, x + width, y - tick);
    snprintf(text, sizeof(text), "%.0f units", length);
    put_text(drawing, view, x + width + view->text * 0.5, y, DRAWING_START, text);
    return x + width + view->text * 0.5 + drawing_text_width(text, view->text);
}

/* From the lowest floor's shade to the highest's, at the right end of a row. */
static void draw_height_bar(struct drawing *drawing, const struct map_view *view, double x,
                            double y)
{
    enum { PARTS = 16 };
    char low[ROW_BYTES], high[ROW_BYTES];
    const double width = view->text * 8.0, height = view->text * 0.7;
    snprintf(low, sizeof(low), "height %.0f", floor(view->low + 0.5));
    snprintf(high, sizeof(high), "%.0f", floor(view->high + 0.5));
    const double right = x - drawing_text_width(high, view->text) - view->text * 0.5;
    put_text(drawing, view, x, y, DRAWING_END, high);
    put_text(drawing, view, right - width - view->text * 0.5, y, DRAWING_END, low);
    for (int i = 0; i < PARTS; i++) {
        const double left = right - width + width * i / PARTS;
        drawing_rectangle(
            drawing, left, y - height, right - left, height, /* no seams */
            &(struct drawing_style){.fill = map_floor_ink((uint8_t)(i * 255 / (PARTS - 1)))});
    }
    drawing_rectangle(
        drawing, right - width, y - height, width, height,
        &(struct drawing_style){.stroke = drawing_role(DRAWING_FAINT), .width = view->text * 0.05});
}

/* One entry a kind that the level has, in a row. */
static void draw_spot_legend(struct drawing *drawing, const struct map_view *view,
                             const struct map_level *level, double x, double y, double right)
{
    for (int kind = 0; kind < MAP_SPOT_KINDS; kind++) {
        char text[ROW_BYTES];
        unsigned count = 0;
        for (size_t i = 0; i < level->num_spots; i++) {
            count += (int)level->spots[i].kind == kind;
        }
        snprintf(text, sizeof(text), "%s %u", map_spot_words((enum map_spot_kind)kind), count);
        const double width = drawing_text_width(text, view->text);
        if (count == 0 || x + view->text + width > right) {
            continue;
        }
        map_draw_spot(drawing, (enum map_spot_kind)kind, x + view->text * 0.4,
                      y - view->text * 0.35, view->text * 0.4, 255, NULL);
        put_text(drawing, view, x + view->text, y, DRAWING_START, text);
        x += width + view->text * 2.2;
    }
}

/* --- the column of players, speeds and heat --------------------------------------------------- */

struct column {
    struct drawing *drawing;
    const struct map_view *view;
    double x, right, y; /* y: of the next row's baseline */
    double bottom;
};

/* False: no room is left. */
static bool put_row(struct column *column, const char *text, enum drawing_role role, bool bold)
{
    const double size = column->view->text;
    const size_t most = (size_t)((column->right - column->x - size * 1.2) / (size * 0.6));
    char cut[ROW_BYTES];
    if (column->y > column->bottom) {
        return false;
    }
    snprintf(cut, sizeof(cut), "%s", text);
    if (most < sizeof(cut) && strlen(cut) > most) {
        cut[most] = '\0';
        if (most > 3) {
            memcpy(cut + most - 2, "..", 2);
        }
    }
    drawing_text(
        column->drawing, column->x + (bold ? 0.0 : size * 1.2), column->y,
        &(struct drawing_text_style){.size = size, .bold = bold, .ink = drawing_role(role)}, cut);
    column->y += size * 1.35;
    return true;
}

static void put_swatch(const struct column *column, struct drawing_ink ink)
{
    const double size = column->view->text;
    drawing_rectangle(column->drawing, column->x, column->y - size * 0.7, size * 0.8, size * 0.7,
                      &(struct drawing_style){.fill = ink});
}

static void list_players(struct column *column, const struct map_picture *picture)
{
    const struct map_record *record = picture->record;
    (void)put_row(column, picture->kills ? "players: frags, deaths" : "players", DRAWING_TEXT,
                  true);
    for (size_t i = 0; i < record->num_tracks; i++) {
        const struct map_track *track = &record->tracks[i];
        char text[ROW_BYTES];
        const char *name = track->name[0] ? track->name : "player";
        if (i == LEGEND_ROWS_MAX || (i + 1 < record->num_tracks &&
                                     column->y + column->view->text * 1.35 > column->bottom)) {
            snprintf(text, sizeof(text), "and %zu more", record->num_tracks - i);
            (void)put_row(column, text, DRAWING_FAINT, false);
            return;
        }
        if (picture->kills) {
            snprintf(text, sizeof(text), "%ld %ld %s", (long)track->frags, (long)track->deaths,
                     name);
        } else {
            snprintf(text, sizeof(text), "%s", name);
        }
        put_swatch(column, drawing_series((uint32_t)i));
        (void)put_row(column, text, DRAWING_TEXT, false);
    }
}

static void list_speeds(struct column *column)
{
    (void)put_row(column, "units per second", DRAWING_TEXT, true);
    for (int band = MAP_SPEED_BANDS - 1; band >= 0; band--) {
        char text[ROW_BYTES];
        if (band == MAP_SPEED_BANDS - 1) {
            snprintf(text, sizeof(text), "%d and more", map_speed_edges[band]);
        } else {
            snprintf(text, sizeof(text), "%d to %d", map_speed_edges[band],
                     map_speed_edges[band + 1]);
        }
        put_swatch(column, map_speed_ink(band));
        (void)put_row(column, text, DRAWING_TEXT, false);
    }
}

static void list_heat(struct column *column, enum map_heat_of of)
{
    (void)put_row(column, of == MAP_HEAT_POSITIONS ? "time spent" : "fights", DRAWING_TEXT, true);
    for (int i = MAP_HEAT_LEVELS - 1; i >= 0; i -= (MAP_HEAT_LEVELS - 1) / 2) {
        for (int k = 0; k <= i; k++) { /* one over another, as on the map */
            put_swatch(column, map_heat_ink(k));
        }
        (void)put_row(column,
                      i == MAP_HEAT_LEVELS - 1 ? "most"
                      : i == 0                 ? "little"
                                               : "",
                      DRAWING_TEXT, false);
    }
}

static void draw_column(struct column column, const struct map_picture *picture)
{
    const double gap = column.view->text * 0.7;
    if (picture->paths || picture->kills) {
        list_players(&column, picture);
        column.y += gap;
    }
    if (picture->speed) {
        list_speeds(&column);
        column.y += gap;
    }
    if (picture->heat != MAP_HEAT_NONE) {
        list_heat(&column, picture->heat);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

/* False: out of memory. */
static bool draw_layers(struct drawing *drawing, const struct map_view *view,
                        const struct map_picture *picture)
{
    const struct map_record *record = picture->record;
    bool drawn = true;
    map_draw_level(drawing, view, picture->level);
    if (record && picture->heat != MAP_HEAT_NONE) {
        drawn = map_draw_heat(drawing, view, record, picture->heat);
    }
    if (picture->items) {
        map_draw_spots(drawing, view, picture->level,
                       record && (picture->paths || picture->speed || picture->kills));
    }
    if (!record) {
        return true;
    }
    if (picture->speed) {
        map_draw_speeds(drawing, view, record);
    } else if (picture->paths) {
        map_draw_paths(drawing, view, record);
    }
    if (picture->kills) {
        map_draw_deaths(drawing, view, record);
    }
    return drawn;
}

struct drawing *map_draw(const struct map_picture *picture)
{
    const double width = picture->width, height = picture->height;
    const double text = fmin(fmax(fmin(width, height) / 56.0, 10.0), 60.0);
    const double margin = text * 1.2;
    const bool has_column = picture->record && (picture->paths || picture->kills ||
                                                picture->speed || picture->heat != MAP_HEAT_NONE);
    const double column = has_column ? fmin(text * 16.0, width * 0.3) : 0.0;
    const struct map_box box = {margin, margin + text * 2.6,
                                width - margin - column - (has_column ? text : 0.0),
                                height - margin - text * 3.2};
    struct drawing *drawing = drawing_create(width, height);
    if (!drawing) {
        return NULL;
    }
    const struct map_view view = map_view_make(picture, box, text);
    drawing_set_title(drawing, picture->title);
    if (!draw_layers(drawing, &view, picture)) {
        drawing_free(drawing);
        return NULL;
    }
    drawing_text(drawing, margin, margin + text * 1.1,
                 &(struct drawing_text_style){.size = text * 1.5, .bold = true}, picture->title);
    put_text(drawing, &view, margin + drawing_text_width(picture->title, text * 1.5) + text,
             margin + text * 1.1, DRAWING_START, picture->subtitle);
    (void)draw_scale_bar(drawing, &view, margin, height - margin - text * 1.5);
    if (picture->level->is_there) {
        draw_height_bar(drawing, &view, width - margin, height - margin - text * 1.5);
    }
    if (picture->items) {
        draw_spot_legend(drawing, &view, picture->level, margin, height - margin, width - margin);
    }
    if (has_column) {
        draw_column((struct column){drawing, &view, width - margin - column, width - margin,
                                    box.top + text, box.bottom},
                    picture);
    }
    return drawing;
}
