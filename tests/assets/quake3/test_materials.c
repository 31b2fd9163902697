/* Materials by shader name: scripts, defaults without a script, missing textures, flags. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/builtin_textures.h"
#include "tests/assets/quake3/data_stage.h"
#include "tests/support/quake3/roq_bytes.h"

static struct data_stage stage;

static const struct material *get(const char *name, int32_t lightmap)
{
    const struct material *m = q3_data_material(stage.data, name, lightmap);
    cr_assert_not_null(m, "%s", name);
    cr_assert(m->rules && m->rules->sort > 0.0f);
    for (uint32_t i = 0; i < m->num_stages; i++) {
        cr_assert_geq(m->stages[i].num_textures, 1);
        for (uint32_t j = 0; j < m->stages[i].num_textures; j++) {
            cr_assert_not_null(m->stages[i].textures[j], "%s", name);
        }
    }
    return m;
}

static void expect_missing(const char *name, const char *words)
{
    const unsigned lines = stage.talk.lines;
    const struct material *m = get(name, Q3_LIGHT_NONE);
    cr_assert(m->missing && m->num_stages == 1, "%s", name);
    cr_assert_eq(m->stages[0].textures[0], q3_data_builtin_texture(stage.data, Q3_TEXTURE_DEFAULT));
    cr_assert(m->rules->sort == Q3_SORT_OPAQUE && m->rules->num_stages == 1);
    cr_assert(stage.talk.lines == lines + 1 && strstr(stage.talk.last, words), "%s: %s", name,
              stage.talk.last);
    cr_assert_eq(get(name, Q3_LIGHT_NONE), m);
    cr_assert_eq(stage.talk.lines, lines + 1, "told once");
}

Test(q3_materials, without_a_script)
{
    stage = (struct data_stage){0};
    stage_tga(&stage, "gfx/a.tga", 2, 2, 0xff112233);
    stage_open(&stage);
    const struct texture *white = q3_data_builtin_texture(stage.data, Q3_TEXTURE_WHITE);
    const struct material *m = get("gfx/A.jpg", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 1 && m->rules->stages[0].rgb_gen == Q3_RGB_LIGHTING_DIFFUSE);
    cr_assert(strcmp(m->name, "gfx/A") == 0 && m->rules->sort == Q3_SORT_OPAQUE);
    cr_assert(!m->missing && !m->no_depth_test && m->rules->stages[0].depth_write);
    m = get("gfx/a", Q3_LIGHT_WHITE);
    cr_assert(m->num_stages == 2 && m->stages[0].textures[0] == white &&
              m->collapse == Q3_COLLAPSE_NONE && m->rules->stages[1].blended);
    m = get("gfx/a", Q3_LIGHT_VERTEX);
    cr_assert(m->num_stages == 1 && m->rules->stages[0].rgb_gen == Q3_RGB_EXACT_VERTEX);
    cr_assert_eq(get("gfx/a", 5), m, "there are no lightmaps here");
    m = get("gfx/a", Q3_LIGHT_2D);
    const struct q3_stage *s = &m->rules->stages[0];
    cr_assert(m->no_depth_test && s->rgb_gen == Q3_RGB_VERTEX && s->alpha_gen == Q3_ALPHA_VERTEX &&
              s->source == Q3_FACTOR_SRC_ALPHA && s->destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA &&
              !s->depth_write && m->rules->sort == Q3_SORT_BLEND);
    cr_assert_eq(stage.talk.lines, 0, "%s", stage.talk.all);
    expect_missing("gfx/none", "gfx/none: no shader and no picture");
    cr_assert(get("", Q3_LIGHT_NONE)->missing);
    stage_close(&stage);
}

Test(q3_materials, scripts)
{
    stage = (struct data_stage){0};
    stage_tga(&stage, "a.tga", 2, 2, 0xff112233);
    stage_tga(&stage, "b.tga", 4, 4, 0xff112233);
    struct byte_writer film = roq_bytes_make();
    zip_bytes_add(&stage.zip, "video/film.roq", film.data, film.size);
    byte_writer_free(&film);
    stage_text(&stage, "video/bad.roq", "not a film");
    for (const char *side = "rtlfbkftupdn"; *side; side += 2) {
        char name[32];
        snprintf(name, sizeof(name), "env/sky_%.2s.tga", side);
        if (strncmp(side, "up", 2) != 0) {
            stage_tga(&stage, name, 2, 2, 0xff000001);
        }
    }
    stage_text(&stage, "scripts/z.shader",
               "two { { map $lightmap } { clampmap a blendfunc filter } }\n"
               "product { { map a.tga rgbgen identity } { map b blendfunc filter rgbgen identity "
               "} }\n"
               "lost { { map a } { rgbgen identity } { map b blendfunc add } }\n"
               "anim { { animmap 2 a b a\n} }\n"
               "video { { videomap film.roq } }\n"
               "badvideo { { videomap bad.roq } }\n"
               "novideo { { map a }\n{ videomap none.roq\nblendfunc add } { map b } }\n"
               "sky { skyparms env/sky 200 - }\n"
               "skyless { skyparms env/none 300 - }\n"
               "fogged { surfaceparm fog\nfogparms ( 1 .5 0 ) 100\n}\n"
               "unknown { frobnicate 1 2\n{ map a\nglow } }\n"
               "gone { { map a } { map c } }\n"
               "gone2 { { animmap 2 a c b\n} }\n"
               "empty { surfaceparm trans }\n"
               "nine { { map a\n} { map a } { map a } { map a } { map a } { map a } { map a } "
               "{ map a } { map a } { map a } }\n"
               "builtin { { map *white } { map $whiteimage blendfunc add } }\n"
               "nomip { nomipmaps\n{ map b } }\n");
    stage_text(&stage, "scripts/a.shader", "two { { map a } }");
    stage_text(&stage, "scripts/broken.shader", "anim { { map a } } broken { { map a }");
    stage_open(&stage);
    cr_assert(stage.talk.lines == 1 && strstr(stage.talk.last, "scripts/broken.shader: "), "%s",
              stage.talk.all);
    const struct texture *white = q3_data_builtin_texture(stage.data, Q3_TEXTURE_WHITE);
    cr_assert_eq(get("two", Q3_LIGHT_NONE)->num_stages, 1, "the file listed last counts");
    const struct material *m = get("product", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 2 && m->collapse == Q3_COLLAPSE_PRODUCT);
    m = get("lost", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 1 && m->rules->num_stages == 3 && !m->missing);
    m = get("anim", Q3_LIGHT_NONE);
    cr_assert(m->stages[0].num_textures == 3 &&
              m->stages[0].textures[0] == m->stages[0].textures[2] &&
              m->stages[0].textures[1]->levels[0].width == 4);
    m = get("video", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 1 && !m->missing && m->stages[0].film);
    cr_assert_eq(get("video", Q3_LIGHT_2D)->stages[0].film, m->stages[0].film);
    cr_assert_eq(get("novideo", Q3_LIGHT_NONE)->num_stages, 1);
    m = get("sky", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 0 && m->sky[Q3_SKY_RT] && m->sky[Q3_SKY_RT]->clamp &&
              m->sky[Q3_SKY_RT]->num_levels == 2);
    cr_assert_eq(m->sky[Q3_SKY_UP], q3_data_builtin_texture(stage.data, Q3_TEXTURE_DEFAULT));
    m = get("skyless", Q3_LIGHT_NONE);
    cr_assert(!m->sky[Q3_SKY_RT] && !m->missing && m->rules->sort == Q3_SORT_SKY);
    m = get("fogged", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 0 && !m->missing && m->rules->sort == Q3_SORT_FOG);
    m = get("builtin", Q3_LIGHT_NONE);
    cr_assert(m->stages[0].textures[0] == white && m->stages[1].textures[0] == white);
    cr_assert_eq(get("nomip", Q3_LIGHT_NONE)->stages[0].textures[0]->num_levels, 1);
    cr_assert_eq(stage.talk.lines, 1, "%s", stage.talk.all);
    m = get("badvideo", Q3_LIGHT_NONE);
    cr_assert(m->num_stages == 1 && !m->stages[0].film &&
              m->stages[0].textures[0] == q3_data_builtin_texture(stage.data, Q3_TEXTURE_VIDEO));
    cr_assert(stage.talk.lines == 2 && strstr(stage.talk.last, "video/bad.roq"), "%s",
              stage.talk.all);
    stage.talk.lines = 1;
    m = get("unknown", Q3_LIGHT_NONE);
    cr_assert(!m->missing && m->num_stages == 1);
    cr_assert(stage.talk.lines == 2 && strstr(stage.talk.last, "scripts/z.shader: line 16"), "%s",
              stage.talk.last);
    expect_missing("gone", "shader gone: the picture c is missing");
    expect_missing("gone2", "the picture c is missing");
    expect_missing("empty", "no stage");
    get("nine", Q3_LIGHT_NONE);
    cr_assert(get("nine", Q3_LIGHT_NONE)->missing);
    cr_assert_eq(get("product", Q3_LIGHT_2D)->no_depth_test, false);
    stage_close(&stage);
}

/* They compress to almost nothing. */
Test(q3_materials, scripts_over_32_megabytes_are_skipped)
{
    enum { SIZE = 12 << 20, MANY = 3 };
    static const char script[] = "a%d\n{\n{\nmap $whiteimage\n}\n}\n";
    char *text = malloc(SIZE);
    stage = (struct data_stage){0};
    memset(text, ' ', SIZE);
    for (int i = 0; i < MANY; i++) {
        char name[32];
        snprintf(text, 64, script, i);
        text[strlen(text)] = ' ';
        snprintf(name, sizeof(name), "scripts/%d.shader", i);
        zip_bytes_add_deflated(&stage.zip, name, text, SIZE);
    }
    free(text);
    stage_open(&stage);
    cr_assert_lt(stage.zip.out.size, 1 << 20);
    cr_assert_eq(files_held_bytes(stage.game.files), 2 * SIZE);
    cr_assert(stage.talk.lines == 1 && strstr(stage.talk.last, "scripts exceed 32 MB"), "%s",
              stage.talk.all);
    cr_assert_not(get("a0", Q3_LIGHT_NONE)->missing);
    cr_assert_not(get("a1", Q3_LIGHT_NONE)->missing);
    cr_assert(get("a2", Q3_LIGHT_NONE)->missing);
    stage_close(&stage);
}

