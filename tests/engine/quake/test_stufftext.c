/* Commands in stuffed text: where one ends, which words it has, and the orders for the picture that
 * both families follow. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake/quake_orders.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* The commands of some texts, with '|' between them. */
static void list_commands(const char *const texts[], size_t count, char out[256])
{
    struct stufftext stuffed;
    stufftext_begin(&stuffed);
    out[0] = '\0';
    for (size_t i = 0; i <= count; i++) {
        const char *text = i < count ? texts[i] : "";
        while (stufftext_next(&stuffed, &text) || (i == count && stufftext_end(&stuffed))) {
            snprintf(out + strlen(out), 256 - strlen(out), "%s|", stuffed.text);
        }
    }
}

Test(stufftext, commands_end_at_lines_and_semicolons)
{
    static const struct {
        const char *texts[3], *commands;
    } cases[] = {
        {{"bf\nfog 1\n"}, "bf|fog 1|"},
        {{"b", "f;", "sky x"}, "bf|sky x|"},
        {{";;\n\n;bf"}, "bf|"},
        {{"a \"b;c\" d;e\n"}, "a \"b;c\" d|e|"},
        {{"a \"b;c\nd;e\n"}, "a \"b;c|d|e|"}, /* a line ends in quotes, too, and they with it */
        {{"a b\"c;d\"e;f"}, "a b\"c;d\"e|f|"},
        {{"fog 0.1 // x; bf\n"}, "fog 0.1 // x| bf|"},
        {{"fog 1 // \"x; bf\nsky y"}, "fog 1 // \"x; bf|sky y|"},
        {{"a \"b", ";c\";d"}, "a \"b;c\"|d|"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char got[256];
        size_t count = 0;
        while (count < 3 && cases[i].texts[count]) {
            count++;
        }
        list_commands(cases[i].texts, count, got);
        cr_expect_str_eq(got, cases[i].commands, "%s: %s", cases[i].texts[0], got);
    }
}

Test(stufftext, a_flood_is_cut_off)
{
    char flood[3 * STUFFTEXT_BYTES];
    struct stufftext stuffed;
    const char *text = flood;
    memset(flood, 'x', sizeof flood);
    flood[sizeof flood - 4] = '\n';
    flood[sizeof flood - 2] = '\n';
    flood[sizeof flood - 1] = '\0';
    stufftext_begin(&stuffed);
    cr_assert(stufftext_next(&stuffed, &text));
    cr_expect_eq(strlen(stuffed.text), STUFFTEXT_BYTES - 1);
    cr_assert(stufftext_next(&stuffed, &text));
    cr_expect_str_eq(stuffed.text, "x");
    cr_expect_not(stufftext_next(&stuffed, &text));
    cr_expect_not(stufftext_end(&stuffed));
}

/* The words in brackets. */
static void list_words(const char *text, enum stufftext_rules rules, char out[256])
{
    struct stufftext_words words;
    stufftext_split(text, rules, &words);
    out[0] = '\0';
    for (int i = 0; i < words.count; i++) {
        snprintf(out + strlen(out), 256 - strlen(out), "[%s]", words.at[i]);
    }
}

Test(stufftext, words_are_the_originals)
{
    static const struct {
        const char *text, *netquake, *quakeworld;
    } cases[] = {
        {"", "", ""},
        {" \t\r\1\37 ", "", ""},
        {"bf", "[bf]", "[bf]"},
        {"\1\2fog\r 0.5\t1 ", "[fog][0.5][1]", "[fog][0.5][1]"},
        {"sky \"a b\"", "[sky][a b]", "[sky][a b]"},
        {"sky \"\"", "[sky][]", "[sky][]"},
        {"sky \"a", "[sky][a]", "[sky][a]"},
        {"\"bf\"x", "[bf][x]", "[bf][x]"},
        {"a\"b c\"d", "[a\"b][c\"d]", "[a\"b][c\"d]"},
        {"a // b", "[a]", "[a]"},
        {"a//b c", "[a//b][c]", "[a//b][c]"},
        {"a /b c", "[a][/b][c]", "[a][/b][c]"},
        {"a \"//\" b", "[a][//][b]", "[a][//][b]"},
        {"//tinfo 1 // 2", "[//tinfo][1]", "[//tinfo][1]"},
        {"a {b}(c):d'e", "[a][{][b][}][(][c][)][:][d]['][e]", "[a][{b}(c):d'e]"},
        {"a\344b", "[a][b]", "[a][b]"}, /* a coloured glyph is a blank */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char got[256];
        list_words(cases[i].text, STUFFTEXT_NETQUAKE, got);
        cr_expect_str_eq(got, cases[i].netquake, "%s: %s", cases[i].text, got);
        list_words(cases[i].text, STUFFTEXT_QUAKEWORLD, got);
        cr_expect_str_eq(got, cases[i].quakeworld, "%s: %s", cases[i].text, got);
    }
}

Test(stufftext, eighty_words_of_the_longest_command)
{
    char text[STUFFTEXT_BYTES];
    struct stufftext_words words;
    memset(text, '(', sizeof text);
    text[sizeof text - 1] = '\0';
    stufftext_split(text, STUFFTEXT_NETQUAKE, &words);
    cr_assert_eq(words.count, 80);
    cr_expect_str_eq(words.at[79], "(");
    memset(text, 'w', sizeof text - 1);
    stufftext_split(text, STUFFTEXT_NETQUAKE, &words);
    cr_assert_eq(words.count, 1);
    cr_expect_str_eq(words.at[0], text);
}

Test(stufftext, commands_ignore_case)
{
    cr_expect(stufftext_is_command("bf", "bf") && stufftext_is_command("V_CShift", "v_cshift"));
    cr_expect_not(stufftext_is_command("b", "bf") || stufftext_is_command("bfg", "bf") ||
                  stufftext_is_command("", "bf") || stufftext_is_command("b\6", "bf"));
}

/* --- orders ----------------------------------------------------------------------------------- */

static bool follow(struct quake_orders *orders, const char *text)
{
    struct stufftext_words words;
    stufftext_split(text, STUFFTEXT_NETQUAKE, &words);
    return quake_orders_follow(orders, &words);
}

Test(stufftext, the_tint_of_air)
{
    static const struct {
        const char *text;
        int32_t tint[4];
    } cases[] = {
        {"v_cshift 1 2 3 4", {1, 2, 3, 4}},
        {"V_CSHIFT 10 20 30 255 9", {10, 20, 30, 255}},
        {"v_cshift", {0, 0, 0, 0}},
        {"v_cshift 5 6", {5, 6, 0, 0}},
        {"v_cshift 7x x7 -1 256", {7, 0, 0, 255}},
        {"v_cshift 99999999999999999999 -99999999999999999999 1.9 \"8\"", {255, 0, 1, 8}},
        {"v_cshiftx 1 2 3 4", {130, 80, 50, 0}},
        {"", {130, 80, 50, 0}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct quake_orders orders;
        quake_orders_reset(&orders);
        cr_expect_eq(follow(&orders, cases[i].text), i < 6, "%s", cases[i].text);
        cr_expect_eq(memcmp(orders.tint, cases[i].tint, sizeof orders.tint), 0, "%s: %d %d %d %d",
                     cases[i].text, orders.tint[0], orders.tint[1], orders.tint[2], orders.tint[3]);
    }
}

Test(stufftext, variables_of_swaying)
{
    struct quake_orders orders;
    quake_orders_reset(&orders);
    cr_expect_eq(memcmp(&orders.idle, &quake_idle_default, sizeof orders.idle), 0);
    cr_expect_eq(orders.idle.scale, 0.0f);
    cr_expect(follow(&orders, "v_idlescale 50.5 7"));
    cr_expect(follow(&orders, "v_ipitch_cycle 1.5") && follow(&orders, "v_iyaw_cycle 2.5"));
    cr_expect(follow(&orders, "v_iroll_cycle \"3.5\"") && follow(&orders, "v_ipitch_level -4"));
    cr_expect(follow(&orders, "v_iyaw_level nan") && follow(&orders, "v_iroll_level 1e9"));
    const struct quake_idle wanted = {50.5f, {1.5f, 2.5f, 3.5f}, {-4.0f, 0.0f, 10000.0f}};
    cr_expect_eq(memcmp(&orders.idle, &wanted, sizeof wanted), 0);
    cr_expect(follow(&orders, "v_idlescale")); /* prints it */
    cr_expect_not(follow(&orders, "V_IDLESCALE 1") || follow(&orders, "v_idle 1"));
    cr_expect_eq(memcmp(&orders.idle, &wanted, sizeof wanted), 0);
    cr_expect(follow(&orders, "v_idlescale -1e9"));
    cr_expect_eq(orders.idle.scale, -10000.0f);
    cr_expect(follow(&orders, "v_idlescale junk"));
    cr_expect_eq(orders.idle.scale, 0.0f);
}

Test(stufftext, swaying_is_a_sine_of_the_time)
{
    /* sin(1.5) 0.997495, sin(3) 0.141120, sin(0.75) 0.681639 */
    const double time = 1.5;
    float angles[3] = {1.0f, 2.0f, 3.0f}, still[3] = {1.0f, 2.0f, 3.0f};
    struct quake_idle idle = quake_idle_default;
    quake_add_idle(&idle, time, still);
    quake_sway_weapon(&idle, time, still);
    cr_expect(still[0] == 1.0f && still[1] == 2.0f && still[2] == 3.0f);
    quake_add_intermission_idle(&idle, time, still);
    cr_expect_float_eq(still[0], 1.299248f, 1e-5f);
    cr_expect_float_eq(still[1], 2.042336f, 1e-5f);
    cr_expect_float_eq(still[2], 3.068164f, 1e-5f);
    idle.scale = 10.0f;
    quake_add_idle(&idle, time, angles);
    cr_expect_float_eq(angles[0], 3.992485f, 1e-5f);
    cr_expect_float_eq(angles[1], 2.423360f, 1e-5f);
    cr_expect_float_eq(angles[2], 3.681639f, 1e-5f);
    quake_sway_weapon(&idle, time, angles);
    quake_sway_weapon(&idle, time, angles);
    cr_expect_float_eq(angles[0], -1.992485f, 1e-5f);
    cr_expect_float_eq(angles[2], 2.318361f, 1e-5f);
}
