/* Choosing whose eyes a demo is seen with. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/playback/pov_select.h"

/* Slots 0 (visible), 1 (spectator), 3 (recorder), 4 (not visible), 7 (visible). */
static const struct demo_player_info players[] = {
    {.slot = 0, .name = "\xe1nn", .in_sight = true},
    {.slot = 1, .name = "Sue", .spectator = true},
    {.slot = 3, .name = "rec", .recorder = true, .in_sight = true},
    {.slot = 4, .name = "away"},
    {.slot = 7, .name = "Zed", .in_sight = true},
};

enum { PLAYERS = sizeof(players) / sizeof(players[0]) };

static char text[POV_SELECT_TEXT];

static void expect_step(uint32_t followed, int steps, uint32_t expected, const char *says)
{
    uint32_t follow = 99;
    cr_assert(pov_select_step(players, PLAYERS, followed, steps, &follow, text), "%s", text);
    cr_expect_eq(follow, expected, "%u by %d: %u, not %u", followed, steps, follow, expected);
    cr_expect_str_eq(text, says);
}

Test(pov_select, steps_go_round_among_those_in_sight)
{
    expect_step(4, 1, 8, "following Zed");
    expect_step(8, 1, 1, "following ann");
    expect_step(1, 1, 0, "following rec, the recorder");
    expect_step(4, -1, 1, "following ann");
    expect_step(1, -1, 8, "following Zed");
    expect_step(1, 1000, 0, "following rec, the recorder");
    expect_step(1, -1000, 8, "following Zed");
}

Test(pov_select, steps_from_an_invisible_player_go_to_the_neighbours)
{
    expect_step(5, 1, 8, "following Zed");
    expect_step(5, -1, 0, "following rec, the recorder");
    expect_step(0, 1, 1, "following ann");
    expect_step(0, -1, 8, "following Zed");
    expect_step(200, 1, 1, "following ann");
}

Test(pov_select, without_other_players_the_pov_stays)
{
    uint32_t follow = 7;
    cr_expect_not(pov_select_step(&players[2], 1, 4, 1, &follow, text));
    cr_expect_str_eq(text, "only players in sight can be followed: nobody else is");
    cr_expect_not(pov_select_step(&players[3], 1, 0, 1, &follow, text));
    cr_expect_not(pov_select_step(NULL, 0, 0, -1, &follow, text));
    cr_expect_str_eq(text, "only the recorder's eyes are in this demo");
    cr_expect_eq(follow, 7u);
}

Test(pov_select, numbers)
{
    uint32_t follow = 7;
    cr_expect(pov_select_number(players, PLAYERS, 1, &follow, text) && follow == 1);
    cr_expect(pov_select_number(players, PLAYERS, 4, &follow, text) && follow == 0);
    cr_expect(pov_select_number(players, PLAYERS, 8, &follow, text) && follow == 8);
    cr_expect_not(pov_select_number(players, PLAYERS, 5, &follow, text));
    cr_expect_str_eq(text, "only players in sight can be followed: away is not");
    cr_expect_not(pov_select_number(players, PLAYERS, 2, &follow, text));
    cr_expect_str_eq(text, "Sue is a spectator");
    cr_expect_not(pov_select_number(players, PLAYERS, 3, &follow, text));
    cr_expect_str_eq(text, "there is no player 3");
    cr_expect_eq(follow, 8u);
    cr_expect(pov_select_number(players, PLAYERS, 0, &follow, text) && follow == 0);
    cr_expect_str_eq(text, "following rec, the recorder");
    cr_expect(pov_select_number(players, 1, 0, &follow, text) && follow == 0);
    cr_expect_str_eq(text, "following the first player");
}

Test(pov_select, names_and_numbers_of_the_command_line)
{
    cr_expect_eq(pov_select_find(players, PLAYERS, "ANN"), &players[0]);
    cr_expect_eq(pov_select_find(players, PLAYERS, "zed"), &players[4]);
    cr_expect_eq(pov_select_find(players, PLAYERS, "5"), &players[3]);
    cr_expect_null(pov_select_find(players, PLAYERS, "0"));
    cr_expect_null(pov_select_find(players, PLAYERS, "ze"));
    cr_expect_null(pov_select_find(players, PLAYERS, ""));
    cr_expect_null(pov_select_find(players, PLAYERS, "99999999999999999999"));
}
