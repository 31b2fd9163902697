/* Match facts from configstrings, by game; stat indices. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/match/q3_stat_index.h"

static struct q3_state *c;

static void begin(void)
{
    c = calloc(1, sizeof(*c));
    cr_assert_not_null(c);
    q3_state_start(c);
}

static void end(void)
{
    free(c);
}

TestSuite(q3_match_kinds, .init = begin, .fini = end);

static void set(uint32_t index, const char *text)
{
    cr_assert(q3_gamestate_set(&c->gamestate, index, text));
}

static struct q3_match match_of(int protocol)
{
    struct q3_match match;
    q3_match_of(&match, c, q3_game_of(protocol));
    return match;
}

Test(q3_match_kinds, quake_three)
{
    set(0, "\\g_gametype\\4\\capturelimit\\8\\fraglimit\\20\\timelimit\\15");
    set(5, "-1");
    set(6, "3");
    set(7, "5");
    set(21, "1234");
    set(23, "12");
    const struct q3_match m = match_of(68);
    cr_expect_str_eq(m.name, "Capture the Flag");
    cr_expect(m.teams && m.flags && !m.tournament && !m.rounds);
    cr_expect(m.scores[0] == 3 && m.scores[1] == 5 && m.warmup == -1 && m.start == 1234);
    cr_expect(m.limit == 8 && m.time_limit == 15);
    cr_expect(m.flag_places[0] == Q3_FLAG_TAKEN && m.flag_places[1] == Q3_FLAG_DROPPED);
}

Test(q3_match_kinds, nothing_is_told)
{
    const struct q3_match m = match_of(68);
    cr_expect_str_eq(m.name, "Free For All");
    cr_expect(!m.teams && m.scores[0] == Q3_SCORE_NOT_PRESENT && m.warmup == 0 && m.limit == 0);
}

Test(q3_match_kinds, kinds_nobody_knows)
{
    set(0, "\\g_gametype\\99");
    cr_expect(match_of(68).teams && match_of(68).name == NULL);
    set(0, "\\g_gametype\\-7");
    cr_expect(!match_of(91).teams && match_of(91).name == NULL);
}

Test(q3_match_kinds, open_arena_and_quake_live)
{
    set(0, "\\g_gametype\\10");
    set(20, "baseoa-1");
    cr_expect_str_eq(match_of(68).name, "Last Man Standing");
    cr_expect_not(match_of(68).teams);
    set(0, "\\g_gametype\\4\\roundlimit\\10");
    set(5, "\\time\\7000");
    const struct q3_match m = match_of(91);
    cr_expect_str_eq(m.name, "Clan Arena");
    cr_expect(m.teams && m.rounds && m.limit == 10 && m.warmup == 7000);
}

Test(q3_match_kinds, osp)
{
    set(0, "\\g_gametype\\5");
    cr_expect_str_eq(match_of(68).name, "One Flag CTF");
    set(1, "\\fs_game\\osp");
    cr_expect_str_eq(match_of(68).name, "Clan Arena");
    cr_expect(match_of(68).teams && match_of(68).rounds);
    set(0, "\\g_gametype\\3");
    cr_expect_str_eq(match_of(68).name, "Team Deathmatch");
}

Test(q3_match_kinds, cpma)
{
    set(20, "cpma-1");
    set(672, "\\t\\5\\tw\\0\\ts\\5000\\td\\300\\te\\40\\tl\\20\\sl\\8\\sr\\1\\sb\\2");
    struct q3_match m = match_of(68);
    cr_expect_str_eq(m.name, "Clan Arena");
    cr_expect(m.teams && m.start == 5300 && m.stopped == 5340 && m.time_limit == 20);
    cr_expect(m.limit == 8 && m.scores[0] == 1 && m.scores[1] == 2);
    set(710, "\\sr\\6\\sb\\7");
    m = match_of(68);
    cr_expect(m.scores[0] == 6 && m.scores[1] == 7);
    set(672, "\\t\\1");
    m = match_of(68);
    cr_expect(m.scores[0] == 7 && m.scores[1] == 6, "the first has what is called blue's");
    set(672, "\\t\\-1");
    cr_expect_str_eq(match_of(68).name, "Hoonymode");
}

Test(q3_match_kinds, places_of_numbers)
{
    struct q3_player_state player = {
        .stats = {100, 1, 2, 3, 4, 5, 6, 7},
        .persistant = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};
    const struct q3_game *classic = q3_game_of(68), *live = q3_game_of(91), *test = q3_game_of(43);
    cr_expect_eq(q3_player_stat(classic, Q3_MOD_NONE, &player, Q3_STAT_ARMOR), 3);
    cr_expect_eq(q3_player_stat(classic, Q3_MOD_NONE, &player, Q3_STAT_PERSISTENT), 0);
    cr_expect_eq(q3_player_stat(live, Q3_MOD_TEAM_ARENA, &player, Q3_STAT_ARMOR), 4);
    cr_expect_eq(q3_player_stat(live, Q3_MOD_TEAM_ARENA, &player, Q3_STAT_PERSISTENT), 2);
    /* OpenArena: by health at most and the gauntlet */
    cr_expect_eq(q3_player_stat(classic, Q3_MOD_OPENARENA, &player, Q3_STAT_WEAPONS), 3);
    player.stats[3] = 0;
    cr_expect_eq(q3_player_stat(classic, Q3_MOD_OPENARENA, &player, Q3_STAT_WEAPONS), 2);
    cr_expect_eq(q3_player_stat(classic, Q3_MOD_OPENARENA, &player, Q3_STAT_PERSISTENT), 7);
    cr_expect_eq(q3_player_count(classic, &player, Q3_COUNT_ATTACKER), 6);
    cr_expect_eq(q3_player_count(live, &player, Q3_COUNT_CAPTURES), 13);
    cr_expect_eq(q3_player_count(test, &player, Q3_COUNT_ATTACKER), 7);
    cr_expect_eq(q3_player_count(test, &player, Q3_COUNT_CAPTURES), 0);
    player.ammo[1] = 65535;
    cr_expect_eq(q3_player_ammo(&player, 1), -1);
    cr_expect_eq(q3_player_ammo(&player, 16), 0);
    cr_expect_eq(q3_player_ammo(&player, -1), 0);
}

