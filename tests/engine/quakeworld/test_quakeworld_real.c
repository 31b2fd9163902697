/* The QuakeWorld client state over real demos, whole, copied and damaged. */
#include <math.h>
#include <stdio.h>

#include "engine/family/demo_family.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/timeline.h"
#include "engine/quakeworld/qw_family.h"
#include "engine/quakeworld/qw_scan.h"
#include "tests/support/family_of.h"
#include "tests/support/qw_game.h"
#include "tests/support/qw_real.h"
#include "tests/support/real_data.h"

enum { KEY_FRAME_BYTES = 128 * 1024 };

static struct qw_demo read_real(size_t i)
{
    struct qw_demo demo;
    demo.data = real_data_read(&demo.size, "quakeworld/%s", qw_real_demos[i]);
    demo.container = qw_detect(demo.data, demo.size, NULL);
    return demo;
}

/* All of the demo; updates are where the scanner has them. */
static void play_whole(const struct qw_demo *demo, const char *name)
{
    struct qw_state *s = qw_state_create(demo);
    struct qw_scanner *scanner = calloc(1, sizeof *scanner);
    struct demo_events events = {0};
    struct demo_reading reading = {.events = &events};
    struct format_error err = {0};
    size_t pos = 0, scan_pos = 0;
    uint32_t updates = 0;
    for (uint32_t i = 0; pos < demo->size && !s->disconnected; i++) {
        cr_assert_eq(qw_state_apply(&s, demo, &pos, i, &err), 0, "%s: %s", name, err.what);
        cr_assert_eq(qw_scan(demo, scanner, &scan_pos, &reading, &err), 1);
        cr_assert(pos == scan_pos && reading.step.update == (s->update_complete != 0), "%s %u",
                  name, i);
        cr_assert_eq(s->clock.now, scanner->clock.now);
        cr_assert_leq(qw_state_size(s), KEY_FRAME_BYTES, "%s: %zu", name, qw_state_size(s));
        updates += reading.step.update;
    }
    cr_assert(pos == demo->size && s->disconnected && updates > 300, "%s", name);
    cr_assert(s->recorder < QW_PLAYERS || demo->container == QW_CONTAINER_MVD);
    free(events.items);
    free(scanner);
    qw_state_destroy(s);
}

Test(quakeworld_real, demos_play_to_their_end)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        const struct qw_demo demo = read_real(i);
        play_whole(&demo, qw_real_demos[i]);
        free((void *)demo.data);
    }
}

/* A copy continues like the original, at any block. */
static void compare_copies(const struct qw_demo *demo, const char *name)
{
    enum { AHEAD = 40 };
    struct qw_state *s = qw_state_create(demo), *copy = NULL;
    size_t pos = 0, copy_pos = 0;
    uint32_t index = 0, copy_index = 0;
    while (pos < demo->size) {
        if (index % (AHEAD + 1) == 0) {
            cr_assert_eq(qw_state_copy(&copy, s), 0);
            cr_assert(qw_state_hash(copy) == qw_state_hash(s) &&
                      qw_state_size(copy) == qw_state_size(s));
            copy_pos = pos;
            copy_index = index;
            for (int i = 0; i < AHEAD && copy_pos < demo->size; i++) {
                cr_assert_eq(qw_state_apply(&copy, demo, &copy_pos, copy_index++, NULL), 0);
            }
        }
        cr_assert_eq(qw_state_apply(&s, demo, &pos, index++, NULL), 0);
        if (pos == copy_pos) {
            cr_assert_eq(qw_state_hash(copy), qw_state_hash(s), "%s, block %u", name, index);
        }
    }
    qw_state_destroy(copy);
    qw_state_destroy(s);
}

Test(quakeworld_real, copies_go_on_alike)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        const struct qw_demo demo = read_real(i);
        compare_copies(&demo, qw_real_demos[i]);
        free((void *)demo.data);
    }
}

/* Facts known from other readers of the same files. */
Test(quakeworld_real, known_facts)
{
    const struct qw_demo demo = read_real(14); /* tq_rec_mid: two players on lqdm3 */
    struct qw_state *s = qw_state_create(&demo);
    size_t pos = 0;
    for (uint32_t i = 0; pos < demo.size; i++) {
        cr_assert_eq(qw_state_apply(&s, &demo, &pos, i, NULL), 0);
        if (s->update_complete && !s->intermission) {
            cr_assert(s->players[s->recorder].visible, "the server always tells his own place");
            cr_assert(isfinite(s->players[s->recorder].states[0].origin[0]));
        }
    }
    cr_assert_str_eq((const char *)demo.data + qw_models(s)[1].offset, "maps/lqdm3.bsp");
    qw_state_destroy(s);
    free((void *)demo.data);
}

/* Applies blocks until an error or the end; asserts only that errors have offset and text. */
static void play_damaged(const uint8_t *data, size_t size, enum qw_container container)
{
    const struct qw_demo demo = {data, size, container};
    struct format_error err = {0};
    struct qw_state *s = qw_state_create(&demo);
    size_t pos = 0;
    for (uint32_t i = 0; pos < size && !s->disconnected; i++) {
        const size_t before = pos;
        const int status = qw_state_apply(&s, &demo, &pos, i, &err);
        cr_assert(status == 0 || (status < 0 && err.what[0] && err.offset <= size));
        if (pos == before) {
            break;
        }
    }
    (void)qw_state_hash(s);
    qw_state_destroy(s);
}

