/* Demos with a moving camera: the view is on the path at each update, and the rest of the demo is
 * as it was; what cannot be filmed is refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/camera/edit_camera.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/edit/validate/validate.h"
#include "engine/family/demo_clock.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_view.h"
#include "engine/playback/families.h"
#include "engine/quakeworld/qw_view.h"
#include "formats/netquake/nq_message.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"
#include "tests/engine/edit/quakeworld/qw_parts.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"
#include "tools/nq_seeds.h"

static const char path_text[] = "key 0 10 20 30 5 40\nkey 3 100 -20 31.5 -10 170 20\n"
                                "key 20 500 300 -200 0 -60\n";

static struct camera_path make_path(void)
{
    static const struct camera_key keys[] = {
        {.time = 0, .origin = {10, 20, 30}, .angles = {5, 40, 0}},
        {.time = 3, .origin = {100, -20, 31.5f}, .angles = {-10, 170, 20}},
        {.time = 20, .origin = {500, 300, -200}, .angles = {0, -60, 0}},
    };
    struct camera_path path = {0};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        cr_assert_eq(camera_path_add(&path, &keys[i]), 0);
    }
    return path;
}

static struct demo open_demo(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s", name);
    return demo;
}

static struct byte_writer film(const struct demo *demo, struct edit_camera_report *report,
                               int wanted)
{
    struct camera_path path = make_path();
    struct byte_writer out = {0};
    struct format_error err = {0};
    const int code = edit_camera(demo, &path, &out, report, &err);
    cr_assert_eq(code, wanted, "%d: %s", code, err.what);
    camera_path_free(&path);
    return out;
}

/* --- the view -----------------------------------------------------------------------------------
 */

/* The view after an update; returns false where only its place is told. */
static bool find_view(const struct demo *demo, const void *state, struct quake_view *view)
{
    if (demo->family == &netquake_family) {
        const struct nq_interp moment = nq_interp_at(state, 1.0);
        nq_view_find(state, &moment, view);
        return ((const struct nq_state *)state)->intermission == 0;
    }
    const struct qw_interp moment = qw_interp_at(state, 1.0);
    const struct qw_walls walls = {0};
    struct qw_pov eyes;
    qw_view_find(state, &moment, 0, &walls, &eyes, view);
    cr_assert(eyes.free);
    return ((const struct qw_state *)state)->intermission == 0;
}

/* The view after that update is on the path. */
static void check_view(const struct demo *demo, const void *state, double time, double slack)
{
    struct camera_path path = make_path();
    struct camera camera = camera_default();
    struct quake_view view;
    float fov = 0;
    camera_path_at(&path, time, &camera, &fov);
    const bool turns = find_view(demo, state, &view);
    for (int i = 0; i < 3; i++) {
        cr_assert(fabs((double)view.origin[i] - (double)camera.origin[i]) <= slack,
                  "%g s, axis %d: %g, not %g", time, i, (double)view.origin[i],
                  (double)camera.origin[i]);
        const double turn = (double)view.angles[i] - (double)camera.angles[i];
        cr_assert(!turns || fabs(remainder(turn, 360.0)) < 1e-3, "%g s, angle %d: %g, not %g", time,
                  i, (double)view.angles[i], (double)camera.angles[i]);
    }
    cr_assert(!view.has_weapon);
    camera_path_free(&path);
}

static uint32_t check_views(const struct demo *demo, double slack)
{
    const struct demo_family *family = demo->family;
    struct demo_reading reading = {0};
    struct demo_clock clock = {0};
    struct format_error err;
    void *scanner = demo_scanner_create(family), *state = family->state_create(demo->file);
    size_t pos = family->first_step(demo->file), at = pos;
    uint32_t updates = 0;
    cr_assert(scanner && state);
    while (family->scan(demo->file, scanner, &pos, &reading, &err) > 0) {
        cr_assert_eq(family->apply(demo->file, &state, &at, clock.steps, NULL, &err), 0);
        if (demo_clock_step(&clock, &reading.step)) {
            check_view(demo, state, clock.time, slack);
            updates++;
        }
    }
    family->state_destroy(state);
    free(scanner);
    return updates;
}

