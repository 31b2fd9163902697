/* Shaders: every keyword, defaults, and faults. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "formats/scripts/q3_shader.h"

/* Notes of the parser, one per line: line number, space, message. */
static char noted[2000];

static void note_line(void *context, uint32_t line, const char *words)
{
    const size_t length = strlen(noted);
    (void)context;
    snprintf(noted + length, sizeof(noted) - length, "%u %s\n", (unsigned)line, words);
}

static struct q3_shader parse_shader(const char *text)
{
    static const struct q3_notes notes = {note_line, NULL};
    struct q3_shader shader;
    noted[0] = '\0';
    q3_shader_parse(&shader, "x", text, strlen(text), 1, &notes);
    return shader;
}

/* A shader of one stage. */
static struct q3_stage parse_stage(const char *inside)
{
    char text[512];
    snprintf(text, sizeof(text), "{\n{\nmap a.tga\n%s\n}\n}\n", inside);
    const struct q3_shader shader = parse_shader(text);
    cr_assert_eq(shader.num_stages, 1, "%s", noted);
    return shader.stages[0];
}

static struct q3_shader parse_general(const char *inside)
{
    char text[512];
    snprintf(text, sizeof(text), "{\n%s\n{\nmap a.tga\n}\n}\n", inside);
    return parse_shader(text);
}

Test(q3_shader, a_plain_one_has_the_defaults)
{
    const struct q3_shader s = parse_general("");
    cr_assert(s.faults == 0 && noted[0] == '\0');
    cr_assert_str_eq(s.name, "x");
    cr_assert(s.cull == Q3_CULL_FRONT_SIDED && s.sort == Q3_SORT_OPAQUE && !s.is_sky);
    const struct q3_stage *t = s.stages;
    cr_assert(t->map == Q3_MAP_IMAGE && t->num_images == 1 && !t->clamp && !t->no_mipmaps);
    cr_assert_str_eq(t->images[0], "a.tga");
    cr_assert(!t->blended && t->depth_write && !t->depth_equal);
    cr_assert(t->rgb_gen == Q3_RGB_IDENTITY_LIGHTING && t->alpha_gen == Q3_ALPHA_IDENTITY);
    cr_assert(t->tc_gen == Q3_TC_BASE && t->num_tc_mods == 0 && t->alpha_test == Q3_ALPHA_ALL);
}

Test(q3_shader, maps)
{
    struct q3_shader s = parse_shader("{ { map $lightmap } { map $whiteimage } { clampmap b } }");
    cr_assert(s.stages[0].map == Q3_MAP_LIGHTMAP && s.stages[0].tc_gen == Q3_TC_LIGHTMAP);
    cr_assert(s.stages[1].map == Q3_MAP_WHITE && s.stages[1].tc_gen == Q3_TC_BASE);
    cr_assert(s.stages[2].map == Q3_MAP_IMAGE && s.stages[2].clamp);
    s = parse_shader("{ { map $lightmap\ntcGen base } { videoMap v.roq } { } }");
    cr_assert(s.stages[0].tc_gen == Q3_TC_BASE && s.stages[1].map == Q3_MAP_VIDEO);
    cr_assert_eq(s.stages[2].map, Q3_MAP_NONE);
    const struct q3_stage t = parse_stage("animMap 2.5 a b c d e f g h i j\nrgbGen identity");
    cr_assert(t.num_images == 8 && t.frames_a_second == 2.5f && t.rgb_gen == Q3_RGB_IDENTITY);
    cr_assert_str_eq(t.images[7], "g", "after what map named");
}

Test(q3_shader, an_animation_has_eight_pictures)
{
    const struct q3_shader s = parse_shader("{ { animMap 10 a b c d e f g h i j\n } }");
    cr_assert_eq(s.stages[0].num_images, 8);
    cr_assert_str_eq(s.stages[0].images[0], "a");
    cr_assert_str_eq(s.stages[0].images[7], "h");
}

Test(q3_shader, no_mipmaps_affects_later_stages)
{
    const struct q3_shader s = parse_shader("{ { map a } nomipmaps { map b } }");
    cr_assert(!s.stages[0].no_mipmaps && s.stages[1].no_mipmaps && s.no_picmip);
    cr_assert(parse_general("nopicmip").no_picmip);
}

