#include "engine/drawing/drawing_cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum {
    SUB = 256,    /* parts of a pixel */
    SAMPLES = 16, /* lines of samples in a row of pixels */
    SAMPLE = SUB / SAMPLES,
    FULL = SAMPLES * SUB /* coverage of a whole pixel in cover.row */
};

/* Pixels outside the raster that a coordinate can be. */
#define FAR_AWAY 1000000.0

bool cover_init(struct cover *cover, uint32_t *pixels, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height;
    *cover = (struct cover){.pixels = pixels, .width = width, .height = height};
    cover->lines = calloc(count, 1);
    cover->row = calloc((size_t)width + 2, sizeof(*cover->row));
    cover->row_edges = malloc((size_t)height * sizeof(*cover->row_edges));
    cover->failed = !cover->lines || !cover->row || !cover->row_edges;
    for (int y = 0; !cover->failed && y < height; y++) {
        cover->row_edges[y] = COVER_NONE;
    }
    cover->left = width;
    cover->top = height;
    return !cover->failed;
}

void cover_free(struct cover *cover)
{
    free(cover->lines);
    free(cover->row);
    free(cover->row_edges);
    free(cover->edges);
    free(cover->active);
    *cover = (struct cover){.failed = true};
}

/* The colour's share of a pixel, alpha 0..255, in each channel. */
static uint32_t blend_pixel(uint32_t below, uint32_t color, uint32_t alpha)
{
    uint32_t blended = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t from = below >> shift & 255u, to = color >> shift & 255u;
        blended |= (from * (255u - alpha) + to * alpha + 127u) / 255u << shift;
    }
    return blended;
}

void cover_blend(struct cover *cover, int x, int y, uint32_t color, uint32_t alpha)
{
    if (alpha > 0 && x >= 0 && x < cover->width && y >= 0 && y < cover->height) {
        uint32_t *pixel = &cover->pixels[(size_t)y * (size_t)cover->width + (size_t)x];
        *pixel = blend_pixel(*pixel, color, alpha);
    }
}

/* --- areas ------------------------------------------------------------------------------------ */

static int32_t to_sub(double pixels)
{
    const double limited = pixels > FAR_AWAY ? FAR_AWAY : pixels < -FAR_AWAY ? -FAR_AWAY : pixels;
    return (int32_t)floor(limited * SUB + 0.5);
}

void cover_edge_add(struct cover *cover, double x0, double y0, double x1, double y1)
{
    struct cover_edge edge = {to_sub(x0), to_sub(y0), to_sub(x1), to_sub(y1), 1, COVER_NONE};
    if (edge.y0 > edge.y1) {
        edge = (struct cover_edge){edge.x1, edge.y1, edge.x0, edge.y0, -1, COVER_NONE};
    }
    if (cover->failed || edge.y0 == edge.y1 || edge.y1 <= 0 || edge.y0 >= cover->height * SUB) {
        return;
    }
    if (array_reserve(&cover->edges, &cover->edge_capacity, cover->num_edges + 1,
                      sizeof(*cover->edges)) < 0) {
        cover->failed = true;
        return;
    }
    size_t *first = &cover->row_edges[edge.y0 > 0 ? edge.y0 / SUB : 0];
    edge.next = *first;
    *first = cover->num_edges;
    cover->edges[cover->num_edges++] = edge;
}

/* Adds the part of each pixel between two places of a line of samples. cover->row has differences:
 * a pixel's coverage is the sum of those up to it. */
static void cover_span(struct cover *cover, int64_t from, int64_t to)
{
    const int64_t end = (int64_t)cover->width * SUB;
    from = from < 0 ? 0 : from > end ? end : from;
    to = to < 0 ? 0 : to > end ? end : to;
    if (from < to) {
        const int32_t first = (int32_t)(from / SUB), last = (int32_t)(to / SUB);
        const int32_t before = (int32_t)(from % SUB), into = (int32_t)(to % SUB);
        cover->row[first] += SUB - before;
        cover->row[first + 1] += before;
        cover->row[last] -= SUB - into;
        cover->row[last + 1] -= into;
    }
}

/* Moves the crossings to a line of samples; they stay in order from line to line, nearly. Returns
 * how many are left. */
static size_t move_crossings(struct cover *cover, size_t count, int32_t y)
{
    struct cover_crossing *active = cover->active;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cover_edge *edge = &cover->edges[active[i].edge];
        if (edge->y1 > y) {
            struct cover_crossing moved = {active[i].edge,
                                           edge->x0 + ((int64_t)edge->x1 - edge->x0) *
                                                          ((int64_t)y - edge->y0) /
                                                          ((int64_t)edge->y1 - edge->y0)};
            size_t at = kept++;
            while (at > 0 && active[at - 1].x > moved.x) {
                active[at] = active[at - 1];
                at--;
            }
            active[at] = moved;
        }
    }
    return kept;
}

/* Those of the crossings that lie on the line: an edge may begin further down in this row. */
static void fill_samples(struct cover *cover, size_t count, int32_t y, bool joined)
{
    int64_t from = 0;
    int64_t turns = 0; /* 0: outside */
    for (size_t i = 0; i < count; i++) {
        const struct cover_edge *edge = &cover->edges[cover->active[i].edge];
        if (edge->y0 > y) {
            continue;
        }
        const bool was_inside = turns != 0;
        turns = joined ? turns + edge->turn : !was_inside;
        if (!was_inside && turns != 0) {
            from = cover->active[i].x;
        } else if (was_inside && turns == 0) {
            cover_span(cover, from, cover->active[i].x);
        }
    }
}

