/* Whom several views show: nobody twice while there are enough players, and always the same for the
 * same players. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/views/view_choice.h"

/* Players in slots 0, 2, 4 ...: as many as `count`. */
static void make_players(struct demo_player_info *players, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        players[i] = (struct demo_player_info){.slot = 2 * i, .name = "x", .in_sight = true};
    }
}

/* "1 3! -": slot + 1 of each view, ! from the other side, - nobody. */
static void check(uint32_t num_players, const uint32_t *wanted, int main, bool one_view,
                  const char *good)
{
    struct demo_player_info players[256];
    struct view_shown shown[VIEWS_MAX];
    char text[64] = "";
    make_players(players, num_players);
    view_choice_make(players, num_players, wanted, 4, main, one_view, shown);
    for (int i = 0; i < 4; i++) {
        char item[16];
        snprintf(item, sizeof item, "%s%u%s", i > 0 ? " " : "", (unsigned)shown[i].follow,
                 shown[i].side == VIEW_OTHER ? "!" : "");
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s",
                 shown[i].side == VIEW_NOBODY ? (i > 0 ? " -" : "-") : item);
    }
    cr_expect_str_eq(text, good);
}

Test(view_choice, views_show_the_players_in_order)
{
    check(5, (const uint32_t[4]){1, 0, 0, 0}, 0, false, "1 3 5 7");
    check(255, (const uint32_t[4]){1, 0, 0, 0}, 0, false, "1 3 5 7");
}

Test(view_choice, nobody_is_shown_twice)
{
    check(5, (const uint32_t[4]){5, 0, 0, 0}, 0, false, "5 3 1 7");
    check(5, (const uint32_t[4]){0, 0, 0, 9}, 3, false, "1 3 5 9");
    check(5, (const uint32_t[4]){7, 0, 1, 0}, 0, false, "7 3 1 5");
}

Test(view_choice, two_views_may_ask_for_one_player)
{
    check(5, (const uint32_t[4]){3, 3, 0, 0}, 0, false, "3 3 5 7");
}

Test(view_choice, who_is_not_there_is_replaced)
{
    check(5, (const uint32_t[4]){1, 200, 0, 0}, 0, false, "1 3 5 7");
}

Test(view_choice, too_few_players_are_seen_from_the_other_side)
{
    check(2, (const uint32_t[4]){1, 0, 0, 0}, 0, false, "1 3 1! 3!");
    check(1, (const uint32_t[4]){1, 0, 0, 0}, 0, false, "1 1! - -");
    check(0, (const uint32_t[4]){0, 0, 0, 0}, 0, false, "0 - - -");
}

Test(view_choice, a_demo_with_one_view_shows_its_player_from_the_other_side)
{
    check(3, (const uint32_t[4]){3, 0, 0, 0}, 0, true, "3 3! - -");
    check(3, (const uint32_t[4]){3, 5, 0, 0}, 0, true, "3 5 3! -");
    check(0, (const uint32_t[4]){0, 0, 0, 0}, 0, true, "0 0! - -");
}

Test(view_choice, spectators_and_who_is_out_of_sight_are_left_out)
{
    struct demo_player_info players[4];
    struct view_shown shown[VIEWS_MAX];
    make_players(players, 4);
    players[1].spectator = true;
    players[2].in_sight = false;
    view_choice_make(players, 4, (const uint32_t[2]){1, 0}, 2, 0, false, shown);
    cr_expect(shown[1].follow == 7 && shown[1].side == VIEW_SEEN);
}

Test(view_choice, names_are_separated_by_commas)
{
    char who[VIEW_WHO], longest[VIEW_WHO + 1];
    cr_assert(view_names_item("bro,,auto", 0, who));
    cr_expect_str_eq(who, "bro");
    cr_assert(view_names_item("bro,,auto", 1, who));
    cr_expect_str_eq(who, "");
    cr_assert(view_names_item("bro,,auto", 2, who));
    cr_expect_str_eq(who, "auto");
    cr_assert(view_names_item("bro", 2, who));
    cr_expect_str_eq(who, "");
    cr_assert(view_names_item(NULL, 0, who));
    cr_expect_str_eq(who, "");
    memset(longest, 'n', VIEW_WHO);
    longest[VIEW_WHO] = '\0';
    cr_expect_not(view_names_are_valid(longest));
    cr_expect(view_names_are_valid(longest + 1));
    cr_expect(view_names_are_valid("a,b,c"));
    cr_expect_not(view_names_are_valid("a,b,c,"));
}