Test(q3_shader, blends)
{
    static const struct {
        const char *text;
        bool blended;
        enum q3_factor source, destination;
        enum q3_rgb_gen rgb_gen;
    } cases[] = {
        {"blendFunc add", true, Q3_FACTOR_ONE, Q3_FACTOR_ONE, Q3_RGB_IDENTITY_LIGHTING},
        {"blendFunc filter", true, Q3_FACTOR_DST_COLOR, Q3_FACTOR_ZERO, Q3_RGB_IDENTITY},
        {"blendFunc Blend", true, Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
         Q3_RGB_IDENTITY_LIGHTING},
        {"blendFunc GL_ZERO gl_src_color", true, Q3_FACTOR_ZERO, Q3_FACTOR_SRC_COLOR,
         Q3_RGB_IDENTITY},
        {"blendFunc GL_ONE_MINUS_DST_COLOR GL_ONE_MINUS_SRC_COLOR", true,
         Q3_FACTOR_ONE_MINUS_DST_COLOR, Q3_FACTOR_ONE_MINUS_SRC_COLOR, Q3_RGB_IDENTITY},
        {"blendFunc GL_DST_ALPHA GL_ONE_MINUS_DST_ALPHA", true, Q3_FACTOR_DST_ALPHA,
         Q3_FACTOR_ONE_MINUS_DST_ALPHA, Q3_RGB_IDENTITY},
        {"blendFunc GL_ONE_MINUS_DST_ALPHA GL_SRC_ALPHA", true, Q3_FACTOR_ONE_MINUS_DST_ALPHA,
         Q3_FACTOR_SRC_ALPHA, Q3_RGB_IDENTITY},
        {"blendFunc GL_SRC_ALPHA_SATURATE GL_DST_ALPHA", true, Q3_FACTOR_SRC_ALPHA_SATURATE,
         Q3_FACTOR_DST_ALPHA, Q3_RGB_IDENTITY},
        {"blendFunc GL_ONE GL_ZERO", false, Q3_FACTOR_ONE, Q3_FACTOR_ZERO,
         Q3_RGB_IDENTITY_LIGHTING},
        {"blendFunc GL_DST_COLOR DST_COLOR", true, Q3_FACTOR_DST_COLOR, Q3_FACTOR_ONE,
         Q3_RGB_IDENTITY},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct q3_stage s = parse_stage(cases[i].text);
        cr_assert_eq(s.blended, cases[i].blended, "%zu", i);
        cr_assert(s.source == cases[i].source && s.destination == cases[i].destination, "%zu", i);
        cr_assert_eq(s.depth_write, !cases[i].blended, "%zu", i);
        cr_assert_eq(s.rgb_gen, cases[i].rgb_gen, "%zu", i);
    }
    cr_assert_str_eq(noted, "4 x: unknown blend factor \"DST_COLOR\"\n");
}

Test(q3_shader, depth_and_alpha)
{
    cr_assert(parse_stage("depthWrite\nblendFunc add").depth_write);
    cr_assert(parse_stage("blendFunc add\ndepthWrite").depth_write);
    cr_assert(parse_stage("depthFunc equal").depth_equal &&
              !parse_stage("depthFunc lequal").depth_equal);
    cr_assert(!parse_stage("depthFunc never").depth_equal);
    cr_assert_str_eq(noted, "4 x: unknown depthFunc \"never\"\n");
    cr_assert_eq(parse_stage("alphaFunc GT0").alpha_test, Q3_ALPHA_GT0);
    cr_assert_eq(parse_stage("alphaFunc lt128").alpha_test, Q3_ALPHA_LT128);
    cr_assert_eq(parse_stage("alphaFunc GE128").alpha_test, Q3_ALPHA_GE128);
    cr_assert(parse_stage("detail").detail);
}

