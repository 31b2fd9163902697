/* Heat: how long players were at places, or how much they fought there, summed up on a grid,
 * smoothed, and drawn as areas of even heat with smooth edges. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/map/map_view.h"

enum { SIDE = 128 /* cells of the grid's longer side */, BLURS = 3 };

/* Seconds for which a player counts as being at a place, at most. */
#define STAY_MAX 0.5
/* Of the hottest cells, the part that are all in the last level: a camper would pale all else. */
#define TOP_PART 0.01

struct grid {
    int width, height;      /* cells; values are of their corners */
    double left, top, cell; /* user units */
    float *values, *work;
};

struct drawing_ink map_heat_ink(int number)
{
    static const struct drawing_ink steps[3] = {
        {0xf0b400, 0x7a3fd0, 0}, {0xe02d78, 0xee4f8f, 0}, {0x5a0a96, 0xffe46b, 0}};
    const int share = number * 510 / (MAP_HEAT_LEVELS - 1);
    const struct drawing_ink ink = share < 255
                                       ? drawing_mixed(steps[0], steps[1], (uint8_t)share)
                                       : drawing_mixed(steps[1], steps[2], (uint8_t)(share - 255));
    return drawing_faded(ink, (uint8_t)(80 + number * 70 / (MAP_HEAT_LEVELS - 1)));
}

static void add_weight(struct grid *grid, const struct map_view *view, const float at[2],
                       double weight)
{
    const double x = (map_x(view, (double)at[0]) - grid->left) / grid->cell;
    const double y = (map_y(view, (double)at[1]) - grid->top) / grid->cell;
    if (x >= 0.0 && y >= 0.0 && x < grid->width - 1 && y < grid->height - 1) {
        const int column = (int)x, row = (int)y;
        const double right = x - column, down = y - row;
        float *value = &grid->values[row * grid->width + column];
        value[0] += (float)(weight * (1.0 - right) * (1.0 - down));
        value[1] += (float)(weight * right * (1.0 - down));
        value[grid->width] += (float)(weight * (1.0 - right) * down);
        value[grid->width + 1] += (float)(weight * right * down);
    }
}

static void sum_up(struct grid *grid, const struct map_view *view, const struct map_record *record,
                   enum map_heat_of of)
{
    for (size_t i = 0; of == MAP_HEAT_FIGHTS && i < record->num_fights; i++) {
        add_weight(grid, view, record->fights[i].at, (double)record->fights[i].weight);
    }
    for (size_t i = 0; of == MAP_HEAT_POSITIONS && i < record->num_tracks; i++) {
        const struct map_track *track = &record->tracks[i];
        for (size_t k = 1; k < track->num_points; k++) {
            const struct map_point *from = &track->points[k - 1];
            const double stay = (double)(track->points[k].time - from->time);
            if (stay > 0.0 && !track->points[k].begins) {
                add_weight(grid, view, from->at, fmin(stay, STAY_MAX));
            }
        }
    }
}

/* Of each value the mean of it and its neighbours along one axis, weights 1 2 1. */
static void blur(struct grid *grid, int step, int count, int other_step, int other_count)
{
    for (int line = 0; line < other_count; line++) {
        const float *from = grid->values + line * other_step;
        float *to = grid->work + line * other_step;
        for (int i = 0; i < count; i++) {
            const float before = i > 0 ? from[(i - 1) * step] : 0.0f;
            const float after = i + 1 < count ? from[(i + 1) * step] : 0.0f;
            to[i * step] = 0.25f * before + 0.5f * from[i * step] + 0.25f * after;
        }
    }
    float *values = grid->values;
    grid->values = grid->work;
    grid->work = values;
}

static int compare_values(const void *a, const void *b)
{
    const float one = *(const float *)a, other = *(const float *)b;
    return (one > other) - (one < other);
}

