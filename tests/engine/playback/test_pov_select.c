/* Choosing whose eyes a demo is seen with. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/pov_names.h"
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

static void expect_found(const char *who, const struct demo_player_info *expected)
{
    const struct demo_player_info *found;
    const enum pov_match match = pov_select_find(players, PLAYERS, who, &found);
    cr_expect_eq(found, expected, "%s: %s", who, found ? found->name : "none");
    cr_expect_eq(match, expected ? POV_FOUND : POV_UNKNOWN, "%s: %d", who, (int)match);
}

Test(pov_select, names_and_numbers_of_the_command_line)
{
    expect_found("ANN", &players[0]);
    expect_found("zed", &players[4]);
    expect_found("5", &players[3]);
    expect_found("0", NULL);
    expect_found("nobody", NULL);
    expect_found("zedd", NULL);
    expect_found("", NULL);
    expect_found("99999999999999999999", NULL);
}

/* A name that is the part itself counts more than others that have it; a spectator's less. */
Test(pov_select, parts_of_names)
{
    static const struct demo_player_info alike[] = {
        {.slot = 0, .name = "Bobby"},
        {.slot = 1, .name = "bob"},
        {.slot = 2, .name = "\xc2OBO"},
        {.slot = 3, .name = "caster Bobby", .spectator = true},
        {.slot = 4, .name = "recaster", .spectator = true, .recorder = true},
        {.slot = 5, .name = "aster", .spectator = true},
    };
    const struct demo_player_info *found;
    expect_found("ze", &players[4]);
    expect_found("NN", &players[0]);
    expect_found("ue", &players[1]);
    cr_expect_eq(pov_select_find(alike, 6, "BOB", &found), POV_FOUND);
    cr_expect_eq(found, &alike[1]);
    cr_expect_eq(pov_select_find(alike, 6, "bo", &found), POV_AMBIGUOUS);
    cr_expect_null(found);
    cr_expect_eq(pov_select_find(alike, 6, "obby", &found), POV_FOUND);
    cr_expect_eq(found, &alike[0]);
    cr_expect_eq(pov_select_find(alike, 6, "cast", &found), POV_FOUND);
    cr_expect_eq(found, &alike[4]);
    cr_expect_eq(pov_select_find(&alike[5], 1, "ast", &found), POV_FOUND);
    cr_expect_eq(found, &alike[5]);
}

Test(pov_names, are_a_list_of_bounded_length)
{
    static char many[10000][8];
    struct pov_names names = {0};
    char list[POV_NAMES_TEXT];
    pov_names_add(&names, players, PLAYERS, "");
    pov_names_add(&names, players, 2, "");
    pov_names_text(&names, list);
    cr_expect_str_eq(list, "1 ann, 4 rec, 5 away, 8 Zed");
    names = (struct pov_names){0};
    pov_names_add(&names, players, PLAYERS, "a");
    pov_names_text(&names, list);
    cr_expect_str_eq(list, "1 ann, 5 away");
    names = (struct pov_names){0};
    pov_names_add(&names, players, PLAYERS, "su");
    pov_names_text(&names, list);
    cr_expect_str_eq(list, "2 Sue");
    names = (struct pov_names){0};
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(many[i], sizeof(many[i]), "p%u", i);
        const struct demo_player_info one = {.slot = i % 32, .name = many[i]};
        pov_names_add(&names, &one, 1, "");
    }
    cr_expect_eq(names.count, POV_NAMES);
    cr_expect_eq(names.more, 10000 - POV_NAMES);
    pov_names_text(&names, list);
    cr_expect_lt(strlen(list), POV_NAMES_TEXT - 1);
    cr_expect(strncmp(list, "1 p0, 2 p1, 3 p2, ", 18) == 0 && strstr(list, " more"), "%s", list);
}
