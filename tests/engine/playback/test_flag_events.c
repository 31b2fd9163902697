/* What happens to flags: found in demos that are written here, each act once, and shown in the
 * frames after it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/playback/playback_context.h"
#include "engine/quake3/q3_game.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/support/q3_demo.h"
#include "tests/support/real_data.h"

struct expected {
    double time;
    int player;
    const char *text;
};

static void expect_flags(const struct timeline *t, const struct expected *expected, uint32_t count)
{
    struct demo_event events[32];
    const uint32_t found = timeline_events_within(t, -1.0, 1e9, 1u << DEMO_EVENT_FLAG, events, 32);
    for (uint32_t i = 0; i < found && i < count; i++) {
        cr_expect_str_eq(events[i].text, expected[i].text);
        cr_expect_float_eq(events[i].time, expected[i].time, 1e-6, "%s: %.9f", events[i].text,
                           events[i].time);
        cr_expect_eq(events[i].player, expected[i].player, "%s: %d", events[i].text,
                     events[i].player);
    }
    cr_expect_eq(found, count, "%u events", found);
}

/* --- NetQuake --------------------------------------------------------------------------------- */

static void add_name(struct nq_demo *m, uint8_t player, const char *name)
{
    struct nq_message message = {.id = NQ_UPDATENAME};
    message.u.updatename.player = player;
    message.u.updatename.name = name;
    demo_stage_add(m, message);
}

Test(flag_events, of_netquake_are_read_from_prints)
{
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    add_name(&m, 0, "ann");
    add_name(&m, 3, "b\345n");
    demo_stage_add_update(&m, 1.0);
    nq_demo_text(&m, NQ_PRINT, "b\345n"); /* in pieces, some letters coloured */
    nq_demo_text(&m, NQ_PRINT, " \347\357\364 the \322\305\304 flag!\n");
    demo_stage_add_update(&m, 1.0625);
    nq_demo_text(&m, NQ_PRINT, "\1ann: ben lost the RED flag!\n");
    nq_demo_text(&m, NQ_PRINT, "ben lost the RED flag!\nann returned the RED flag!\n");
    demo_stage_add_update(&m, 1.125);
    nq_demo_text(&m, NQ_PRINT, "The \302\314\325\305 flag has been returned!\n");
    demo_stage_add_update(&m, 1.1875);
    struct timeline *t = demo_stage_open_demo(&m);
    static const struct expected expected[] = {{0.0625, 3, "ben takes the red flag"},
                                               {0.125, 3, "ben drops the red flag"},
                                               {0.125, 0, "ann returns the red flag"},
                                               {0.1875, -1, "the blue flag is back"}};
    expect_flags(t, expected, 4);
    timeline_close(t);
    nq_demo_end(&m);
}

/* --- the index -------------------------------------------------------------------------------- */

Test(flag_events, within_a_time)
{
    struct demo_event events[4];
    struct nq_demo m;
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    demo_stage_add_update(&m, 1.0);
    for (int i = 1; i <= 4; i++) {
        char text[64];
        snprintf(text, sizeof(text), "p%d got the RED flag!\n", i);
        nq_demo_text(&m, NQ_PRINT, text);
        nq_demo_text(&m, NQ_PRINT, "\1talk\n");
        demo_stage_add_update(&m, 1.0 + 0.0625 * i);
    }
    struct timeline *t = demo_stage_open_demo(&m);
    const uint32_t flag = 1u << DEMO_EVENT_FLAG;
    cr_expect_eq(timeline_events_within(t, 0.0625, 0.1875, flag, events, 4), 2u,
                 "not that of the beginning, but that of the end");
    cr_expect_str_eq(events[0].text, "p2 takes the red flag");
    cr_expect_str_eq(events[1].text, "p3 takes the red flag");
    cr_expect_eq(timeline_events_within(t, 0.0, 9.0, flag, events, 3), 3u);
    cr_expect_str_eq(events[0].text, "p2 takes the red flag", "the last three");
    cr_expect_str_eq(events[2].text, "p4 takes the red flag");
    cr_expect_eq(timeline_events_within(t, 0.0, 0.0624, flag, events, 4), 0u);
    cr_expect_eq(timeline_events_within(t, 9.0, 10.0, flag, events, 4), 0u);
    timeline_close(t);
    nq_demo_end(&m);
}

