/* Vertex colours: every rgbGen and alphaGen, truncated to bytes, and adjustment for fog. */
#include <math.h>

#include "tests/render/rgb/shading/shade_stage.h"

static struct shade_stage s;
static uint8_t out[STAGE_VERTICES][4];

static void setup(void)
{
    static const uint8_t vertex[4] = {10, 20, 30, 40}, entity[4] = {50, 60, 70, 80};
    shade_stage_begin(&s, 1);
    memcpy(s.color[0], vertex, 4);
    memcpy(s.view.entity_color, entity, 4);
    s.view.light = (struct rgb_entity_light){{10.9f, 20, 30}, {100, 200, 400}, {0, 0, 1}};
}

TestSuite(rgb_color, .init = setup);

static const uint8_t *shaded(const char *inside)
{
    uint8_t flat[4];
    const struct q3_shader shader = shade_stage_shader("", inside);
    memset(out, 0x5a, sizeof(out));
    rgb_shade_colors(&s.mesh, shader.stages, &s.view, NULL, out);
    if (rgb_shade_flat_color(shader.stages, &s.view, NULL, flat)) {
        cr_assert_arr_eq(out[0], flat, 4, "%s: the one for all is another", inside);
    }
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(out[s.mesh.num_vertices][i], 0x5a, "%s: wrote behind the end", inside);
    }
    return out[0];
}

static void check(const char *inside, int r, int g, int b, int a)
{
    const uint8_t *c = shaded(inside);
    cr_assert(c[0] == r && c[1] == g && c[2] == b && c[3] == a, "%s: %d %d %d %d", inside, c[0],
              c[1], c[2], c[3]);
}

Test(rgb_color, each_rgbgen_and_its_alpha)
{
    check("", 255, 255, 255, 255);
    check("rgbGen identity", 255, 255, 255, 255);
    check("rgbGen identityLighting", 255, 255, 255, 255);
    check("rgbGen vertex", 10, 20, 30, 40);
    check("rgbGen exactVertex", 10, 20, 30, 255);
    check("rgbGen oneMinusVertex", 245, 235, 225, 255);
    check("rgbGen entity", 50, 60, 70, 255);
    check("rgbGen oneMinusEntity", 205, 195, 185, 255);
    check("rgbGen const ( .5 .25 .999 )", 127, 63, 254, 255);
}

/* What is not light is halved for a screen that doubles all: but constants, entities and noise. */
Test(rgb_color, overbright_halves_what_is_no_light)
{
    s.view.overbright = true;
    check("rgbGen identity", 255, 255, 255, 255);
    check("rgbGen identityLighting", 127, 127, 127, 255);
    check("", 127, 127, 127, 255);
    check("rgbGen vertex", 5, 10, 15, 40);
    check("rgbGen exactVertex", 10, 20, 30, 255);
    check("rgbGen oneMinusVertex", 122, 117, 112, 255);
    check("rgbGen entity", 50, 60, 70, 255);
    check("rgbGen const ( .5 .25 .999 )", 127, 63, 254, 255);
    s.view.shader_time = .1;
    check("rgbGen wave sin .5 .25 0 1", 82, 82, 82, 255);
    check("rgbGen wave square .9 .8 0 1", 216, 216, 216, 255); /* .85, not a half of 1 */
    check("rgbGen identity\nalphaGen wave sin .5 .25 0 1", 255, 255, 255, 164);
}

/* Of a bright skin: by the direction of the light alone. */
Test(rgb_color, bright_colours_need_no_light)
{
    struct q3_shader shader = shade_stage_shader("", "");
    shader.stages[0].rgb_gen = Q3_RGB_BRIGHT_ENTITY;
    s.view.light = (struct rgb_entity_light){{0, 0, 0}, {0, 0, 0}, {0, 0, 1}};
    s.mesh.normal[0][0] = s.mesh.normal[0][1] = 0.0f;
    static const struct {
        float up;
        bool overbright;
        uint8_t red, blue;
    } known[] = {{1, false, 50, 70}, {0, false, 32, 45}, {-1, false, 15, 21}, {1, true, 25, 35}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        uint8_t flat[4];
        s.mesh.normal[0][2] = known[i].up;
        s.view.overbright = known[i].overbright;
        rgb_shade_colors(&s.mesh, shader.stages, &s.view, NULL, out);
        cr_expect(out[0][0] == known[i].red && out[0][2] == known[i].blue && out[0][3] == 255,
                  "%zu: %d %d %d", i, out[0][0], out[0][2], out[0][3]);
        cr_expect(!rgb_shade_flat_color(shader.stages, &s.view, NULL, flat));
    }
}

