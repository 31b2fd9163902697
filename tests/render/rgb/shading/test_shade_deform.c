/* Deforms: every kind, their order, and groups of four that are none. */
#include <math.h>

#include "tests/render/rgb/shading/shade_stage.h"

static struct shade_stage s;

static void setup(void)
{
    shade_stage_begin(&s, 4);
    shade_stage_quads(&s);
    shade_set(s.xyz[0], 0, 0, 0);
    shade_set(s.xyz[1], 0, 8, 0);
    shade_set(s.xyz[2], 8, 8, 0);
    shade_set(s.xyz[3], 8, 0, 0);
}

TestSuite(rgb_deform, .init = setup);

static bool deform(const char *lines)
{
    static const float end[3] = {77, 78, 79};
    const struct q3_shader shader = shade_stage_shader(lines, "");
    const uint32_t last = s.mesh.num_vertices;
    memcpy(s.xyz[last], end, sizeof(end));
    memcpy(s.normal[last], end, sizeof(end));
    const bool drawn = rgb_shade_deform(&s.mesh, &shader, &s.view);
    cr_assert_arr_eq(s.xyz[last], end, sizeof(end), "%s: moved what lies behind the end", lines);
    cr_assert_arr_eq(s.normal[last], end, sizeof(end), "%s", lines);
    return drawn;
}

Test(rgb_deform, none_leaves_all_as_it_is)
{
    cr_assert(deform(""));
    const struct shade_stage before = s;
    cr_assert(deform(""));
    cr_assert_arr_eq(&s, &before, sizeof(s));
}

Test(rgb_deform, wave_along_the_normals)
{
    shade_set(s.normal[2], 1, 0, 0);
    s.view.shader_time = .25;
    cr_assert(deform("deformVertexes wave 32 triangle 1 2 0 1")); /* 32 units: one turn */
    assert_point(s.xyz[0], 0, 0, 3, 0);
    assert_point(s.xyz[1], 0, 8, 1, 0);
    assert_point(s.xyz[2], 8 - 1, 8, 0, 0);
    setup();
    s.view.shader_time = 3;
    cr_assert(deform("deformVertexes wave 32 triangle 1 2 .25 0")); /* everywhere the same */
    assert_point(s.xyz[0], 0, 0, 3, 0);
    assert_point(s.xyz[1], 0, 8, 3, 0);
    setup();
    cr_assert(deform("deformVertexes wave 0 sawtooth 0 1 0 1")); /* 100 turns a unit */
    s.xyz[1][2] -= 800 - 800;                                    /* whole turns */
    assert_point(s.xyz[1], 0, 8, 0, 1e-6);
}

Test(rgb_deform, move_is_the_same_for_all)
{
    s.view.shader_time = .5;
    cr_assert(deform("deformVertexes move 1 2 3 sawtooth 0 4 .25 .5"));
    assert_point(s.xyz[0], 2, 4, 6, 0);
    assert_point(s.xyz[2], 10, 12, 6, 0);
}

Test(rgb_deform, bulge_moves_along_the_texture_with_scene_time)
{
    s.view.time = 2;
    s.view.shader_time = 77;
    s.st[1][0] = .5f;
    cr_assert(deform("deformVertexes bulge 2 3 .25"));
    assert_point(s.xyz[0], 0, 0, 3 * sin(.5), .02);
    assert_point(s.xyz[1], 0, 8, 3 * sin(1.5), .02);
}

