/* The match clock. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "engine/quakeworld/screens/qw_match.h"
#include "tests/support/qw_game.h"

static const struct qw_protocol client = {.version = 28}, server = {.version = 28, .is_mvd = true};

/* A level whose serverinfo has these keys. */
static void begin(struct qw_game *g, const struct qw_protocol *protocol, const char *info)
{
    char text[128];
    snprintf(text, sizeof text, "fullserverinfo \"%s\"\n", info);
    qw_game_begin(g, protocol);
    qw_game_signon(g);
    qw_game_text(g, QW_STUFFTEXT, text);
    qw_game_block(g, 10);
    qw_game_play(g);
}

/* So many seconds with nothing in them; a .mvd's blocks count milliseconds in a byte. */
static void pass(struct qw_game *g, int seconds)
{
    for (int i = 0; i < seconds * 5; i++) {
        qw_game_text(g, QW_CENTERPRINT, "");
        qw_game_block(g, 200);
    }
    qw_game_play(g);
}

static void tell(struct qw_game *g, const char *key, const char *value)
{
    struct qw_message m = {.id = QW_SERVERINFO};
    m.u.info.key = key;
    m.u.info.value = value;
    qw_game_add(g, &m);
    qw_game_block(g, 0);
    qw_game_play(g);
}

static void set_pause(struct qw_game *g, uint8_t pause)
{
    qw_game_add(g, &(struct qw_message){.id = QW_SETPAUSE, .u.setpause = pause});
    qw_game_block(g, 0);
    qw_game_play(g);
}

static double now(const struct qw_game *g)
{
    return qw_match_clock(g->state, g->state->clock.now);
}

#define EXPECT_CLOCK(g, seconds)                                                                   \
    cr_expect(fabs(now(g) - (seconds)) < 0.002, "the clock shows %g", now(g))

static void play_match(const struct qw_protocol *protocol)
{
    struct qw_game g;
    begin(&g, protocol, "\\deathmatch\\3\\timelimit\\10\\status\\Standby");
    EXPECT_CLOCK(&g, -1.0);
    tell(&g, "status", "Countdown");
    pass(&g, 3);
    EXPECT_CLOCK(&g, 600.0);
    tell(&g, "status", "10 min left");
    EXPECT_CLOCK(&g, 0.0);
    pass(&g, 61);
    EXPECT_CLOCK(&g, 61.0);
    tell(&g, "status", "9 min left");
    EXPECT_CLOCK(&g, 60.0);
    tell(&g, "status", "in play"); /* no other word stops or sets it */
    pass(&g, 2);
    EXPECT_CLOCK(&g, 62.0);
    tell(&g, "status", "7 min left");
    EXPECT_CLOCK(&g, 180.0);
    tell(&g, "status", "Standby");
    EXPECT_CLOCK(&g, -1.0);
    tell(&g, "status", "started");
    EXPECT_CLOCK(&g, 0.0);
    tell(&g, "status", "");
    EXPECT_CLOCK(&g, -1.0);
    qw_game_end(&g);
}

Test(qw_match, runs_from_the_countdowns_end)
{
    play_match(&client);
    play_match(&server);
}

Test(qw_match, a_recording_may_begin_in_its_middle)
{
    struct qw_game g;
    begin(&g, &server, "\\status\\7 min left\\timelimit\\10"); /* in any order */
    EXPECT_CLOCK(&g, 180.0);
    pass(&g, 1);
    EXPECT_CLOCK(&g, 181.0);
    qw_game_serverdata(&g); /* and another level has another one */
    qw_game_block(&g, 10);
    qw_game_play(&g);
    EXPECT_CLOCK(&g, -1.0);
    qw_game_end(&g);
}

Test(qw_match, stands_in_a_pause_and_at_an_intermission)
{
    struct qw_game g;
    begin(&g, &server, "\\timelimit\\5\\status\\5 min left");
    pass(&g, 2);
    set_pause(&g, 1);
    pass(&g, 3);
    EXPECT_CLOCK(&g, 2.0);
    set_pause(&g, 0);
    EXPECT_CLOCK(&g, 2.0);
    pass(&g, 4);
    EXPECT_CLOCK(&g, 6.0);
    qw_game_add(&g, &(struct qw_message){.id = QW_INTERMISSION});
    qw_game_block(&g, 0);
    pass(&g, 4);
    EXPECT_CLOCK(&g, 6.0);
    set_pause(&g, 1);
    set_pause(&g, 0);
    pass(&g, 1);
    EXPECT_CLOCK(&g, 6.0);
    qw_game_end(&g);
}

