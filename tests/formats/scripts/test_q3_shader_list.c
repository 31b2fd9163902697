/* Which of several definitions of a shader wins; all real scripts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/scripts/q3_shader.h"
#include "formats/scripts/q3_shader_list.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/scarce.h"

static int add_script(struct q3_shader_list *list, const char *text)
{
    struct format_error err = {0};
    const int code = q3_shader_list_add(list, text, strlen(text), &err);
    cr_assert(code == 0 || err.what[0] != '\0');
    return code;
}

/* Checks file and line of the winning definition. */
static void expect_definition(const struct q3_shader_list *list, const char *name, uint32_t file,
                              uint32_t line)
{
    const struct q3_definition *d = q3_shader_list_find(list, name);
    cr_assert_not_null(d, "%s", name);
    cr_assert(d->file == file && d->line == line && d->text[0] == '{', "%s: %u %u", name,
              (unsigned)d->file, (unsigned)d->line);
}

Test(q3_shader_list, last_file_and_first_definition_win)
{
    struct q3_shader_list list = {0};
    cr_assert_null(q3_shader_list_find(&list, "a"));
    cr_assert_eq(add_script(&list, "a { 1 }\nb { }\na\n{ 2 }"), 0);
    cr_assert_eq(add_script(&list, "\n\nA/b.c\n{ { } }\nB { 1 }\n\"b\" { 2 }"), 0);
    cr_assert(list.count == 6 && list.num_names == 3 && list.num_files == 2);
    expect_definition(&list, "a", 0, 1);
    expect_definition(&list, "b.tga", 1, 5);
    cr_assert_null(q3_shader_list_find(&list, "a/b.c"), "names in scripts keep their extension");
    q3_shader_list_free(&list);
}

Test(q3_shader_list, files_with_a_missing_brace_are_rejected)
{
    struct q3_shader_list list = {0};
    cr_assert_eq(add_script(&list, "a { }"), 0);
    cr_assert_eq(add_script(&list, "a { } b { { }"), FORMAT_BAD);
    cr_assert_eq(add_script(&list, "a { } b c { }"), FORMAT_BAD);
    cr_assert_eq(add_script(&list, "a {map }"), FORMAT_BAD, "a brace stands alone");
    cr_assert_eq(add_script(&list, "a { } //b"), 0);
    cr_assert(list.count == 2 && list.num_names == 1 && list.num_files == 5);
    expect_definition(&list, "a", 4, 1);
    q3_shader_list_free(&list);
}

Test(q3_shader_list, comments_cut_names)
{
    struct q3_shader_list list = {0};
    cr_assert_eq(add_script(&list, "textures//x { }\n/* y { */ z { }"), 0);
    expect_definition(&list, "textures", 0, 1);
    expect_definition(&list, "z", 0, 2);
    q3_shader_list_free(&list);
}

/* Reads from a block of exactly that size, and parses what it found. */
static void try_text(const char *text, size_t size)
{
    struct q3_shader_list list = {0};
    struct format_error err = {0};
    char *exact = malloc(size ? size : 1);
    memcpy(exact, text, size);
    const int code = q3_shader_list_add(&list, exact, size, &err);
    cr_assert(code == 0 || (code == FORMAT_BAD && err.what[0] != '\0' && err.offset <= size));
    for (size_t i = 0; i < list.count; i++) {
        const struct q3_definition *d = &list.definitions[i];
        struct q3_shader shader;
        q3_shader_parse(&shader, "x", d->text, d->size, d->line, NULL);
        cr_assert(shader.num_stages <= Q3_SHADER_STAGES);
    }
    q3_shader_list_free(&list);
    free(exact);
}

