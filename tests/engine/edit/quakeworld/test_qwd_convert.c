/* QuakeWorld demos in protocol 28 without extensions: what is left out is counted, packets are
 * small, and real demos play as before, within what rounding moves. */
#include "engine/edit/quakeworld/qwd_convert.h"

#include <math.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/edit_players.h"
#include "engine/edit/quakeworld/qw_plain.h"
#include "tests/engine/edit/quakeworld/qw_parts.h"
#include "tests/engine/edit/validate/found.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

/* Half a step of a coordinate, and of an angle with 256 steps to a turn in those of 65536. */
#define PLACE_HALF (0.0625f + 1e-6f)
#define ANGLE_HALF 128

enum { FTEX = QW_FTEX_TRANS | QW_FTEX_ENTITYDBL | QW_FTEX_MODELDBL | QW_FTEX_FLOATCOORDS };

static struct qw_game game; /* its file alone is used */

static void begin(void)
{
    qw_game_begin(&game,
                  &(struct qw_protocol){.version = 28, .ftex = FTEX, .fte2 = QW_FTE2_VOICECHAT});
    qw_game_signon(&game);
}

static void end(void)
{
    qw_game_end(&game);
}

TestSuite(qwd_convert, .init = begin, .fini = end);

static struct byte_writer convert_game(struct convert_report *report)
{
    const struct qw_demo demo = {game.file.data, game.file.size, QW_CONTAINER_QWD};
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(qwd_convert_plain(&demo, &out, report, &err), 0, "%s", err.what);
    return out;
}

/* No packet is larger than the original client's buffer. */
static void check_packets(const char *name, const struct byte_writer *out)
{
    struct qwd_block block;
    size_t pos = 0;
    while (qwd_next_block(out->data, out->size, &pos, &block, NULL) > 0) {
        cr_assert(block.type != QWD_READ || block.u.packet.size <= QW_PLAIN_PACKET,
                  "%s: %u bytes at %zu", name, (unsigned)block.u.packet.size, block.offset);
    }
    cr_assert_eq(pos, out->size);
}

static void check_plays(const char *name, const struct byte_writer *out)
{
    struct demo demo = found_open(out->data, out->size, "a.qwd");
    cr_expect_eq(found_refusals(&demo, VALIDATE_ID), 0u, "%s", name);
    cr_expect_eq(found_refusals(&demo, VALIDATE_EZQUAKE), 0u, "%s", name);
    demo_close(&demo);
    check_packets(name, out);
}

static struct qw_entity transparent_entity(uint16_t number, float x)
{
    struct qw_entity e = qw_game_entity(number, 4, x);
    e.bits |= QW_U_TRANS;
    e.trans = 100;
    return e;
}

static void add_frame(void)
{
    const struct qw_entity entities[] = {qw_game_entity(40, 4, 8.0625f), transparent_entity(60, 24),
                                         qw_game_entity(511, 4, 5), qw_game_entity(512, 4, 6),
                                         qw_game_entity(600, 4, 7)};
    qw_game_player(&game, 3, 100.0f);
    qw_game_entities(&game, -1, entities, 5);
}

Test(qwd_convert, what_extensions_have_is_left_out_and_counted)
{
    static const uint8_t voice[] = {1, 2, 3};
    struct convert_report report;
    struct qw_message m = {.id = QW_VOICECHAT};
    m.u.voicechat.size = sizeof(voice);
    m.u.voicechat.data = voice;
    qw_game_add(&game, &m);
    add_frame();
    qw_game_block(&game, 20);
    struct byte_writer out = convert_game(&report);
    uint32_t updates;
    check_packets("made", &out);
    struct qw_state *s = qw_part_play(&out, QW_CONTAINER_QWD, &updates);
    cr_expect_eq(report.found[CONVERT_VOICE].count, 1u);
    cr_expect_eq(report.found[CONVERT_HIGH_ENTITY].count, 2u);
    cr_expect_eq(report.found[CONVERT_ALPHA].count, 1u);
    cr_expect_not(convert_report_refuses(&report));
    cr_expect_float_eq(report.moved, 0.0625, 1e-6);
    cr_expect(s->ftex == 0 && s->fte2 == 0 && s->mvd1 == 0);
    cr_assert_eq(s->arrays[QW_ENTITIES].count, 3u);
    cr_expect_eq(qw_shown_entities(s)[1].now.trans, 0);
    cr_expect_eq(qw_shown_entities(s)[2].now.number, 511);
    cr_expect_eq(qw_shown_entities(s)[1].now.origin[0], 24.0f);
    cr_expect_eq(s->players[3].states[0].origin[0], 100.0f);
    qw_state_destroy(s);
    byte_writer_free(&out);
}