/* --- the rest -----------------------------------------------------------------------------------
 */

/* True for what a filmed demo has otherwise. */
static bool is_changed(const struct nq_message *m, uint32_t entity)
{
    switch (m->id) {
    case NQ_SETVIEW:
    case NQ_SETANGLE:
    case NQ_DAMAGE:
    case NQ_BONUSFLASH:
    case NQ_CLIENTDATA:
        return true;
    case NQ_UPDATESTAT:
        return m->u.updatestat.stat == 0;
    case NQ_STUFFTEXT:
        return strcmp(m->u.text, "bf\n") == 0;
    default:
        return m->id >= NQ_ENTITY_UPDATE && m->u.update.entity == entity;
    }
}

static void keep_rest(const struct demo *demo, uint32_t entity, struct byte_writer *rest)
{
    const struct nq_file *file = demo->file;
    struct nq_protocol protocol = file->protocol;
    struct dem_block block;
    size_t pos = file->dem.first_block;
    while (dem_next_block(&file->dem, &pos, &block, NULL) > 0) {
        struct nq_message m;
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            nq_protocol_follow(&protocol, &m);
            if (!is_changed(&m, entity) && m.id != NQ_NOP) {
                byte_writer_bytes(rest, block.messages + m.offset, m.size);
            }
        }
    }
}

static void check_filmed(const char *name, const uint8_t *data, size_t size, double slack)
{
    struct edit_camera_report report;
    struct validate_report checked, before;
    struct format_error err;
    struct byte_writer rest = {0}, rest_made = {0};
    struct demo demo = open_demo(name, data, size);
    struct byte_writer out = film(&demo, &report, 0);
    struct demo made = open_demo("made.dem", out.data, out.size);
    cr_expect(report.moved > 0 && report.moved <= slack, "%s: %g", name, report.moved);
    cr_expect_gt(report.updates, 100u, "%s", name);
    cr_expect_geq(report.updates, check_views(&made, slack + 1e-4), "%s", name);
    keep_rest(&demo, report.entity, &rest);
    keep_rest(&made, report.entity, &rest_made);
    cr_expect(rest.size == rest_made.size && memcmp(rest.data, rest_made.data, rest.size) == 0,
              "%s", name);
    cr_assert_geq(validate_demo(&demo, VALIDATE_QUAKESPASM, NULL, NULL, &before, &err), 0);
    cr_assert_geq(validate_demo(&made, VALIDATE_QUAKESPASM, NULL, NULL, &checked, &err), 0);
    cr_expect_eq(checked.refusals, before.refusals, "%s", name);
    demo_close(&made);
    demo_close(&demo);
    byte_writer_free(&out);
    byte_writer_free(&rest);
    byte_writer_free(&rest_made);
}

Test(edit_camera, the_view_is_on_the_path)
{
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    check_filmed("demo1.dem", data, size, 1.0 / 16);
}

Test(edit_camera, real_demos)
{
    static const struct {
        const char *name;
        double slack;
    } demos[] = {{"demo1.dem", 1.0 / 16},
                 {"r15_e0m4_qs.dem", 1.0 / 16},
                 {"r666_e1m1.dem", 1.0 / 16},
                 {"r999_e0m6.dem", 1.0 / 32}};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "netquake/%s", demos[i].name);
        check_filmed(demos[i].name, data, size, demos[i].slack);
        free(data);
    }
}

/* --- QuakeWorld ---------------------------------------------------------------------------------
 */

static void check_client_demo(const char *name, const uint8_t *data, size_t size, double slack)
{
    struct edit_camera_report report;
    struct demo demo = open_demo(name, data, size);
    struct byte_writer out = film(&demo, &report, 0);
    struct demo made = open_demo("made.qwd", out.data, out.size);
    cr_expect_eq(report.entity, 32u, "%s", name);
    cr_expect_leq(report.moved, slack, "%s: %g", name, report.moved);
    cr_expect_geq(report.updates, check_views(&made, slack + 1e-3), "%s", name);
    demo_close(&made);
    demo_close(&demo);
    byte_writer_free(&out);
}