Test(q3_shader_list, truncation_at_every_byte)
{
    static const char text[] =
        "textures/a // a sky\n{\nsurfaceparm nolightmap\nskyParms env/a 512 -\nsort 16\n"
        "fogParms ( 0.1 0.2 0.3 ) 4e2\ndeformVertexes wave 100 sin 3 2 .1 0.5\n"
        "deformVertexes move 1 2 3 sawtooth 0 1 0 1\n/* and */\n"
        "{\nanimMap 8 a.tga b.tga\nblendFunc GL_ONE GL_ONE_MINUS_SRC_ALPHA\n"
        "tcMod turb 0 .2 0 .1\ntcGen vector ( 1 0 0 ) ( 0 1 0 )\n"
        "rgbGen const ( 1 0.5 0 )\nalphaGen portal 256\nalphaFunc GE128\n}\n}\n"
        "b\n{\n{\nclampMap \"b c.tga\"\nrgbGen wave noise 0 1 0 1\n}\n}";
    for (size_t size = 0; size < sizeof(text); size++) {
        try_text(text, size);
    }
}

/* However long a script's last token or comment is, it is read once. */
Test(q3_shader_list, unterminated_scripts)
{
    enum { SIZE = 1 << 20 };
    static const char *const over_and_over[] = {"{ ",
                                                "{\n{\n",
                                                "} ",
                                                "a { } ",
                                                "a\n{\n{\nmap a\n}\n",
                                                "x",
                                                "\"",
                                                "/* ",
                                                "//",
                                                "\n",
                                                "\\",
                                                "tcMod scroll 1 1\n",
                                                "animMap 1 a b c d e f ",
                                                "\r"};
    static const char *const starts[] = {"", "a { ", "a {\n{\n", "a {\n{\nmap x\n"};
    char *text = malloc(SIZE);
    for (size_t i = 0; i < 4 * sizeof(over_and_over) / sizeof(over_and_over[0]); i++) {
        const char *start = starts[i % 4], *part = over_and_over[i / 4];
        const size_t head = strlen(start), length = strlen(part);
        memcpy(text, start, head);
        for (size_t at = head; at < SIZE; at++) {
            text[at] = part[(at - head) % length];
        }
        try_text(text, SIZE);
    }
    free(text);
}

Test(q3_shader_list, memory_is_freed_on_failure)
{
    char text[200 * 12];
    size_t length = 0;
    for (int i = 0; i < 200; i++) {
        length += (size_t)snprintf(text + length, sizeof(text) - length, "s%d { }\n", i);
    }
    int code = FORMAT_MEMORY;
    for (uint64_t from = 1; code == FORMAT_MEMORY; from++) {
        struct q3_shader_list list = {0};
        cr_assert_lt(from, 50);
        scarce_begin_from(from);
        code = q3_shader_list_add(&list, text, length, NULL);
        cr_assert_eq(list.count, code == 0 ? 200 : 0);
        q3_shader_list_free(&list);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0);
    }
    cr_assert_eq(code, FORMAT_OK);
}

struct scripts {
    struct q3_shader_list list;
    char *texts[200];
};

static void add_real(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct scripts *scripts = context;
    struct format_error err;
    char *copy = malloc(size + 1);
    memcpy(copy, data, size);
    cr_assert_lt(scripts->list.num_files, 200);
    scripts->texts[scripts->list.num_files] = copy;
    cr_assert_eq(q3_shader_list_add(&scripts->list, copy, size, &err), 0, "%s: %s", name, err.what);
}

/* Number of uses of each feature in all definitions, including those that do not win. */
struct tally {
    unsigned stages[Q3_SHADER_STAGES + 1];
    unsigned blends[16][16]; /* by enum q3_factor */
    unsigned blend_funcs;
    unsigned tc_mods[8], deforms[9], alpha_tests[4], environment, diffuse, animations;
    unsigned fogs, skies, faults, notes;
    unsigned rgb_waves, noises;
};

static void tally_stage(struct tally *t, const struct q3_stage *s)
{
    t->blends[s->source][s->destination]++;
    t->blend_funcs += s->blended;
    for (uint32_t i = 0; i < s->num_tc_mods; i++) {
        t->tc_mods[s->tc_mods[i].kind]++;
    }
    t->alpha_tests[s->alpha_test]++;
    t->environment += s->tc_gen == Q3_TC_ENVIRONMENT;
    t->diffuse += s->rgb_gen == Q3_RGB_LIGHTING_DIFFUSE;
    t->animations += s->num_images > 1;
    if (s->rgb_gen == Q3_RGB_WAVE) {
        t->rgb_waves++;
        t->noises += s->rgb_wave.kind == Q3_WAVE_NOISE;
    }
}

