/* Passes of a batch: merged stages, states and colours, lights and fog. */
#include <criterion/criterion.h>
#include <string.h>

#include "render/rgb/passes.h"

enum { TEXTURES = 4 };

static struct rgb_passes passes;
static struct q3_shader rules;
static struct material material;
static struct texture textures[TEXTURES]; /* stages 0, 1, 2; [3] is the level's lightmap */
static struct q3_waves waves;
static struct rgb_shade_view view;
static struct rgb_mesh mesh;
static struct rgb_draw_surf surf;
static float xyz[3][3], normal[3][3], st[3][2], light_st[3][2];
static uint8_t color[3][4];

/* Parses a script's body, with a different texture for each stage. */
static void script(const char *text)
{
    q3_shader_parse(&rules, "x", text, strlen(text), 1, NULL);
    cr_assert_eq(rules.faults, 0, "%s", text);
    material = (struct material){
        .rules = &rules, .num_stages = rules.num_stages, .collapse = q3_shader_collapse(&rules)};
    for (uint32_t i = 0; i < rules.num_stages; i++) {
        material.stages[i] = (struct material_stage){.num_textures = 1, .textures = {&textures[i]}};
    }
    surf = (struct rgb_draw_surf){
        .material = &material, .called = &material, .kind = RGB_SURF_POLY, .entity = RGB_NO_ENTITY};
}

static void setup(void)
{
    q3_waves_make(&waves);
    view.waves = &waves;
    view.axis_length = 1;
    for (int i = 0; i < TEXTURES; i++) {
        textures[i].num_levels = i == 3 ? 1 : 5;
    }
    mesh = (struct rgb_mesh){.num_vertices = 3,
                             .xyz = xyz,
                             .normal = normal,
                             .st = st,
                             .light_st = light_st,
                             .color = color};
    memset(color, 99, sizeof(color));
}

static void finish(void)
{
    rgb_passes_free(&passes);
}

TestSuite(rgb_passes, .init = setup, .fini = finish);

static const struct raster_pass *make(const char *text, uint32_t count)
{
    if (text != NULL) {
        script(text);
    }
    cr_assert_eq(rgb_passes_begin(&passes, mesh.num_vertices, material.num_stages + 1), 0);
    rgb_passes_add_stages(&passes, &mesh, &surf, &view, NULL, NULL);
    cr_assert_eq(passes.count, count, "%s: %u", text, passes.count);
    return passes.list;
}

static bool stores(const struct raster_pass *pass)
{
    return pass->source == Q3_FACTOR_ONE && pass->destination == Q3_FACTOR_ZERO;
}

Test(rgb_passes, a_plain_stage_uses_the_meshs_arrays)
{
    const struct raster_pass *p = make("{ { map a } }", 1);
    cr_assert(p->texture == &textures[0] && p->combine == RASTER_ONE && p->color == NULL);
    cr_assert_eq(p->st, (const float(*)[2])st);
    cr_assert(stores(p) && p->depth_write && !p->depth_equal && p->flat[0] == 255);
    p = make("{ { map a\ntcGen lightmap\n } }", 1);
    cr_assert_eq(p->st, (const float(*)[2])light_st);
    p = make("{ { map a\ntcMod scale 2 2\n } }", 1);
    cr_assert(p->st != (const float(*)[2])st && p->st != (const float(*)[2])light_st);
}

Test(rgb_passes, stages_that_the_original_collapses_are_one_pass)
{
    const struct raster_pass *p =
        make("{ { map a\nrgbGen identity\n } { map b\nblendFunc filter\n } }", 1);
    cr_assert(p->combine == RASTER_PRODUCT && stores(p) && p->depth_write);
    cr_assert(p->texture == &textures[0] && p->second == &textures[1]);
    p = make("{ { map a\nblendFunc filter\n } { map b\nblendFunc GL_ZERO GL_SRC_COLOR\n } }", 1);
    cr_assert(p->combine == RASTER_PRODUCT && p->source == Q3_FACTOR_DST_COLOR &&
              p->destination == Q3_FACTOR_ZERO && !p->depth_write);
    p = make("{ { map a\nrgbGen identity\n } { map b\nblendFunc add\nrgbGen identity\n } }", 1);
    cr_assert(p->combine == RASTER_SUM && stores(p));
    p = make("{ { map a\nblendFunc add\nrgbGen identity\n }"
             " { map b\nblendFunc add\nrgbGen identity\n } { map c\nblendFunc add\n } }",
             2);
    cr_assert(p->combine == RASTER_SUM && p->source == Q3_FACTOR_ONE &&
              p->destination == Q3_FACTOR_ONE && p[1].texture == &textures[2]);
}

/* Two stages of equal result, of which the original makes two passes: one pass gives the same bits.
 */
