/* Light of entities, and the passes of dynamic lights. */
#include <math.h>

#include "render/rgb/shading/dlight_pass.h"
#include "render/rgb/shading/entity_light.h"
#include "tests/render/rgb/shading/shade_stage.h"

static struct shade_stage s;
static const float UNIT[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const float PLACE[3] = {10, 20, 30};

static void setup(void)
{
    shade_stage_begin(&s, 3);
}

TestSuite(rgb_shade_light, .init = setup);

/* A grid of one sample, in the middle: ambient 100 50 0, directed 40 80 120, from above. */
static struct q3_level one_sample(uint8_t sample[8])
{
    static const uint8_t bytes[8] = {100, 50, 0, 40, 80, 120, 0, 0};
    struct q3_level level = {.sun = {1, 0, 0}};
    memcpy(sample, bytes, sizeof(bytes));
    level.bsp.grid =
        (struct q3_bsp_grid){sample, {1, 1, 1}, {PLACE[0], PLACE[1], PLACE[2]}, {64, 64, 128}};
    return level;
}

Test(rgb_shade_light, grid_light_with_a_minimum_added)
{
    uint8_t sample[8];
    struct rgb_entity_light light;
    const struct q3_level level = one_sample(sample);
    rgb_light_entity(&light, &level, &s.waves, PLACE, NULL, 0, UNIT, false);
    assert_point(light.ambient, 92, 62, 32, 1e-4);
    assert_point(light.directed, 40, 80, 120, 1e-4);
    assert_point(light.direction, 0, 0, 1, 1e-6);
    sample[0] = 255; /* 153 + 32 */
    rgb_light_entity(&light, &level, &s.waves, PLACE, NULL, 0, UNIT, false);
    assert_point(light.ambient, 185, 62, 32, 1e-4);
}

Test(rgb_shade_light, without_a_grid_it_comes_from_the_sun)
{
    struct rgb_entity_light light;
    const struct q3_level level = {.sun = {0, .6f, .8f}};
    rgb_light_entity(&light, &level, &s.waves, PLACE, NULL, 0, UNIT, false);
    assert_point(light.ambient, 182, 182, 182, 0);
    assert_point(light.directed, 150, 150, 150, 0);
    assert_point(light.direction, 0, .6, .8, 1e-6);
    rgb_light_entity(&light, NULL, &s.waves, PLACE, NULL, 0, UNIT, false);
    const double length = sqrt(.45 * .45 + .3 * .3 + .9 * .9);
    assert_point(light.direction, .45 / length, .3 / length, .9 / length, 1e-6);
}

/* The grid is halved when it is loaded; what is added to it is halved here. */
Test(rgb_shade_light, overbright_halves_what_the_grid_does_not_give)
{
    uint8_t sample[8];
    struct rgb_entity_light light;
    const struct q3_level level = one_sample(sample);
    rgb_light_entity(&light, &level, &s.waves, PLACE, NULL, 0, UNIT, true);
    assert_point(light.ambient, 76, 46, 16, 1e-4);
    assert_point(light.directed, 40, 80, 120, 1e-4);
    sample[0] = 255; /* 153 + 16 */
    rgb_light_entity(&light, &level, &s.waves, PLACE, NULL, 0, UNIT, true);
    assert_point(light.ambient, 127, 46, 16, 1e-4);
    rgb_light_entity(&light, NULL, &s.waves, PLACE, NULL, 0, UNIT, true);
    assert_point(light.ambient, 91, 91, 91, 0);
    assert_point(light.directed, 75, 75, 75, 0);
}

Test(rgb_shade_light, scaled_entities_are_lit_more)
{
    static const float axis[3][3] = {{0, 1.5f, 0}, {-1.5f, 0, 0}, {0, 0, 1.5f}};
    struct rgb_entity_light light;
    const struct q3_level level = {.sun = {0, .6f, .8f}};
    rgb_light_entity(&light, &level, &s.waves, PLACE, NULL, 0, axis, false);
    assert_point(light.direction, .9, 0, 1.2, 1e-6);
}

Test(rgb_shade_light, dynamic_lights_add_at_any_distance_and_turn_it)
{
    static const struct rgb_dlight lights[2] = {{{10 + 200, 20, 30}, 100, {1, .5f, 0}},
                                                {{10, 20 + 2, 30}, 8, {0, 0, 2}}};
    struct rgb_entity_light light;
    const struct q3_level level = {.sun = {0, 0, 1}};
    rgb_light_entity(&light, &level, &s.waves, PLACE, lights, 1, UNIT, false);
    assert_point(light.directed, 154, 152, 150, 1e-4); /* 16 * 100^2 / 200^2 = 4 */
    const double strength = 150 * sqrt(3), length = sqrt(16 + strength * strength);
    assert_point(light.direction, 4 / length, 0, strength / length, 1e-6);
    rgb_light_entity(&light, &level, &s.waves, PLACE, lights + 1, 1, UNIT, false);
    assert_point(light.directed, 150, 150, 158, 1e-4); /* no nearer than 16 units: 4 * 2 */
    assert_point(light.direction, 0, 4 / length, strength / length, 1e-6);
    static const struct rgb_dlight here = {{10, 20, 30}, 16, {1, 1, 1}};
    rgb_light_entity(&light, &level, &s.waves, PLACE, &here, 1, UNIT, false);
    assert_point(light.directed, 166, 166, 166, 1e-4);
    assert_point(light.direction, 0, 0, 1, 1e-6);
    assert_point(light.ambient, 182, 182, 182, 0);
}

static uint32_t passed[STAGE_INDEXES];
static float st[STAGE_VERTICES][2];
static uint8_t color[STAGE_VERTICES][4];

static uint32_t pass(const struct rgb_dlight *light)
{
    return rgb_shade_dlight(&s.mesh, light, st, color, passed);
}

static void triangle(float x, float y, float z)
{
    shade_set(s.xyz[0], x, y, z);
    shade_set(s.xyz[1], x + 10, y, z);
    shade_set(s.xyz[2], x, y + 10, z);
    s.mesh.num_indexes = 3;
    s.indexes[1] = 1;
    s.indexes[2] = 2;
}

static const struct rgb_dlight LAMP = {{0, 0, 0}, 100, {1, .5f, .999f}};

Test(rgb_shade_light, a_spot_projected_along_z)
{
    triangle(-30, 20, 40);
    cr_assert_eq(pass(&LAMP), 3);
    assert_st(st[0], .8, .3, 1e-6);
    assert_st(st[1], .7, .3, 1e-6);
    assert_st(st[2], .8, .2, 1e-6);
    static const uint8_t full[4] = {255, 127, 254, 255}, half[4] = {127, 63, 127, 255};
    cr_assert_arr_eq(color[0], full, 4);
    triangle(-30, 20, 75);
    cr_assert_eq(pass(&LAMP), 3);
    cr_assert_arr_eq(color[1], half, 4);
    triangle(-30, 20, -75);
    cr_assert_eq(pass(&LAMP), 3);
    cr_assert_arr_eq(color[1], half, 4);
}

/* Full to half the radius, then falling to 0 at the radius. */
Test(rgb_shade_light, a_spot_fades_over_the_outer_half_of_the_radius)
{
    static const struct {
        float height;
        uint8_t red;
    } known[] = {{0, 255}, {49, 255}, {51, 249}, {62, 193}, {75, 127}, {88, 61}, {100, 0}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        for (int side = -1; side <= 1; side += 2) {
            triangle(-30, 20, (float)side * known[i].height);
            cr_assert_eq(pass(&LAMP), 3);
            cr_expect_eq(color[0][0], known[i].red, "%d at %g", color[0][0],
                         (double)known[i].height);
        }
    }
}

/* The half itself fades: 2 * (41 - 20.5) * (1 / 41) in floats is less than 1. */
Test(rgb_shade_light, a_spot_at_half_the_radius_is_rounded_as_fading)
{
    struct rgb_dlight lamp = LAMP;
    lamp.radius = 41;
    triangle(0, 0, 20.5f);
    cr_assert_eq(pass(&lamp), 3);
    cr_assert_eq(color[0][0], 254);
    triangle(0, 0, 20.25f);
    cr_assert_eq(pass(&lamp), 3);
    cr_assert_eq(color[0][0], 255);
}

Test(rgb_shade_light, a_spot_sets_colors_of_the_mesh_alone)
{
    shade_stage_begin(&s, 3);
    memset(color, 77, sizeof(color));
    triangle(-30, 20, 40);
    cr_assert_eq(pass(&LAMP), 3);
    for (int i = 0; i < STAGE_VERTICES; i++) {
        cr_expect_eq(color[i][3], i < 3 ? 255 : 77, "%d", i);
    }
}

Test(rgb_shade_light, a_spot_where_the_lamp_is)
{
    struct rgb_dlight lamp = LAMP;
    shade_set(lamp.origin, 1000, -2000, 3000);
    triangle(970, -1980, 3075);
    cr_assert_eq(pass(&lamp), 3);
    assert_st(st[0], .8, .3, 1e-6);
    cr_assert_eq(color[0][0], 127);
    triangle(970, -1980, 2925);
    cr_assert_eq(pass(&lamp), 3);
    cr_assert_eq(color[0][0], 127);
}

Test(rgb_shade_light, triangles_outside_one_side_are_skipped)
{
    static const struct {
        float x, y, z;
        uint32_t count;
    } known[] = {{51, 0, 0, 0}, {49, 0, 0, 3},   {-61, 0, 0, 0}, {-59, 0, 0, 3},
                 {0, 51, 0, 0}, {0, -61, 0, 0},  {0, -59, 0, 3}, {0, 0, 101, 0},
                 {0, 0, 99, 3}, {0, 0, -101, 0}, {0, 0, -99, 3}, {45, 45, 0, 3}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        triangle(known[i].x, known[i].y, known[i].z);
        cr_assert_eq(pass(&LAMP), known[i].count, "%zu", i);
    }
    /* A wall whose corners all lie above or below the lamp: nothing comes of it, but not left out
     */
    triangle(0, 0, 150);
    s.xyz[2][2] = -150;
    cr_assert_eq(pass(&LAMP), 3);
    cr_assert(color[0][0] == 0 && color[2][0] == 0 && color[2][3] == 255);
}

Test(rgb_shade_light, returns_only_triangles_in_range)
{
    shade_stage_begin(&s, 6);
    triangle(500, 0, 0);
    shade_set(s.xyz[3], 0, 0, 0);
    shade_set(s.xyz[4], 10, 0, 0);
    shade_set(s.xyz[5], 0, 10, 0);
    for (uint32_t i = 0; i < 6; i++) {
        s.indexes[i] = i;
    }
    s.mesh.num_indexes = 6;
    static const uint32_t wanted[3] = {3, 4, 5};
    cr_assert_eq(pass(&LAMP), 3);
    cr_assert_arr_eq(passed, wanted, sizeof(wanted));
    for (int i = 0; i < 6; i++) {
        cr_assert_eq(color[i][3], 255);
    }
}

Test(rgb_shade_light, which_shaders_take_dynamic_lights)
{
    struct q3_shader shader = shade_stage_shader("", "");
    cr_assert(rgb_shade_takes_dlights(&shader));
    shader = shade_stage_shader("surfaceparm nodlight", "");
    cr_assert(!rgb_shade_takes_dlights(&shader));
    shader = shade_stage_shader("surfaceparm sky", "");
    cr_assert(!rgb_shade_takes_dlights(&shader));
    shader = shade_stage_shader("", "blendFunc add");
    cr_assert(!rgb_shade_takes_dlights(&shader));
    shader = shade_stage_shader("sort opaque", "blendFunc add");
    cr_assert(rgb_shade_takes_dlights(&shader));
    shader = shade_stage_shader("polygonOffset", "");
    cr_assert(!rgb_shade_takes_dlights(&shader));
}

Test(rgb_shade_light, invalid_lights)
{
    struct rgb_dlight lamp = LAMP;
    triangle(0, 0, 0);
    lamp.radius = 0;
    cr_assert_eq(pass(&lamp), 0);
    lamp.radius = NAN;
    cr_assert_eq(pass(&lamp), 0);
    lamp.radius = 1e-44f;
    pass(&lamp);
    lamp = LAMP;
    lamp.color[0] = 1e30f;
    lamp.color[1] = -1;
    lamp.color[2] = NAN;
    cr_assert_eq(pass(&lamp), 3);
    cr_assert(color[0][0] == 255 && color[0][1] == 0 && color[0][2] == 0);
    shade_set(lamp.origin, NAN, INFINITY, 0);
    pass(&lamp);
    for (int i = 0; i < 3; i++) {
        cr_assert(isfinite(st[i][0]) && isfinite(st[i][1]));
    }
    s.mesh.num_vertices = s.mesh.num_indexes = 0;
    cr_assert_eq(pass(&LAMP), 0);
}