Test(rgb_deform, normals_are_shaken)
{
    s.view.shader_time = 1.5;
    shade_set(s.xyz[1], 3, -5, 7);
    cr_assert(deform("deformVertexes normal .5 2"));
    float n[3] = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        n[i] += .5f * q3_noise(&s.waves, 100.0f * (float)i + .98f * 3, .98f * -5, .98f * 7, 3);
    }
    const double length = sqrt((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
    cr_assert_gt(fabsf(n[0]) + fabsf(n[1]), .05f, "which shows");
    assert_point(s.normal[1], (double)n[0] / length, (double)n[1] / length, (double)n[2] / length,
                 .002);
    assert_point(s.xyz[1], 3, -5, 7, 0);
    setup();
    cr_assert(deform("deformVertexes normal 0 1"));
    assert_point(s.normal[0], 0, 0, .9983072, 1e-6); /* the fast root's one */
}

Test(rgb_deform, sprites_turn_to_the_view)
{
    static const uint8_t color[4] = {1, 2, 3, 4};
    memcpy(s.color[0], color, 4);
    shade_set(s.normal[1], 1, 0, 0);
    shade_set(s.view.forward, 0, 0, -1); /* from above, x up */
    shade_set(s.view.left, 0, 1, 0);
    shade_set(s.view.up, 1, 0, 0);
    shade_set(s.xyz[1], 0, 0, 8); /* upright */
    shade_set(s.xyz[2], 8, 0, 8);
    cr_assert(deform("deformVertexes autosprite"));
    const double r = .707 * sqrt(32);
    assert_point(s.xyz[0], 4 + r, r, 4, 1e-5);
    assert_point(s.xyz[1], 4 + r, -r, 4, 1e-5);
    assert_point(s.xyz[2], 4 - r, -r, 4, 1e-5);
    assert_point(s.xyz[3], 4 - r, r, 4, 1e-5);
    static const float st[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t indexes[6] = {0, 1, 3, 3, 1, 2};
    cr_assert_arr_eq(s.st, st, sizeof(st));
    cr_assert_arr_eq(s.light_st, st, sizeof(st));
    cr_assert_arr_eq(s.indexes, indexes, sizeof(indexes));
    for (int i = 0; i < 4; i++) {
        assert_point(s.normal[i], 0, 0, 1, 0);
        cr_assert_arr_eq(s.color[i], color, 4);
    }
    setup();
    s.view.axis_length = 2; /* the view's axes, seen from something twice as large, are, too */
    shade_set(s.view.left, 0, 2, 0);
    shade_set(s.view.up, 0, 0, 2);
    cr_assert(deform("deformVertexes autosprite"));
    assert_point(s.xyz[0], 4, 4 + r, r, 1e-5);
}

Test(rgb_deform, each_group_of_four_is_its_own_sprite)
{
    static const uint32_t indexes[6] = {4, 5, 7, 7, 5, 6};
    shade_stage_begin(&s, 8);
    shade_stage_quads(&s);
    for (int i = 0; i < 8; i++) {
        shade_set(s.xyz[i], i < 4 ? 0 : 100, i % 4 < 2 ? -1 : 1, i % 4 == 1 || i % 4 == 2 ? 1 : -1);
        s.color[i][0] = (uint8_t)i;
    }
    s.st[4][0] = 7;
    cr_assert(deform("deformVertexes autosprite"));
    const double r = .707 * sqrt(2);
    assert_point(s.xyz[0], 0, r, r, 1e-5);
    assert_point(s.xyz[4], 100, r, r, 1e-5);
    assert_point(s.xyz[6], 100, -r, -r, 1e-5);
    assert_point(s.normal[7], -1, 0, 0, 0);
    cr_assert(s.color[3][0] == 0 && s.color[7][0] == 4 && s.st[4][0] == 0);
    cr_assert_arr_eq(s.indexes + 6, indexes, sizeof(indexes));
}

Test(rgb_deform, each_group_of_four_is_its_own_strip)
{
    shade_stage_begin(&s, 8);
    shade_stage_quads(&s);
    for (int i = 4; i < 8; i++) {
        shade_set(s.xyz[i], i < 6 ? -1 : 1, 50, i == 5 || i == 6 ? 20 : 0);
    }
    cr_assert(deform("deformVertexes autosprite2"));
    assert_point(s.xyz[4], 0, 51, 0, 1e-6);
    assert_point(s.xyz[7], 0, 49, 0, 1e-6);
    assert_point(s.xyz[5], 0, 49, 20, 1e-6);
    assert_point(s.xyz[6], 0, 51, 20, 1e-6);
}

Test(rgb_deform, remaining_vertices_of_sprites_are_not_drawn)
{
    shade_stage_begin(&s, 7);
    shade_stage_quads(&s);
    s.mesh.num_indexes = 9;
    s.indexes[6] = 4;
    s.indexes[7] = 5;
    s.indexes[8] = 6;
    cr_assert(deform("deformVertexes autosprite"));
    cr_assert(s.mesh.num_vertices == 4 && s.mesh.num_indexes == 6);
    shade_stage_begin(&s, 3);
    s.mesh.num_indexes = 3;
    cr_assert(!deform("deformVertexes autosprite"));
    s.mesh.num_vertices = s.mesh.num_indexes = 0;
    cr_assert(!deform("deformVertexes autosprite"));
    cr_assert(!deform("deformVertexes autosprite2"));
    cr_assert(!deform("deformVertexes wave 1 sin 0 1 0 1"));
}

/* A strip 2 wide and 20 high around x = y = 0, in the plane of x and z. */
static void strip(void)
{
    shade_set(s.xyz[0], -1, 0, 0);
    shade_set(s.xyz[1], -1, 0, 20);
    shade_set(s.xyz[2], 1, 0, 20);
    shade_set(s.xyz[3], 1, 0, 0);
}

Test(rgb_deform, strips_turn_around_their_axis)
{
    strip(); /* seen along x it is edge-on: it turns into the plane of y and z */
    cr_assert(deform("deformVertexes autosprite2"));
    /* Ends (0, 3) at z 0 and (1, 2) at z 20; along the axis from the first to the second. 1, 2
     * follow each other in 0 1 2 0 2 3, 0, 3 do not. minor = up x forward = +y. */
    assert_point(s.xyz[0], 0, 1, 0, 1e-6);
    assert_point(s.xyz[3], 0, -1, 0, 1e-6);
    assert_point(s.xyz[1], 0, -1, 20, 1e-6);
    assert_point(s.xyz[2], 0, 1, 20, 1e-6);
    strip();
    s.indexes[5] = 0; /* 0 1 2 0 2 0: neither pair, the axis as before */
    s.indexes[1] = 2;
    s.indexes[2] = 1;
    cr_assert(deform("deformVertexes autosprite2"));
    assert_point(s.xyz[1], 0, 1, 20, 1e-6);
    assert_point(s.xyz[2], 0, -1, 20, 1e-6);
    assert_point(s.normal[0], 0, 0, 1, 0);
}

/* Seen obliquely: the strip's width runs along y and z. */
Test(rgb_deform, a_lying_strip_turns_around_its_axis)
{
    for (int i = 0; i < 4; i++) { /* along x, 20 long and 2 wide */
        shade_set(s.xyz[i], i == 1 || i == 2 ? 20 : 0, i < 2 ? -1 : 1, 0);
    }
    shade_set(s.view.forward, 0, .6f, -.8f);
    cr_assert(deform("deformVertexes autosprite2"));
    for (int i = 0; i < 4; i++) { /* minor = x cross forward = (0, .8, .6) */
        const double sign = s.xyz[i][1] > 0 ? 1 : -1;
        assert_point(s.xyz[i], i == 1 || i == 2 ? 20 : 0, sign * .8, sign * .6, 1e-5);
    }
}

Test(rgb_deform, degenerate_strips_and_invalid_numbers_stay_finite)
{
    for (int i = 0; i < 4; i++) {
        shade_set(s.xyz[i], 5, 5, 5);
    }
    cr_assert(deform("deformVertexes autosprite2"));
    assert_point(s.xyz[0], 5, 5, 5, 0);
    for (int i = 0; i < 4; i++) {
        shade_set(s.xyz[i], i & 1 ? 3e38f : -3e38f, i & 2 ? 3e38f : -3e38f, 3e38f);
        shade_set(s.normal[i], 3e38f, -3e38f, 1);
    }
    s.view.shader_time = 1e300;
    cr_assert(deform("deformVertexes autosprite2\ndeformVertexes wave 1 sin 1e38 1e38 0 1\n"
                     "deformVertexes bulge 1e38 1e38 1e38"));
    cr_assert(deform("deformVertexes normal 1e38 1e38\ndeformVertexes autosprite\n"
                     "deformVertexes move 1e38 1e38 1e38 sin 1e38 0 0 1"));
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 3; j++) {
            cr_assert(isfinite(s.xyz[i][j]) && isfinite(s.normal[i][j]), "%d %d", i, j);
        }
    }
}

