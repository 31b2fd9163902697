/* Levels from above: where floors are, how bright, what bad floors do. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/overview/level_map.h"

struct floors {
    uint32_t count;
    float points[8][4][3];
};

static bool next_floor(const void *level, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                       uint32_t *num_points)
{
    const struct floors *floors = level;
    if (at[0] == floors->count) {
        return false;
    }
    memcpy(points, floors->points[at[0] % 8], sizeof floors->points[0]);
    *num_points = 4;
    at[0]++;
    return true;
}

static void set_square(struct floors *floors, float x, float y, float size, float z)
{
    const float square[4][3] = {
        {x, y, z}, {x, y + size, z}, {x + size, y + size, z}, {x + size, y, z}};
    memcpy(floors->points[floors->count++], square, sizeof square);
}

static uint8_t at(const struct level_map *map, float x, float y)
{
    const int32_t column = (int32_t)((x - map->left) / map->unit);
    const int32_t row = (int32_t)((map->top - y) / map->unit);
    cr_assert(column >= 0 && column < map->side && row >= 0 && row < map->side);
    return map->shades[row * map->side + column];
}

Test(level_map, floors_by_height_with_edges)
{
    struct floors floors = {0};
    struct level_map map;
    const struct level_map_floors list = {next_floor, &floors};
    set_square(&floors, 0, 0, 1000, 0);
    set_square(&floors, 500, 500, 400, 128);
    set_square(&floors, 600, 600, 200, -64); /* below another one */
    cr_assert_eq(level_map_make(&map, 64, &list), 0);
    cr_expect_eq(map.side, 64);
    cr_expect_float_eq(map.unit, 1000.0f / 60.0f, 1e-3f);
    cr_expect_eq(at(&map, 200, 200), 1, "the lowest that is seen");
    cr_expect_eq(at(&map, 700, 700), LEVEL_MAP_SHADES, "the highest, on top");
    cr_expect_eq(at(&map, 508, 700), LEVEL_MAP_EDGE, "it drops at its edge");
    cr_expect_eq(at(&map, 492, 700), 1, "not the lower one");
    cr_expect_eq(at(&map, 200, 995), LEVEL_MAP_EDGE, "the upper edge");
    cr_expect_eq(map.shades[0], 0, "outside");
    level_map_free(&map);
}

Test(level_map, slopes_have_all_shades)
{
    struct floors floors = {.count = 1,
                            .points = {{{0, 0, 0}, {0, 100, 0}, {600, 100, 300}, {600, 0, 300}}}};
    struct level_map map;
    const struct level_map_floors list = {next_floor, &floors};
    cr_assert_eq(level_map_make(&map, 128, &list), 0);
    cr_expect_lt(at(&map, 30, 50), at(&map, 300, 50));
    cr_expect_lt(at(&map, 300, 50), at(&map, 570, 50));
    level_map_free(&map);
}

Test(level_map, nothing_and_nonsense)
{
    struct floors floors = {0};
    struct level_map map;
    const struct level_map_floors list = {next_floor, &floors};
    cr_assert_eq(level_map_make(&map, 1, &list), 0);
    cr_expect_eq(map.side, LEVEL_MAP_SIDE_MIN);
    for (int32_t i = 0; i < map.side * map.side; i++) {
        cr_expect_eq(map.shades[i], 0);
    }
    level_map_free(&map);
    floors = (struct floors){.count = 3,
                             .points = {{{NAN, 0, 0}, {0, INFINITY, 0}, {1, 1, NAN}, {2, 3, 4}},
                                        {{3e38f, -3e38f, 0}, {-3e38f, 3e38f, 0}, {3e38f, 3e38f, 0}},
                                        {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}}}};
    cr_assert_eq(level_map_make(&map, 100000, &list), 0);
    cr_expect_eq(map.side, LEVEL_MAP_SIDE_MAX);
    level_map_free(&map);
}

Test(level_map, more_floors_than_anyone_needs)
{
    struct floors floors = {0};
    struct level_map map;
    const struct level_map_floors list = {next_floor, &floors};
    for (int i = 0; i < 8; i++) {
        set_square(&floors, 0, 0, 1000, (float)i);
    }
    floors.count =
        1u << 22; /* each fills the picture: a billion pixels, of which a part is drawn */
    cr_assert_eq(level_map_make(&map, 256, &list), 0);
    cr_expect_eq(at(&map, 500, 500), 1);
    level_map_free(&map);
}
