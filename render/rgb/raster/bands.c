/* Drawing of a band of rows: which pixels triangles cover, which of them are seen, their colours.
 *
 * Solid triangles first leave just depth and name at each pixel; then each pixel is shaded once,
 * by the triangle that is seen there. The others follow one by one. */
#include <string.h>

#include "render/rgb/raster/raster_internal.h"
#include "render/rgb/raster/rectangles.h"
#include "render/rgb/raster/texture_borders.h"

enum { PIXEL = 256, CENTRE = PIXEL / 2, MAX_BLOCKS = 16384 / RGB_BLOCK_WIDTH };

struct band {
    const struct raster *raster;
    int first, last; /* rows: from, to before */
    int blocks;      /* side by side */
    int32_t *depths;
    uint32_t *ids;
    int32_t left[RASTER_BAND_HEIGHT], right[RASTER_BAND_HEIGHT]; /* the current triangle's edges */
};

/* --- coverage ------------------------------------------------------------------------------------
 */

/* The first row (or column) whose centre is not before a place. */
static int32_t centre_from(int32_t place)
{
    return (place + CENTRE - 1) >> 8;
}

/* For each row whose centre is in [upper, lower): the first column whose centre is not left of the
 * edge, 0..width. Exact, so that both neighbours of an edge get the same columns, wherever the band
 * begins: a column is an integer of up to 47 bits over one of up to 31, rounded down. Half a unit
 * is added above the line, so that the rounding error of doubles (2^-39 for columns of the picture)
 * never reaches the next integer. */
static void trace_edge(const struct band *band, const int32_t upper[2], const int32_t lower[2],
                       int32_t *columns)
{
    int32_t row = centre_from(upper[1]), end = centre_from(lower[1]);
    row = row > band->first ? row : band->first;
    end = end < band->last ? end : band->last;
    if (row >= end) {
        return;
    }
    columns += row - band->first;
    const int64_t width = (int64_t)lower[0] - upper[0], height = (int64_t)lower[1] - upper[1];
    const int64_t unit = PIXEL * height;
    const int64_t place = (upper[0] - CENTRE) * height +
                          ((int64_t)row * PIXEL + CENTRE - upper[1]) * width + unit - 1;
    const double first = (double)place + 0.5, step = (double)(PIXEL * width);
    const struct rgb_edge edge = {first, step, 1.0 / (double)unit, band->raster->width};
    band->raster->kernels->trace(&edge, end - row, columns);
}

/* The columns a triangle covers: left[], right[] in the rows from *first to *last. A row more at
 * either end, where pairs of rows need it, covers none. */
static void trace_triangle(struct band *band, const struct rgb_triangle *triangle, int *first,
                           int *last)
{
    const uint32_t count = triangle->num_points;
    int32_t top = triangle->points[0][1], bottom = top;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *from = triangle->points[i];
        const int32_t *to = triangle->points[i + 1 < count ? i + 1 : 0];
        top = from[1] < top ? from[1] : top;
        bottom = from[1] > bottom ? from[1] : bottom;
        if (to[1] > from[1]) { /* clockwise: down on the right */
            trace_edge(band, from, to, band->right);
        } else if (to[1] < from[1]) {
            trace_edge(band, to, from, band->left);
        }
    }
    *first = centre_from(top);
    *first = *first > band->first ? *first : band->first;
    *last = centre_from(bottom);
    *last = *last < band->last ? *last : band->last;
    if (*first >= *last) {
        return;
    }
    const int above = (*first & ~1) - band->first, below = ((*last - 1) | 1) - band->first;
    if (*first & 1) {
        band->left[above] = INT32_MAX;
        band->right[above] = 0;
    }
    if (*last & 1) {
        band->left[below] = INT32_MAX;
        band->right[below] = 0;
    }
}

/* The spans of rows y and y + 1, columns from `least` to before `most`, and the blocks they touch.
 */
static struct rgb_run run_of_rows(const struct band *band, int y, int first, int last,
                                  int32_t least, int32_t most, struct rgb_spans *spans)
{
    int32_t left = INT32_MAX, right = 0;
    for (int i = 0; i < RGB_BLOCK_HEIGHT; i++) {
        spans->left[i] = spans->right[i] = 0;
        if (y + i >= first && y + i < last) {
            const int32_t from = band->left[y + i - band->first];
            const int32_t to = band->right[y + i - band->first];
            spans->left[i] = from > least ? from : least;
            spans->right[i] = to < most ? to : most;
        }
        if (spans->left[i] < spans->right[i]) {
            left = spans->left[i] < left ? spans->left[i] : left;
            right = spans->right[i] > right ? spans->right[i] : right;
        } else {
            spans->left[i] = spans->right[i] = 0;
        }
    }
    if (left >= right) {
        return (struct rgb_run){0, y, 0};
    }
    left &= ~(RGB_BLOCK_WIDTH - 1);
    return (struct rgb_run){left, y, (right - left + RGB_BLOCK_WIDTH - 1) / RGB_BLOCK_WIDTH};
}