Test(q3_shader, colors)
{
    static const struct {
        const char *text;
        enum q3_rgb_gen kind;
    } cases[] = {{"identity", Q3_RGB_IDENTITY},
                 {"identityLighting", Q3_RGB_IDENTITY_LIGHTING},
                 {"Vertex", Q3_RGB_VERTEX},
                 {"exactVertex", Q3_RGB_EXACT_VERTEX},
                 {"oneMinusVertex", Q3_RGB_ONE_MINUS_VERTEX},
                 {"entity", Q3_RGB_ENTITY},
                 {"oneMinusEntity", Q3_RGB_ONE_MINUS_ENTITY},
                 {"lightingDiffuse", Q3_RGB_LIGHTING_DIFFUSE},
                 {"const ( 0.5 1 0 )", Q3_RGB_CONST},
                 {"wave sawtooth 1 2 3 4", Q3_RGB_WAVE}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "rgbGen %s", cases[i].text);
        const struct q3_stage s = parse_stage(text);
        cr_assert(s.rgb_gen == cases[i].kind && noted[0] == '\0', "%s", text);
        cr_assert_eq(s.alpha_gen, i == 2 ? Q3_ALPHA_VERTEX : Q3_ALPHA_IDENTITY, "%s", text);
        cr_assert(i != 8 || (s.rgb[0] == 127 && s.rgb[1] == 255 && s.rgb[2] == 0));
        const struct q3_wave *w = &s.rgb_wave;
        cr_assert(i != 9 || (w->kind == Q3_WAVE_SAWTOOTH && w->base == 1 && w->amplitude == 2 &&
                             w->phase == 3 && w->frequency == 4));
    }
    parse_stage("rgbGen lightingFancy");
    cr_assert_str_eq(noted, "4 x: unknown rgbGen \"lightingFancy\"\n");
    parse_stage("rgbGen const 1 1 1");
    cr_assert(strncmp(noted, "4 x: rgbGen: a parenthesis is missing\n", 38) == 0, "%s", noted);
}

Test(q3_shader, alphas)
{
    static const struct {
        const char *text;
        enum q3_alpha_gen kind;
    } cases[] = {{"identity", Q3_ALPHA_IDENTITY},
                 {"vertex", Q3_ALPHA_VERTEX},
                 {"oneMinusVertex", Q3_ALPHA_ONE_MINUS_VERTEX},
                 {"entity", Q3_ALPHA_ENTITY},
                 {"oneMinusEntity", Q3_ALPHA_ONE_MINUS_ENTITY},
                 {"lightingSpecular", Q3_ALPHA_LIGHTING_SPECULAR},
                 {"portal 512", Q3_ALPHA_PORTAL},
                 {"portal", Q3_ALPHA_PORTAL},
                 {"const 0.25", Q3_ALPHA_CONST},
                 {"wave noise 1 2 3 4", Q3_ALPHA_WAVE}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "alphaGen %s", cases[i].text);
        const struct q3_stage s = parse_stage(text);
        cr_assert(s.alpha_gen == cases[i].kind && s.alpha_gen_given && noted[0] == '\0', "%s",
                  text);
        cr_assert(i != 6 || s.portal_range == 512);
        cr_assert(i != 7 || s.portal_range == 256);
        cr_assert(i != 8 || s.alpha == 63);
        cr_assert(i != 9 || s.alpha_wave.kind == Q3_WAVE_NOISE);
    }
    cr_assert_eq(parse_stage("alphaGen entity\nrgbGen vertex").alpha_gen, Q3_ALPHA_ENTITY);
}

