/* Effect of single messages on the QuakeWorld client state, and rejected numbers. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/qw_game.h"

static const struct qw_protocol client = {.version = 28}, server = {.version = 28, .is_mvd = true};

static void begin(struct qw_game *g, const struct qw_protocol *protocol)
{
    qw_game_begin(g, protocol);
    qw_game_signon(g);
    for (uint8_t i = 0; i < 4; i++) {
        qw_game_player(g, i, 10.0f * i);
    }
    qw_game_entities(g, -1, NULL, 0);
    qw_game_block(g, 100);
    qw_game_play(g);
}

static void play_one(struct qw_game *g, const struct qw_message *m)
{
    qw_game_add(g, m);
    qw_game_block(g, 10);
    qw_game_play(g);
}

static void set_info(struct qw_game *g, uint8_t player, const char *key, const char *value)
{
    struct qw_message m = {.id = QW_SETINFO};
    m.u.info.player = player;
    m.u.info.key = key;
    m.u.info.value = value;
    play_one(g, &m);
}

Test(qw_messages, kills_and_secrets_are_counted)
{
    struct qw_game g;
    begin(&g, &client);
    qw_game_stat(&g, QW_STAT_MONSTERS, 6);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    const int32_t *stats = g.state->players[3].view.stats; /* the recorder's */
    cr_expect_eq(stats[QW_STAT_MONSTERS], 6);
    play_one(&g, &(struct qw_message){.id = QW_KILLEDMONSTER});
    play_one(&g, &(struct qw_message){.id = QW_KILLEDMONSTER});
    play_one(&g, &(struct qw_message){.id = QW_FOUNDSECRET});
    stats = g.state->players[3].view.stats;
    cr_expect(stats[QW_STAT_MONSTERS] == 8 && stats[QW_STAT_SECRETS] == 1);
    cr_expect_eq(g.state->players[0].view.stats[QW_STAT_MONSTERS], 0);
    qw_game_end(&g);
}

Test(qw_messages, what_players_tell_of_themselves_one_by_one)
{
    struct qw_game g;
    begin(&g, &client);
    set_info(&g, 2, "name", "Ranger");
    set_info(&g, 2, "team", "red");
    set_info(&g, 2, "skin", "oldskin");
    set_info(&g, 2, "topcolor", "4");
    set_info(&g, 2, "bottomcolor", "13");
    set_info(&g, 2, "rate", "2500"); /* an unused key */
    const struct qw_player *p = &g.state->players[2];
    cr_expect_str_eq(p->name, "Ranger");
    cr_expect_str_eq(p->team, "red");
    cr_expect_str_eq(p->skin, "oldskin");
    cr_expect(p->top_color == 4 && p->bottom_color == 13 && !p->spectator);
    set_info(&g, 2, "*spectator", "1");
    cr_expect(g.state->players[2].spectator);
    set_info(&g, 2, "*spectator", "");
    cr_expect_not(g.state->players[2].spectator);
    set_info(&g, 2, "topcolor", "99");
    cr_expect_leq(g.state->players[2].top_color, 13, "shirts have 14 colours");
    qw_game_end(&g);
}

Test(qw_messages, a_turn_by_the_server_is_no_way)
{
    struct qw_game g;
    struct qw_message m = {.id = QW_SETANGLE};
    begin(&g, &server);
    m.u.setangle.player = 1;
    play_one(&g, &m);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(g.state->players[i].snap_angles, i == 1, "player %d", i);
    }
    m.u.setangle.player = 255;
    play_one(&g, &m);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(g.state->players[i].snap_angles, 1, "everybody");
    }
    qw_game_end(&g);
    begin(&g, &client);
    play_one(&g, &(struct qw_message){.id = QW_SETANGLE});
    cr_expect_eq(g.state->players[3].snap_angles, 0, "a client's own view is in his commands");
    qw_game_end(&g);
}

/* Each is rejected with offset and reason. */
Test(qw_messages, numbers_of_nothing_are_refused)
{
    static const struct {
        struct qw_message message;
        const char *what;
    } cases[] = {
        {{.id = QW_UPDATEFRAGS, .u.player_short = {40, 1}}, "player"},
        {{.id = QW_SETINFO, .u.info = {.player = 32, .key = "a", .value = "b"}}, "player"},
        {{.id = QW_PLAYERINFO, .u.player.player = 33}, "player"},
        {{.id = QW_UPDATESTAT, .u.updatestat = {32, 1}}, "stat"},
        {{.id = QW_LIGHTSTYLE, .u.lightstyle = {64, "m"}}, "style"},
        {{.id = QW_TEMP_ENTITY, .u.temp_entity.type = 14}, "temp"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct qw_game g;
        begin(&g, &client);
        qw_game_add(&g, &cases[i].message);
        qw_game_block(&g, 10);
        cr_expect_eq(qw_game_step(&g), FORMAT_BAD, "case %zu", i);
        cr_expect_not_null(strstr(g.err.what, cases[i].what), "case %zu: %s", i, g.err.what);
        cr_expect(g.err.offset > 0 && g.err.offset < g.file.size);
        qw_game_end(&g);
    }
}