Test(rgb_color, each_alpha)
{
    check("rgbGen exactVertex\nalphaGen identity", 10, 20, 30, 255);
    check("alphaGen vertex", 255, 255, 255, 40);
    check("alphaGen oneMinusVertex", 255, 255, 255, 215);
    check("alphaGen entity", 255, 255, 255, 80);
    check("alphaGen oneMinusEntity", 255, 255, 255, 175);
    check("alphaGen const .5", 255, 255, 255, 127);
    check("rgbGen entity\nalphaGen vertex", 50, 60, 70, 40);
    check("rgbGen entity\nalphaGen entity", 50, 60, 70, 80);
}

/* "rgbGen vertex" takes alpha along unless another kind is asked for, before it or behind. */
Test(rgb_color, vertex_colors_set_alpha)
{
    check("rgbGen vertex\nalphaGen identity", 10, 20, 30, 40);
    check("alphaGen const 1\nrgbGen vertex", 10, 20, 30, 255);
    check("rgbGen vertex\nalphaGen entity", 10, 20, 30, 80);
}

Test(rgb_color, waves_are_truncated_to_bytes)
{
    s.view.shader_time = .1;
    check("rgbGen wave sin .5 .25 0 1", 164, 164, 164, 255);
    check("alphaGen wave sin .5 .25 0 1", 255, 255, 255, 164);
    s.view.shader_time = .3;
    check("rgbGen wave inversesawtooth .2 .5 .25 1", 108, 108, 108, 255);
    check("rgbGen wave sawtooth .2 .5 .25 1", 121, 121, 121, 255);
    s.view.shader_time = .7;
    check("rgbGen wave square .5 .25 0 1", 63, 63, 63, 255);
    check("rgbGen wave triangle .5 .25 .05 1", 63, 63, 63, 255);
    check("rgbGen wave square .9 .8 .5 1", 255, 255, 255, 255);
    check("rgbGen wave square .5 .8 0 1", 0, 0, 0, 255);
    check("alphaGen wave square .9 .8 .5 1", 255, 255, 255, 255);
}

Test(rgb_color, noise_moves_inside_its_range_and_is_always_the_same)
{
    int least = 255, most = 0, first[8];
    for (int i = 0; i < 100; i++) {
        s.view.shader_time = i * .13;
        const int value = shaded("rgbGen wave noise .5 .25 .1 1")[0];
        least = value < least ? value : least;
        most = value > most ? value : most;
        if (i < 8) {
            first[i] = value;
        }
    }
    cr_assert(least >= 63 && most <= 191 && most - least > 40, "%d %d", least, most);
    for (int i = 0; i < 8; i++) { /* phase and time are one clock */
        s.view.shader_time = i * .13 + .1;
        const int value = shaded("rgbGen wave noise .5 .25 0 1")[0];
        cr_assert(abs(value - first[i]) <= 1, "%d: %d, %d", i, value, first[i]);
    }
    s.view.shader_time = 1.3; /* the wave's own: (1.3 + .1) * 2.5 */
    const float noise = q3_noise(&s.waves, 0, 0, 0, (1.3 + (double).1f) * 2.5);
    const int wanted = (int)(255 * (.5f + .25f * noise));
    cr_assert_gt(fabsf(noise), .1f, "which shows, and by its sign");
    check("rgbGen wave noise .5 .25 .1 2.5", wanted, wanted, wanted, 255);
    check("alphaGen wave noise .5 .5 0 1", 255, 255, 255, 127); /* there is none for alpha */
}

Test(rgb_color, diffuse_light_by_the_angle)
{
    s.mesh.num_vertices = 4;
    shade_set(s.normal[0], 0, 0, 1);
    shade_set(s.normal[1], 0, 0, -1);
    shade_set(s.normal[2], 1, 0, 0);
    shade_set(s.normal[3], .6f, 0, .5f);
    shaded("rgbGen lightingDiffuse");
    static const uint8_t wanted[4][4] = {
        {110, 220, 255, 255}, {10, 20, 30, 255}, {10, 20, 30, 255}, {60, 120, 230, 255}};
    cr_assert_arr_eq(out, wanted, sizeof(wanted));
    s.view.light = (struct rgb_entity_light){{-5, 300, NAN}, {-1e30f, INFINITY, 1}, {0, 0, 1}};
    shaded("rgbGen lightingDiffuse");
    cr_assert(out[0][0] == 0 && out[0][1] == 255 && out[0][2] == 0);
}

