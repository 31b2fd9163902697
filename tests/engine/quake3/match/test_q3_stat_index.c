/* Indices of player stats by game: each stat is read from its place, and from no other. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quake3/match/q3_stat_index.h"

static struct q3_player_state numbered(void)
{
    struct q3_player_state player = {0};
    for (int32_t i = 0; i < Q3_ARRAY; i++) {
        player.stats[i] = 1000 + i;
        player.persistant[i] = 2000 + i;
    }
    return player;
}

Test(q3_stat_index, stats)
{
    static const int32_t original[Q3_STATS] = {1000, 1001, 1002, 1003, 1004, 1005, 1006, 0};
    static const int32_t team_arena[Q3_STATS] = {1000, 1001, 1003, 1004, 1005, 1006, 1007, 1002};
    const struct q3_player_state player = numbered();
    for (int i = 0; i < Q3_STATS; i++) {
        const enum q3_stat which = (enum q3_stat)i;
        cr_expect_eq(q3_player_stat(q3_game_of(68), Q3_MOD_NONE, &player, which), original[i]);
        cr_expect_eq(q3_player_stat(q3_game_of(68), Q3_MOD_TEAM_ARENA, &player, which),
                     team_arena[i]);
        cr_expect_eq(q3_player_stat(q3_game_of(90), Q3_MOD_NONE, &player, which), team_arena[i]);
    }
}

/* OpenArena: the indices with the gauntlet among the weapons. */
Test(q3_stat_index, open_arena)
{
    struct q3_player_state player = {.stats = {[2] = 3, [6] = 100, [3] = 1, [7] = 100}};
    cr_expect_eq(q3_player_stat(q3_game_of(68), Q3_MOD_OPENARENA, &player, Q3_STAT_WEAPONS), 3);
    player.stats[3] = 2;
    cr_expect_eq(q3_player_stat(q3_game_of(68), Q3_MOD_OPENARENA, &player, Q3_STAT_WEAPONS), 2);
}

Test(q3_stat_index, counts)
{
    static const int32_t original[Q3_COUNTS] = {0, 1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14};
    static const int32_t live[Q3_COUNTS] = {0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13};
    const struct q3_player_state player = numbered();
    for (int i = 0; i < Q3_COUNTS; i++) {
        const enum q3_count which = (enum q3_count)i;
        cr_expect_eq(q3_player_count(q3_game_of(68), &player, which), 2000 + original[i], "%d", i);
        cr_expect_eq(q3_player_count(q3_game_of(90), &player, which), 2000 + live[i], "%d", i);
    }
}

Test(q3_stat_index, ammunition_has_a_sign)
{
    struct q3_player_state player = {0};
    player.ammo[5] = 0xffff;
    player.ammo[15] = 7;
    cr_expect_eq(q3_player_ammo(&player, 5), -1);
    cr_expect_eq(q3_player_ammo(&player, 15), 7);
    cr_expect_eq(q3_player_ammo(&player, 16), 0);
    cr_expect_eq(q3_player_ammo(&player, -1), 0);
}

Test(q3_stat_index, counts_of_the_first_test_versions)
{
    static const int32_t indices[Q3_COUNTS] = {0, 13, 2, 3, 4, 7, 8, 9, 10, -1, -1, 11, -1};
    const struct q3_player_state player = numbered();
    for (int i = 0; i < Q3_COUNTS; i++) {
        cr_expect_eq(q3_player_count(q3_game_of(43), &player, (enum q3_count)i),
                     indices[i] < 0 ? 0 : 2000 + indices[i], "%d", i);
    }
}

Test(q3_stat_index, weapons_out_of_range_have_no_ammunition)
{
    struct q3_player_state player;
    memset(&player, 0x11, sizeof(player));
    cr_expect_eq(q3_player_ammo(&player, Q3_ARRAY - 1), 0x1111);
    cr_expect_eq(q3_player_ammo(&player, Q3_ARRAY), 0);
    cr_expect_eq(q3_player_ammo(&player, -1), 0);
}