Test(q3_materials, order_hangs_on_names_alone)
{
    static const char *const names[] = {"smokePuff", "railCore",  "late", "early",
                                        "gfx/other", "gfx/third", "two",  "x/Y"};
    enum { COUNT = sizeof(names) / sizeof(names[0]) };
    const struct material *m[COUNT];
    int forward[COUNT][COUNT];
    for (int turn = 0; turn < 2; turn++) {
        stage = (struct data_stage){0};
        stage_tga(&stage, "a.tga", 2, 2, 0xff112233);
        stage_text(&stage, "scripts/a.shader",
                   "early { { map a } } late { { map a } } two { { map a blendfunc add } }\n"
                   "railCore { { map a } } smokePuff { { map a } }");
        stage_open(&stage);
        for (int i = 0; i < COUNT; i++) {
            const int at = turn ? COUNT - 1 - i : i;
            m[at] = get(names[at], Q3_LIGHT_NONE);
        }
        cr_assert_lt(material_compare(m[0], m[1]), 0, "as the game registers them");
        cr_assert_lt(material_compare(m[1], m[3]), 0);
        cr_assert_lt(material_compare(m[3], m[2]), 0, "as the script has them");
        cr_assert_lt(material_compare(m[2], m[4]), 0);
        cr_assert_gt(material_compare(m[6], m[7]), 0, "sort goes first");
        cr_assert_lt(material_compare(get("early", Q3_LIGHT_NONE), get("early", Q3_LIGHT_2D)), 0);
        for (int i = 0; i < COUNT; i++) {
            for (int j = 0; j < COUNT; j++) {
                const int order = material_compare(m[i], m[j]);
                cr_assert_eq(order == 0, i == j);
                if (turn == 0) {
                    forward[i][j] = order > 0;
                } else {
                    cr_assert_eq(order > 0, forward[i][j], "%s %s", names[i], names[j]);
                }
            }
        }
        stage_close(&stage);
    }
}
