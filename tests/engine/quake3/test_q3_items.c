/* The list of items: the numbers of the games, and models that are there. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quake3/q3_items.h"

static const struct q3_item *item(int protocol, enum q3_mod mod, int32_t number)
{
    return q3_item_of(q3_game_of(protocol), mod, number);
}

Test(q3_items, numbers_differ_by_game)
{
    cr_expect_str_eq(item(68, Q3_MOD_NONE, 4)->name, "5 Health");
    cr_expect_str_eq(item(91, Q3_MOD_TEAM_ARENA, 4)->name, "Green Armor");
    cr_expect_str_eq(item(91, Q3_MOD_TEAM_ARENA, 5)->name, "5 Health");
    cr_expect_str_eq(item(68, Q3_MOD_NONE, 35)->name, "Blue Flag");
    cr_expect_str_eq(item(68, Q3_MOD_NONE, 51)->name, "Chaingun");
    cr_expect_str_eq(item(73, Q3_MOD_TEAM_ARENA, 52)->name, "Chaingun");
    cr_expect_eq(item(91, Q3_MOD_TEAM_ARENA, 54)->tag, 14);
    cr_expect_str_eq(item(68, Q3_MOD_CPMA, 52)->name, "Green Armor");
    cr_expect_str_eq(item(71, Q3_MOD_OPENARENA, 52)->model, "models/dpoints/a_blue.md3");
    cr_expect_str_eq(item(71, Q3_MOD_OPENARENA, 60)->model, "models/flags/b_flag.md3");
}

Test(q3_items, other_numbers_are_nothing)
{
    static const int32_t numbers[] = {INT32_MIN, -1, 0, 61, 1000, INT32_MAX};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        for (enum q3_mod mod = Q3_MOD_NONE; mod <= Q3_MOD_CPMA; mod++) {
            cr_expect_null(item(68, mod, numbers[i]), "%d", (int)numbers[i]);
            cr_expect_null(item(91, mod, numbers[i]), "%d", (int)numbers[i]);
        }
    }
    cr_expect_null(item(68, Q3_MOD_NONE, 52));
    cr_expect_null(item(68, Q3_MOD_CPMA, 55));
    cr_expect_null(item(91, Q3_MOD_TEAM_ARENA, 60));
}

Test(q3_items, each_has_a_model)
{
    for (int32_t number = 1; number <= 60; number++) {
        const struct q3_item *found = item(71, Q3_MOD_OPENARENA, number);
        cr_assert_not_null(found, "%d", (int)number);
        cr_expect_eq(strncmp(found->model, "models/", 7), 0);
        cr_expect_str_eq(found->model + strlen(found->model) - 4, ".md3");
    }
}

Test(q3_items, weapons_by_number)
{
    cr_expect_str_eq(q3_item_of_weapon(1)->model, "models/weapons2/gauntlet/gauntlet.md3");
    cr_expect_str_eq(q3_item_of_weapon(14)->model, "models/weapons3/hmg/hmg.md3");
    cr_expect_null(q3_item_of_weapon(0));
    cr_expect_null(q3_item_of_weapon(15));
    cr_expect_null(q3_item_of_weapon(-1));
}

Test(q3_items, those_that_decide_matches)
{
    char name[Q3_ITEM_NAME];
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 1)), DEMO_ITEM_KINDS);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 2)), DEMO_ITEM_YELLOW_ARMOR);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 3)), DEMO_ITEM_RED_ARMOR);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_CPMA, 52)), DEMO_ITEM_GREEN_ARMOR);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 7)), DEMO_ITEM_MEGA);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 28)), DEMO_ITEM_QUAD);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 33)), DEMO_ITEM_FLIGHT);
    cr_expect_eq(q3_item_kind_of(item(68, Q3_MOD_NONE, 14)), DEMO_ITEM_KINDS);
    cr_expect_str_eq(q3_item_lower_name(item(68, Q3_MOD_NONE, 16), name), "bfg10k");
    cr_expect_str_eq(q3_item_lower_name(item(71, Q3_MOD_OPENARENA, 58), name),
                     "neutral domination point");
}
