/* HUD texts of rounds, control points, obelisks and pauses: game types of OpenArena, CPMA and
 * Quake Live. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/scene/q3_scene.h"
#include "tests/engine/quake3/hud/hud_stage.h"

enum { SERVERINFO = 0, WARMUP = 5, SCORES1 = 6, VERSION = 20, FLAGS = 23, PLAYERS = 544 };

static void begin(void)
{
    hud_begin();
    q3_demo_configstring(s.demo, PLAYERS, "\\n\\Reder\\t\\1\\model\\sarge");
    q3_demo_configstring(s.demo, PLAYERS + 1, "\\n\\Zwo\\t\\2\\model\\sarge");
    q3_demo_configstring(s.demo, VERSION, "baseoa-1");
    q3_demo_configstring(s.demo, SCORES1, "3");
    q3_demo_configstring(s.demo, SCORES1 + 1, "5");
    s.demo->player.persistant[3] = 1;
}

TestSuite(q3_hud_rounds, .init = begin, .fini = hud_end);

static void start(const char *server)
{
    q3_demo_configstring(s.demo, SERVERINFO, server);
    hud_start();
}

Test(q3_hud_rounds, elimination_has_a_clock)
{
    start("\\g_gametype\\8\\elimination_roundtime\\90");
    q3_demo_command(s.demo, "elimination 3 5 13500");
    stage_snapshot(&s, 10000);
    EXPECT_SAYS("0:04");
    EXPECT_SAYS("Round in: 4");
    stage_snapshot(&s, 14500);
    EXPECT_SAYS("1:30");
    EXPECT_SILENT("Round in");
    stage_snapshot(&s, 103000);
    EXPECT_SAYS("0:01");
    stage_snapshot(&s, 105000);
    EXPECT_SAYS("Overtime");
    s.options.hud.style = HUD_MODERN;
    EXPECT_SILENT("Overtime");
}

Test(q3_hud_rounds, no_clock_where_rounds_have_no_end_or_are_none)
{
    start("\\g_gametype\\8");
    EXPECT_SILENT("Overtime");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\3\\elimination_roundtime\\90\"");
    stage_snapshot(&s, 10000);
    EXPECT_SILENT("Overtime");
}

Test(q3_hud_rounds, who_attacks_and_who_is_dead)
{
    start("\\g_gametype\\9\\elimflags\\1");
    EXPECT_SAYS("Unknown team on offence");
    q3_demo_command(s.demo, "attackingteam 2");
    q3_demo_command(s.demo, "scores 2 3 5 8000 0 3 50 1 0 0 0 0 0 0 0 0 0 0 0 "
                            "1 4 60 1 0 0 0 0 0 0 0 0 0 0 1");
    stage_snapshot(&s, 10000);
    EXPECT_SAYS("Blue team on offence");
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    EXPECT_SAYS("|4|60|1 Zwo|DEAD|");
    EXPECT_SILENT("Reder|DEAD");
}

Test(q3_hud_rounds, last_man_standing_has_lives)
{
    start("\\g_gametype\\10\\g_lms_mode\\2");
    EXPECT_SILENT("LMS");
    q3_demo_command(s.demo, "scores 1 0 0 8000 0 3 50 1 0 0 0 0 0 0 0 0 0 0 4");
    q3_demo_command(s.demo, "cs 544 \"\\n\\Reder\\t\\0\"");
    stage_snapshot(&s, 10000);
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    EXPECT_SAYS("LMS: Point/kill + OT");
    EXPECT_SAYS("*4*");
}

/* With g_altExcellent the client shows no excellent awards. */
Test(q3_hud_rounds, openarenas_own_excellents)
{
    start("\\g_gametype\\3\\g_altExcellent\\1");
    s.demo->player.persistant[10] = 1;
    stage_snapshot(&s, 9050);
    EXPECT_SILENT("Excellent");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\3\\g_altExcellent\\0\"");
    s.demo->player.persistant[10] = 2;
    stage_snapshot(&s, 9100);
    EXPECT_SAYS("Excellent 2");
}

