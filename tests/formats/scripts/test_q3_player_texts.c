/* Skins and animation.cfg, made by hand and real ones. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/scripts/q3_animation.h"
#include "formats/scripts/q3_skin.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/scarce.h"

static struct q3_skin skin_of(const char *text)
{
    struct q3_skin skin;
    cr_assert_eq(q3_skin_read(&skin, text, strlen(text), NULL), 0);
    return skin;
}

Test(q3_skin, surfaces_and_their_shaders)
{
    struct q3_skin skin = skin_of("tag_torso,\nU_Torso,models/a.tga\n// l_legs,b\n"
                                  "l_legs, models/b.tga\r\ntag_head,x,\nh_head,c");
    cr_assert_str_eq(q3_skin_find(&skin, "u_torso"), "models/a.tga");
    cr_assert_str_eq(q3_skin_find(&skin, "l_legs"), "models/b.tga");
    cr_assert_null(q3_skin_find(&skin, "tag_torso"));
    cr_assert_null(q3_skin_find(&skin, "h_eye"));
    q3_skin_free(&skin);
    skin = skin_of("h_head");
    cr_assert_str_eq(q3_skin_find(&skin, "h_head"), "");
    q3_skin_free(&skin);
    skin = skin_of("");
    cr_assert_eq(skin.count, 0);
    q3_skin_free(&skin);
}

Test(q3_skin, lines_are_bounded)
{
    char text[4 * 1000 + 1];
    for (int i = 0; i < 1000; i++) {
        memcpy(text + 4 * i, "a,b\n", 5);
    }
    struct q3_skin skin = skin_of(text);
    cr_assert_eq(skin.count, Q3_SKIN_MAX);
    q3_skin_free(&skin);
    scarce_begin_from(1);
    const int code = q3_skin_read(&skin, text, strlen(text), NULL);
    scarce_end();
    cr_assert(code == FORMAT_MEMORY && scarce_blocks() == 0);
}

static void check_skin(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct q3_skin skin;
    size_t *lines = context;
    cr_assert_eq(q3_skin_read(&skin, data, size, NULL), 0);
    cr_assert_geq(skin.count, 1, "%s", name);
    for (size_t i = 0; i < skin.count; i++) {
        cr_assert_str_neq(skin.lines[i].shader, "", "%s: %s", name, skin.lines[i].surface);
        cr_assert_null(strchr(skin.lines[i].shader, ','), "%s", name);
    }
    *lines += skin.count;
    q3_skin_free(&skin);
}

Test(q3_skin, real_ones)
{
    size_t lines = 0;
    cr_assert_eq(q3_pack_each(".skin", check_skin, &lines), 52);
    cr_assert_gt(lines, 52);
}

/* 25 animations at 10 frames each, ten frames per second. */
static size_t animations_text(char *text, size_t size, const char *head, int lines)
{
    size_t length = (size_t)snprintf(text, size, "%s\n", head);
    for (int i = 0; i < lines; i++) {
        length += (size_t)snprintf(text + length, size - length, "%d %d %d %d // %d\n", i * 10,
                                   i == 2 ? -10 : 10, i % 2 * 5, i == 3 ? 0 : 10, i);
    }
    return length;
}

Test(q3_animation, the_table_and_derived_values)
{
    char text[2000];
    struct q3_animations a;
    const size_t size = animations_text(text, sizeof(text), "sex f\nwhat ever", 25);
    cr_assert_eq(q3_animations_read(&a, text, size, false, NULL), 0);
    cr_assert_eq(a.sex, Q3_SEX_FEMALE);
    cr_assert(a.at[1].first == 10 && a.at[1].count == 10 && a.at[1].loop == 5);
    cr_assert(a.at[1].frame_ms == 100 && !a.at[1].reversed);
    cr_assert(a.at[2].count == 10 && a.at[2].reversed);
    cr_assert_eq(a.at[3].frame_ms, 1000, "no rate is one a second");
    /* Legs begin where the gesture does: 130 - 60 frames are not in their model. */
    cr_assert_eq(a.at[Q3_ANIM_GESTURE].first, 60);
    cr_assert_eq(a.at[Q3_ANIM_WALK_CROUCHED].first, 60);
    cr_assert_eq(a.at[Q3_ANIM_TURN].first, 170);
    cr_assert_eq(a.at[Q3_ANIM_STAND2].first, 120);
    cr_assert(a.at[Q3_ANIM_NEGATIVE].first == 60 && !a.at[Q3_ANIM_NEGATIVE].flip_flop);
    cr_assert(a.at[Q3_ANIM_BACK_WALK].first == 70 && a.at[Q3_ANIM_BACK_WALK].reversed);
    cr_assert(a.at[Q3_ANIM_FLAG_RUN].count == 16 && a.at[Q3_ANIM_FLAG_STAND_TO_RUN].reversed);
}

