/* Keys that players of QuakeWorld demos hold: commands of a .qwd by their times, those of hidden
 * blocks of a .mvd, and what is derived. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quakeworld/screens/qw_keys.h"
#include "tests/support/qw_game.h"

static const struct qw_protocol client = {.version = 28}, server = {.version = 28, .is_mvd = true};

enum { RECORDER = 3 /* of qw_game_serverdata */ };

static void send_command(struct qw_game *g, int16_t forward, int16_t side, uint8_t buttons)
{
    struct qwd_block block = {.time = g->time, .type = QWD_CMD};
    block.u.cmd = (struct qwd_cmd){.msec = 13, .move = {forward, side, 0}, .buttons = buttons};
    qwd_write_block(&g->file, &block);
}

static struct qw_pov eyes_of(uint32_t slot)
{
    return (struct qw_pov){.slot = slot};
}

Test(qw_keys, the_recorders_commands_count_from_their_times)
{
    const uint8_t all = DEMO_KEYS_WALK | 1 << DEMO_KEY_JUMP | 1 << DEMO_KEY_ATTACK;
    struct qw_game g;
    qw_game_begin(&g, &client);
    qw_game_signon(&g);
    qw_game_player(&g, RECORDER, 0);
    qw_game_block(&g, 10);
    send_command(&g, 400, 0, 1);
    qw_game_player(&g, RECORDER, 1);
    qw_game_block(&g, 20);
    send_command(&g, -400, 350, 2);
    qw_game_player(&g, RECORDER, 2);
    qw_game_block(&g, 20);
    qw_game_play(&g);
    const struct qw_pov eyes = eyes_of(RECORDER);
    const double now = g.state->times[0];
    struct demo_keys keys = qw_keys_find(g.state, &eyes, now);
    cr_expect_eq(keys.held, 1 << DEMO_KEY_BACK | 1 << DEMO_KEY_RIGHT | 1 << DEMO_KEY_JUMP);
    cr_expect(keys.known == all && keys.derived == 0);
    double sent = g.state->commands[(g.state->outgoing - 1) % QW_COMMANDS].time;
    keys = qw_keys_find(g.state, &eyes, sent - 0.001);
    cr_expect_eq(keys.held, 1 << DEMO_KEY_FORWARD | 1 << DEMO_KEY_ATTACK);
    sent = g.state->commands[(g.state->outgoing - 2) % QW_COMMANDS].time;
    keys = qw_keys_find(g.state, &eyes, sent - 0.001);
    cr_expect_eq(keys.known, keys.derived, "before the first one nothing is told");
    g.state->intermission = 1;
    cr_expect_eq(qw_keys_find(g.state, &eyes, now).known, 0);
    qw_game_end(&g);
}

Test(qw_keys, others_in_a_qwd_have_directions)
{
    struct qw_game g;
    qw_game_begin(&g, &client);
    qw_game_signon(&g);
    qw_game_player(&g, 1, 0);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    struct qw_player_state *now = &g.state->players[1].states[0];
    const struct qw_pov eyes = eyes_of(1);
    now->move[1] = -100;
    cr_expect_eq(qw_keys_find(g.state, &eyes, g.state->times[0]).known & DEMO_KEYS_WALK, 0);
    now->flags |= QW_PF_COMMAND;
    struct demo_keys keys = qw_keys_find(g.state, &eyes, g.state->times[0]);
    cr_expect_eq(keys.held, 1 << DEMO_KEY_LEFT);
    cr_expect_eq(keys.derived, 1 << DEMO_KEY_JUMP | 1 << DEMO_KEY_ATTACK);
    now->flags |= QW_PF_DEAD;
    cr_expect_eq(qw_keys_find(g.state, &eyes, g.state->times[0]).known, 0);
    qw_game_end(&g);
}

static void hide(struct qw_game *g, uint8_t player, uint16_t forward, uint8_t buttons)
{
    byte_writer_u32(&g->block, 23);
    byte_writer_u16(&g->block, 1);
    byte_writer_u8(&g->block, player);
    byte_writer_u8(&g->block, 0);
    byte_writer_u8(&g->block, 13);
    for (int i = 0; i < 3; i++) {
        byte_writer_f32(&g->block, 0.0f);
    }
    byte_writer_u16(&g->block, forward);
    byte_writer_u16(&g->block, 0);
    byte_writer_u16(&g->block, 0);
    byte_writer_u8(&g->block, buttons);
    byte_writer_u8(&g->block, 0);
}

Test(qw_keys, commands_of_hidden_blocks)
{
    struct qw_game g;
    qw_game_begin(&g, &server);
    qw_game_signon(&g);
    hide(&g, 0, 0xff00, 1);
    hide(&g, 31, 400, 2);
    hide(&g, 32, 400, 3);
    hide(&g, 255, 400, 3);
    qw_game_mvd_block(&g, 0, MVD_MULTIPLE, 0, 0);
    qw_game_player(&g, 0, 0);
    qw_game_player(&g, 31, 0);
    qw_game_block(&g, 10);
    hide(&g, 0, 400, 0);
    byte_writer_u8(&g.block, 1); /* another form: none of it counts */
    qw_game_mvd_block(&g, 0, MVD_MULTIPLE, 0, 0);
    qw_game_player(&g, 0, 0);
    qw_game_block(&g, 10);
    qw_game_play(&g);
    struct qw_pov eyes = eyes_of(0);
    struct demo_keys keys = qw_keys_find(g.state, &eyes, g.state->times[0]);
    cr_expect_eq(keys.held, 1 << DEMO_KEY_BACK | 1 << DEMO_KEY_ATTACK);
    cr_expect_eq(keys.derived, 0);
    eyes = eyes_of(31);
    keys = qw_keys_find(g.state, &eyes, g.state->times[0]);
    cr_expect_eq(keys.held, 1 << DEMO_KEY_FORWARD | 1 << DEMO_KEY_JUMP);
    keys = qw_keys_find(g.state, &eyes, g.state->times[0] + 1.0);
    cr_expect_eq(keys.known & DEMO_KEYS_WALK, 0, "none came for a while");
    qw_game_end(&g);
}