Test(q3_shader, coordinates)
{
    cr_assert_eq(parse_stage("tcGen environment").tc_gen, Q3_TC_ENVIRONMENT);
    cr_assert_eq(parse_stage("texGen lightmap").tc_gen, Q3_TC_LIGHTMAP);
    cr_assert_eq(parse_stage("tcGen texture").tc_gen, Q3_TC_BASE);
    struct q3_stage s = parse_stage("tcGen vector ( 1 2 3 ) ( 4 5 6 )");
    cr_assert(s.tc_gen == Q3_TC_VECTOR && s.tc_vectors[0][2] == 3 && s.tc_vectors[1][0] == 4);
    s = parse_stage("tcMod scale 2 3\ntcMod scroll .5 -1\ntcMod rotate 30\ntcMod entityTranslate");
    cr_assert(s.num_tc_mods == 4 && noted[0] == '\0');
    cr_assert(s.tc_mods[0].kind == Q3_TC_MOD_SCALE && s.tc_mods[0].numbers[1] == 3);
    cr_assert(s.tc_mods[1].kind == Q3_TC_MOD_SCROLL && s.tc_mods[1].numbers[0] == 0.5f);
    cr_assert(s.tc_mods[2].kind == Q3_TC_MOD_ROTATE && s.tc_mods[2].numbers[0] == 30);
    cr_assert_eq(s.tc_mods[3].kind, Q3_TC_MOD_ENTITY_TRANSLATE);
    s = parse_stage("tcMod stretch sin 1 2 3 4\ntcMod turb 5 6 7 8 9\ntcMod transform 1 2 3 4 5 6");
    cr_assert(s.tc_mods[0].kind == Q3_TC_MOD_STRETCH && s.tc_mods[0].wave.frequency == 4);
    cr_assert(s.tc_mods[1].kind == Q3_TC_MOD_TURB && s.tc_mods[1].wave.amplitude == 6);
    cr_assert(s.tc_mods[2].kind == Q3_TC_MOD_TRANSFORM && s.tc_mods[2].numbers[5] == 6);
    s = parse_stage(
        "tcMod warp 1\ntcMod scale 1 1\ntcMod scale 1\ntcMod scale 1 1\ntcMod rotate 1");
    cr_assert(s.num_tc_mods == 4 && s.tc_mods[0].kind == Q3_TC_MOD_END);
    cr_assert_eq(s.tc_mods[2].kind, Q3_TC_MOD_END);
    cr_assert_str_eq(noted, "4 x: unknown tcMod \"warp\"\n6 x: tcMod: a value is missing\n"
                            "8 x: more than 4 tcMods\n");
}

Test(q3_shader, parentheses_need_no_blanks)
{
    static const char *const texts[] = {"( .2 .4 .6 )", "(.2 .4 .6)", "(.2 .4 .6 )", "( .2 .4 .6)"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "rgbGen const %s\nalphaGen const .8", texts[i]);
        const struct q3_stage s = parse_stage(text);
        cr_expect(s.rgb[0] == 51 && s.rgb[1] == 102 && s.rgb[2] == 153 && s.alpha == 204, "%s",
                  texts[i]);
        cr_expect_str_eq(noted, "", "%s", texts[i]);
    }
    (void)parse_stage("rgbGen const .2 .4 .6)");
    cr_expect_neq(noted[0], '\0', "none at the start");
    (void)parse_stage("rgbGen const (.2 .4 .6");
    cr_expect_neq(noted[0], '\0', "none at the end");
    (void)parse_stage("rgbGen const (.2 .4) .6 )");
    cr_expect_neq(noted[0], '\0', "two numbers");
}

Test(q3_shader, general_keywords)
{
    cr_assert_eq(parse_general("cull none").cull, Q3_CULL_TWO_SIDED);
    cr_assert_eq(parse_general("cull disable").cull, Q3_CULL_TWO_SIDED);
    cr_assert_eq(parse_general("cull twoSided").cull, Q3_CULL_TWO_SIDED);
    cr_assert_eq(parse_general("cull back").cull, Q3_CULL_BACK_SIDED);
    cr_assert_eq(parse_general("cull backsided").cull, Q3_CULL_BACK_SIDED);
    cr_assert(parse_general("cull front").cull == Q3_CULL_FRONT_SIDED && noted[0] != '\0');
    const struct q3_shader s =
        parse_general("surfaceparm nomarks\nsurfaceparm noimpact\n"
                      "surfaceparm NoDlight\nsurfaceparm fog\nsurfaceparm what");
    cr_assert_eq(s.surface_flags, 0x20030);
    cr_assert(s.content_flags == Q3_PARM_FOG && noted[0] == '\0');
    cr_assert(parse_general("entityMergable").entity_mergable);
    cr_assert_eq(parse_general("clampTime 2.5").clamp_time, 2.5f);
    cr_assert(!parse_general("surfaceparm sky").is_sky, "it takes skyParms");
    parse_general("q3map_surfacelight 100 and more\nqer_editorimage x\ntesssize 64 64\nlight 1\n"
                  "Q3MAP_flare f\nqer_trans 0.5");
    cr_assert_str_eq(noted, "");
}