static void blend_row(struct cover *cover, int y, uint32_t color, uint8_t opacity)
{
    int32_t sum = 0;
    for (int x = 0; x < cover->width; x++) {
        sum += cover->row[x];
        cover->row[x] = 0;
        if (sum > 0) {
            const uint32_t covered = ((uint32_t)sum * opacity + FULL / 2) / FULL;
            cover_blend(cover, x, y, color, covered < 255 ? covered : 255);
        }
    }
    cover->row[cover->width] = cover->row[cover->width + 1] = 0;
}

void cover_fill(struct cover *cover, bool joined, uint32_t color, uint8_t opacity)
{
    size_t count = 0, begun = 0;
    if (cover->failed || cover->num_edges == 0) {
        return;
    }
    if (array_reserve(&cover->active, &cover->active_capacity, cover->num_edges,
                      sizeof(*cover->active)) < 0) {
        cover->failed = true;
        return;
    }
    for (int y = 0; y < cover->height && (begun < cover->num_edges || count > 0); y++) {
        for (size_t i = cover->row_edges[y]; i != COVER_NONE; i = cover->edges[i].next) {
            cover->active[count++] = (struct cover_crossing){i, 0};
            begun++;
        }
        cover->row_edges[y] = COVER_NONE;
        if (count > 0) {
            for (int i = 0; i < SAMPLES; i++) {
                const int32_t at = y * SUB + i * SAMPLE + SAMPLE / 2;
                count = move_crossings(cover, count, at);
                fill_samples(cover, count, at, joined);
            }
            blend_row(cover, y, color, opacity);
        }
    }
    cover->num_edges = 0;
}

/* --- lines ------------------------------------------------------------------------------------ */

static int to_pixel(double at, int end)
{
    return at > 0.0 ? at < (double)end ? (int)at : end : 0;
}

struct line {
    double x, y;   /* one end */
    double dx, dy; /* to the other */
    double square; /* of the length */
};

/* Coverage of the pixel, if the line is 2 * half wide. */
static uint8_t measure_line(const struct line *line, double half, int x, int y)
{
    const double px = x + 0.5 - line->x, py = y + 0.5 - line->y;
    double along = line->square > 0.0 ? (px * line->dx + py * line->dy) / line->square : 0.0;
    along = along > 1.0 ? 1.0 : along > 0.0 ? along : 0.0;
    const double ax = px - along * line->dx, ay = py - along * line->dy;
    const double covered = half + 0.5 - sqrt(ax * ax + ay * ay);
    return (uint8_t)((covered > 1.0 ? 1.0 : covered > 0.0 ? covered : 0.0) * 255.0 + 0.5);
}

/* The pixels of a row that the line may cover. */
static void find_row_ends(const struct line *line, double reach, int y, int width, int ends[2])
{
    double low = fmin(line->x, line->x + line->dx) - reach;
    double high = fmax(line->x, line->x + line->dx) + reach;
    if (fabs(line->dy) > 1e-6) {
        const double middle = line->x + (y + 0.5 - line->y) * line->dx / line->dy;
        const double aside = reach * sqrt(line->square) / fabs(line->dy);
        low = fmax(low, middle - aside);
        high = fmin(high, middle + aside);
    }
    ends[0] = to_pixel(low, width);
    ends[1] = to_pixel(high + 1.0, width);
}

void cover_line_add(struct cover *cover, double x0, double y0, double x1, double y1, double half)
{
    const double thin = half < 0.5 ? half * 2.0 : 1.0; /* a pixel's breadth at least, but paler */
    const double used = half < 0.5 ? 0.5 : half, reach = used + 1.0;
    const struct line line = {x0, y0, x1 - x0, y1 - y0,
                              (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)};
    if (cover->failed) {
        return;
    }
    const int top = to_pixel(fmin(y0, y1) - reach, cover->height);
    const int bottom = to_pixel(fmax(y0, y1) + reach + 1.0, cover->height);
    for (int y = top; y < bottom; y++) {
        int ends[2];
        find_row_ends(&line, reach, y, cover->width, ends);
        uint8_t *row = cover->lines + (size_t)y * (size_t)cover->width;
        for (int x = ends[0]; x < ends[1]; x++) {
            const uint8_t covered = (uint8_t)(measure_line(&line, used, x, y) * thin + 0.5);
            row[x] = covered > row[x] ? covered : row[x];
        }
        if (ends[0] < ends[1]) {
            cover->left = ends[0] < cover->left ? ends[0] : cover->left;
            cover->right = ends[1] > cover->right ? ends[1] : cover->right;
            cover->top = y < cover->top ? y : cover->top;
            cover->bottom = y + 1 > cover->bottom ? y + 1 : cover->bottom;
        }
    }
}

void cover_draw_lines(struct cover *cover, uint32_t color, uint8_t opacity)
{
    for (int y = cover->top; !cover->failed && y < cover->bottom; y++) {
        uint8_t *row = cover->lines + (size_t)y * (size_t)cover->width;
        for (int x = cover->left; x < cover->right; x++) {
            cover_blend(cover, x, y, color, (row[x] * (uint32_t)opacity + 127u) / 255u);
        }
        memset(row + cover->left, 0, (size_t)(cover->right - cover->left));
    }
    cover->left = cover->width;
    cover->top = cover->height;
    cover->right = cover->bottom = 0;
}