Test(quakeworld_real, cut_anywhere)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        const struct qw_demo demo = read_real(i);
        /* Cuts all over the signon's first packets, then some. */
        for (size_t cut = 1; cut < demo.size && cut < 200000; cut += cut < 3000 ? 101 : 14983) {
            uint8_t *part = malloc(cut);
            memcpy(part, demo.data, cut);
            play_damaged(part, cut, demo.container);
            free(part);
        }
        free((void *)demo.data);
    }
}

Test(quakeworld_real, flipped_bits)
{
    enum { PART = 60000, ROUNDS = 30 };
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        const struct qw_demo demo = read_real(i);
        const size_t size = demo.size < PART ? demo.size : PART;
        uint8_t *part = malloc(size);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            memcpy(part, demo.data, size);
            for (uint32_t k = 0; k < 20; k++) {
                const uint32_t random = dmath_hash((uint32_t)i, round, k);
                part[random % size] ^= (uint8_t)(1u << (random >> 29));
            }
            play_damaged(part, size, demo.container);
        }
        free(part);
        free((void *)demo.data);
    }
}

/* Families */

Test(quakeworld_real, files_find_their_family)
{
    static const char *const netquake[] = {"demo1.dem", "cd.dem", "qfont.dem", "r666_e1m1.dem",
                                           "introseq.dem"};
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        const struct qw_demo demo = read_real(i);
        cr_assert_eq(family_of(demo.data, demo.size, NULL), &quakeworld_family);
        cr_assert_eq(family_of(demo.data, demo.size / 2, NULL), &quakeworld_family);
        free((void *)demo.data);
    }
    for (size_t i = 0; i < sizeof netquake / sizeof netquake[0]; i++) {
        const char *name = netquake[i];
        size_t size;
        uint8_t *data = real_data_read(&size, "netquake/%s", name);
        cr_assert_eq(family_of(data, size, NULL), &netquake_family, "%s", name);
        cr_assert_eq(family_of(data, size - 7, NULL), &netquake_family, "%s cut", name);
        free(data);
    }
}

static void refuse(const uint8_t *data, size_t size, const char *words)
{
    static const struct timeline_options options = {.key_frame_bytes = 0};
    struct timeline *timeline;
    struct format_error err = {0};
    cr_assert_lt(timeline_open(&timeline, data, size, &options, &err), 0);
    cr_assert(strstr(err.what, words), "%s", err.what);
}

Test(quakeworld, foreign_files_are_refused_in_words)
{
    static const struct qw_protocol unknown = {.version = 29},
                                    extended = {.version = 30, .ftex = 8};
    struct qw_game game;
    qw_game_begin(&game, &unknown);
    qw_game_serverdata(&game);
    qw_game_block(&game, 10);
    refuse(game.file.data, game.file.size, "protocol 29 is not supported");
    qw_game_end(&game);
    qw_game_begin(&game, &extended);
    qw_game_serverdata(&game);
    qw_game_block(&game, 10);
    refuse(game.file.data, game.file.size, "protocol 30 is not supported");
    qw_game_end(&game);
    refuse((const uint8_t *)"a text with\nlines in it, but no blocks", 38, "not a Quake demo");
    refuse((const uint8_t *)"", 0, "empty");
}

Test(quakeworld_real, other_games_are_refused_by_name)
{
    size_t size;
    uint8_t *other = real_data_read(&size, "netquake/not_quake_hl2.dem");
    refuse(other, size, "Source engine");
    free(other);
}

Test(quakeworld, players_to_follow)
{
    static const struct qw_protocol multi_view = {.version = 28, .is_mvd = true};
    struct demo_player_info list[4];
    struct qw_game game;
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    qw_game_begin(&game, &multi_view);
    qw_game_signon(&game);
    for (int i = 0; i < 3; i++) {
        static const char *const infos[] = {"\\name\\a\\team\\x", "\\name\\b\\*spectator\\1",
                                            "\\name\\c"};
        m.u.updateuserinfo.player = (uint8_t)(2 * i);
        m.u.updateuserinfo.user = i + 1;
        m.u.updateuserinfo.info = infos[i];
        qw_game_add(&game, &m);
    }
    qw_game_player(&game, 4, 8);
    qw_game_player(&game, 2, 8);
    qw_game_block(&game, 13);
    qw_game_play(&game);
    cr_assert_eq(quakeworld_family.players(game.state, list, 4), 3);
    cr_assert(list[0].slot == 0 && strcmp(list[0].team, "x") == 0 && !list[0].in_sight);
    cr_assert(list[1].slot == 2 && list[1].spectator && !list[1].in_sight);
    cr_assert(list[2].slot == 4 && list[2].in_sight && !list[2].recorder);
    cr_assert_eq(quakeworld_family.followed(game.state, 0), 5);
    cr_assert_eq(quakeworld_family.followed(game.state, 1), 5);
    cr_assert_eq(quakeworld_family.followed(game.state, 5), 5);
    cr_assert_eq(quakeworld_family.players(game.state, list, 1), 3);
    qw_game_end(&game);
}
