/* .qwd demos as .mvd: the states are the same at each update, what was for the recorder goes to
 * that player, and ezQuake's limits hold. */
#include "engine/edit/quakeworld/qwd_to_mvd.h"

#include <math.h>

#include "assets/builtin/builtin.h"
#include "formats/quakeworld/mvd.h"
#include "tests/engine/edit/quakeworld/qw_parts.h"
#include "tests/engine/edit/validate/found.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

/* A .mvd has whole milliseconds, and no two updates in one. */
#define TIME_STEP 0.0011
/* Half a step of 65536 to a turn, in degrees. */
#define ANGLE_HALF 0.003f

static struct qw_game game; /* its file alone is used */

static void begin(void)
{
    qw_game_begin(&game, &(struct qw_protocol){.version = 28, .fte2 = QW_FTE2_VOICECHAT});
    qw_game_signon(&game);
}

static void end(void)
{
    qw_game_end(&game);
}

TestSuite(qwd_to_mvd, .init = begin, .fini = end);

/* off: by how much places may differ. */
static void expect_player(const char *name, float off, const struct qw_player *a,
                          const struct qw_player *b)
{
    const struct qw_player_state *x = &a->states[0], *y = &b->states[0];
    for (int i = 0; i < 3; i++) {
        cr_assert_leq(fabsf(x->origin[i] - y->origin[i]), off, "%s", name);
        cr_assert_leq(fabsf(remainderf(x->angles[i] - y->angles[i], 360.0f)), ANGLE_HALF, "%s",
                      name);
    }
    cr_assert(x->frame == y->frame && x->model == y->model && x->skin == y->skin &&
                  x->effects == y->effects,
              "%s", name);
    cr_assert_eq(x->flags & (QW_PF_DEAD | QW_PF_GIB), y->flags & (QW_PF_DEAD | QW_PF_GIB));
}

static void expect_entities(const char *name, const struct qw_state *a, const struct qw_state *b)
{
    cr_assert_eq(a->arrays[QW_ENTITIES].count, b->arrays[QW_ENTITIES].count, "%s", name);
    for (uint32_t i = 0; i < a->arrays[QW_ENTITIES].count; i++) {
        cr_assert_eq(memcmp(&qw_shown_entities(a)[i].now, &qw_shown_entities(b)[i].now,
                            sizeof(struct qw_frame_entity)),
                     0, "%s: entity %u", name, qw_shown_entities(a)[i].now.number);
    }
}

static void compare_demos(const char *name, const struct qw_demo *demo,
                          const struct byte_writer *made)
{
    struct qw_play whole = qw_play_open(demo->data, demo->size, QW_CONTAINER_QWD);
    struct qw_play other = qw_play_open(made->data, made->size, QW_CONTAINER_MVD);
    while (qw_play_next(&whole)) {
        cr_assert(qw_play_next(&other), "%s: an update is missing", name);
        const struct qw_state *a = whole.state, *b = other.state;
        cr_assert_leq(fabs(a->times[0] - b->times[0]), TIME_STEP, "%s", name);
        expect_entities(name, a, b);
        for (uint32_t i = 0; i < QW_PLAYERS; i++) {
            cr_assert_eq(a->players[i].visible, b->players[i].visible, "%s: player %u", name, i);
            cr_assert_str_eq(a->players[i].name, b->players[i].name);
            if (a->players[i].visible) {
                /* A .mvd has eighths, whatever MVD1 says. */
                const float off = a->mvd1 & QW_MVD1_FLOATCOORDS ? 0.0625f : 0.0f;
                expect_player(name, off, &a->players[i], &b->players[i]);
            }
        }
        cr_assert_lt(a->recorder, (uint32_t)QW_PLAYERS);
        cr_assert_arr_eq(a->players[a->recorder].view.stats, b->players[a->recorder].view.stats,
                         sizeof(a->players[0].view.stats));
    }
    cr_expect_not(qw_play_next(&other), "%s: an update is too much", name);
    cr_expect(other.state->disconnected, "%s: no end", name);
    qw_state_destroy(whole.state);
    qw_state_destroy(other.state);
}