/* --- Quake III -------------------------------------------------------------------------------- */

enum { STEP = 50, ANN = 1, BEN = 2, WATCHER = 5, EVENT = 200 };

static struct q3_demo *demo;
static int32_t now;

static void begin_game(const char *version, const char *server)
{
    now = 1000;
    demo = q3_demo_create(68);
    q3_demo_configstring(demo, Q3_CS_SERVERINFO, server);
    q3_demo_configstring(demo, 20, version);
    q3_demo_configstring(demo, 544 + ANN, "n\\^1Ann^7\\t\\1");
    q3_demo_configstring(demo, 544 + BEN, "n\\Ben\\t\\2");
    q3_demo_configstring(demo, 544 + WATCHER, "n\\Watcher\\t\\3");
    q3_demo_configstring(demo, 23, "00");
    q3_demo_gamestate(demo, WATCHER);
    demo->player.fields[Q3_PS_CLIENT_NUM] = WATCHER;
}

static void next(const char *command)
{
    if (command) {
        q3_demo_command(demo, command);
    }
    q3_demo_snapshot(demo, now, 0);
    now += STEP;
}

static void wait_ms(int32_t ms)
{
    for (int32_t end = now + ms; now < end;) {
        next(NULL);
    }
}

static void show(uint32_t slot, uint32_t powerups)
{
    int32_t *fields = q3_demo_entity(demo, slot);
    fields[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    fields[Q3_ES_CLIENT_NUM] = (int32_t)slot;
    fields[Q3_ES_POWERUPS] = (int32_t)powerups;
}

/* An entity that was there just before has no new event: each has a number of its own. */
static void sound(int32_t parm, int32_t player)
{
    int32_t *fields = q3_demo_entity(demo, EVENT + (uint32_t)parm);
    fields[Q3_ES_E_TYPE] = 13 + 47;
    fields[Q3_ES_EVENT_PARM] = parm;
    fields[Q3_ES_GENERIC1] = player;
}

static struct timeline *close_game(void)
{
    q3_demo_end(demo);
    return demo_stage_open_bytes(demo->file.data, demo->file.size);
}

static void expect_game(const struct expected *expected, uint32_t count)
{
    struct timeline *t = close_game();
    expect_flags(t, expected, count);
    timeline_close(t);
    q3_demo_free(demo);
}

Test(flag_events, of_quake3_are_told_once_with_the_players_name)
{
    begin_game("baseq3-1", "\\g_gametype\\4");
    next(NULL);                  /* at 0 */
    sound(Q3_TEAM_RED_TAKEN, 0); /* all sources at 0.05 */
    q3_demo_command(demo, "print \"^1Ann^7 got the BLUE flag!\n\"");
    next("cs 23 \"01\"");
    q3_demo_remove(demo, EVENT + Q3_TEAM_RED_TAKEN);
    next("print \"^1Ann^7 got the BLUE flag!\n\""); /* again, soon after */
    next("cs 23 \"02\"");                           /* dropped at 0.15: who had it is known */
    next("cs 23 \"01\"");                           /* taken by someone out of sight, at 0.2 */
    show(BEN, 1u << Q3_POWERUP_RED_FLAG);
    next("cs 23 \"11\""); /* who takes the other one is seen, at 0.25 */
    q3_demo_remove(demo, BEN);
    next(NULL);
    sound(Q3_TEAM_BLUE_CAPTURE, 0); /* at 0.35 */
    next("cs 23 \"01\"");
    q3_demo_remove(demo, EVENT + Q3_TEAM_BLUE_CAPTURE);
    next("cs 23 \"02\""); /* 0.4: nobody knows who */
    next("cs 23 \"00\""); /* 0.45: by itself */
    static const struct expected expected[] = {
        {0.05, ANN, "Ann takes the blue flag"},   {0.15, ANN, "Ann drops the blue flag"},
        {0.2, -1, "red takes the blue flag"},     {0.25, BEN, "Ben takes the red flag"},
        {0.35, BEN, "Ben captures the red flag"}, {0.4, -1, "the blue flag is dropped"},
        {0.45, -1, "the blue flag is back"},
    };
    expect_game(expected, 7);
}

Test(flag_events, of_quake3_may_come_again)
{
    begin_game("baseq3-1", "\\g_gametype\\4");
    next(NULL);
    next("print \"Ben returned the BLUE flag!\n\"");
    wait_ms(1400);
    next("print \"Ben returned the BLUE flag!\n\""); /* 1450 ms later: the same */
    wait_ms(1500);
    next("print \"Ben returned the BLUE flag!\n\"");
    static const struct expected expected[] = {{0.05, BEN, "Ben returns the blue flag"},
                                               {3.05, BEN, "Ben returns the blue flag"}};
    expect_game(expected, 2);
}

Test(flag_events, of_cpma_name_who_captured)
{
    begin_game("cpma-1", "\\gamename\\cpma");
    next(NULL);
    sound(Q3_TEAM_BLUE_CAPTURE, ANN); /* in CPMA: of the blue flag */
    next(NULL);
    static const struct expected expected[] = {{0.05, ANN, "Ann captures the blue flag"}};
    expect_game(expected, 1);
}

Test(flag_events, of_one_flag_for_both_teams)
{
    begin_game("baseq3-1", "\\g_gametype\\5");
    next(NULL);
    next("cs 23 \"2\"");
    next("cs 23 \"4\"");
    next("cs 23 \"0\"");
    static const struct expected expected[] = {{0.05, -1, "the flag is taken"},
                                               {0.1, -1, "the flag is dropped"},
                                               {0.15, -1, "the flag is back"}};
    expect_game(expected, 3);
}

/* The configstring has other meanings in other games. */
Test(flag_events, places_count_where_there_are_flags)
{
    begin_game("baseq3-1", "\\g_gametype\\3");
    next(NULL);
    next("cs 23 \"11\"");
    expect_game(NULL, 0);
}

/* --- frames ----------------------------------------------------------------------------------- */

Test(flag_events, are_in_the_kill_feed)
{
    struct playback_context player;
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = 16 << 20};
    struct format_error err = {0};
    static uint32_t picture[320 * 200];
    options.hud.frags = true;
    const struct real_data_name name = real_data_path("quake3/recorded/oa_ctf4ish_ctf_spec.dm_68");
    cr_assert_eq(playback_open(&player, name.text, &options, &index, &err), 0, "%s", err.what);
    cr_assert_eq(playback_set_size(&player, 320, 200), 0);
    static const struct {
        double time;
        uint32_t flags;
        const char *last;
    } cases[] = {
        {33.30, 0, ""},
        {33.36, 1, "Skelebot takes the blue flag"},
        {36.10, 2, "Skelebot drops the blue flag"},
        {38.10, 2, "Penguin returns the blue flag"}, /* what was 4 s ago is gone */
        {42.10, 0, ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cr_assert_eq(playback_go_time(&player, cases[i].time), 0);
        cr_assert_eq(playback_draw(&player, picture, 320), 0);
        const uint32_t count = player.scene_options.num_flags;
        cr_assert_eq(count, cases[i].flags, "%g: %u", cases[i].time, count);
        if (count > 0) {
            cr_expect_str_eq(player.scene_options.flags[count - 1].text, cases[i].last);
        }
    }
    playback_close(&player);
}
