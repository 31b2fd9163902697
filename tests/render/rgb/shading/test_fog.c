/* Fog: texture coordinates, from inside and outside, for the world and for entities. */
#include <math.h>

#include "render/rgb/shading/fog.h"
#include "tests/render/rgb/shading/shade_stage.h"

static struct q3_bsp_fog volume;
static struct level_fog look;
static struct q3_level level;
static struct rgb_fog_view view;

/* Below z = 100, opaque at 1000 units. */
static void setup(void)
{
    volume = (struct q3_bsp_fog){.has_surface = true, .surface = {{0, 0, 1}, 100}};
    look = (struct level_fog){.scale = 1.0f / 8000};
    level = (struct q3_level){.fogs = &look};
    level.bsp.fogs = &volume;
    level.bsp.num_fogs = 1;
}

TestSuite(rgb_fog_view, .init = setup);

static const float NO_ORIGIN[3] = {0}, UNIT[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void look_from(float x, float y, float z, const float forward[3])
{
    const float eye[3] = {x, y, z};
    rgb_fog_view_make(&view, &level, 0, eye, forward, NO_ORIGIN, UNIT);
}

static void check(float x, float y, float z, double s, double t)
{
    const float p[3] = {x, y, z};
    float st[2];
    rgb_fog_st_at(&view, p, st);
    assert_st(st, s, t, 1e-6);
}

Test(rgb_fog_view, from_inside_only_depth_along_the_view_counts)
{
    static const float forward[3] = {1, 0, 0};
    look_from(10, 0, 50, forward);
    cr_assert(!view.eye_outside && view.fog == &look);
    check(10, 0, 0, 1.0 / 512, 31.0 / 32);
    check(810, 500, -300, .1 + 1.0 / 512, 31.0 / 32);
    check(810, 0, 101, .1 + 1.0 / 512, 1.0 / 32);
    check(10, 0, 100, 1.0 / 512, 31.0 / 32); /* the surface itself is inside */
    look_from(0, 0, 100, forward);
    cr_assert(!view.eye_outside);
}

Test(rgb_fog_view, from_outside_the_distance_inside_counts)
{
    static const float forward[3] = {0, 0, -1};
    look_from(0, 0, 300, forward);
    cr_assert(view.eye_outside && view.eye_depth == -200);
    check(0, 0, 100, .025 + 1.0 / 512, 1.0 / 32);
    check(0, 0, 99.5f, 200.5 / 8000 + 1.0 / 512, 1.0 / 32);
    check(0, 0, 99, 201.0 / 8000 + 1.0 / 512, 1.0 / 32 + 30.0 / 32 / 201);
    check(0, 0, 0, .0375 + 1.0 / 512, 1.0 / 32 + 30.0 / 32 * 100 / 300);
    check(0, 0, 200, .0125 + 1.0 / 512, 1.0 / 32);
}

Test(rgb_fog_view, a_fog_without_surface_contains_everything)
{
    static const float forward[3] = {1, 0, 0};
    volume.has_surface = false;
    look_from(0, 0, 300, forward);
    cr_assert(!view.eye_outside);
    check(80, 0, 900, .01 + 1.0 / 512, 31.0 / 32);
}

/* The same place by the model's coordinates and by the world's. */
Test(rgb_fog_view, fog_in_the_model_space_of_an_entity)
{
    static const float forward[3] = {.6f, 0, -.8f}, eye[3] = {0, 0, 300};
    static const float origin[3] = {40, 30, 20};
    static const float axis[3][3] = {{0, 2, 0}, {0, 0, 2}, {2, 0, 0}};
    static const float inside[3] = {7, 8, 9}, outside[3] = {40 + 18, 30 + 14, 20 + 16};
    float a[2], b[2];
    rgb_fog_view_make(&view, &level, 0, eye, forward, NO_ORIGIN, UNIT);
    rgb_fog_st_at(&view, outside, a);
    rgb_fog_view_make(&view, &level, 0, eye, forward, origin, axis);
    rgb_fog_st_at(&view, inside, b);
    assert_st(b, (double)a[0], (double)a[1], 1e-6);
    cr_assert(a[1] > .2f && a[1] < .9f);
}

Test(rgb_fog_view, meshes_and_invalid_numbers)
{
    static const float forward[3] = {1, 0, 0};
    static struct shade_stage s;
    float st[STAGE_VERTICES][2] = {{0}};
    shade_stage_begin(&s, 3);
    look_from(0, 0, 300, forward);
    shade_set(s.xyz[0], 800, 0, 0);
    shade_set(s.xyz[1], NAN, INFINITY, 0);
    shade_set(s.xyz[2], 3e38f, 3e38f, -3e38f);
    rgb_shade_fog_st(&s.mesh, &view, st);
    assert_st(st[0], .1 + 1.0 / 512, 1.0 / 32 + 30.0 / 32 / 3, 1e-6);
    for (int i = 0; i < 3; i++) {
        cr_assert(isfinite(st[i][0]) && isfinite(st[i][1]), "%d", i);
    }
    s.mesh.num_vertices = 0;
    rgb_shade_fog_st(&s.mesh, &view, st);
}