/* Index of a block's first pixel in band->depths and band->ids. */
static size_t block_place(const struct band *band, int32_t x, int32_t y)
{
    const size_t pair = (size_t)(y - band->first) / RGB_BLOCK_HEIGHT;
    return (pair * (size_t)band->blocks + (size_t)x / RGB_BLOCK_WIDTH) * RGB_BLOCK;
}

/* --- what hides ----------------------------------------------------------------------------------
 */

static void fill_triangle(struct band *band, uint32_t name, uint32_t id)
{
    const struct rgb_triangle *triangle = raster_triangle_at(band->raster, name);
    int first, last;
    trace_triangle(band, triangle, &first, &last);
    const int32_t y = first & ~1, from = y - band->first;
    const struct rgb_rows rows = {y, last - y, band->blocks, band->left + from, band->right + from};
    const size_t place = block_place(band, 0, y);
    band->raster->kernels->fill(triangle, &rows, band->depths + place, band->ids + place, id);
}

/* Where a sky window is seen, the triangle is seen in it. */
static void fill_windows(struct band *band, uint32_t name)
{
    int first, last;
    trace_triangle(band, raster_triangle_at(band->raster, name), &first, &last);
    for (int y = first; y < last; y++) {
        const int32_t right = band->right[y - band->first];
        for (int32_t x = band->left[y - band->first]; x < right;) {
            const int32_t block = x & ~(RGB_BLOCK_WIDTH - 1);
            const int32_t end = right < block + RGB_BLOCK_WIDTH ? right : block + RGB_BLOCK_WIDTH;
            uint32_t *ids =
                band->ids + block_place(band, block, y & ~1) + (size_t)(y & 1) * RGB_BLOCK_WIDTH;
            for (; x < end; x++) {
                ids[x - block] = ids[x - block] == RASTER_WINDOW_ID ? name : ids[x - block];
            }
        }
    }
}

static void shade_nothing(uint32_t *pixels, size_t pitch, const uint8_t *masks, int blocks,
                          uint32_t color)
{
    for (int n = 0; n < blocks * RGB_BLOCK; n++) {
        const int block = n / RGB_BLOCK, i = n % RGB_BLOCK;
        if (masks[block] >> i & 1) {
            pixels[(size_t)(i / RGB_BLOCK_WIDTH) * pitch +
                   (size_t)(block * RGB_BLOCK_WIDTH + i % RGB_BLOCK_WIDTH)] = color;
        }
    }
}

static int first_bit(unsigned mask)
{
    int bit = 0;
    while ((mask >> bit & 1) == 0) {
        bit++;
    }
    return bit;
}

/* Shades a pair of rows: each name from where it is met to where it ends. */
static void shade_rows(const struct band *band, int y)
{
    const struct raster *raster = band->raster;
    const struct rgb_kernels *kernels = raster->kernels;
    const uint32_t *ids = band->ids + block_place(band, 0, y);
    uint32_t *pixels = raster->pixels + (size_t)y * raster->pitch;
    uint8_t done[MAX_BLOCKS], masks[MAX_BLOCKS];
    memset(done, 0, raster->pitch / RGB_BLOCK_WIDTH);
    for (int block = 0; block < band->blocks;) {
        if (done[block] == 255) {
            block++;
            continue;
        }
        const uint32_t name = ids[block * RGB_BLOCK + first_bit(255u & ~done[block])];
        const int count =
            kernels->pick(ids + block * RGB_BLOCK, band->blocks - block, name, masks, done + block);
        uint32_t *there = pixels + block * RGB_BLOCK_WIDTH;
        if (name == 0 || name == RASTER_WINDOW_ID) {
            shade_nothing(there, raster->pitch, masks, count, raster->clear);
            continue;
        }
        const struct rgb_triangle *triangle = raster_triangle_at(raster, name);
        const struct rgb_batch *batch = raster_batch_at(raster, triangle->batch);
        const struct rgb_run run = {block * RGB_BLOCK_WIDTH, y, count};
        rgb_kernels_shade(kernels, batch)(batch, triangle, run, masks, there,
                                          (ptrdiff_t)raster->pitch, NULL);
    }
}

/* --- the rest ------------------------------------------------------------------------------------
 */