Test(q3_hud_rounds, points_to_hold)
{
    start("\\g_gametype\\12");
    q3_demo_command(s.demo, "dompointnames 2 \"The Bridge          Pool                \"");
    q3_demo_command(s.demo, "domStatus 2 1 0");
    stage_snapshot(&s, 10000);
    EXPECT_SAYS("The Bridge|Pool");
}

Test(q3_hud_rounds, double_domination_counts)
{
    q3_demo_configstring(s.demo, FLAGS, "21");
    start("\\g_gametype\\11");
    q3_demo_command(s.demo, "ddtaken 9500");
    stage_snapshot(&s, 10000);
    EXPECT_SILENT("scores in");
    q3_demo_command(s.demo, "cs 23 22");
    stage_snapshot(&s, 10100);
    EXPECT_SAYS("Blue scores in 10");
    EXPECT_SAYS("|10|");
    stage_snapshot(&s, 19400);
    EXPECT_SAYS("Blue scores in 1");
    q3_demo_command(s.demo, "cs 23 33");
    stage_snapshot(&s, 19500);
    EXPECT_SILENT("scores in");
}

Test(q3_hud_rounds, one_flag_obelisks_and_skulls)
{
    q3_demo_configstring(s.demo, FLAGS, "3");
    start("\\g_gametype\\5");
    EXPECT_SAYS("Blue has the flag!");
    q3_demo_command(s.demo, "cs 23 0");
    stage_snapshot(&s, 9500);
    EXPECT_SILENT("flag!");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\6\\capturelimit\\8\"");
    q3_demo_command(s.demo, "oh 70 100");
    stage_snapshot(&s, 10000);
    EXPECT_SAYS("70% 100%");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\7\\capturelimit\\8\"");
    s.demo->player.fields[Q3_PS_GENERIC1] = 6;
    stage_snapshot(&s, 10500);
    EXPECT_SAYS("|6|");
    EXPECT_SAYS("|5|3|8"); /* blue, red, captures */
    EXPECT_SILENT("70%");
}

Test(q3_hud_rounds, cpmas_rounds)
{
    q3_demo_configstring(s.demo, VERSION, "cpma-1");
    q3_demo_configstring(s.demo, 672, "\\t\\5\\tw\\0\\ts\\500");
    start("\\g_gametype\\5");
    q3_demo_command(s.demo, "cs 710 \"\\sr\\1\\sb\\2\\tw\\12500\"");
    stage_snapshot(&s, 10000);
    EXPECT_SAYS("Round Begins in:|3");
    EXPECT_SILENT("left");
    q3_demo_command(s.demo, "cs 710 \"\\sr\\1\\sb\\2\\tw\\0\\pr\\4\\pb\\1\"");
    stage_snapshot(&s, 12500);
    EXPECT_SILENT("Round");
    EXPECT_SAYS("Red: 4 left|Blue: 1 left");
    q3_demo_command(s.demo, "cs 672 \"\\t\\3\\tw\\0\\ts\\500\""); /* has no rounds */
    stage_snapshot(&s, 12550);
    EXPECT_SILENT("left");
}

/* Quake Live, from a hand-made state: the tests cannot write its demos. */
static const struct rgb_scene *live_scene(const struct q3_state *state)
{
    const struct scene_data data = {.quake3 = s.data, .files = s.game.files};
    cr_assert_eq(q3_scene_build(&s.scene, state, q3_game_of(91), 1.0, &s.options, &data), 0);
    return s.scene.rgb;
}

static bool live_says(struct q3_state *state, const char *text)
{
    hud_words(live_scene(state), said, sizeof(said));
    return strstr(said, text) != NULL;
}

static void live_set(uint32_t index, const char *text)
{
    cr_assert(q3_gamestate_set(&s.state->gamestate, index, text));
    q3_match_refresh(s.state, q3_game_of(91));
}

