/* Paths, speeds and deaths over a level. */
#include <math.h>

#include "engine/map/map_view.h"

/* Corners of a path that are nearer to one another, user units, are not drawn one by one. */
#define LEAST_STEP 0.6

const int map_speed_edges[MAP_SPEED_BANDS] = {0, 100, 200, 320, 400, 500, 650, 800};

struct drawing_ink map_speed_ink(int band)
{
    static const struct drawing_ink inks[MAP_SPEED_BANDS] = {
        {0x6b2fb3, 0x8f7bff, 255}, {0x3b4cc0, 0x6f9bff, 255}, {0x1f7fc4, 0x4fc1ff, 255},
        {0x0f8f86, 0x3fd9c0, 255}, {0x3a8f1e, 0x8be04a, 255}, {0x9a8400, 0xe6d83a, 255},
        {0xc75b00, 0xffa53a, 255}, {0xc21f1f, 0xff6a5a, 255},
    };
    return inks[band];
}

static int find_band(double speed)
{
    int band = MAP_SPEED_BANDS - 1;
    while (band > 0 && speed < map_speed_edges[band]) {
        band--;
    }
    return band;
}

/* A line that is being drawn, without the corners that nobody sees. */
struct line {
    struct drawing *drawing;
    double x, y; /* the last corner that was drawn */
    double ahead_x, ahead_y;
    bool has_ahead; /* a corner that was left out may be the last one */
};

static void begin_line(struct line *line, double x, double y)
{
    drawing_next_ring(line->drawing);
    drawing_point(line->drawing, x, y);
    line->x = x;
    line->y = y;
    line->has_ahead = false;
}

static void go_to(struct line *line, double x, double y)
{
    line->has_ahead = fabs(x - line->x) < LEAST_STEP && fabs(y - line->y) < LEAST_STEP;
    if (line->has_ahead) {
        line->ahead_x = x;
        line->ahead_y = y;
        return;
    }
    drawing_point(line->drawing, x, y);
    line->x = x;
    line->y = y;
}

static void end_line(struct line *line)
{
    if (line->has_ahead) {
        drawing_point(line->drawing, line->ahead_x, line->ahead_y);
        line->has_ahead = false;
    }
}

/* The pieces of a path in one band; band -1: all of it. */
static void draw_pieces(struct drawing *drawing, const struct map_view *view,
                        const struct map_track *track, int band)
{
    struct line line = {.drawing = drawing};
    bool drawn = false;
    for (size_t i = 1; i < track->num_points; i++) {
        const struct map_point *from = &track->points[i - 1], *to = &track->points[i];
        if (to->begins || (band >= 0 && find_band((double)to->speed) != band)) {
            if (drawn) {
                end_line(&line);
            }
            drawn = false;
            continue;
        }
        if (!drawn) {
            begin_line(&line, map_x(view, (double)from->at[0]), map_y(view, (double)from->at[1]));
            drawn = true;
        }
        go_to(&line, map_x(view, (double)to->at[0]), map_y(view, (double)to->at[1]));
    }
    if (drawn) {
        end_line(&line);
    }
}

void map_draw_paths(struct drawing *drawing, const struct map_view *view,
                    const struct map_record *record)
{
    for (size_t i = 0; i < record->num_tracks; i++) {
        const struct map_track *track = &record->tracks[i];
        drawing_polyline(drawing, &(struct drawing_style){
                                      .stroke = drawing_faded(drawing_series((uint32_t)i), 200),
                                      .width = view->text * 0.11,
                                      .title = track->name});
        draw_pieces(drawing, view, track, -1);
    }
}

void map_draw_speeds(struct drawing *drawing, const struct map_view *view,
                     const struct map_record *record)
{
    for (int band = 0; band < MAP_SPEED_BANDS; band++) {
        for (size_t i = 0; i < record->num_tracks; i++) {
            drawing_polyline(drawing, &(struct drawing_style){.stroke = map_speed_ink(band),
                                                              .width = view->text * 0.15});
            draw_pieces(drawing, view, &record->tracks[i], band);
        }
    }
}

static struct drawing_ink find_ink(int32_t track)
{
    return track >= 0 ? drawing_series((uint32_t)track) : drawing_role(DRAWING_FAINT);
}

void map_draw_deaths(struct drawing *drawing, const struct map_view *view,
                     const struct map_record *record)
{
    const double text = view->text;
    for (size_t i = 0; i < record->num_deaths; i++) {
        const struct map_death *death = &record->deaths[i];
        if (death->has_victim && death->has_killer) {
            drawing_line(
                drawing, map_x(view, (double)death->from[0]), map_y(view, (double)death->from[1]),
                map_x(view, (double)death->at[0]), map_y(view, (double)death->at[1]),
                &(struct drawing_style){.stroke = drawing_faded(find_ink(death->killer), 150),
                                        .width = text * 0.07,
                                        .title = death->text});
        }
    }
    for (size_t i = 0; i < record->num_deaths; i++) {
        const struct map_death *death = &record->deaths[i];
        if (death->has_killer) {
            drawing_circle(
                drawing, map_x(view, (double)death->from[0]), map_y(view, (double)death->from[1]),
                text * 0.16,
                &(struct drawing_style){.fill = find_ink(death->killer), .title = death->text});
        }
        if (death->has_victim) {
            drawing_mark(drawing, DRAWING_CROSS, map_x(view, (double)death->at[0]),
                         map_y(view, (double)death->at[1]), text * 0.34,
                         &(struct drawing_style){.stroke = find_ink(death->victim),
                                                 .width = text * 0.14,
                                                 .title = death->text});
        }
    }
}