Test(edit_camera, quakeworld)
{
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    check_client_demo("demo3.qwd", data, size, 1.0 / 16);
}

/* Clients read packets of 1450 bytes, 8 of them sequence numbers. A full one has no camera. */
Test(edit_camera, full_packets_stay_as_long_as_they_are)
{
    enum { MOST = 1442 };
    const uint8_t *data;
    size_t size, pos = 0;
    struct byte_writer full = {0};
    struct qwd_block block;
    struct edit_camera_report report;
    uint8_t messages[MOST];
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    for (int i = 0; qwd_next_block(data, size, &pos, &block, NULL) > 0; i++) {
        struct qwd_packet *packet = &block.u.packet;
        if (block.type == QWD_READ && packet->kind == QWD_SEQUENCED && packet->size < MOST &&
            i % 2 == 0) {
            memset(messages, QW_NOP, sizeof(messages));
            memcpy(messages, packet->messages, packet->size);
            packet->messages = messages;
            packet->size = MOST;
        }
        qwd_write_block(&full, &block);
    }
    struct demo demo = open_demo("full.qwd", full.data, full.size);
    struct byte_writer out = film(&demo, &report, 0);
    cr_expect_gt(report.updates, 10u);
    for (pos = 0; qwd_next_block(out.data, out.size, &pos, &block, NULL) > 0;) {
        cr_assert(block.type != QWD_READ || block.u.packet.size <= MOST, "byte %zu: %lu bytes",
                  block.offset, (unsigned long)block.u.packet.size);
    }
    cr_expect_eq(pos, out.size);
    byte_writer_free(&out);
    byte_writer_free(&full);
    demo_close(&demo);
}

Test(edit_camera, real_quakeworld)
{
    static const char *const names[] = {"recorded/tq_rec_mid.qwd", "recorded/tq_spec_mid.qwd",
                                        "recorded/ez_ext_ktx_bots.qwd",
                                        "corpus/e1m2_mega_trick.qwd"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "quakeworld/%s", names[i]);
        check_client_demo(names[i], data, size, 1.0 / 16);
        free(data);
    }
}

/* --- multi-view demos ---------------------------------------------------------------------------
 */

/* The camera's player is where and looks as the path says; time: of playback. */
static void check_camera(const char *name, const struct qw_player *player, double time)
{
    static const float eyes[3] = {0.0625f, 0.0625f, 22.0625f}; /* above a player's place */
    struct camera_path path = make_path();
    struct camera camera = camera_default();
    float fov = 0;
    camera_path_at(&path, time, &camera, &fov);
    cr_assert(player->visible && strcmp(player->name, "camera") == 0, "%s: %g s", name, time);
    cr_assert(player->states[0].model == 0 && !player->spectator);
    cr_assert_eq(player->view.stats[QW_STAT_HEALTH], 100);
    cr_assert_eq(player->view.stats[QW_STAT_VIEW_HEIGHT], 22);
    for (int i = 0; i < 3; i++) {
        const double away =
            (double)player->states[0].origin[i] + (double)eyes[i] - (double)camera.origin[i];
        const double turn = (double)player->states[0].angles[i] - (double)camera.angles[i];
        cr_assert_leq(fabs(away), 1.0 / 16 + 1e-3, "%s: %g s, axis %d: %g", name, time, i, away);
        cr_assert_leq(fabs(remainder(turn, 360.0)), 0.003, "%s: %g s, angle %d: %g", name, time, i,
                      turn);
    }
    camera_path_free(&path);
}