static void count_note(void *context, uint32_t line, const char *words)
{
    struct tally *t = context;
    (void)line;
    t->notes++;
    cr_assert(strstr(words, "unknown blend factor \"gl_one_minus_dst_color\"") ||
                  strstr(words, "unknown cull \"front\""),
              "%s", words);
}

static void tally_shader(struct tally *t, const struct q3_definition *d, bool counts)
{
    const struct q3_notes notes = {count_note, t};
    struct q3_shader s;
    char name[64];
    snprintf(name, sizeof(name), "%.*s", (int)d->name_length, d->name);
    q3_shader_parse(&s, name, d->text, d->size, d->line, &notes);
    if (!counts) {
        return;
    }
    t->stages[s.num_stages]++;
    t->fogs += s.has_fog;
    t->skies += s.is_sky;
    t->faults += s.faults != 0;
    for (uint32_t i = 0; i < s.num_deforms; i++) {
        t->deforms[s.deforms[i].kind]++;
    }
    for (uint32_t i = 0; i < s.num_stages; i++) {
        tally_stage(t, &s.stages[i]);
    }
}

static void check_tally(const struct tally *t)
{
    static const unsigned stages[Q3_SHADER_STAGES + 1] = {72, 660, 625, 707, 119, 36, 8, 1, 0};
    static const unsigned tc_mods[8] = {0, 487, 481, 408, 239, 2, 124, 0};
    static const unsigned deforms[9] = {0, 80, 1, 2, 118, 170, 13, 1, 0};
    cr_assert_arr_eq(t->stages, stages, sizeof(stages));
    cr_assert_arr_eq(t->tc_mods, tc_mods, sizeof(tc_mods));
    cr_assert_arr_eq(t->deforms, deforms, sizeof(deforms));
    cr_assert_eq(t->blend_funcs, 3330 - 53, "those of one, zero do not blend");
    cr_assert_eq(t->blends[Q3_FACTOR_ONE][Q3_FACTOR_ONE], 1057);
    cr_assert_eq(t->blends[Q3_FACTOR_DST_COLOR][Q3_FACTOR_ZERO], 1062);
    cr_assert_eq(t->blends[Q3_FACTOR_SRC_ALPHA][Q3_FACTOR_ONE_MINUS_SRC_ALPHA], 420);
    cr_assert_eq(t->blends[Q3_FACTOR_DST_COLOR][Q3_FACTOR_SRC_COLOR], 259);
    cr_assert_eq(t->blends[Q3_FACTOR_SRC_ALPHA][Q3_FACTOR_ONE], 240);
    cr_assert(t->alpha_tests[Q3_ALPHA_GE128] == 165 && t->alpha_tests[Q3_ALPHA_GT0] == 40);
    cr_assert(t->environment == 289 && t->diffuse == 434 && t->animations == 91);
    cr_assert(t->rgb_waves == 490 && t->noises == 115);
    cr_assert(t->skies == 80 && t->fogs == 56 && t->faults == 28 && t->notes == 2);
}

Test(q3_shader_list, real_scripts_have_known_counts)
{
    struct scripts scripts = {.list = {0}};
    struct tally t = {.blend_funcs = 0};
    cr_assert_eq(q3_pack_each(".shader", add_real, &scripts), 120);
    cr_assert_eq(scripts.list.count, 2491);
    cr_assert_eq(scripts.list.num_names, 2228);
    for (size_t i = 0; i < scripts.list.count; i++) {
        const struct q3_definition *d = &scripts.list.definitions[i];
        char name[256];
        snprintf(name, sizeof(name), "%.*s.tga", (int)d->name_length, d->name);
        tally_shader(&t, d, q3_shader_list_find(&scripts.list, name) == d);
    }
    check_tally(&t);
    for (uint32_t i = 0; i < scripts.list.num_files; i++) {
        free(scripts.texts[i]);
    }
    q3_shader_list_free(&scripts.list);
}