/* Columns [left, right) of a row in blocks; whole ones at once. */
static void forget_row(int32_t *row, int left, int right)
{
    for (int x = left; x < right;) {
        int32_t *block = row + (size_t)(x / RGB_BLOCK_WIDTH) * RGB_BLOCK;
        if (x % RGB_BLOCK_WIDTH == 0 && right - x >= RGB_BLOCK_WIDTH) {
            for (int i = 0; i < RGB_BLOCK_WIDTH; i++) {
                block[i] = RGB_FAR;
            }
            x += RGB_BLOCK_WIDTH;
        } else {
            block[x % RGB_BLOCK_WIDTH] = RGB_FAR;
            x++;
        }
    }
}

/* Depths in a part of the picture are the farthest again. */
static void forget_depths(struct band *band, const struct rgb_bounds *part)
{
    const int first = part->top > band->first ? part->top : band->first;
    const int last = part->bottom < band->last ? part->bottom : band->last;
    for (int y = first; y < last; y++) {
        int32_t *row = band->depths + block_place(band, 0, y) +
                       (size_t)((y - band->first) % RGB_BLOCK_HEIGHT * RGB_BLOCK_WIDTH);
        forget_row(row, part->left, part->right);
    }
}

/* The triangle as traced, rows y and y + 1, columns from `left` to before `right`. */
static void draw_rows(const struct band *band, const struct rgb_triangle *triangle,
                      const struct rgb_batch *batch, int y, const int ends[2], int32_t left,
                      int32_t right)
{
    const struct raster *raster = band->raster;
    uint8_t masks[MAX_BLOCKS];
    struct rgb_spans spans;
    const struct rgb_run run = run_of_rows(band, y, ends[0], ends[1], left, right, &spans);
    if (run.blocks == 0) {
        return;
    }
    int32_t *depths = band->depths + block_place(band, run.x, y);
    if (raster->kernels->cover(triangle, &spans, run, depths, !batch->test_only, masks) != 0) {
        rgb_kernels_shade(raster->kernels, batch)(
            batch, triangle, run, masks, raster->pixels + (size_t)y * raster->pitch + (size_t)run.x,
            (ptrdiff_t)raster->pitch, depths);
    }
}

/* Rows that show the texture's border and its interior. */
static void draw_bordered_rows(const struct band *band, const struct rgb_triangle *triangle,
                               const struct rgb_batch *batch, const struct raster_inner *inner,
                               int y, const int ends[2])
{
    const struct rgb_bounds *part = &batch->part;
    int32_t least, most;
    raster_inner_columns(inner, y, part->left, part->right, &least, &most);
    draw_rows(band, triangle, batch, y, ends, least, most);
    if (batch->border != 0) {
        const struct rgb_batch *border = raster_batch_at(band->raster, batch->border);
        draw_rows(band, triangle, border, y, ends, part->left, least);
        draw_rows(band, triangle, border, y, ends, most, part->right);
    }
}

static void draw_2d(const struct band *band, const struct rgb_triangle *triangle,
                    const struct rgb_batch *batch)
{
    const struct raster *raster = band->raster;
    const struct rgb_bounds *part = &batch->part;
    struct rgb_bounds bounds = raster_flat_bounds(triangle);
    bounds.left = bounds.left > part->left ? bounds.left : part->left;
    bounds.right = bounds.right < part->right ? bounds.right : part->right;
    const int top = part->top > band->first ? part->top : band->first;
    const int bottom = part->bottom < band->last ? part->bottom : band->last;
    bounds.top = bounds.top > top ? bounds.top : top;
    bounds.bottom = bounds.bottom < bottom ? bounds.bottom : bottom;
    if (bounds.left < bounds.right && bounds.top < bounds.bottom) {
        uint32_t *pixels =
            raster->pixels + (size_t)bounds.top * raster->pitch + (size_t)bounds.left;
        raster->kernels->shade_flat(batch, triangle, bounds, pixels, (ptrdiff_t)raster->pitch);
    }
}

static void draw_triangle(struct band *band, uint32_t name)
{
    const struct raster *raster = band->raster;
    const struct rgb_triangle *triangle = raster_triangle_at(raster, name);
    const struct rgb_batch *batch = raster_batch_at(raster, triangle->batch);
    const struct rgb_bounds *part = &batch->part;
    if (batch->num_passes == 0) {
        forget_depths(band, part);
        return;
    }
    if (triangle->flat) {
        draw_2d(band, triangle, batch);
        return;
    }
    struct raster_inner inner;
    int ends[2];
    trace_triangle(band, triangle, &ends[0], &ends[1]);
    ends[0] = ends[0] > part->top ? ends[0] : part->top;
    ends[1] = ends[1] < part->bottom ? ends[1] : part->bottom;
    if (batch->bordered && ends[0] < ends[1]) {
        raster_inner_set(&inner, triangle, &batch->passes[0]);
    }
    for (int y = ends[0] & ~1; y < ends[1]; y += RGB_BLOCK_HEIGHT) {
        if (batch->bordered) {
            draw_bordered_rows(band, triangle, batch, &inner, y, ends);
        } else {
            draw_rows(band, triangle, batch, y, ends, part->left, part->right);
        }
    }
}