Test(rgb_passes, a_product_of_white_stages_is_one_pass)
{
    const struct raster_pass *p = make("{ { map a\n } { map b\nblendFunc filter\n } }", 1);
    cr_assert_eq(material.collapse, Q3_COLLAPSE_NONE);
    cr_assert(p->combine == RASTER_PRODUCT && p->second == &textures[1]);
    make("{ { map a\n } { map b\nblendFunc filter\nrgbGen const ( .5 1 1 )\n } }", 2);
    make("{ { map a\nrgbGen vertex\n } { map b\nblendFunc filter\n } }", 2);
    make("{ { map a\nalphaFunc GT0\n } { map b\nblendFunc filter\n } }", 2);
    make("{ { map a\n } { map b\nblendFunc add\n } }", 2);
    make("{ { map a\nblendFunc add\n } { map b\nblendFunc filter\n } }", 2);
}

Test(rgb_passes, states_and_colors_of_stages)
{
    const struct raster_pass *p =
        make("{ { map a\nblendFunc blend\nalphaFunc GE128\ndepthWrite\nrgbGen const ( 1 .5 0 )\n }"
             " { map b\nblendFunc GL_DST_COLOR GL_ONE\ndepthFunc equal\nrgbGen vertex\n } }",
             2);
    cr_assert(p->source == Q3_FACTOR_SRC_ALPHA && p->destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA &&
              p->depth_write && p->alpha_test == Q3_ALPHA_GE128 && !p->depth_equal);
    static const uint8_t flat[4] = {255, 127, 0, 255};
    cr_assert(p->color == NULL && memcmp(p->flat, flat, 4) == 0);
    cr_assert(p[1].source == Q3_FACTOR_DST_COLOR && p[1].destination == Q3_FACTOR_ONE &&
              p[1].depth_equal && !p[1].depth_write && p[1].alpha_test == Q3_ALPHA_ALL);
    cr_assert(p[1].color != NULL && memcmp(p[1].color, color, sizeof(color)) == 0);
}

Test(rgb_passes, animations_depend_on_time)
{
    script("{ { animMap 2 a b c\n } }");
    material.stages[0] = (struct material_stage){
        .num_textures = 3, .textures = {&textures[0], &textures[1], &textures[2]}};
    static const double moments[4] = {0, .5, 1.25, 1.5};
    for (int i = 0; i < 4; i++) {
        view.shader_time = moments[i];
        cr_assert_eq(make(NULL, 1)->texture, &textures[i % 3], "%d", i);
    }
    view.shader_time = 0;
}

/* A remapped material was asked for without a lightmap: the surface has one. */
Test(rgb_passes, remapped_stages_use_the_surfaces_lightmap)
{
    static const struct texture *lightmaps[1] = {&textures[3]};
    struct q3_level level = {.lightmaps = lightmaps};
    level.bsp.num_lightmaps = 1;
    script("{ { map $lightmap\nrgbGen identity\n } { map b\nblendFunc filter\n } }");
    struct material called = material;
    called.lightmap = 0;
    surf.called = &called;
    cr_assert_eq(rgb_passes_begin(&passes, 3, 3), 0);
    rgb_passes_add_stages(&passes, &mesh, &surf, &view, NULL, &level);
    cr_assert_eq(passes.count, 1);
    const struct raster_pass *p = passes.list;
    cr_assert(p->texture == &textures[1] && p->second == &textures[3], "the lightmap is last");
    cr_assert(p->st == (const float(*)[2])st && p->second_st == (const float(*)[2])light_st);
    called.lightmap = 7; /* not in the level */
    cr_assert_eq(rgb_passes_begin(&passes, 3, 3), 0);
    rgb_passes_add_stages(&passes, &mesh, &surf, &view, NULL, &level);
    cr_assert_eq(passes.list[0].texture, &textures[0]);
}

Test(rgb_passes, lights_and_fog_come_on_top)
{
    static const struct level_fog volume = {.color = {10, 20, 30}, .scale = 1};
    static const struct rgb_fog_view fog = {.fog = &volume};
    make("{ { map a } }", 1);
    rgb_passes_add_light(&passes, &textures[2], (const float(*)[2])st, (const uint8_t(*)[4])color);
    const struct raster_pass *p = &passes.list[1];
    cr_assert(p->source == Q3_FACTOR_DST_COLOR && p->destination == Q3_FACTOR_ONE &&
              p->depth_equal && !p->depth_write);
    cr_assert_eq(p->color, (const uint8_t(*)[4])color);
    rgb_passes_add_fog(&passes, &mesh, &rules, &fog, &textures[3]);
    p = &passes.list[2];
    static const uint8_t flat[4] = {10, 20, 30, 255};
    cr_assert(memcmp(p->flat, flat, 4) == 0 && p->color == NULL && p->texture == &textures[3]);
    cr_assert(p->source == Q3_FACTOR_SRC_ALPHA && p->destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA &&
              p->depth_equal);
    make("{ { map a\nblendFunc add\n } }", 1); /* fog alone: over the background */
    rgb_passes_add_fog(&passes, &mesh, &rules, &fog, &textures[3]);
    cr_assert(!passes.list[1].depth_equal && !passes.list[1].depth_write);
}