/* The made demo's updates are those of the demo, at the same times, with the camera. */
static void check_server_demo(const char *name, const uint8_t *data, size_t size)
{
    struct edit_camera_report report;
    struct demo demo = open_demo(name, data, size);
    struct byte_writer out = film(&demo, &report, 0);
    struct qw_play old = qw_play_open(data, size, QW_CONTAINER_MVD);
    struct qw_play made = qw_play_open(out.data, out.size, QW_CONTAINER_MVD);
    const uint32_t slot = report.entity - 1;
    uint32_t updates = 0;
    double first = 0.0;
    cr_assert_lt(slot, 31u, "%s: ezQuake has the last slot", name);
    cr_expect_leq(report.moved, 1.0 / 16, "%s: %g", name, report.moved);
    while (qw_play_next(&old)) {
        cr_assert(qw_play_next(&made), "%s", name);
        const double time = made.state->clock.now;
        cr_assert_eq(time, old.state->clock.now, "%s: %g s", name, time);
        first = updates == 0 ? time : first;
        check_camera(name, &made.state->players[slot], time - first);
        cr_assert_eq(qw_hash_entities(made.state), qw_hash_entities(old.state), "%s", name);
        for (uint32_t i = 0; i < QW_PLAYERS; i++) {
            const struct qw_player *a = &made.state->players[i], *b = &old.state->players[i];
            cr_assert(i == slot ||
                          (a->visible == b->visible &&
                           memcmp(a->states, b->states, sizeof(a->states)) == 0 &&
                           memcmp(a->view.stats, b->view.stats, sizeof(b->view.stats)) == 0),
                      "%s: player %u at %g s", name, i, time);
        }
        updates++;
    }
    cr_expect_not(qw_play_next(&made), "%s: an update too much", name);
    cr_expect_eq(report.updates, updates, "%s", name);
    cr_expect_eq(made.state->disconnected, old.state->disconnected, "%s", name);
    qw_state_destroy(old.state);
    qw_state_destroy(made.state);
    byte_writer_free(&out);
    demo_close(&demo);
}

Test(edit_camera, multi_view)
{
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo4.mvd", &data, &size));
    check_server_demo("demo4.mvd", data, size);
}

/* Each level has to be told of the camera. */
Test(edit_camera, multi_view_with_two_levels)
{
    struct edit_join join = {0};
    struct byte_writer levels = {0};
    struct format_error err = {0};
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo4.mvd", &data, &size));
    struct demo demo = open_demo("demo4.mvd", data, size);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(edit_join_add(&join, &demo, &levels, &err), 0, "%s", err.what);
    }
    demo_close(&demo);
    check_server_demo("levels.mvd", levels.data, levels.size);
    byte_writer_free(&levels);
}

/* ezQuake watches the first player that a level tells of: each update begins with the camera. */
Test(edit_camera, multi_view_tells_the_camera_first)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct edit_camera_report report;
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo4.mvd", &data, &size));
    struct demo demo = open_demo("demo4.mvd", data, size);
    struct byte_writer out = film(&demo, &report, 0);
    struct mvd_block block;
    struct qw_message m;
    bool first = true;
    for (size_t pos = 0; mvd_next_block(out.data, out.size, &pos, &block, NULL) > 0;) {
        size_t at = 0;
        first = first || block.msec > 0;
        while (mvd_has_messages(&block) &&
               qw_message_decode(&protocol, block.u.messages.data, block.u.messages.size, &at, &m,
                                 NULL) > 0) {
            qw_protocol_follow(&protocol, &m);
            if (m.id == QW_PLAYERINFO) {
                cr_assert(!first || m.u.mvd_player.player == report.entity - 1, "byte %zu",
                          block.offset);
                first = false;
            }
        }
    }
    byte_writer_free(&out);
    demo_close(&demo);
}

