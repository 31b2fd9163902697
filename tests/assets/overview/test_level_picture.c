/* Levels from above as small pictures: where floors are, how bright, liquids, what bad floors do.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/overview/level_picture.h"
#include "assets/overview/map_level_parts.h"

static void add_square(struct map_level *level, enum map_area_kind kind, const float corner[3],
                       float size)
{
    const float x = corner[0], y = corner[1], z = corner[2];
    float square[4][3] = {{x, y, z}, {x, y + size, z}, {x + size, y + size, z}, {x + size, y, z}};
    cr_assert_eq(map_level_add_area(level, kind, square, 4), 0);
}

static void set_heights(struct map_level *level, float low, float high)
{
    level->low = low;
    level->high = high;
}

static uint8_t at(const struct level_picture *picture, float x, float y)
{
    const int32_t column = (int32_t)((x - picture->left) / picture->unit);
    const int32_t row = (int32_t)((picture->top - y) / picture->unit);
    cr_assert(column >= 0 && column < picture->side && row >= 0 && row < picture->side);
    return picture->shades[row * picture->side + column];
}

Test(level_picture, floors_by_height_with_edges)
{
    struct map_level level = {0};
    struct level_picture picture;
    add_square(&level, MAP_FLOOR, (const float[]){0, 0, 0}, 1000);
    add_square(&level, MAP_FLOOR, (const float[]){500, 500, 128}, 400);
    add_square(&level, MAP_FLOOR, (const float[]){600, 600, -64}, 200); /* below another one */
    set_heights(&level, 0, 128);
    cr_assert_eq(level_picture_make(&picture, 64, &level), 0);
    cr_expect_eq(picture.side, 64);
    cr_expect_float_eq(picture.unit, 1000.0f / 60.0f, 1e-3f);
    cr_expect_eq(at(&picture, 200, 200), LEVEL_SHADE_FLOOR, "the lowest");
    cr_expect_eq(at(&picture, 700, 700), LEVEL_SHADE_FLOORS, "the highest, on top");
    cr_expect_eq(at(&picture, 508, 700), LEVEL_SHADE_EDGE, "it drops at its edge");
    cr_expect_eq(at(&picture, 492, 700), LEVEL_SHADE_FLOOR, "not the lower one");
    cr_expect_eq(at(&picture, 200, 995), LEVEL_SHADE_EDGE, "the upper edge");
    cr_expect_eq(picture.shades[0], LEVEL_SHADE_NONE, "outside");
    level_picture_free(&picture);
    map_level_free(&level);
}

Test(level_picture, liquids_over_their_ground_and_under_bridges)
{
    static const uint8_t shades[] = {[MAP_WATER] = LEVEL_SHADE_WATER,
                                     [MAP_SLIME] = LEVEL_SHADE_SLIME,
                                     [MAP_LAVA] = LEVEL_SHADE_LAVA};
    for (int kind = MAP_WATER; kind <= MAP_LAVA; kind++) {
        struct map_level level = {0};
        struct level_picture picture;
        add_square(&level, (enum map_area_kind)kind, (const float[]){0, 0, 0}, 1000);
        add_square(&level, MAP_FLOOR, (const float[]){0, 0, -100}, 1000);
        add_square(&level, MAP_FLOOR, (const float[]){400, 400, 10}, 200);
        set_heights(&level, -100, 10);
        cr_assert_eq(level_picture_make(&picture, 64, &level), 0);
        cr_expect_eq(at(&picture, 200, 200), shades[kind]);
        cr_expect_eq(at(&picture, 500, 500), LEVEL_SHADE_FLOORS);
        level_picture_free(&picture);
        map_level_free(&level);
    }
}

Test(level_picture, slopes_have_all_shades)
{
    float slope[4][3] = {{0, 0, 0}, {0, 100, 0}, {600, 100, 300}, {600, 0, 300}};
    struct map_level level = {0};
    struct level_picture picture;
    cr_assert_eq(map_level_add_area(&level, MAP_FLOOR, slope, 4), 0);
    set_heights(&level, 0, 300);
    cr_assert_eq(level_picture_make(&picture, 128, &level), 0);
    cr_expect_lt(at(&picture, 30, 50), at(&picture, 300, 50));
    cr_expect_lt(at(&picture, 300, 50), at(&picture, 570, 50));
    level_picture_free(&picture);
    map_level_free(&level);
}

Test(level_picture, nothing_and_nonsense)
{
    float points[3][4][3] = {{{NAN, 0, 0}, {0, INFINITY, 0}, {1, 1, NAN}, {2, 3, 4}},
                             {{3e38f, -3e38f, 0}, {-3e38f, 3e38f, 0}, {3e38f, 3e38f, 0}},
                             {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}}};
    struct map_level level = {0};
    struct level_picture picture;
    cr_assert_eq(level_picture_make(&picture, 1, &level), 0);
    cr_expect_eq(picture.side, LEVEL_PICTURE_SIDE_MIN);
    for (int32_t i = 0; i < picture.side * picture.side; i++) {
        cr_expect_eq(picture.shades[i], LEVEL_SHADE_NONE);
    }
    level_picture_free(&picture);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(map_level_add_area(&level, MAP_FLOOR, points[i], 4), 0);
    }
    cr_expect_eq(level.num_areas, 2u, "what is not finite is left out");
    cr_assert_eq(map_level_add_wall(&level, points[0], 4), 0);
    cr_expect_eq(level.num_walls, 0u);
    set_heights(&level, NAN, INFINITY);
    cr_assert_eq(level_picture_make(&picture, 100000, &level), 0);
    cr_expect_eq(picture.side, LEVEL_PICTURE_SIDE_MAX);
    level_picture_free(&picture);
    map_level_free(&level);
}

/* A level may have so many floors that a picture of each takes minutes. */
Test(level_picture, more_floors_than_anyone_needs)
{
    enum { FLOORS = 1 << 16 };
    struct map_level level = {0};
    struct level_picture picture;
    for (int i = 0; i < FLOORS; i++) {
        add_square(&level, MAP_FLOOR, (const float[]){0, 0, (float)i}, 1000);
    }
    set_heights(&level, 0, FLOORS);
    cr_assert_eq(level_picture_make(&picture, 256, &level), 0);
    cr_expect_eq(at(&picture, 500, 500), LEVEL_SHADE_FLOOR, "the first 2^28 pixels are filled");
    level_picture_free(&picture);
    map_level_free(&level);
}

Test(level_picture, shades_have_colours_of_their_own)
{
    uint8_t colors[LEVEL_SHADES][3];
    for (uint8_t i = LEVEL_SHADE_FLOOR; i < LEVEL_SHADES; i++) {
        level_shade_color(i, colors[i]);
        for (uint8_t k = LEVEL_SHADE_FLOOR; k < i; k++) {
            cr_expect_neq(memcmp(colors[i], colors[k], 3), 0, "%d and %d", i, k);
        }
        if (i > LEVEL_SHADE_FLOOR && i <= LEVEL_SHADE_EDGE) {
            cr_expect_gt(colors[i][0], colors[i - 1][0], "the higher the brighter");
        }
    }
    cr_expect(colors[LEVEL_SHADE_WATER][2] > colors[LEVEL_SHADE_WATER][0], "water is blue");
    cr_expect(colors[LEVEL_SHADE_LAVA][0] > colors[LEVEL_SHADE_LAVA][2], "lava is red");
}