Test(rgb_deform, text_and_projected_shadows_are_not_drawn)
{
    cr_assert(!deform("deformVertexes text0"));
    cr_assert(!deform("deformVertexes projectionShadow"));
}

Test(rgb_deform, deforms_apply_in_script_order)
{
    static struct shade_stage before;
    before = s;
    cr_assert(deform("deformVertexes move 16 0 0 sin 1 0 0 1\n"
                     "deformVertexes wave 64 sawtooth 0 64 0 1"));
    assert_point(s.xyz[0], 16, 0, 16, 0);
    s = before;
    s.mesh.num_vertices = 4;
    cr_assert(deform("deformVertexes wave 64 sawtooth 0 64 0 1\n"
                     "deformVertexes move 16 0 0 sin 1 0 0 1"));
    assert_point(s.xyz[0], 16, 0, 0, 0);
}

/* Something turned to the left, twice as large, at (100, 0, 0). */
Test(rgb_deform, the_view_in_model_space)
{
    static const float eye[3] = {100, 10, 4}, origin[3] = {100, 0, 0};
    static const float view[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const float axis[3][3] = {{0, 2, 0}, {-2, 0, 0}, {0, 0, 2}};
    rgb_shade_place(&s.view, eye, view, origin, axis);
    assert_point(s.view.eye, 10, 0, 4, 0);
    assert_point(s.view.forward, 0, -2, 0, 0);
    assert_point(s.view.left, 2, 0, 0, 0);
    assert_point(s.view.up, 0, 0, 2, 0);
    cr_assert_eq(s.view.axis_length, 2);
    static const float twice[3][3] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
    rgb_shade_place(&s.view, eye, view, origin, twice);
    assert_point(s.view.eye, 0, 10, 4, 0);
    assert_point(s.view.forward, 2, 0, 0, 0);
    assert_point(s.view.left, 0, 2, 0, 0);
    static const float almost[3][3] = {{1.0000002f, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    rgb_shade_place(&s.view, eye, view, origin, almost);
    assert_point(s.view.eye, 0, 10, 4, 0);
    cr_assert_eq(s.view.axis_length, 1);
    static const float nothing[3][3] = {{0}};
    rgb_shade_place(&s.view, eye, view, origin, nothing);
    assert_point(s.view.eye, 0, 0, 0, 0);
}