Test(edit_camera, multi_view_without_a_free_slot)
{
    struct edit_camera_report report;
    struct byte_writer crowded = {0}, messages = {0};
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo4.mvd", &data, &size));
    m.u.updateuserinfo.user = 7;
    m.u.updateuserinfo.info = "";
    for (int i = 0; i < 2; i++) { /* all but the viewer's, then all but one more */
        struct mvd_block block = {.type = MVD_ALL};
        crowded.size = messages.size = 0;
        for (m.u.updateuserinfo.player = 0; m.u.updateuserinfo.player < 31 - i;
             m.u.updateuserinfo.player++) {
            qw_message_encode(&protocol, &m, &messages);
        }
        byte_writer_bytes(&crowded, data, size);
        block.u.messages.data = messages.data;
        block.u.messages.size = (uint32_t)messages.size;
        mvd_write_block(&crowded, &block);
        struct demo demo = open_demo("a.mvd", crowded.data, crowded.size);
        struct byte_writer out = film(&demo, &report, i == 0 ? FORMAT_UNKNOWN : 0);
        cr_expect_eq(out.size > 0, i == 1);
        cr_expect_eq(report.entity, i == 1 ? 31u : 0u);
        byte_writer_free(&out);
        demo_close(&demo);
    }
    byte_writer_free(&crowded);
    byte_writer_free(&messages);
}

Test(edit_camera, real_multi_view, .timeout = 300)
{
    static const char *const names[] = {"recorded/lab_ktx_mvd.mvd", "corpus/overkill.mvd",
                                        "corpus/speed-4.mvd", "corpus/duel_dm3_2026.mvd"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "quakeworld/%s", names[i]);
        check_server_demo(names[i], data, size);
        free(data);
    }
}

/* --- numbers and damage -------------------------------------------------------------------------
 */

/* The built-in demo with sounds of the first entities. */
static struct byte_writer crowd(uint32_t entities)
{
    size_t size, pos;
    const uint8_t *data;
    struct dem_file dem;
    struct dem_block block;
    struct byte_writer out = {0}, sounds = {0};
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    pos = dem.first_block;
    for (int i = 0; i < 10; i++) {
        cr_assert_gt(dem_next_block(&dem, &pos, &block, NULL), 0);
    }
    byte_writer_bytes(&out, data, pos);
    for (uint32_t n = 1; n <= entities; n++) {
        struct nq_message m = {.id = NQ_SOUND};
        m.u.sound.entity = (uint16_t)n;
        m.u.sound.sound = 1;
        nq_message_encode(&(struct nq_protocol){.version = 15}, &m, &sounds);
    }
    dem_write_block(&out, block.angles, sounds.data, (uint32_t)sounds.size);
    byte_writer_bytes(&out, data + pos, size - pos);
    byte_writer_free(&sounds);
    return out;
}

Test(edit_camera, takes_a_number_that_is_free)
{
    for (uint32_t entities = 598; entities <= 599; entities++) {
        struct edit_camera_report report;
        struct byte_writer in = crowd(entities);
        struct demo demo = open_demo("a.dem", in.data, in.size);
        struct byte_writer out = film(&demo, &report, entities == 598 ? 0 : FORMAT_UNKNOWN);
        cr_expect_eq(report.entity, entities + 1);
        cr_expect_eq(out.size > 0, entities == 598);
        demo_close(&demo);
        byte_writer_free(&out);
        byte_writer_free(&in);
    }
}

Test(edit_camera, writes_the_good_part)
{
    size_t size;
    const uint8_t *data;
    struct edit_camera_report report;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    struct demo demo = open_demo("a.dem", data, size / 2);
    struct byte_writer out = film(&demo, &report, FORMAT_TRUNCATED);
    struct demo made = open_demo("b.dem", out.data, out.size);
    cr_expect_gt(check_views(&made, 1.0 / 16 + 1e-4), 100u);
    demo_close(&made);
    demo_close(&demo);
    byte_writer_free(&out);
}

/* The first block of demo1.dem, with its messages or with bytes that are none, and an end. */
static struct byte_writer write_head(bool damaged)
{
    size_t size;
    const uint8_t *data;
    static const uint8_t end = NQ_DISCONNECT;
    struct byte_writer out = {0};
    struct dem_file dem;
    struct dem_block block;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    size_t pos = dem.first_block;
    cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    byte_writer_bytes(&out, data, pos);
    dem_write_block(&out, block.angles, &end, 1);
    if (damaged) {
        memset(out.data + dem.first_block + DEM_BLOCK_HEADER, 0x7f, 8);
    }
    return out;
}