Test(q3_hud_rounds, quake_lives_rounds_pauses_and_overtime)
{
    start("\\g_gametype\\4\\g_overtime\\120");
    s.state->huds[0] = (struct q3_hud_state){0};
    live_set(661, "\\time\\12500\\round\\3\\turn\\1");
    live_set(662, "-1");
    cr_expect(live_says(s.state, "Round Begins in:|4"), "%s", said);
    live_set(0, "\\g_gametype\\11\\g_overtime\\120");
    cr_expect(live_says(s.state, "Blue is on offense"), "%s", said);
    live_set(0, "\\g_gametype\\9\\g_overtime\\120");
    cr_expect(live_says(s.state, "Get Ready|4"), "%s", said);
    live_set(662, "8900");
    cr_expect(live_says(s.state, "FIGHT!"), "%s", said);
    s.state->huds[0].words_kind = Q3_WORDS_OVERTIME;
    s.state->huds[0].words_time = 8950;
    cr_expect(live_says(s.state, "Overtime! 120 seconds added"), "%s", said);
    live_set(669, "8000");
    live_set(670, "13100");
    cr_expect(live_says(s.state, "Match resumes in 5 seconds"), "%s", said);
}

Test(q3_hud_rounds, quake_live_tells_who_is_left)
{
    start("\\g_gametype\\4");
    live_set(5, "");
    cr_expect_not(live_says(s.state, "left"), "%s", said);
    live_set(663, "2");
    live_set(664, "3");
    cr_expect(live_says(s.state, "Red: 2 left|Blue: 3 left"), "%s", said);
    s.options.hud.style = HUD_MODERN;
    cr_expect_not(live_says(s.state, "left"), "%s", said);
    s.options.hud.style = HUD_OVER;
    live_set(5, "\\time\\-1"); /* before the match all do */
    cr_expect_not(live_says(s.state, "left"), "%s", said);
    live_set(5, "");
    live_set(0, "\\g_gametype\\3");
    cr_expect_not(live_says(s.state, "left"), "%s", said);
}

Test(q3_hud_rounds, overtime_is_told_by_an_event)
{
    enum { OVERTIME = 84 /* Quake Live's number */ };
    const struct q3_player_state player = {0};
    const struct q3_event event = {.event = OVERTIME, .entity = 100};
    const struct q3_hud_step step = {
        .game = q3_game_of(91), .mod = Q3_MOD_TEAM_ARENA, .now = &player, .time = 5000};
    struct q3_hud_state hud = {0};
    q3_hud_state_event(&hud, &step, &event, "", "");
    cr_expect(hud.words_kind == Q3_WORDS_OVERTIME && hud.words_time == 5000);
}

Test(q3_hud_rounds, strangers_numbers)
{
    static const char *const commands[] = {
        "elimination -2147483648 2147483647 -2147483648",
        "elimination 0 0 2147483647",
        "dompointnames 99 \"\x01\x02^^^1^\"",
        "domStatus 6 99 -99 3 4 5 6",
        "ddtaken -2147483648",
        "ddTakeAt 2147483647",
        "oh -2147483648 2147483647",
        "attackingteam 99",
        "cs 23 ~~",
        "cs 23 22",
    };
    start("\\g_gametype\\0\\elimination_roundtime\\2147483647\\elimflags\\-1\\g_lms_mode\\-9");
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    for (int i = 0; i < 10 * 13; i++) {
        char server[64];
        snprintf(server, sizeof(server), "cs 0 \"\\g_gametype\\%d\\elimflags\\-1\"", i / 10);
        q3_demo_command(s.demo, server);
        q3_demo_command(s.demo, commands[i % 10]);
        stage_snapshot(&s, 10000 + i);
        cr_expect_lt(stage_scene(&s, 0.5)->num_draws_2d, 6000u);
    }
}