/* --- the band ------------------------------------------------------------------------------------
 */

/* Fills the solid lists of all queues up to the first one with blending. */
static void fill_solid(struct band *band, int job)
{
    for (int n = 0; n < RASTER_QUEUES; n++) {
        const struct raster_queue *queue = &band->raster->queues[n];
        const struct raster_list *solid = &queue->bands[job].solid;
        const struct raster_list *windows = &queue->bands[job].windows;
        for (size_t i = 0; i < solid->count; i++) {
            fill_triangle(band, solid->items[i], solid->items[i]);
        }
        for (size_t i = 0; i < windows->count; i++) {
            fill_triangle(band, windows->items[i], RASTER_WINDOW_ID);
        }
        if (queue->mixing) {
            break;
        }
    }
    for (int n = 0; n < RASTER_QUEUES; n++) {
        const struct raster_list *sky = &band->raster->queues[n].bands[job].sky;
        for (size_t i = 0; i < sky->count; i++) {
            fill_windows(band, sky->items[i]);
        }
    }
}

/* All that was not filled, in the order of drawing. */
static void draw_rest(struct band *band, int job)
{
    bool mixing = false; /* in a queue before */
    for (int n = 0; n < RASTER_QUEUES; n++) {
        const struct raster_queue *queue = &band->raster->queues[n];
        const struct raster_list *rest = &queue->bands[job].rest;
        const struct raster_list *solid = &queue->bands[job].solid;
        size_t next = mixing ? 0 : solid->count;
        for (size_t i = 0; i < rest->count; i++) {
            for (; next < solid->count && solid->items[next] < rest->items[i]; next++) {
                draw_triangle(band, solid->items[next]);
            }
            draw_triangle(band, rest->items[i]);
        }
        for (; next < solid->count; next++) {
            draw_triangle(band, solid->items[next]);
        }
        mixing = mixing || queue->mixing;
    }
}

static void forget_all_depths(struct band *band)
{
    for (size_t i = 0; i < band->raster->scratch_size; i++) {
        band->depths[i] = RGB_FAR;
    }
}

/* Instead of solid triangles there is a picture. */
static void draw_ground(struct band *band)
{
    const struct raster *raster = band->raster;
    if (raster_has_batches(raster, band->first)) {
        uint32_t *pixels = raster->pixels + (size_t)band->first * raster->pitch;
        forget_all_depths(band);
        raster->ground(raster->context, pixels, raster->pitch, band->first, band->last);
    }
}

void raster_draw_band(void *context, int job)
{
    struct raster *raster = context;
    const int scratch = slots_take(&raster->scratches, RASTER_SCRATCHES);
    const size_t size = raster->scratch_size;
    struct band band = {
        .raster = raster,
        .first = job * RASTER_BAND_HEIGHT,
        .last = (job + 1) * RASTER_BAND_HEIGHT,
        .blocks = (int)(raster->pitch / RGB_BLOCK_WIDTH),
        .depths = raster->depths + (size_t)scratch * size,
        .ids = raster->ids + (size_t)scratch * size,
    };
    band.last = band.last < raster->height ? band.last : raster->height;
    uint64_t at = render_profile_now(raster->profile);
    if (raster->ground != NULL) {
        draw_ground(&band);
        at = render_profile_add(raster->profile, RENDER_WARP, at);
    } else {
        forget_all_depths(&band);
        memset(band.ids, 0, size * sizeof *band.ids);
        fill_solid(&band, job);
        at = render_profile_add(raster->profile, RENDER_DEPTH, at);
        for (int y = band.first; y < band.last; y += RGB_BLOCK_HEIGHT) {
            shade_rows(&band, y);
        }
        at = render_profile_add(raster->profile, RENDER_SHADE, at);
    }
    draw_rest(&band, job);
    at = render_profile_add(raster->profile, RENDER_MIXED, at);
    if (raster->rows != NULL) {
        raster->rows(raster->context, band.first, band.last);
        render_profile_add(raster->profile, RENDER_EXPAND, at);
    }
    slots_give_back(&raster->scratches, scratch);
}