Test(qw_match, runs_on_in_overtime)
{
    struct qw_game g;
    begin(&g, &server, "\\timelimit\\2\\status\\Countdown");
    tell(&g, "status", "2 min left");
    pass(&g, 61);
    tell(&g, "status", "1 min left");
    EXPECT_CLOCK(&g, 60.0);
    pass(&g, 60);
    tell(&g, "status", "3 min left"); /* overtime */
    EXPECT_CLOCK(&g, 120.0);
    pass(&g, 61);
    tell(&g, "status", "2 min left");
    EXPECT_CLOCK(&g, 180.0);
    pass(&g, 119);
    tell(&g, "status", "3 min left"); /* and once more */
    EXPECT_CLOCK(&g, 300.0);
    tell(&g, "status", "Standby");
    tell(&g, "status", "2 min left"); /* the next match has none of that */
    pass(&g, 1);
    EXPECT_CLOCK(&g, 1.0);
    tell(&g, "status", "1 min left");
    EXPECT_CLOCK(&g, 60.0);
    qw_game_end(&g);
}

Test(qw_match, a_servers_own_clock_is_exact)
{
    struct qw_game g;
    begin(&g, &client, "\\timelimit\\10\\status\\Countdown");
    qw_game_stat(&g, QW_STAT_MATCH_START, 20500);
    qw_game_stat(&g, QW_STAT_SERVER_TIME, 75000);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    EXPECT_CLOCK(&g, 600.0); /* the previous match's */
    tell(&g, "status", "10 min left");
    EXPECT_CLOCK(&g, 0.0);
    qw_game_stat(&g, QW_STAT_SERVER_TIME, 75250);
    qw_game_block(&g, 0);
    pass(&g, 1);
    EXPECT_CLOCK(&g, 55.75);
    qw_game_stat(&g, QW_STAT_SERVER_TIME, 0); /* as a .mvd has it */
    qw_game_block(&g, 0);
    qw_game_play(&g);
    EXPECT_CLOCK(&g, 55.75);
    qw_game_end(&g);
}

Test(qw_match, numbers_that_cannot_be_leave_it_running)
{
    static const char *const values[] = {
        "11 min left",       "99999999999999999999 min left",
        "-1 min left",       "min left",
        "5 min left, or so", "a word longer than any that a server says of its match"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct qw_game g;
        begin(&g, &client, "\\timelimit\\10\\status\\Standby");
        tell(&g, "status", values[i]);
        EXPECT_CLOCK(&g, 0.0);
        qw_game_end(&g);
    }
    struct qw_game g;
    begin(&g, &client, "\\timelimit\\-5\\status\\Countdown");
    EXPECT_CLOCK(&g, 0.0);
    tell(&g, "timelimit", "99999999999");
    tell(&g, "status", "0 min left");
    cr_expect(isfinite(now(&g)) && now(&g) > 0.0);
    qw_game_end(&g);
}

/* Part of the state: copied and hashed. */
Test(qw_match, is_copied_and_hashed)
{
    struct qw_game g;
    struct qw_state *copy = NULL;
    begin(&g, &client, "\\timelimit\\10\\status\\9 min left");
    cr_assert_eq(qw_state_copy(&copy, g.state), 0);
    cr_expect_eq(qw_match_clock(copy, g.state->clock.now), now(&g));
    cr_expect_eq(qw_state_hash(copy), qw_state_hash(g.state));
    copy->match_lasted += 1.0;
    cr_expect_neq(qw_state_hash(copy), qw_state_hash(g.state));
    copy->match_lasted -= 1.0;
    copy->match_status = QW_MATCH_STANDBY;
    cr_expect_neq(qw_state_hash(copy), qw_state_hash(g.state));
    qw_state_destroy(copy);
    qw_game_end(&g);
}
