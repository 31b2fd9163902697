/* Coordinates of textures: every tcGen and tcMod, their order, and animations' pictures. */
#include <math.h>

#include "tests/render/rgb/shading/shade_stage.h"

static struct shade_stage s;
static float out[STAGE_VERTICES][2];

static void setup(void)
{
    shade_stage_begin(&s, 1);
    s.st[0][0] = 1.0f;
    s.light_st[0][0] = .25f;
    s.light_st[0][1] = .75f;
    shade_set(s.xyz[0], 1, 2, 3);
}

TestSuite(rgb_st, .init = setup);

static void check_at(double time, const char *inside, double wanted_s, double wanted_t)
{
    const struct q3_shader shader = shade_stage_shader("", inside);
    s.view.shader_time = time;
    out[s.mesh.num_vertices][0] = 77.0f;
    rgb_shade_st(&s.mesh, shader.stages, &s.view, out);
    cr_assert_eq(out[s.mesh.num_vertices][0], 77.0f, "%s: wrote behind the end", inside);
    cr_assert(fabs((double)out[0][0] - wanted_s) < 1e-6 &&
                  fabs((double)out[0][1] - wanted_t) < 1e-6,
              "%s at %g: %.9g %.9g", inside, time, (double)out[0][0], (double)out[0][1]);
}

Test(rgb_st, each_generator)
{
    check_at(0, "", 1, 0);
    check_at(0, "tcGen base", 1, 0);
    check_at(0, "tcGen texture", 1, 0);
    check_at(0, "tcGen lightmap", .25, .75);
    check_at(0, "tcGen vector ( .5 .25 2 ) ( 0 0 -1 )", 7, -3);
    check_at(0, "tcGen environment", .23279133, .09918699);
    shade_set(s.normal[0], .6f, 0, .8f);
    check_at(0, "tcGen environment", .23279133, .25951220);
    shade_set(s.xyz[0], -100, 50, 7);
    shade_set(s.normal[0], -.6f, .48f, .64f);
    check_at(0, "tcGen environment", .35792274, .96024146);
}

Test(rgb_st, scale_scroll_and_transform)
{
    s.st[0][1] = .5f;
    check_at(9, "tcMod scale 3 -4", 3, -2);
    check_at(1.25, "tcMod scroll .5 -.5", 1.625, .875);
    check_at(1.25, "tcMod scroll 3 1", 1.75, .75);
    check_at(9, "tcMod transform 2 3 5 7 .25 .125", 2 + 2.5 + .25, 3 + 3.5 + .125);
    s.view.entity_st[0] = .25f;
    s.view.entity_st[1] = 1.5f;
    check_at(1, "tcMod entityTranslate", 1.25, 1);
}

Test(rgb_st, rotation_is_about_the_middle)
{
    check_at(1, "tcMod rotate 30", .68711016, -.18044665);
    s.st[0][1] = .5f;
    check_at(1, "tcMod rotate 90", .5, .0000053);
    s.st[0][1] = 0;
    check_at(2147483.648, "tcMod rotate 30", 1.08544409, .10380715);
}

Test(rgb_st, stretch_and_turbulence)
{
    s.st[0][0] = .25f;
    s.st[0][1] = 1;
    check_at(.1, "tcMod stretch sin .5 .25 0 1", .11334629, 1.27330741);
    check_at(7, "tcMod stretch square 2 .5 0 1", .4, .7);
    s.st[0][0] = .5f;
    s.st[0][1] = .25f;
    shade_set(s.xyz[0], 100, -300, 28);
    check_at(1.3, "tcMod turb 0 .25 .1 .5", .32417588, .31600159);
}