Test(q3_shader, sorts)
{
    static const struct {
        const char *text;
        float sort;
    } cases[] = {{"sort portal", 1},
                 {"sort sky", 2},
                 {"sort opaque", 3},
                 {"sort decal", 4},
                 {"sort seeThrough", 5},
                 {"sort banner", 6},
                 {"sort underwater", 8},
                 {"sort additive", 10},
                 {"sort nearest", 16},
                 {"sort 6.5", 6.5f},
                 {"portal", 1},
                 {"polygonOffset", 4},
                 {"", 3},
                 {"sort 9\nskyParms - - -", 2}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cr_assert_eq(parse_general(cases[i].text).sort, cases[i].sort, "%s", cases[i].text);
    }
    cr_assert_eq(parse_shader("{ { map a\nblendFunc add\n } }").sort, Q3_SORT_BLEND);
    cr_assert_eq(parse_shader("{ { map a\nblendFunc add\ndepthWrite\n } }").sort,
                 Q3_SORT_SEE_THROUGH);
    cr_assert_eq(parse_shader("{ { map a\n } { map b\nblendFunc add\n } }").sort, Q3_SORT_OPAQUE);
    cr_assert_eq(parse_shader("{ surfaceparm fog\nfogparms ( 1 0 .5 ) 300\n }").sort, Q3_SORT_FOG);
    cr_assert_eq(parse_shader("{ surfaceparm fog\nsort opaque\n }").sort, Q3_SORT_FOG);
}

Test(q3_shader, fog_adjusts_translucent_stages)
{
    static const struct {
        const char *blend;
        enum q3_fog_adjust adjust;
    } cases[] = {{"add", Q3_FOG_RGB},
                 {"GL_ZERO GL_ONE_MINUS_SRC_COLOR", Q3_FOG_RGB},
                 {"blend", Q3_FOG_ALPHA},
                 {"GL_ONE GL_ONE_MINUS_SRC_ALPHA", Q3_FOG_RGBA},
                 {"filter", Q3_FOG_NONE}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[100];
        snprintf(text, sizeof(text), "{ { map a\nblendFunc %s\n } }", cases[i].blend);
        cr_assert_eq(parse_shader(text).stages[0].fog_adjust, cases[i].adjust, "%s", text);
        snprintf(text, sizeof(text), "{ { map b } { map a\nblendFunc %s\n } }", cases[i].blend);
        cr_assert_eq(parse_shader(text).stages[1].fog_adjust, Q3_FOG_NONE, "%s", text);
    }
}

Test(q3_shader, skies_and_fogs)
{
    struct q3_shader s = parse_general("skyParms env/x 300 -");
    cr_assert(s.is_sky && s.cloud_height == 300 && noted[0] == '\0');
    cr_assert_str_eq(s.sky_box, "env/x");
    s = parse_general("skyParms - - -");
    cr_assert(s.sky_box[0] == '\0' && s.cloud_height == 512);
    s = parse_general("fogParms ( 1 .5 0 ) 300 old words");
    cr_assert(s.has_fog && s.fog_color[1] == 0.5f && s.fog_depth == 300 && noted[0] == '\0');
    s = parse_general("fogparms 1 .5 0) 300");
    cr_assert(!s.has_fog && s.faults == Q3_FAULT_UNKNOWN);
    s = parse_general("q3map_sun 1 .5 .25 90 45 30");
    cr_assert(s.has_sun && s.sun_color[2] == 0.25f && s.sun_intensity == 90);
    cr_assert(s.sun_degrees == 45 && s.sun_elevation == 30);
    s = parse_general("q3map_sunExt 1 .5 .25 80 40 20 2 16");
    cr_assert(s.has_sun && s.sun_intensity == 80 && s.sun_elevation == 20 && noted[0] == '\0');
}