Test(q3_match_kinds, one_flag_and_points)
{
    static const struct {
        const char *status;
        int place, held[2];
    } cases[] = {{"", 0, {0, 0}},  {"0", 0, {0, 0}}, {"2", 2, {2, 0}},  {"4", 4, {0, 0}},
                 {"5", 0, {0, 0}}, {"/", 0, {0, 0}}, {"12", 1, {1, 2}}, {"34", 3, {3, 0}}};
    set(0, "\\g_gametype\\5");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        set(23, cases[i].status);
        const struct q3_match m = match_of(68);
        cr_expect(m.one_flag && m.one_flag_place == cases[i].place, "%s: %d", cases[i].status,
                  m.one_flag_place);
        cr_expect(m.held[0] == cases[i].held[0] && m.held[1] == cases[i].held[1], "%s",
                  cases[i].status);
    }
}

Test(q3_match_kinds, held_points_score_for_one_team)
{
    struct q3_match m = {.kind = Q3_KIND_DOUBLE_DOMINATION, .held = {2, 2}};
    const struct q3_arena arena = {.take_time = 10000};
    int32_t team = 0;
    int seconds = 0;
    cr_expect(q3_match_scoring(&m, &arena, 5000.0, &team, &seconds) && team == 2 && seconds == 6);
    cr_expect(q3_match_scoring(&m, &arena, 10999.0, &team, &seconds) && seconds == 1);
    cr_expect_not(q3_match_scoring(&m, &arena, 11000.0, &team, &seconds));
    m.held[0] = 1;
    cr_expect_not(q3_match_scoring(&m, &arena, 5000.0, &team, &seconds), "one each");
    m.held[0] = m.held[1] = 3;
    cr_expect_not(q3_match_scoring(&m, &arena, 5000.0, &team, &seconds), "not there");
    m.held[0] = m.held[1] = 1;
    cr_expect(q3_match_scoring(&m, &arena, 5000.0, &team, &seconds) && team == 1);
    m.kind = Q3_KIND_CAPTURE;
    cr_expect_not(q3_match_scoring(&m, &arena, 5000.0, &team, &seconds));
}