Test(qwd_convert, a_place_outside_shorts_is_refused)
{
    struct convert_report report;
    qw_game_player(&game, 3, 5000.0f);
    qw_game_entities(&game, -1, NULL, 0);
    qw_game_block(&game, 20);
    struct byte_writer out = convert_game(&report);
    cr_expect(convert_report_refuses(&report));
    cr_expect_eq(report.found[CONVERT_PLACE].count, 1u);
    cr_expect_eq(report.found[CONVERT_PLACE].value, 5000.0);
    byte_writer_free(&out);
}

/* Of 80 entities the 64 nearest to the recorder stay. */
Test(qwd_convert, far_entities_go_first)
{
    struct qw_entity entities[80];
    struct convert_report report;
    uint32_t updates;
    for (uint16_t i = 0; i < 80; i++) {
        entities[i] = qw_game_entity((uint16_t)(100 + i), 4, (float)(i < 10 ? 3000 + i : i));
    }
    qw_game_player(&game, 3, 0.0f);
    qw_game_entities(&game, -1, entities, 80);
    qw_game_block(&game, 20);
    struct byte_writer out = convert_game(&report);
    struct qw_state *s = qw_part_play(&out, QW_CONTAINER_QWD, &updates);
    cr_expect_eq(report.found[CONVERT_FAR_ENTITY].count, 16u);
    cr_assert_eq(s->arrays[QW_ENTITIES].count, 64u);
    cr_expect_eq(qw_shown_entities(s)[0].now.number, 110);
    cr_expect_eq(qw_shown_entities(s)[63].now.number, 173);
    qw_state_destroy(s);
    byte_writer_free(&out);
}

/* 5,000 bytes of text in one packet: all of it comes, in packets of their own or later ones. */
Test(qwd_convert, long_packets_become_several)
{
    struct convert_report report;
    char text[100];
    uint32_t updates, prints = 0;
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    for (int i = 0; i < 50; i++) {
        struct qw_message m = {.id = QW_PRINT};
        m.u.print.text = text;
        qw_game_add(&game, &m);
    }
    add_frame();
    game.sequence += 3; /* two numbers are free */
    qw_game_block(&game, 20);
    for (int i = 0; i < 3; i++) {
        add_frame();
        qw_game_block(&game, 20);
    }
    struct byte_writer out = convert_game(&report);
    check_packets("long", &out);
    struct qwd_block block;
    struct qw_message m;
    for (size_t pos = 0; qwd_next_block(out.data, out.size, &pos, &block, NULL) > 0;) {
        if (block.type != QWD_READ || block.u.packet.kind != QWD_SEQUENCED) {
            continue;
        }
        for (size_t at = 0; qw_message_decode(&qw_plain_protocol, block.u.packet.messages,
                                              block.u.packet.size, &at, &m, NULL) > 0;) {
            prints += m.id == QW_PRINT;
        }
    }
    cr_expect_eq(prints, 50u);
    qw_state_destroy(qw_part_play(&out, QW_CONTAINER_QWD, &updates));
    cr_expect_eq(updates, 4u);
    byte_writer_free(&out);
}

/* --- whole demos ------------------------------------------------------------------------------ */

static void expect_place(const char *name, const float a[3], const float b[3])
{
    for (int i = 0; i < 3; i++) {
        cr_assert(fabsf(a[i] - b[i]) <= PLACE_HALF, "%s: %g is not %g", name, (double)a[i],
                  (double)b[i]);
    }
}

static void expect_entities(const char *name, const struct qw_state *a, const struct qw_state *b)
{
    const uint32_t count = a->arrays[QW_ENTITIES].count;
    cr_assert_eq(count, b->arrays[QW_ENTITIES].count, "%s: entities", name);
    for (uint32_t i = 0; i < count; i++) {
        const struct qw_frame_entity *x = &qw_shown_entities(a)[i].now;
        const struct qw_frame_entity *y = &qw_shown_entities(b)[i].now;
        expect_place(name, x->origin, y->origin);
        for (int k = 0; k < 3; k++) {
            cr_assert_leq(abs((int16_t)(x->angles[k] - y->angles[k])), ANGLE_HALF, "%s", name);
        }
        cr_assert(x->number == y->number && x->model == y->model && x->frame == y->frame &&
                      x->skin == y->skin && x->colormap == y->colormap && x->effects == y->effects,
                  "%s: entity %u", name, x->number);
    }
}

static void expect_player(const char *name, const struct qw_player *a, const struct qw_player *b)
{
    const struct qw_player_state *x = &a->states[0], *y = &b->states[0];
    expect_place(name, x->origin, y->origin);
    cr_assert(x->frame == y->frame && x->model == y->model && x->skin == y->skin &&
                  x->effects == y->effects,
              "%s: player", name);
    cr_assert_eq(x->flags & (QW_PF_DEAD | QW_PF_GIB), y->flags & (QW_PF_DEAD | QW_PF_GIB));
}