/* The heat from which on all is in the last level; 0: there is none. */
static double find_top(struct grid *grid)
{
    const int count = grid->width * grid->height;
    int hot = 0;
    for (int i = 0; i < count; i++) {
        if (grid->values[i] > 0.0f) {
            grid->work[hot++] = grid->values[i];
        }
    }
    qsort(grid->work, (size_t)hot, sizeof(*grid->work), compare_values);
    return hot > 0 ? (double)grid->work[hot - 1 - (int)(hot * TOP_PART)] : 0.0;
}

/* --- areas ------------------------------------------------------------------------------------ */

/* The part of a cell that is as hot as `least`: its corners in order, and where its edges cross
 * that heat. All cells run the same way around. */
static void draw_cell(struct drawing *drawing, const struct grid *grid, int column, int row,
                      double least)
{
    static const int corners[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    for (int i = 0; i < 4; i++) {
        const int x = column + corners[i][0], y = row + corners[i][1];
        const int next_x = column + corners[i + 1][0], next_y = row + corners[i + 1][1];
        const double own = (double)grid->values[y * grid->width + x];
        const double next = (double)grid->values[next_y * grid->width + next_x];
        if (own >= least) {
            drawing_point(drawing, grid->left + x * grid->cell, grid->top + y * grid->cell);
        }
        if ((own >= least) != (next >= least)) {
            const double part = (least - own) / (next - own);
            drawing_point(drawing, grid->left + (x + (next_x - x) * part) * grid->cell,
                          grid->top + (y + (next_y - y) * part) * grid->cell);
        }
    }
}

static int count_hot(const struct grid *grid, int column, int row, double least)
{
    const float *value = &grid->values[row * grid->width + column];
    return ((double)value[0] >= least) + ((double)value[1] >= least) +
           ((double)value[grid->width] >= least) + ((double)value[grid->width + 1] >= least);
}

static void draw_area(struct drawing *drawing, const struct grid *grid, double least,
                      struct drawing_ink ink)
{
    drawing_polygon(drawing, &(struct drawing_style){.fill = ink, .joined = true});
    for (int row = 0; row + 1 < grid->height; row++) {
        for (int column = 0; column + 1 < grid->width; column++) {
            int end = column;
            while (end + 1 < grid->width && count_hot(grid, end, row, least) == 4) {
                end++;
            }
            drawing_next_ring(drawing);
            if (end > column) { /* whole cells in a row are one rectangle */
                const double left = grid->left + column * grid->cell;
                const double right = grid->left + end * grid->cell;
                const double top = grid->top + row * grid->cell;
                drawing_point(drawing, left, top);
                drawing_point(drawing, right, top);
                drawing_point(drawing, right, top + grid->cell);
                drawing_point(drawing, left, top + grid->cell);
                column = end - 1;
            } else if (count_hot(grid, column, row, least) > 0) {
                draw_cell(drawing, grid, column, row, least);
            }
        }
    }
}

bool map_draw_heat(struct drawing *drawing, const struct map_view *view,
                   const struct map_record *record, enum map_heat_of of)
{
    const double width = view->box.right - view->box.left;
    const double height = view->box.bottom - view->box.top;
    struct grid grid = {.left = view->box.left,
                        .top = view->box.top,
                        .cell = fmax(fmax(width, height), 1.0) / SIDE};
    grid.width = (int)(width / grid.cell) + 2;
    grid.height = (int)(height / grid.cell) + 2;
    float *memory = calloc(2 * (size_t)grid.width * (size_t)grid.height, sizeof(*memory));
    if (!memory) {
        return false;
    }
    grid.values = memory;
    grid.work = memory + grid.width * grid.height;
    sum_up(&grid, view, record, of);
    for (int i = 0; i < BLURS; i++) {
        blur(&grid, 1, grid.width, grid.width, grid.height);
        blur(&grid, grid.width, grid.height, 1, grid.width);
    }
    const double top = find_top(&grid);
    for (int i = 0; top > 0.0 && i < MAP_HEAT_LEVELS; i++) { /* even steps of the root of heat */
        const double part = (i + 0.5) / MAP_HEAT_LEVELS;
        draw_area(drawing, &grid, top * part * part, map_heat_ink(i));
    }
    free(memory);
    return true;
}