Test(q3_match_kinds, rounds_of_quake_live_and_cpma)
{
    set(0, "\\g_gametype\\4");
    set(661, "\\time\\9000\\turn\\1");
    set(662, "-1");
    struct q3_match m = match_of(91);
    cr_expect(m.round_begins == 9000 && m.round_start == 0 && m.round_turn == 1);
    cr_expect(m.left[0] == -1 && m.left[1] == -1);
    set(662, "0");
    cr_expect_eq(match_of(91).round_begins, 9000);
    set(662, "9000");
    set(663, "3");
    set(664, "0");
    m = match_of(91);
    cr_expect(m.round_begins == 0 && m.round_start == 9000);
    cr_expect(m.left[0] == 3 && m.left[1] == 0);
    set(0, "\\g_gametype\\3");
    m = match_of(91);
    cr_expect(m.round_start == 0 && m.left[0] == -1, "no rounds");
    set(20, "cpma-1");
    set(672, "\\t\\5\\pr\\2\\pb\\1");
    set(710, "\\tw\\8000");
    m = match_of(68);
    cr_expect(m.round_begins == 8000 && m.left[0] == 2 && m.left[1] == 1);
    cr_expect(m.limit == 0 && m.time_limit == 0 && m.warmup == 0 && m.stopped == 0);
}

Test(q3_match_kinds, traits)
{
    static const struct {
        enum q3_match_kind kind;
        unsigned traits;
    } cases[] = {
        {Q3_KIND_UNKNOWN, 0},
        {Q3_KIND_FREE_FOR_ALL, 0},
        {Q3_KIND_TOURNAMENT, Q3_KIND_PAIR},
        {Q3_KIND_SINGLE_PLAYER, Q3_KIND_ALONE},
        {Q3_KIND_TEAM_DEATHMATCH, Q3_KIND_TEAMS},
        {Q3_KIND_CAPTURE, Q3_KIND_TEAMS | Q3_KIND_FLAGS},
        {Q3_KIND_ONE_FLAG, Q3_KIND_TEAMS | Q3_KIND_SHARED_FLAG},
        {Q3_KIND_ELIMINATION, Q3_KIND_TEAMS | Q3_KIND_ROUNDS},
        {Q3_KIND_CTF_ELIMINATION, Q3_KIND_TEAMS | Q3_KIND_FLAGS | Q3_KIND_ROUNDS},
        {Q3_KIND_LAST_MAN, Q3_KIND_ROUNDS},
        {Q3_KIND_DUEL, Q3_KIND_PAIR},
        {Q3_KIND_RACE, 0},
        {Q3_KIND_RED_ROVER, Q3_KIND_ROUNDS},
        {Q3_KIND_HOONYMODE, Q3_KIND_PAIR},
        {Q3_KIND_TWO_ON_TWO, Q3_KIND_TEAMS},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cr_expect_eq(q3_match_kind_traits(cases[i].kind), cases[i].traits, "%zu", i);
    }
}

Test(q3_match_kinds, absent_numbers_are_0)
{
    set(20, "cpma-1");
    set(672, "\\t\\5\\td\\300");
    cr_expect_eq(match_of(68).start, 300);
    set(20, "");
    set(0, "\\g_gametype\\4");
    set(661, "\\turn\\0");
    set(662, "-1");
    cr_expect(match_of(91).round_begins == 0 && match_of(91).round_start == 0);
    set(662, "1");
    cr_expect_eq(match_of(91).round_start, 1);
}

Test(q3_match_kinds, openarenas_own_rule_of_excellence)
{
    set(20, "baseoa-1");
    set(0, "\\g_gametype\\0");
    cr_expect_not(match_of(68).own_excellent);
    set(0, "\\g_gametype\\0\\g_altExcellent\\1");
    cr_expect(match_of(68).own_excellent);
    set(20, "baseq3-1");
    cr_expect_not(match_of(68).own_excellent);
}