/* Plays both to their ends; player: whose statistics count. */
static void compare_demos(const char *name, const struct qw_demo *demo,
                          const struct byte_writer *made, uint8_t player)
{
    struct qw_play whole = qw_play_open(demo->data, demo->size, demo->container);
    struct qw_play plain = qw_play_open(made->data, made->size, QW_CONTAINER_QWD);
    while (qw_play_next(&whole)) {
        cr_assert(qw_play_next(&plain), "%s: an update is missing", name);
        expect_entities(name, whole.state, plain.state);
        for (uint32_t i = 0; i < QW_PLAYERS; i++) {
            const struct qw_player *a = &whole.state->players[i], *b = &plain.state->players[i];
            cr_assert(a->visible == b->visible || i == player, "%s: player %u", name, i);
            cr_assert_str_eq(a->name, b->name);
            if (a->visible && b->visible) {
                expect_player(name, a, b);
            }
        }
        if (player < QW_PLAYERS && demo->container == QW_CONTAINER_MVD) {
            const int32_t *x = whole.state->players[player].view.stats;
            const int32_t *y = plain.state->players[player].view.stats;
            cr_assert_eq(x[QW_STAT_HEALTH], y[QW_STAT_HEALTH], "%s: health", name);
            cr_assert_eq(x[QW_STAT_ITEMS], y[QW_STAT_ITEMS], "%s: items", name);
            const struct qw_state *s = plain.state; /* the view is not ahead of the player */
            cr_assert_eq(s->commands[(s->outgoing - 1) % QW_COMMANDS].msec, 0, "%s: ahead", name);
        }
    }
    cr_expect_not(qw_play_next(&plain), "%s: an update is too much", name);
    qw_state_destroy(whole.state);
    qw_state_destroy(plain.state);
}

static void check_client_demo(const char *name, const uint8_t *data, size_t size)
{
    const struct qw_demo demo = {data, size, QW_CONTAINER_QWD};
    struct convert_report report;
    struct byte_writer out = {0}, again = {0};
    struct format_error err = {0};
    cr_assert_eq(qwd_convert_plain(&demo, &out, &report, &err), 0, "%s: %s", name, err.what);
    cr_expect_not(convert_report_refuses(&report), "%s", name);
    check_plays(name, &out);
    compare_demos(name, &demo, &out, QW_NOBODY);
    const struct qw_demo made = {out.data, out.size, QW_CONTAINER_QWD};
    cr_assert_eq(qwd_convert_plain(&made, &again, &report, &err), 0);
    cr_expect(again.size == out.size && memcmp(again.data, out.data, out.size) == 0,
              "%s: again it is another", name);
    cr_expect_eq(report.moved, 0.0);
    byte_writer_free(&out);
    byte_writer_free(&again);
}

static void check_server_demo(const char *name, const uint8_t *data, size_t size)
{
    struct demo opened = qw_part_open(data, size);
    struct edit_players players;
    cr_assert_eq(edit_players_find(&opened, &players), 0);
    cr_expect_gt(players.count, 0u, "%s", name);
    for (uint32_t i = 0; i < players.count; i += SANITIZED ? 4 : 1) {
        const uint8_t slot = (uint8_t)players.list[i].slot;
        struct convert_report report;
        struct byte_writer out = {0};
        struct format_error err = {0};
        cr_assert_eq(qwd_convert_player(opened.file, slot, &out, &report, &err), 0, "%s: %s", name,
                     err.what);
        cr_expect_not(convert_report_refuses(&report), "%s", name);
        check_plays(name, &out);
        compare_demos(name, opened.file, &out, slot);
        byte_writer_free(&out);
    }
    demo_close(&opened);
}

static void check_builtin(const char *name, real_data_check *check)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find(name, &data, &size));
    check(name, data, size);
}

Test(qwd_convert, the_built_in_demos_play_as_before)
{
    check_builtin("demo3.qwd", check_client_demo);
    check_builtin("demo4.mvd", check_server_demo);
}

Test(qwd_convert, real_client_demos_play_as_before)
{
    real_data_each("quakeworld/corpus", ".qwd", check_client_demo);
    real_data_each("quakeworld/recorded", ".qwd", check_client_demo);
}

Test(qwd_convert, real_server_demos_play_as_before)
{
    real_data_each("quakeworld/corpus", ".mvd", check_server_demo);
    real_data_each("quakeworld/recorded", ".mvd", check_server_demo);
}

/* What is left of a demo that breaks off is a whole demo. */
Test(qwd_convert, truncated_at_every_byte)
{
    struct byte_writer cut = {0};
    add_frame();
    qw_game_block(&game, 20);
    for (size_t size = 0; size < game.file.size; size++) {
        const struct qw_demo demo = {game.file.data, size, QW_CONTAINER_QWD};
        struct convert_report report;
        struct format_error err = {0};
        const int code = qwd_convert_plain(&demo, &cut, &report, &err);
        cr_assert(code == 0 || err.offset <= size);
        cr_assert((report.blocks == 0) == (cut.size == 0));
        cut.size = 0;
    }
    byte_writer_free(&cut);
}