Test(edit_camera, without_an_update_there_is_no_demo)
{
    for (int damaged = 0; damaged < 2; damaged++) {
        struct edit_camera_report report;
        struct byte_writer in = write_head(damaged);
        struct demo demo = open_demo("a.dem", in.data, in.size);
        struct camera_path path = make_path();
        struct byte_writer out = {0};
        struct format_error err = {0};
        byte_writer_u8(&out, 1);
        const int code = edit_camera(&demo, &path, &out, &report, &err);
        cr_expect(damaged ? code < 0 && code != FORMAT_UNKNOWN : code == FORMAT_UNKNOWN, "%d: %s",
                  code, err.what);
        cr_expect(err.offset > 0 || !damaged);
        cr_expect_eq(out.size, 1u, "as it was");
        camera_path_free(&path);
        demo_close(&demo);
        byte_writer_free(&out);
        byte_writer_free(&in);
    }
}

/* --- what is refused ----------------------------------------------------------------------------
 */

static void expect_refused(const char *path, const char *demo, const char *why)
{
    struct command_result r = COMMAND(cmd_camera, "camera", path, demo, "-o", "-");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "%s", demo);
    command_expect(r.err, why);
    command_free(&r);
}

Test(edit_camera, command_writes_nothing_without_an_update)
{
    static const char *const why[] = {"a.dem: the demo has no update for the camera",
                                      "a.dem: byte "};
    char path[1024], demo[1024];
    snprintf(path, sizeof(path), "%s", command_file("p.txt", path_text, sizeof(path_text) - 1));
    for (int damaged = 0; damaged < 2; damaged++) {
        struct byte_writer in = write_head(damaged);
        snprintf(demo, sizeof(demo), "%s", command_file("a.dem", in.data, in.size));
        struct command_result r = COMMAND(cmd_camera, "camera", path, demo, "-o", "-");
        cr_expect_eq(r.status, EXIT_BAD_INPUT);
        command_expect(r.err, why[damaged]);
        cr_expect_str_empty(r.out, "nothing is written");
        command_free(&r);
        command_remove(demo);
        byte_writer_free(&in);
    }
    command_remove(path);
}

Test(edit_camera, command_refuses_other_demos)
{
    char path[1024], far_away[1024], fte[1024], q3[1024];
    struct byte_writer dialect = {0};
    struct q3_demo *match = q3_match_write(68);
    size_t size;
    const uint8_t *data;
    int kind = 0;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    while (strcmp(nq_seed_name(kind), "fte15.dem") != 0) {
        kind++;
    }
    cr_assert(nq_seed_write(kind, data, size, size, &dialect));
    snprintf(path, sizeof(path), "%s", command_file("p.txt", path_text, sizeof(path_text) - 1));
    snprintf(far_away, sizeof(far_away), "%s", command_file("f.txt", "key 0 5000 0 0 0 0\n", 19));
    snprintf(fte, sizeof(fte), "%s", command_file("f.dem", dialect.data, dialect.size));
    snprintf(q3, sizeof(q3), "%s", command_file("a.dm_68", match->file.data, match->file.size));
    expect_refused(path, fte, "with extensions cannot be filmed");
    expect_refused(path, q3, "takes its view from the recorder's state");
    expect_refused(far_away, "builtin:demo1", "farther out than protocol 15 can tell");
    struct command_result r = COMMAND(cmd_camera, "camera", path, "builtin:demo4", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_camera, "camera", path, "builtin:demo1", "--json", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.err, "\"updates\":1442,\"entity\":");
    command_free(&r);
    r = COMMAND(cmd_camera, "camera", path, "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
    command_remove(path);
    command_remove(far_away);
    command_remove(fte);
    command_remove(q3);
    byte_writer_free(&dialect);
    q3_demo_free(match);
}
