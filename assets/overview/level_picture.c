#include "assets/overview/level_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A floor that drops by more has an edge. */
#define STEP 24.0f
/* Empty pixels around the level, each side. */
enum { MARGIN = 2 };
/* Pixels that are filled at most: a thousand times the largest picture. */
enum { MOST_WORK = 1 << 28 };

#define NO_FLOOR (-INFINITY)

struct filling {
    const struct level_picture *picture;
    const struct map_level *level;
    float *heights; /* of the highest area in each pixel; NO_FLOOR */
    uint8_t *kinds; /* its enum map_area_kind */
    int64_t work;   /* pixels that may still be filled */
};

/* The level in the middle of the picture, as large as fits. */
static void place_level(struct level_picture *picture, const struct map_level *level)
{
    const float width = level->maxs[0] - level->mins[0], height = level->maxs[1] - level->mins[1];
    const float size = fmaxf(fmaxf(width, height), 1.0f), side = (float)picture->side;
    picture->unit = size / (side - 2.0f * MARGIN);
    picture->left = 0.5f * (level->mins[0] + level->maxs[0]) - 0.5f * picture->unit * side;
    picture->top = 0.5f * (level->mins[1] + level->maxs[1]) + 0.5f * picture->unit * side;
}

/* x where the area's outline crosses a row: the least and the greatest. */
static bool cross_row(const float (*points)[2], uint32_t count, float y, float ends[2])
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

static void fill_area(struct filling *f, const struct map_area *area)
{
    const struct level_picture *picture = f->picture;
    const float(*points)[2] = (const float(*)[2])f->level->points + area->first;
    const float *plane = area->plane;
    float low = points[0][1], high = points[0][1];
    for (uint32_t i = 1; i < area->count; i++) {
        low = fminf(low, points[i][1]);
        high = fmaxf(high, points[i][1]);
    }
    const int32_t side = picture->side;
    const int32_t first = clamp_pixel((picture->top - high) / picture->unit, side);
    const int32_t end = clamp_pixel((picture->top - low) / picture->unit + 1.0f, side);
    f->work -= end - first;
    for (int32_t row = first; row < end; row++) {
        const float y = picture->top - ((float)row + 0.5f) * picture->unit;
        float ends[2];
        if (!cross_row(points, area->count, y, ends)) {
            continue;
        }
        const int32_t from = clamp_pixel((ends[0] - picture->left) / picture->unit + 0.5f, side);
        const int32_t to = clamp_pixel((ends[1] - picture->left) / picture->unit + 0.5f, side);
        for (int32_t i = row * side + from; i < row * side + to; i++) {
            const float x = picture->left + ((float)(i - row * side) + 0.5f) * picture->unit;
            const float height = plane[0] + plane[1] * x + plane[2] * y;
            if (height > f->heights[i]) {
                f->heights[i] = height;
                f->kinds[i] = (uint8_t)area->kind;
            }
        }
        f->work -= to - from;
    }
}

/* True if the floor ends, or drops, next to a pixel. */
static bool has_edge(const struct filling *f, int32_t x, int32_t y)
{
    static const int8_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const int32_t side = f->picture->side;
    const float own = f->heights[y * side + x];
    for (int i = 0; i < 4; i++) {
        const int32_t nx = x + ways[i][0], ny = y + ways[i][1];
        const bool inside = nx >= 0 && nx < side && ny >= 0 && ny < side;
        if (!inside || !(f->heights[ny * side + nx] >= own - STEP)) {
            return true;
        }
    }
    return false;
}

static uint8_t find_shade(const struct filling *f, int32_t i)
{
    const struct level_picture *picture = f->picture;
    const float range = fmaxf(f->level->high - f->level->low, 1.0f);
    const float part = (f->heights[i] - f->level->low) / range * (float)LEVEL_SHADE_FLOORS;
    if (!isfinite(f->heights[i])) {
        return LEVEL_SHADE_NONE;
    }
    if (has_edge(f, i % picture->side, i / picture->side)) {
        return LEVEL_SHADE_EDGE;
    }
    return (uint8_t)(f->kinds[i] == MAP_WATER   ? LEVEL_SHADE_WATER
                     : f->kinds[i] == MAP_SLIME ? LEVEL_SHADE_SLIME
                     : f->kinds[i] == MAP_LAVA
                         ? LEVEL_SHADE_LAVA
                         : LEVEL_SHADE_FLOOR + clamp_pixel(part, LEVEL_SHADE_FLOORS - 1));
}

static void fill_areas(struct filling *f)
{
    const int32_t count = f->picture->side * f->picture->side;
    for (int32_t i = 0; i < count; i++) {
        f->heights[i] = NO_FLOOR;
    }
    for (size_t i = 0; f->work > 0 && i < f->level->num_areas; i++) {
        fill_area(f, &f->level->areas[i]);
    }
    for (int32_t i = 0; i < count; i++) {
        f->picture->shades[i] = find_shade(f, i);
    }
}

int level_picture_make(struct level_picture *picture, int32_t side, const struct map_level *level)
{
    side = side < LEVEL_PICTURE_SIDE_MIN   ? LEVEL_PICTURE_SIDE_MIN
           : side > LEVEL_PICTURE_SIDE_MAX ? LEVEL_PICTURE_SIDE_MAX
                                           : side;
    const size_t count = (size_t)side * (size_t)side;
    struct filling filling = {.picture = picture, .level = level, .work = MOST_WORK};
    int status = 0;
    *picture = (struct level_picture){.side = side, .unit = 1.0f};
    picture->shades = calloc(count, 1);
    filling.heights = malloc(count * sizeof(*filling.heights));
    filling.kinds = calloc(count, 1);
    if (!picture->shades || !filling.heights || !filling.kinds) {
        level_picture_free(picture);
        status = FORMAT_MEMORY;
    } else if (level->is_there) {
        place_level(picture, level);
        fill_areas(&filling);
    }
    free(filling.heights);
    free(filling.kinds);
    return status;
}

void level_picture_free(struct level_picture *picture)
{
    free(picture->shades);
    *picture = (struct level_picture){.side = 0};
}

void level_shade_color(uint8_t shade, uint8_t color[3])
{
    enum { DARKEST = 31, BRIGHTEST = 95, EDGE = 140 /* greys */ };
    static const uint8_t liquids[][3] = {{34, 66, 104}, {48, 76, 28}, {124, 52, 20}};
    if (shade >= LEVEL_SHADE_WATER) {
        memcpy(color, liquids[(shade - LEVEL_SHADE_WATER) % 3], 3);
        return;
    }
    const int step = shade - LEVEL_SHADE_FLOOR;
    const int grey = shade == LEVEL_SHADE_EDGE
                         ? EDGE
                         : DARKEST + (BRIGHTEST - DARKEST) * step / (LEVEL_SHADE_FLOORS - 1);
    memset(color, grey, 3);
}