Test(q3_animation, header_keywords)
{
    char text[2000];
    struct q3_animations a;
    size_t size = animations_text(text, sizeof(text),
                                  "// sex f\nfixedlegs\nheadoffset 1 -2.5 3\nfootsteps Mech\n"
                                  "sex n fixedtorso",
                                  31);
    cr_assert_eq(q3_animations_read(&a, text, size, true, NULL), 0);
    cr_assert(a.sex == Q3_SEX_NEUTER && a.footsteps == Q3_FOOTSTEPS_MECH);
    cr_assert(a.fixed_legs && a.fixed_torso && a.head_offset[1] == -2.5f);
    cr_assert(a.at[Q3_ANIM_PATROL].first == 270 && a.at[Q3_ANIM_PATROL].flip_flop);
    cr_assert(!a.at[Q3_ANIM_FOLLOW_ME].flip_flop && !a.at[Q3_ANIM_TURN].flip_flop);
    size = animations_text(text, sizeof(text), "", 31);
    cr_assert_eq(q3_animations_read(&a, text, size, false, NULL), 0);
    cr_assert(a.sex == Q3_SEX_MALE && a.footsteps == Q3_FOOTSTEPS_NORMAL && !a.fixed_legs);
}

Test(q3_animation, fewer_than_25_are_rejected)
{
    char text[2000];
    struct q3_animations a;
    struct format_error err;
    const size_t size = animations_text(text, sizeof(text), "sex m", 24);
    cr_assert_eq(q3_animations_read(&a, text, size, false, &err), FORMAT_BAD);
    cr_assert_str_eq(err.what, "line 26: animation 24 of 25 is missing");
    cr_assert_eq(q3_animations_read(&a, NULL, 0, false, &err), FORMAT_BAD);
}

/* Whatever the numbers are, counts and times can be calculated with. */
Test(q3_animation, numbers_are_clamped)
{
    static const char line[] = "99999999999 -99999999999 7 0.0000001\n";
    enum { LINES = 25, LINE = sizeof(line) - 1 };
    char text[LINES * LINE];
    struct q3_animations a;
    for (int i = 0; i < LINES; i++) {
        memcpy(text + i * LINE, line, LINE);
    }
    cr_assert_eq(q3_animations_read(&a, text, sizeof(text), false, NULL), 0);
    cr_assert(a.at[0].first == 1000000 && a.at[0].count == 1000000 && a.at[0].loop == 7);
    cr_assert(a.at[0].frame_ms >= 999999 && a.at[0].frame_ms <= 1000000);
}

static void check_animations(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct q3_animations a;
    struct format_error err;
    unsigned *footsteps = context;
    cr_assert_eq(q3_animations_read(&a, data, size, true, &err), 0, "%s: %s", name, err.what);
    for (int i = 0; i < Q3_ANIMS; i++) {
        cr_assert(i == 31 || (a.at[i].count >= 0 && a.at[i].frame_ms >= 1 && a.at[i].first >= 0),
                  "%s: %d", name, i);
    }
    footsteps[a.footsteps]++;
}

Test(q3_animation, real_ones)
{
    unsigned footsteps[5] = {0};
    cr_assert_eq(q3_pack_each("/animation.cfg", check_animations, footsteps), 11);
    cr_assert(footsteps[Q3_FOOTSTEPS_BOOT] == 3 && footsteps[Q3_FOOTSTEPS_FLESH] == 2);
    cr_assert_eq(footsteps[Q3_FOOTSTEPS_MECH], 1);
}

Test(q3_skin, truncation_at_every_byte)
{
    static const char text[] = "tag_torso,\nU_Torso,models/a.tga\n// l_legs,b\n\"l legs\", x\r\n"
                               "/* h_head,c */ h_head,d";
    for (size_t size = 0; size < sizeof(text); size++) {
        struct q3_skin skin;
        char *exact = malloc(size ? size : 1);
        memcpy(exact, text, size);
        cr_assert_eq(q3_skin_read(&skin, exact, size, NULL), 0);
        cr_assert_leq(skin.count, 4);
        q3_skin_free(&skin);
        free(exact);
    }
}

Test(q3_animation, truncation_at_every_byte)
{
    char text[2000];
    const size_t whole = animations_text(text, sizeof(text), "sex f\nheadoffset 1 2 3\n", 25);
    size_t refused = 0;
    for (size_t size = 0; size < whole; size++) {
        struct q3_animations a;
        struct format_error err = {0};
        char *exact = malloc(size ? size : 1);
        memcpy(exact, text, size);
        const int code = q3_animations_read(&a, exact, size, false, &err);
        cr_assert(code == 0 || (code == FORMAT_BAD && err.what[0] != '\0'), "%zu", size);
        refused += code < 0;
        free(exact);
    }
    cr_assert(refused > whole - 40 && refused < whole, "%zu of %zu", refused, whole);
}
