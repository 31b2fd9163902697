/* The action table: every row is complete, and its lists show what the rows say. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/actions/actions.h"
#include "tests/engine/written_text.h"

Test(actions, every_row_is_complete)
{
    for (int i = ACTION_NONE + 1; i < ACTIONS; i++) {
        const struct action_info *info = &action_infos[i];
        cr_assert_not_null(info->name, "row %d", i);
        cr_assert_not_null(info->keys, "%s", info->name);
        cr_expect_eq(info->name[strspn(info->name, "abcdefghijklmnopqrstuvwxyz-")], '\0', "%s",
                     info->name);
        cr_expect_lt(info->group, KEY_GROUP_MOUSE, "%s", info->name);
        if (info->amount.kind == AMOUNT_NO) {
            cr_expect_not_null(info->help, "%s", info->name);
            cr_expect_null(info->units, "%s", info->name);
        } else {
            cr_expect_lt(info->amount.min, info->amount.max, "%s", info->name);
            cr_expect((info->unit && info->units && info->less && info->more) || info->help, "%s",
                      info->name);
        }
        for (const struct action_key *key = info->keys; key->key; key++) {
            cr_expect(key->amount >= info->amount.min && key->amount <= info->amount.max, "%s %s",
                      info->name, key->key);
            cr_expect((key->amount != 0) == (info->amount.kind != AMOUNT_NO) ||
                          info->amount.min == 0,
                      "%s %s", info->name, key->key);
        }
    }
}

Test(actions, every_name_is_found_as_its_action)
{
    for (int i = ACTION_NONE; i < ACTIONS; i++) {
        cr_expect_eq(action_find(action_infos[i].name), (enum action)i, "%s", action_infos[i].name);
    }
    cr_expect_eq(action_find("Pause"), ACTIONS, "names are lower case");
    cr_expect_eq(action_find(""), ACTIONS);
}

Test(actions, groups_are_in_the_order_of_the_help)
{
    for (int i = ACTION_NONE + 2; i < ACTIONS; i++) {
        cr_expect_geq(action_infos[i].group, action_infos[i - 1].group, "%s", action_infos[i].name);
    }
}

static void expect_description(enum action action, const char *wanted)
{
    char text[ACTION_TEXT];
    action_describe(action, text);
    cr_expect_str_eq(text, wanted);
}

Test(actions, descriptions_have_range_and_unit)
{
    expect_description(ACTION_PAUSE, "pause, go on");
    expect_description(ACTION_SEEK, "-100000 to 100000 s: back / forward");
    expect_description(ACTION_SPEED, "0.01 to 100 x: slower / faster");
    expect_description(ACTION_DISTANCE, "camera, -10000 to 10000 units: nearer / farther");
    expect_description(ACTION_PLAYER, "eyes of player, 0 to 255");
}

Test(actions, the_list_describes_an_action_at_its_first_key)
{
    char *text = written_text(actions_write_list);
    cr_expect_not_null(strstr(text, "\n# Play\nSpace            pause                   # pause, "
                                    "go on\nk                pause\n"),
                       "%s", text);
    cr_expect_not_null(strstr(text, "\nShift+Left       seek -1\n"));
    cr_expect_not_null(strstr(text, "\n[                speed 0.9090909090909091 "));
    free(text);
}

Test(actions, roff_has_every_action_and_no_raw_sign)
{
    char *text = written_text(actions_write_roff);
    size_t items = 0;
    for (const char *c = text; (c = strstr(c, ".TP\n\\fB")); c++) {
        items++;
    }
    cr_expect_eq(items, (size_t)(ACTIONS - 1));
    cr_expect_not_null(strstr(text, ".TP\n\\fBseek\\fR \\fIAMOUNT\\fR\n\\&\\-100000 to 100000 s: "
                                    "back / forward (Left \\-5, Right 5, "),
                       "%s", text);
    cr_expect_not_null(strstr(text, "\\&console: messages, found by typing (\\(ti, \\(ga)\n"));
    for (const char *c = text; (c = strchr(c, '-')); c++) {
        cr_expect_eq(c[-1], '\\');
    }
    for (const char *c = text; (c = strstr(c, "\n.")); c++) {
        cr_expect_eq(strncmp(c, "\n.TP\n", 5), 0, "%.20s", c);
    }
    free(text);
}
