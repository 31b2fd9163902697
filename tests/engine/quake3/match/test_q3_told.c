/* Statistics in commands of OSP, CPMA and Quake Live: the numbers as real demos have them; cut
 * commands and hostile numbers tell nothing. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/match/q3_told.h"

enum { NONE = -1, VIEWER = 7 };

static struct demo_figures figures;

static void read_command(const char *text)
{
    static struct q3_words words;
    free(figures.items);
    figures = (struct demo_figures){0};
    q3_words_split(&words, text);
    cr_assert_eq(q3_told_read(&words, VIEWER, &figures), 0);
}

static int32_t value(int slot, int kind)
{
    int32_t found = NONE;
    for (uint32_t i = 0; i < figures.count; i++) {
        cr_expect(figures.items[i].told);
        if (figures.items[i].slot == slot && figures.items[i].kind == kind) {
            found = figures.items[i].value;
        }
    }
    return found;
}

static void expect_weapon(int slot, enum demo_weapon weapon, int32_t hits, int32_t shots)
{
    cr_expect_eq(value(slot, DEMO_FIGURE_HITS + (int)weapon), hits, "%d of %d: %d", (int)weapon,
                 slot, value(slot, DEMO_FIGURE_HITS + (int)weapon));
    cr_expect_eq(value(slot, DEMO_FIGURE_SHOTS + (int)weapon), shots, "%d of %d: %d", (int)weapon,
                 slot, value(slot, DEMO_FIGURE_SHOTS + (int)weapon));
}

static void expect_items(int slot, int32_t green, int32_t yellow, int32_t red, int32_t mega)
{
    cr_expect_eq(value(slot, DEMO_FIGURE_GREEN_ARMOR), green);
    cr_expect_eq(value(slot, DEMO_FIGURE_YELLOW_ARMOR), yellow);
    cr_expect_eq(value(slot, DEMO_FIGURE_RED_ARMOR), red);
    cr_expect_eq(value(slot, DEMO_FIGURE_MEGAHEALTH), mega);
}

static const char osp[] =
    "xstats1 0 492 16 104 1 0 65539 458774 0 2 65578 1704117 8 1 131190 "
    "787078 2 2 65550 262182 4 0 65549 458822 0 1 2460 1800 4916 3490 13 0 19 "
    "9";
static const char cpma[] = "mstats 1 368 0 1 0 0 1 0 6 15 1 1 1 0 31 100 3 0 1 1 0 0 0 0 1 0 716 "
                           "429 375 160 1 2 3 4 0 2 abbababiaaaa 4 4 1 0 0 0 0 406 1 0 0 0 0";

Test(q3_told, of_osp)
{
    read_command(osp); /* counts above the lower 16 bits are others */
    expect_weapon(0, DEMO_WEAPON_MG, 16, 104);
    expect_weapon(0, DEMO_WEAPON_SG, 3, 22);
    expect_weapon(0, DEMO_WEAPON_GL, NONE, NONE);
    expect_weapon(0, DEMO_WEAPON_RL, 42, 181);
    expect_weapon(0, DEMO_WEAPON_LG, 118, 646);
    expect_weapon(0, DEMO_WEAPON_RG, 14, 38);
    expect_weapon(0, DEMO_WEAPON_PG, 13, 70);
    cr_expect_eq(value(0, DEMO_FIGURE_GIVEN), 4916);
    cr_expect_eq(value(0, DEMO_FIGURE_TAKEN), 3490);
    expect_items(0, 0, 9, 19, 13);
    read_command("xstats1 3 420 62 219 2 0 54 138 12 0 25 52 8 2 19 200 4 4 6513 3737");
    expect_weapon(3, DEMO_WEAPON_PG, 19, 200);
    cr_expect_eq(value(3, DEMO_FIGURE_GIVEN), 6513);
    expect_items(3, NONE, NONE, NONE, NONE);
}