Test(q3_shader, deforms)
{
    struct q3_shader s =
        parse_general("deformVertexes wave 4 sin 1 2 3 5\ndeformVertexes normal .5 2\n"
                      "deformVertexes bulge 1 2 3\ndeformVertexes autosprite");
    cr_assert_eq(s.num_deforms, 3);
    cr_assert(s.deforms[0].kind == Q3_DEFORM_WAVE && s.deforms[0].numbers[0] == 0.25f);
    cr_assert(s.deforms[0].wave.base == 1 && s.deforms[0].wave.frequency == 5);
    cr_assert(s.deforms[1].kind == Q3_DEFORM_NORMAL && s.deforms[1].numbers[1] == 2);
    cr_assert(s.deforms[2].kind == Q3_DEFORM_BULGE && s.deforms[2].numbers[2] == 3);
    cr_assert_str_eq(noted, "5 x: more than 3 deformVertexes\n");
    s = parse_general(
        "deformVertexes move 1 2 3 square 4 5 6 7\ndeformVertexes wave 0 sin 1 1 1 1\n"
        "deformVertexes autosprite2");
    cr_assert(s.deforms[0].kind == Q3_DEFORM_MOVE && s.deforms[0].numbers[2] == 3);
    cr_assert(s.deforms[0].wave.kind == Q3_WAVE_SQUARE && s.deforms[0].wave.phase == 6);
    cr_assert(s.deforms[1].numbers[0] == 100 && s.deforms[2].kind == Q3_DEFORM_AUTOSPRITE2);
    s = parse_general(
        "deformVertexes text3\ndeformVertexes projectionShadow\ndeformVertexes autosprite");
    cr_assert(s.deforms[0].kind == Q3_DEFORM_TEXT && noted[0] == '\0');
    cr_assert(s.deforms[1].kind == Q3_DEFORM_PROJECTION_SHADOW);
    s = parse_general("deformVertexes text8\ndeformVertexes move 1 2");
    cr_assert_eq(s.num_deforms, 0);
}

/* The tests around this one check meanings; this one checks that no keyword is missing. */
Test(q3_shader, every_keyword_is_known)
{
    static const char *const generals[] = {"surfaceparm trans",
                                           "cull twosided",
                                           "sort 4",
                                           "polygonOffset",
                                           "portal",
                                           "nomipmaps",
                                           "nopicmip",
                                           "entityMergable",
                                           "clampTime 1",
                                           "tessSize 64",
                                           "light 1",
                                           "qer_trans .5",
                                           "q3map_globaltexture",
                                           "q3map_sun 1 1 1 1 1 1",
                                           "q3map_sunExt 1 1 1 1 1 1 1 1",
                                           "skyParms a 1 -",
                                           "fogParms ( 1 1 1 ) 1",
                                           "deformVertexes wave 1 sin 1 1 1 1",
                                           "deformVertexes normal 1 1",
                                           "deformVertexes bulge 1 1 1",
                                           "deformVertexes move 1 1 1 sin 1 1 1 1",
                                           "deformVertexes autosprite",
                                           "deformVertexes autosprite2",
                                           "deformVertexes projectionShadow",
                                           "deformVertexes text0",
                                           "deformVertexes text7"};
    static const char *const stages[] = {"map a",
                                         "clampMap a",
                                         "animMap 1 a b",
                                         "videoMap a",
                                         "alphaFunc GT0",
                                         "depthFunc equal",
                                         "depthWrite",
                                         "detail",
                                         "blendFunc add",
                                         "rgbGen identity",
                                         "alphaGen const 1",
                                         "tcGen base",
                                         "texGen base",
                                         "tcMod scale 1 1",
                                         "tcMod scroll 1 1",
                                         "tcMod rotate 1",
                                         "tcMod stretch sin 1 1 1 1",
                                         "tcMod transform 1 1 1 1 1 1",
                                         "tcMod turb 1 1 1 1",
                                         "tcMod entityTranslate"};
    static const char *const waves[] = {"sin",      "square",          "triangle",
                                        "sawtooth", "inversesawtooth", "noise"};
    for (size_t i = 0; i < sizeof(generals) / sizeof(generals[0]); i++) {
        parse_general(generals[i]);
        cr_expect_str_eq(noted, "", "%s", generals[i]);
    }
    for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
        parse_stage(stages[i]);
        cr_expect_str_eq(noted, "", "%s", stages[i]);
    }
    for (size_t i = 0; i < sizeof(waves) / sizeof(waves[0]); i++) {
        char text[64];
        snprintf(text, sizeof(text), "rgbGen wave %s 1 1 1 1", waves[i]);
        cr_expect_eq(parse_stage(text).rgb_wave.kind, (enum q3_wave_kind)i, "%s", text);
        cr_expect_str_eq(noted, "", "%s", text);
    }
}