static void check_demo(const char *name, const uint8_t *data, size_t size)
{
    const struct qw_demo demo = {data, size, QW_CONTAINER_QWD};
    struct convert_report report;
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(qwd_to_mvd(&demo, &out, &report, &err), 0, "%s: %s", name, err.what);
    struct demo made = found_open(out.data, out.size, "a.mvd");
    cr_expect_eq(found_refusals(&made, VALIDATE_EZQUAKE), 0u, "%s", name);
    demo_close(&made);
    compare_demos(name, &demo, &out);
    byte_writer_free(&out);
}

Test(qwd_to_mvd, states_of_the_built_in_demo_are_equal)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    check_demo("demo3.qwd", data, size);
}

Test(qwd_to_mvd, states_of_real_demos_are_equal)
{
    real_data_each("quakeworld/corpus", ".qwd", check_demo);
    real_data_each("quakeworld/recorded", ".qwd", check_demo);
}

static struct byte_writer convert_game(struct convert_report *report)
{
    const struct qw_demo demo = {game.file.data, game.file.size, QW_CONTAINER_QWD};
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(qwd_to_mvd(&demo, &out, report, &err), 0, "%s", err.what);
    return out;
}

/* A second passes between the updates, which no single block can tell. */
Test(qwd_to_mvd, the_recorders_messages_go_to_the_recorder)
{
    static const uint8_t voice[] = {1, 2, 3};
    struct convert_report report;
    struct qw_message m = {.id = QW_VOICECHAT};
    unsigned centers = 0, stats = 0, msec = 0;
    qw_game_player(&game, 3, 100.0f);
    qw_game_entities(&game, -1, NULL, 0);
    qw_game_block(&game, 20);
    m.u.voicechat.size = sizeof(voice);
    m.u.voicechat.data = voice;
    qw_game_add(&game, &m);
    qw_game_text(&game, QW_CENTERPRINT, "you");
    qw_game_stat(&game, QW_STAT_HEALTH, 77);
    qw_game_player(&game, 3, 100.0f);
    qw_game_entities(&game, -1, NULL, 0);
    qw_game_block(&game, 1000);
    struct byte_writer out = convert_game(&report);
    struct mvd_block block;
    for (size_t pos = 0; mvd_next_block(out.data, out.size, &pos, &block, NULL) > 0;) {
        msec += block.msec;
        if (block.type == MVD_SINGLE && block.u.messages.data[0] == QW_CENTERPRINT) {
            cr_expect_eq(block.to, 3);
            centers++;
        }
        if (block.type == MVD_STATS) {
            cr_expect_eq(block.to, 3);
            stats++;
        }
    }
    cr_expect_eq(centers, 1u);
    cr_expect_eq(stats, 1u);
    cr_expect_geq(msec, 1000u);
    cr_expect_leq(msec, 1040u);
    cr_expect_eq(report.found[CONVERT_VOICE].count, 1u);
    byte_writer_free(&out);
}

/* What is left of a demo that breaks off is a whole demo. */
Test(qwd_to_mvd, truncated_at_every_byte)
{
    struct byte_writer out = {0};
    qw_game_player(&game, 3, 100.0f);
    qw_game_entities(&game, -1, NULL, 0);
    qw_game_block(&game, 20);
    for (size_t size = 0; size < game.file.size; size++) {
        const struct qw_demo demo = {game.file.data, size, QW_CONTAINER_QWD};
        struct convert_report report;
        struct format_error err = {0};
        const int code = qwd_to_mvd(&demo, &out, &report, &err);
        cr_assert(code == 0 || err.offset <= size);
        cr_assert((report.blocks == 0) == (out.size == 0));
        out.size = 0;
    }
    byte_writer_free(&out);
}