/* A vertex' results depend on that vertex alone. */
Test(rgb_st, every_vertex_is_modified)
{
    static const char *const stages[] = {"tcMod scale 3 -4",
                                         "tcMod scroll .5 -.5",
                                         "tcMod transform 2 3 5 7 .25 .125",
                                         "tcMod rotate 30",
                                         "tcMod turb 0 .25 .1 .5",
                                         "tcMod stretch sin .5 .25 0 1",
                                         "tcGen environment",
                                         "tcGen lightmap",
                                         "tcGen vector ( .5 .25 2 ) ( 0 0 -1 )",
                                         "tcMod entityTranslate",
                                         "tcMod turb 0 .25 .1 .5\ntcMod scale 2 2"};
    s.view.shader_time = 1.3;
    for (size_t n = 0; n < sizeof stages / sizeof *stages; n++) {
        const struct q3_shader shader = shade_stage_shader("", stages[n]);
        float alone[4][2];
        for (int round = 0; round < 5; round++) {
            shade_stage_begin(&s, round < 4 ? 1 : 4);
            s.view.shader_time = 1.3;
            s.view.entity_st[0] = .25f;
            for (int i = 0; i < 4; i++) {
                const int from = round < 4 ? round : i;
                s.st[i][0] = .25f + .5f * (float)from;
                s.st[i][1] = .125f * (float)from;
                s.light_st[i][0] = .0625f * (float)from;
                shade_set(s.xyz[i], 100.0f + 70.0f * (float)from, -300.0f * (float)from, 28);
                shade_set(s.normal[i], .6f, 0, from % 2 == 0 ? .8f : -.8f);
            }
            rgb_shade_st(&s.mesh, shader.stages, &s.view, out);
            if (round < 4) {
                memcpy(alone[round], out[0], sizeof alone[0]);
            } else {
                cr_expect_arr_eq(out, alone, sizeof alone, "%s", stages[n]);
            }
        }
        cr_expect(alone[0][0] != alone[1][0] && alone[1][0] != alone[3][0], "%s", stages[n]);
    }
}

Test(rgb_st, modifiers_apply_in_script_order)
{
    check_at(1, "tcMod scale 2 2\ntcMod scroll .25 0", 2.25, 0);
    check_at(1, "tcMod scroll .25 0\ntcMod scale 2 2", 2.5, 0);
    check_at(1, "tcMod scale 2 2\ntcMod shrink 7\ntcMod scale 3 3", 2, 0);
    check_at(0,
             "tcMod scale 2 2\ntcMod scale 2 2\ntcMod scale 2 2\ntcMod scale 2 2\n"
             "tcMod scale 2 2",
             16, 0);
}

/* Seconds as a server counts them in thirty days: scrolling stays as fine as at the start. */
Test(rgb_st, long_times_keep_their_precision)
{
    check_at(2147483.625, "tcMod scroll 1 .5", 1.625, .8125);
    check_at(-.25, "tcMod scroll 1 1", 1.75, .75);
    check_at(1e300, "tcMod scroll 1 1", 1, 0);
    check_at((double)NAN, "tcMod scroll 1 1\ntcMod scale 2 2", 2, 0);
}

Test(rgb_st, nan_becomes_finite)
{
    check_at(0, "tcMod stretch sin 0 1 0 1", 0, 0);
    s.st[0][0] = 3e38f;
    check_at(0, "tcMod scale 8 1", 0, 0);
    s.st[0][0] = 1;
    shade_set(s.xyz[0], 10, 20, 30); /* where the eye is */
    check_at(0, "tcGen environment", .5, .5);
    shade_set(s.xyz[0], NAN, -INFINITY, 1);
    check_at(0, "tcGen environment", 0, 0);
    check_at(0, "tcGen vector ( 1 0 0 ) ( 0 1 0 )", 0, 0);
    check_at(0, "tcMod turb 0 0 0 0", 1, 0);
    s.mesh = (struct rgb_mesh){0};
    const struct q3_shader shader = shade_stage_shader("", "tcGen lightmap\ntcMod rotate 3");
    rgb_shade_st(&s.mesh, shader.stages, &s.view, out);
}

Test(rgb_st, animations_show_their_pictures_in_turn)
{
    const struct q3_shader shader =
        shade_stage_shader("", "animMap 2.5 a.tga b.tga c.tga\nrgbGen identity");
    static const struct {
        double time;
        uint32_t frame;
    } known[] = {{0, 0},   {.399, 0}, {.4, 1},    {.8, 2},          {1.199, 2},
                 {1.2, 0}, {-5, 0},   {1e300, 0}, {(double)NAN, 0}, {2147483.648, 5368709 % 3}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        cr_assert_eq(rgb_shade_frame(shader.stages, 3, known[i].time), known[i].frame, "%zu", i);
    }
    cr_assert_eq(rgb_shade_frame(shader.stages, 0, 5), 0);
    cr_assert_eq(rgb_shade_frame(shader.stages, 1, 5), 0);
}