Test(q3_shader, unknown_keywords_are_noted_and_skipped)
{
    struct q3_shader s = parse_general("implicitMap -\ncull none");
    cr_assert(s.faults == Q3_FAULT_UNKNOWN && s.cull == Q3_CULL_TWO_SIDED);
    cr_assert_str_eq(noted, "2 x: unknown keyword \"implicitMap\"\n");
    const struct q3_stage t = parse_stage("bumpMap b 1\nrgbGen identity");
    cr_assert_eq(t.rgb_gen, Q3_RGB_IDENTITY);
    cr_assert_str_eq(noted, "4 x: unknown keyword \"bumpMap\"\n");
}

Test(q3_shader, notes_are_one_line)
{
    parse_shader("{\n\"a\nb\" c\n}");
    cr_assert_str_eq(noted, "3 x: unknown keyword \"a?b\"\n");
}

Test(q3_shader, braces)
{
    struct q3_shader s = parse_shader("{ {map a.tga\n }x }");
    cr_assert_eq(s.num_stages, 1, "a brace at a word's beginning opens a stage");
    cr_assert(s.faults == Q3_FAULT_UNKNOWN && s.stages[0].map == Q3_MAP_NONE);
    cr_assert_eq(parse_shader("{ { map a }").faults, Q3_FAULT_OPEN);
    cr_assert_eq(parse_shader("{ { map a").faults, Q3_FAULT_OPEN);
    cr_assert_eq(parse_shader("").faults, Q3_FAULT_OPEN | Q3_FAULT_EMPTY);
    cr_assert_eq(parse_shader("{ }").faults, Q3_FAULT_EMPTY);
    cr_assert_eq(parse_shader("{ surfaceparm fog }").faults, 0);
    s = parse_shader("{{map 1}{map 2}}");
    cr_assert_eq(s.faults, Q3_FAULT_UNKNOWN | Q3_FAULT_OPEN | Q3_FAULT_EMPTY);
    s = parse_shader("{ {\n} {\n} {\n} {\n} {\n} {\n} {\n} {\n} {\nrgbGen x\n} cull none\n }");
    cr_assert(s.num_stages == 8 && s.faults == Q3_FAULT_STAGES && s.cull == Q3_CULL_TWO_SIDED);
}

Test(q3_shader, comments_are_skipped)
{
    const struct q3_stage s =
        parse_stage("rgbGen /* not\n vertex */ identity // comment\nblendFunc//x\n");
    cr_assert(s.rgb_gen == Q3_RGB_IDENTITY && !s.blended);
    cr_assert_str_eq(noted, "6 x: blendFunc: a value is missing\n");
    const struct q3_shader t = parse_shader("{ { map textures//a.tga\n } }");
    cr_assert_str_eq(t.stages[0].images[0], "textures");
}

Test(q3_shader, the_first_two_stages_collapse)
{
    static const struct {
        const char *text;
        enum q3_collapse collapse;
    } cases[] = {
        {"{ { map a\nrgbGen identity\n } { map b\nblendFunc filter\n } }", Q3_COLLAPSE_PRODUCT},
        {"{ { map a\n } { map b\nblendFunc filter\n } }", Q3_COLLAPSE_NONE},
        {"{ { map a\nblendFunc filter\n } { map b\nblendFunc GL_ZERO GL_SRC_COLOR\n } }",
         Q3_COLLAPSE_PRODUCT_FILTER},
        {"{ { map a\nrgbGen identity\n } { map b\nblendFunc add\nrgbGen identity\n } }",
         Q3_COLLAPSE_SUM},
        {"{ { map a\n } { map b\nblendFunc add\n } }", Q3_COLLAPSE_NONE},
        {"{ { map a\nblendFunc add\nrgbGen identity\n } { map b\nblendFunc add\nrgbGen identity\n "
         "} }",
         Q3_COLLAPSE_SUM_ADDED},
        {"{ { map a\nrgbGen identity\nalphaFunc GT0\n } { map b\nblendFunc filter\n } }",
         Q3_COLLAPSE_NONE},
        {"{ { map a\nrgbGen wave sin 1 1 1 1\n } { map b\nblendFunc filter\n"
         "rgbGen wave sin 1 1 1 2\n } }",
         Q3_COLLAPSE_NONE},
        {"{ { map a\n } }", Q3_COLLAPSE_NONE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct q3_shader s = parse_shader(cases[i].text);
        cr_assert_eq(q3_shader_collapse(&s), cases[i].collapse, "%zu", i);
    }
}
