#include "assets/overview/level_map.h"

#include <math.h>
#include <stdlib.h>

/* A floor that drops by more has an edge. */
#define STEP 24.0f
/* Empty pixels around the floors, each side. */
enum { MARGIN = 2 };
/* Pixels that are filled at most: a thousand times the largest picture. */
enum { MOST_WORK = 1 << 28 };

#define NO_FLOOR (-INFINITY)

struct drawing {
    struct level_map *map;
    float *heights; /* of the highest floor in each pixel; NO_FLOOR */
    int64_t work;   /* pixels that may still be filled */
};

struct bounds {
    float mins[2], maxs[2];
    bool any;
};

static void add_bounds(struct bounds *bounds, float (*points)[3], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            const float at = points[i][k];
            bounds->mins[k] = bounds->any ? fminf(bounds->mins[k], at) : at;
            bounds->maxs[k] = bounds->any ? fmaxf(bounds->maxs[k], at) : at;
        }
        bounds->any = true;
    }
}

/* The floors in the middle of the picture, as large as fits. */
static void place_map(struct level_map *map, const struct bounds *bounds)
{
    const float width = bounds->maxs[0] - bounds->mins[0],
                height = bounds->maxs[1] - bounds->mins[1];
    const float size = fmaxf(fmaxf(width, height), 1.0f);
    map->unit = size / (float)(map->side - 2 * MARGIN);
    map->left = 0.5f * (bounds->mins[0] + bounds->maxs[0]) - 0.5f * map->unit * (float)map->side;
    map->top = 0.5f * (bounds->mins[1] + bounds->maxs[1]) + 0.5f * map->unit * (float)map->side;
}

/* z = plane[0] + plane[1] * x + plane[2] * y, by the sum over the edges (Newell). False: upright or
 * nothing. */
static bool find_plane(float (*points)[3], uint32_t count, float plane[3])
{
    double normal[3] = {0.0, 0.0, 0.0}, middle[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; i++) {
        const float *a = points[i], *b = points[(i + 1) % count];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += ((double)a[u] - (double)b[u]) * ((double)a[v] + (double)b[v]);
            middle[k] += (double)a[k] / count;
        }
    }
    if (!(fabs(normal[2]) > 1e-6)) {
        return false;
    }
    plane[1] = (float)(-normal[0] / normal[2]);
    plane[2] = (float)(-normal[1] / normal[2]);
    plane[0] = (float)(middle[2] - (double)plane[1] * middle[0] - (double)plane[2] * middle[1]);
    return true;
}

/* x where the floor's outline crosses a row: the least and the greatest. */
static bool cross_row(float (*points)[3], uint32_t count, float y, float ends[2])
{
    ends[0] = INFINITY;
    ends[1] = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const float *a = points[i], *b = points[(i + 1) % count];
        if ((a[1] <= y) != (b[1] <= y)) {
            const float x = a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
            ends[0] = fminf(ends[0], x);
            ends[1] = fmaxf(ends[1], x);
        }
    }
    return ends[0] <= ends[1];
}

static int32_t clamp_pixel(float pixel, int32_t side)
{
    return pixel > 0.0f ? (pixel < (float)side ? (int32_t)pixel : side) : 0;
}

static void fill_floor(struct drawing *d, float (*points)[3], uint32_t count)
{
    const struct level_map *map = d->map;
    struct bounds bounds = {.any = false};
    float plane[3];
    if (!find_plane(points, count, plane)) {
        return;
    }
    add_bounds(&bounds, points, count);
    const int32_t first = clamp_pixel((map->top - bounds.maxs[1]) / map->unit, map->side);
    const int32_t end = clamp_pixel((map->top - bounds.mins[1]) / map->unit + 1.0f, map->side);
    d->work -= end - first;
    for (int32_t row = first; row < end; row++) {
        const float y = map->top - ((float)row + 0.5f) * map->unit;
        float ends[2];
        if (!cross_row(points, count, y, ends)) {
            continue;
        }
        const int32_t from = clamp_pixel((ends[0] - map->left) / map->unit + 0.5f, map->side);
        const int32_t to = clamp_pixel((ends[1] - map->left) / map->unit + 0.5f, map->side);
        for (int32_t x = from; x < to; x++) {
            const float at = map->left + ((float)x + 0.5f) * map->unit;
            float *height = &d->heights[row * map->side + x];
            *height = fmaxf(*height, plane[0] + plane[1] * at + plane[2] * y);
        }
        d->work -= to - from;
    }
}

/* True if the floor ends, or drops, next to a pixel. */
static bool has_edge(const struct drawing *d, int32_t x, int32_t y)
{
    static const int8_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const int32_t side = d->map->side;
    const float own = d->heights[y * side + x];
    for (int i = 0; i < 4; i++) {
        const int32_t nx = x + ways[i][0], ny = y + ways[i][1];
        const bool inside = nx >= 0 && nx < side && ny >= 0 && ny < side;
        if (!inside || !(d->heights[ny * side + nx] >= own - STEP)) {
            return true;
        }
    }
    return false;
}

static void shade(struct drawing *d)
{
    const struct level_map *map = d->map;
    float low = INFINITY, high = -INFINITY;
    const int32_t count = map->side * map->side;
    for (int32_t i = 0; i < count; i++) {
        if (isfinite(d->heights[i])) {
            low = fminf(low, d->heights[i]);
            high = fmaxf(high, d->heights[i]);
        }
    }
    const float range = fmaxf(high - low, 1.0f);
    for (int32_t i = 0; i < count; i++) {
        if (isfinite(d->heights[i])) {
            const float part = (d->heights[i] - low) / range * (float)LEVEL_MAP_SHADES;
            const int32_t step = clamp_pixel(part, LEVEL_MAP_SHADES - 1);
            map->shades[i] = has_edge(d, i % map->side, i / map->side) ? (uint8_t)LEVEL_MAP_EDGE
                                                                       : (uint8_t)(1 + step);
        }
    }
}

int level_map_make(struct level_map *map, int32_t side, const struct level_map_floors *floors)
{
    float points[LEVEL_MAP_POINTS][3];
    uint32_t count;
    struct bounds bounds = {.any = false};
    struct drawing drawing = {.map = map, .work = MOST_WORK};
    side = side < LEVEL_MAP_SIDE_MIN   ? LEVEL_MAP_SIDE_MIN
           : side > LEVEL_MAP_SIDE_MAX ? LEVEL_MAP_SIDE_MAX
                                       : side;
    *map = (struct level_map){.side = side, .unit = 1.0f};
    map->shades = calloc((size_t)side * (size_t)side, 1);
    drawing.heights = malloc((size_t)side * (size_t)side * sizeof(*drawing.heights));
    if (!map->shades || !drawing.heights) {
        free(drawing.heights);
        level_map_free(map);
        return FORMAT_MEMORY;
    }
    for (int32_t i = 0; i < side * side; i++) {
        drawing.heights[i] = NO_FLOOR;
    }
    for (uint32_t at[2] = {0, 0}; floors->next(floors->level, at, points, &count);) {
        add_bounds(&bounds, points, count);
    }
    if (bounds.any) {
        place_map(map, &bounds);
    }
    for (uint32_t at[2] = {0, 0};
         drawing.work > 0 && floors->next(floors->level, at, points, &count);) {
        fill_floor(&drawing, points, count);
    }
    shade(&drawing);
    free(drawing.heights);
    return 0;
}

void level_map_free(struct level_map *map)
{
    free(map->shades);
    *map = (struct level_map){.side = 0};
}