Test(rgb_color, specular_light_mirrors_a_fixed_lamp)
{
    static const struct {
        float eye[3], normal[3];
        int alpha;
        float at[3];
    } known[] = {{{100, -200, 50}, {0, 0, 1}, 239, {0}},
                 {{96, -190, 40}, {0, 0, 1}, 243, {0}},
                 {{960, -1980, 200}, {0, 0, 1}, 253, {0}},
                 {{0, 0, 100}, {0, .6f, .8f}, 148, {0}},
                 {{0, 0, -100}, {0, 0, 1}, 0, {0}},
                 {{-300, 800, 400}, {-.2f, .6f, .7745967f}, 1, {0}},
                 {{100, -200, 50}, {0, 0, 1}, 97, {-900, 1900, 20}},
                 {{-1000, 2300, 50}, {.3f, -.2f, .9f}, 24, {-980, 2100, -60}}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        memcpy(s.view.eye, known[i].eye, sizeof(s.view.eye));
        memcpy(s.normal[0], known[i].normal, sizeof(s.normal[0]));
        memcpy(s.xyz[0], known[i].at, sizeof(s.xyz[0]));
        check("alphaGen lightingSpecular", 255, 255, 255, known[i].alpha);
    }
    shade_set(s.xyz[0], 5, 6, 7); /* the eye on the surface: no way to it, but a definite answer */
    shade_set(s.view.eye, 5, 6, 7);
    check("alphaGen lightingSpecular", 255, 255, 255, 0);
}

Test(rgb_color, portals_fade_with_distance_in_portal_views)
{
    shade_set(s.view.eye, 0, 100, 0);
    check("alphaGen portal 256", 255, 255, 255, 255);
    s.view.portal_view = true;
    check("alphaGen portal", 255, 255, 255, 99);
    check("alphaGen portal 200", 255, 255, 255, 127);
    check("alphaGen portal 50", 255, 255, 255, 255);
    check("alphaGen portal 0", 255, 255, 255, 255);
}

/* Fog that is half dense at the vertex, for each pair of factors. */
Test(rgb_color, fog_takes_from_translucent_stages)
{
    static const struct {
        const char *blend;
        uint8_t color[4];
    } known[] = {{"blendFunc add", {100, 20, 5, 200}},
                 {"blendFunc GL_ZERO GL_ONE_MINUS_SRC_COLOR", {100, 20, 5, 200}},
                 {"blendFunc blend", {200, 40, 10, 100}},
                 {"blendFunc GL_ONE GL_ONE_MINUS_SRC_ALPHA", {100, 20, 5, 100}},
                 {"blendFunc filter", {200, 40, 10, 200}},
                 {"", {200, 40, 10, 200}}};
    static const struct level_fog volume = {.scale = 1};
    const struct rgb_fog_view fog = {.fog = &volume, .distance = {1, 0, 0, 1.0f / 512}};
    static const uint8_t vertex[4] = {200, 40, 10, 200};
    memcpy(s.color[0], vertex, 4);
    s.xyz[0][0] = 64.0f / 255 / 8 + 1e-5f; /* so that density is sqrt(64 / 255), about a half */
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        char inside[128];
        uint8_t flat[4];
        snprintf(inside, sizeof(inside), "%s\nrgbGen vertex", known[i].blend);
        const struct q3_shader shader = shade_stage_shader("", inside);
        rgb_shade_colors(&s.mesh, shader.stages, &s.view, &fog, out);
        for (int j = 0; j < 4; j++) {
            const int part = known[i].color[j];
            const int wanted = part < vertex[j] ? (int)(vertex[j] * (1 - .500979)) : part;
            cr_assert_eq(out[0][j], wanted, "%s, %d: %d", known[i].blend, j, out[0][j]);
        }
        cr_assert(!rgb_shade_flat_color(shader.stages, &s.view, &fog, flat));
    }
    const struct q3_shader flat = shade_stage_shader("", "blendFunc add\nrgbGen identity");
    uint8_t same[4];
    cr_assert(!rgb_shade_flat_color(flat.stages, &s.view, &fog, same));
    cr_assert(rgb_shade_flat_color(flat.stages, &s.view, NULL, same));
}

Test(rgb_color, no_vertices_and_nan)
{
    s.mesh.num_vertices = 0;
    shaded("rgbGen lightingDiffuse\nalphaGen lightingSpecular");
    s.mesh = (struct rgb_mesh){0};
    shaded("rgbGen vertex");
    setup();
    shade_set(s.xyz[0], NAN, INFINITY, -INFINITY);
    shade_set(s.normal[0], NAN, 1, 1e38f);
    s.view.shader_time = NAN;
    check("rgbGen lightingDiffuse\nalphaGen lightingSpecular", 10, 20, 30, 0);
    check("rgbGen wave noise .5 .25 .1 1", shaded("rgbGen wave noise .5 .25 .1 1")[0],
          shaded("rgbGen wave noise .5 .25 .1 1")[1], shaded("rgbGen wave noise .5 .25 .1 1")[2],
          255);
    s.view.shader_time = 2147483.648;
    check("rgbGen wave sawtooth 0 1 0 1", 165, 165, 165, 255);
    s.view.shader_time = 1e300;
    check("rgbGen wave sawtooth .5 .5 0 1", 127, 127, 127, 255);
}