Test(q3_told, of_osp_about_the_viewer)
{
    read_command("statsinfo 1 14 0 15 6 1 0 0 4916 3490 161218561 117964800 0 0 0 0 0 13 2 19 9  4 "
                 "16 104 1 0");
    expect_weapon(VIEWER, DEMO_WEAPON_MG, 16, 104);
    cr_expect_eq(value(VIEWER, DEMO_FIGURE_TAKEN), 3490);
    expect_items(VIEWER, 2, 9, 19, 13);
    read_command("statsinfo 1 26 0 26 6 0 0 0 6513 3737 0 0 0 0 0 0 0  36 62 219 2 0 54 138 12 0");
    expect_weapon(VIEWER, DEMO_WEAPON_RL, 54, 138);
    expect_items(VIEWER, NONE, NONE, NONE, NONE);
    read_command(
        "statsinfo 1 14 0 14 3 0 0 0 5340 4120 0 0 0 0 0 0 0 0 0 0 0 9 1 0 0 0 0 0 0 107 6 "
        "0 0 153 52 6 2 759 155 3 1 29 9 3 0 91 14 2 0 0 0 0 0");
    expect_weapon(VIEWER, DEMO_WEAPON_MG, 1, 9);
    expect_weapon(VIEWER, DEMO_WEAPON_GL, 6, 107);
    expect_weapon(VIEWER, DEMO_WEAPON_LG, 155, 759);
    cr_expect_eq(value(VIEWER, DEMO_FIGURE_GIVEN), 5340);
}

Test(q3_told, of_cpma)
{
    read_command(cpma);
    expect_weapon(1, DEMO_WEAPON_GL, 0, 1);
    expect_weapon(1, DEMO_WEAPON_RL, 6, 15);
    expect_weapon(1, DEMO_WEAPON_LG, 31, 100);
    expect_weapon(1, DEMO_WEAPON_PG, NONE, NONE);
    cr_expect_eq(value(1, DEMO_FIGURE_GIVEN), 716);
    expect_items(1, 4, 3, 2, 1);
    read_command("xstats2a 2 0 5 6 0 0 0 0 0 0 0 2 abbgbabqaaaa 0 0 0 0");
    cr_expect_eq(value(2, DEMO_FIGURE_TAKEN), 6);
}

Test(q3_told, of_quake_live)
{
    char text[1024] = "scores_duel 1 4";
    static const int32_t row[90] = {[7] = 2914, [12] = 13, [14] = 19, [16] = 1, [18] = 6,
                                    [25] = 22,  [26] = 54, [60] = 3,  [61] = 8};
    for (int i = 0; i < 90; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof(text) - length, " %d", (int)row[i]);
    }
    read_command(text);
    cr_expect_eq(value(4, DEMO_FIGURE_GIVEN), 2914);
    expect_items(4, 1, 19, 13, 6);
    expect_weapon(4, DEMO_WEAPON_MG, 22, 54);
    expect_weapon(4, DEMO_WEAPON_BFG, 3, 8);
    text[11] = '_'; /* another command */
    read_command(text);
    cr_expect_eq(figures.count, 0u);
}

Test(q3_told, names)
{
    cr_expect(q3_told_is("mstats 1 0") && q3_told_is("xstats2a 1") && q3_told_is("statsinfo 1"));
    cr_expect(!q3_told_is("mstats") && !q3_told_is("mstatsx 1") &&
              !q3_told_is("print \"mstats 1\""));
}

Test(q3_told, cut_commands_tell_nothing)
{
    static const char *const texts[] = {osp, cpma};
    for (int t = 0; t < 2; t++) {
        for (size_t length = 0; length < strlen(texts[t]); length++) {
            char text[512];
            snprintf(text, sizeof(text), "%.*s", (int)length, texts[t]);
            read_command(text);
            /* Without its last numbers it is one of an older version; CPMA's has more behind. */
            const bool is_whole = strstr(text, t == 0 ? " 2460 " : " 3 4") != NULL;
            cr_expect(figures.count == 0 || is_whole, "%s", text);
        }
    }
}

Test(q3_told, hostile_numbers)
{
    static const char *const texts[] = {"xstats1 -1 0 1 2",
                                        "xstats1 64 0 1 2",
                                        "xstats1 99999999999 0 1 2",
                                        "mstats 1 -1 5 5",
                                        "mstats -5 0 1 2 3 4 5 6 7 8",
                                        "scores_duel -3",
                                        "scores_duel 64",
                                        "scores_duel 2147483647",
                                        "statsinfo",
                                        "xstats1",
                                        "statsinfo 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        read_command(texts[i]);
        cr_expect_eq(figures.count, 0u, "%s", texts[i]);
    }
    read_command("xstats1 1 4 -1 -1 0 0 -5 99999999");
    expect_weapon(1, DEMO_WEAPON_MG, 65535, 65535);
    cr_expect_eq(value(1, DEMO_FIGURE_GIVEN), NONE);
    cr_expect_eq(value(1, DEMO_FIGURE_TAKEN), NONE);
}
