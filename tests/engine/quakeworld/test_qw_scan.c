/* The clock of QuakeWorld demos, where their pictures are, and the events scanning finds. Demos are
 * written here, message by message, or are real ones. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_scan.h"
#include "formats/quakeworld/mvd.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"
#include "tools/long_demo.h"

struct maker {
    struct byte_writer file, block;
    struct qw_protocol protocol;
    float time; /* .qwd */
    uint32_t sequence;
};

static void begin(struct maker *m, bool is_mvd)
{
    memset(m, 0, sizeof(*m));
    m->protocol.version = QW_PROTOCOL_LAST;
    m->protocol.is_mvd = is_mvd;
    m->time = 100.0f;
}

static void finish(struct maker *m)
{
    byte_writer_free(&m->file);
    byte_writer_free(&m->block);
}

static void add(struct maker *m, struct qw_message message)
{
    qw_message_encode(&m->protocol, &message, &m->block);
}

/* Writes the collected messages to all players (to < 0) or to one player of a .mvd, msec after
 * the previous block. */
static void end_block_to(struct maker *m, unsigned msec, int to)
{
    m->time += (float)msec / 1000.0f;
    if (m->protocol.is_mvd) {
        struct mvd_block block = {.msec = (uint8_t)msec, .type = to < 0 ? MVD_ALL : MVD_SINGLE};
        block.to = (uint8_t)(to < 0 ? 0 : to);
        block.u.messages.data = m->block.data;
        block.u.messages.size = (uint32_t)m->block.size;
        mvd_write_block(&m->file, &block);
    } else {
        struct qwd_block block = {.time = m->time, .type = QWD_READ};
        block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED, .sequence = ++m->sequence};
        block.u.packet.messages = m->block.data;
        block.u.packet.size = (uint32_t)m->block.size;
        qwd_write_block(&m->file, &block);
    }
    m->block.size = 0;
}

static void end_block(struct maker *m, unsigned msec)
{
    end_block_to(m, msec, -1);
}

static void add_text(struct maker *m, uint8_t id, const char *text)
{
    add(m, (struct qw_message){.id = id, .u.text = text});
}

static void add_print(struct maker *m, uint8_t level, const char *text)
{
    struct qw_message message = {.id = QW_PRINT};
    message.u.print.level = level;
    message.u.print.text = text;
    add(m, message);
}

static void add_frags(struct maker *m, uint8_t player, int16_t frags)
{
    struct qw_message message = {.id = QW_UPDATEFRAGS};
    message.u.player_short.player = player;
    message.u.player_short.value = frags;
    add(m, message);
}

static void add_stat(struct maker *m, uint8_t stat, int32_t value)
{
    struct qw_message message = {.id = QW_UPDATESTATLONG};
    message.u.updatestat.stat = stat;
    message.u.updatestat.value = value;
    add(m, message);
}

static void add_player(struct maker *m, uint8_t player, const char *info)
{
    struct qw_message message = {.id = QW_UPDATEUSERINFO};
    message.u.updateuserinfo.player = player;
    message.u.updateuserinfo.user = player + 1;
    message.u.updateuserinfo.info = info;
    add(m, message);
}

static void add_frame(struct maker *m)
{
    static const uint8_t none[2] = {0, 0};
    struct qw_message message = {.id = QW_PACKETENTITIES};
    message.u.entities = (struct qw_entities){.data = none, .size = 2};
    add(m, message);
}

/* One block with all of a signon. */
static void add_level(struct maker *m, const char *name, uint8_t recorder)
{
    static const char models[] = "maps/dm3.bsp\0progs/player.mdl\0";
    struct qw_message message = {.id = QW_SERVERDATA};
    message.u.serverdata = (struct qw_serverdata){
        .protocol = 28, .game_dir = "qw", .player = recorder, .level_name = name};
    add(m, message);
    message = (struct qw_message){.id = QW_MODELLIST};
    message.u.names = (struct qw_names){.data = models, .size = sizeof(models), .count = 2};
    add(m, message);
    add_player(m, 0, "\\team\\red\\name\\ann");
    add_player(m, 1, "\\name\\ben\\team\\blue");
    add_frags(m, 0, 5);
    add_stat(m, 0, 100);
    add_stat(m, 15, 1);
    add_text(m, QW_STUFFTEXT, "skins\n");
    end_block(m, 10);
}

struct result {
    struct demo_events events;
    double times[64]; /* update times */
    uint32_t update_steps[64];
    uint32_t num_updates, num_steps;
    double length, longest_gap;
    bool last;
    int status;
    struct format_error err;
};

static void scan_bytes(const uint8_t *data, size_t size, enum qw_container container,
                       struct result *result)
{
    const struct qw_demo demo = {data, size, container};
    struct qw_scanner *scanner = calloc(1, sizeof(*scanner));
    struct demo_reading reading = {.events = &result->events};
    const struct demo_step *step = &reading.step;
    size_t pos = 0;
    double time = 0.0;
    memset(result, 0, sizeof(*result));
    while (!step->last &&
           (result->status = qw_scan(&demo, scanner, &pos, &reading, &result->err)) > 0) {
        if (step->update) {
            time += step->seconds;
            result->longest_gap = fmax(result->longest_gap, step->gap);
            if (result->num_updates < 64) {
                result->times[result->num_updates] = time;
                result->update_steps[result->num_updates] = result->num_steps;
            }
            result->num_updates++;
        }
        result->num_steps++;
    }
    result->last = step->last;
    result->length = time;
    free(scanner);
}

static void scan(const struct maker *m, struct result *result)
{
    scan_bytes(m->file.data, m->file.size, m->protocol.is_mvd ? QW_CONTAINER_MVD : QW_CONTAINER_QWD,
               result);
}

static void expect_event(const struct result *result, uint32_t i, enum demo_event_kind kind,
                         const char *text)
{
    cr_assert_lt(i, result->events.count, "event %u \"%s\" is missing", i, text);
    cr_assert_str_eq(result->events.items[i].text, text);
    cr_assert_eq(result->events.items[i].kind, kind, "%s", text);
}

/* Updates */

static void updates_are_the_last_blocks_of_a_time(bool is_mvd)
{
    struct maker m;
    struct result r;
    begin(&m, is_mvd);
    add_level(&m, "one", 0);
    add_frame(&m);
    end_block(&m, 20); /* step 1 */
    add_print(&m, 2, "more\n");
    end_block(&m, 0);
    add_print(&m, 2, "nothing to draw\n");
    end_block(&m, 30); /* step 3 */
    add_frame(&m);
    end_block(&m, 50);
    scan(&m, &r);
    cr_assert(r.status == 0 && r.num_steps == 5, "%d", r.status);
    cr_assert_eq(r.num_updates, 2);
    cr_assert(r.update_steps[0] == 2 && r.update_steps[1] == 4);
    cr_assert_float_eq(r.times[0], 0.0, 1e-9);
    cr_assert_float_eq(r.times[1], 0.08, 1e-4);
    free(r.events.items);
    finish(&m);
}

Test(qw_scan, updates_of_a_qwd_are_the_last_blocks_of_a_time)
{
    updates_are_the_last_blocks_of_a_time(false);
}

Test(qw_scan, updates_of_a_mvd_are_the_last_blocks_of_a_time)
{
    updates_are_the_last_blocks_of_a_time(true);
}

Test(qw_scan, nothing_is_drawn_before_skins_in_a_qwd)
{
    struct maker m;
    struct result r;
    begin(&m, false);
    add_frame(&m);
    end_block(&m, 10);
    add_text(&m, QW_STUFFTEXT, "cmd spawn 1 0\n");
    add_frame(&m);
    end_block(&m, 10);
    add_text(&m, QW_STUFFTEXT, "skins\n");
    end_block(&m, 10);
    add_frame(&m);
    end_block(&m, 10);
    scan(&m, &r);
    cr_assert(r.num_updates == 1 && r.update_steps[0] == 3);
    finish(&m);
}

Test(qw_scan, hostile_times_neither_run_back_nor_far)
{
    const float times[] = {5, 5.5f, 1, 1.25f, NAN, 1.5f, INFINITY, 1.75f, 1e30f, -1e30f, -1e30f};
    const double expected[] = {0, 0.5, 0.5, 0.75, 0.75, 1, 1, 1.25, 6.25, 6.25, 6.25};
    struct byte_writer out = {0};
    struct qw_clock clock = {0};
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        const struct qwd_block block = {.time = times[i], .type = QWD_SET};
        qwd_write_block(&out, &block);
    }
    const struct qw_demo demo = {out.data, out.size, QW_CONTAINER_QWD};
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        const size_t at = i * (QWD_BLOCK_HEADER + QWD_SET_SIZE);
        const size_t next = at + QWD_BLOCK_HEADER + QWD_SET_SIZE;
        qw_clock_advance(&clock, &demo, at);
        cr_assert_float_eq(clock.now, expected[i], 1e-6, "block %zu: %f", i, clock.now);
        /* A time that is not finite counts as the previous one. */
        const bool same = i == 3 || i == 5 || i == 9;
        cr_assert_eq(qw_clock_ends(&clock, &demo, next), !same, "block %zu", i);
    }
    byte_writer_free(&out);
}

Test(qw_scan, nothing_counts_after_the_goodbye)
{
    struct maker m;
    struct result r;
    begin(&m, true);
    add_level(&m, "one", 0);
    add_frame(&m);
    end_block(&m, 10);
    add_text(&m, QW_DISCONNECT, "EndOfDemo");
    end_block(&m, 0);
    add_frame(&m);
    end_block(&m, 10);
    scan(&m, &r);
    cr_assert(r.last && r.num_steps == 3 && r.num_updates == 1);
    free(r.events.items);
    finish(&m);
}

Test(qw_scan, damage_is_told_with_its_byte)
{
    struct maker m;
    struct result r;
    begin(&m, true);
    add_level(&m, "one", 0);
    add_frame(&m);
    end_block(&m, 10);
    const size_t good = m.file.size;
    byte_writer_u8(&m.block, QW_NOP);
    byte_writer_u8(&m.block, 99);
    end_block(&m, 10);
    scan(&m, &r);
    cr_assert(r.status < 0 && r.num_steps == 2 && r.num_updates == 1);
    cr_assert_eq(r.err.offset, good + 6 + 1, "%zu", r.err.offset);
    free(r.events.items);
    finish(&m);
}

/* Events */

Test(qw_scan, events_of_a_recorder)
{
    struct maker m;
    struct result r;
    begin(&m, false);
    add_level(&m, "The Abandoned Base", 1);
    add_frame(&m);
    end_block(&m, 10);
    add_stat(&m, 15, 1 | 1 << 5 | 1 << 22); /* at once after birth */
    add_frame(&m);
    end_block(&m, 10);
    add_stat(&m, 15, 1 | 1 << 4 | 1 << 5 | 1 << 22);
    add_frame(&m);
    end_block(&m, 100);
    add_print(&m, 1, "ben rides ");
    add_print(&m, 0, "You got the rockets\n");
    add_print(&m, 1, "ann");
    add_print(&m, 1, "'s rocket\n");
    add_frame(&m);
    end_block(&m, 100);
    add_frags(&m, 0, 6);
    add_stat(&m, 0, -5);
    add_frame(&m);
    end_block(&m, 100);
    add_print(&m, 3, "(ann): \rann: {g\xef\xf4} &cf00you&r\n");
    add_frags(&m, 0, 7);   /* without a line */
    add_frags(&m, 0, 300); /* a score that comes back */
    add_frame(&m);
    end_block(&m, 2000);
    add_stat(&m, 11, 3);
    add(&m, (struct qw_message){.id = QW_FOUNDSECRET});
    add(&m, (struct qw_message){.id = QW_KILLEDMONSTER});
    add_frame(&m);
    end_block(&m, 10);
    scan(&m, &r);
    expect_event(&r, 0, DEMO_EVENT_LEVEL, "dm3: The Abandoned Base");
    expect_event(&r, 1, DEMO_EVENT_PICKUP, "grenade launcher");
    expect_event(&r, 2, DEMO_EVENT_FRAG, "ben rides ann's rocket");
    expect_event(&r, 3, DEMO_EVENT_DEATH, "ben rides ann's rocket");
    expect_event(&r, 4, DEMO_EVENT_CHAT, "ann: got you");
    expect_event(&r, 5, DEMO_EVENT_FRAG, "ann: 7");
    expect_event(&r, 6, DEMO_EVENT_SECRET, "secret 1 of 3");
    expect_event(&r, 7, DEMO_EVENT_FRAG, "kill 1");
    cr_assert_eq(r.events.count, 8);
    free(r.events.items);
    finish(&m);
}

/* The time since the level's first picture. */
Test(qw_scan, a_level_is_finished_once)
{
    struct maker m;
    struct result r;
    struct demo_stats stats;
    begin(&m, false);
    add_level(&m, "one", 1);
    add_stat(&m, 12, 3);
    add_stat(&m, 11, 2);
    add_text(&m, QW_STUFFTEXT, "fullserverinfo \"\\skill\\1\"\n");
    end_block(&m, 0);
    add_frame(&m);
    end_block(&m, 500);
    add(&m, (struct qw_message){.id = QW_KILLEDMONSTER});
    add_frame(&m);
    end_block(&m, 2000);
    add(&m, (struct qw_message){.id = QW_FOUNDSECRET});
    add(&m, (struct qw_message){.id = QW_INTERMISSION});
    end_block(&m, 250);
    add_text(&m, QW_FINALE, "more");
    add_frame(&m);
    end_block(&m, 1000);
    scan(&m, &r);
    uint32_t found = 0;
    for (uint32_t i = 0; i < r.events.count; i++) {
        if (r.events.items[i].kind == DEMO_EVENT_FINISH) {
            cr_expect_str_eq(r.events.items[i].text,
                             "finished 0:02.250, kills 1 of 3, secrets 1 of 2");
            found++;
        }
    }
    cr_expect_eq(found, 1u);
    (void)read_stats(&stats, m.file.data, m.file.size, "a.qwd");
    cr_assert_eq(stats.level_count, 1u);
    const struct demo_level *level = &stats.levels[0];
    cr_expect(level->finished && level->has_finish_time && level->finish_block == stats.blocks - 2);
    cr_expect_float_eq(level->finish_time, 2.25, 1e-4);
    cr_expect(level->has_counts && level->kills == 1 && level->total_kills == 3);
    cr_expect(level->secrets == 1 && level->total_secrets == 2);
    cr_expect(level->has_skill && level->skill == 1);
    demo_stats_free(&stats);
    free(r.events.items);
    finish(&m);
}

Test(qw_scan, a_spectators_stats_are_other_peoples)
{
    struct maker m;
    struct result r;
    begin(&m, false);
    add_level(&m, "one", 0x81);
    for (int i = 0; i < 4; i++) {
        add_stat(&m, 0, i % 2 ? 100 : 0);
        add_stat(&m, 15, i % 2 ? 1 << 5 : 0);
        add_frame(&m);
        end_block(&m, 200);
    }
    scan(&m, &r);
    cr_assert_eq(r.events.count, 1, "the level alone");
    free(r.events.items);
    finish(&m);
}

Test(qw_scan, events_of_everybody_in_a_mvd)
{
    struct maker m;
    struct result r;
    begin(&m, true);
    add_level(&m, "one", 0);
    add_frame(&m);
    end_block(&m, 10);
    add_frame(&m);
    end_block(&m, 100);
    add_print(&m, 1, "ann was gibbed by ben's rocket\n");
    add_print(&m, 1, "ben was gibbed by ann's rocket\n");
    end_block(&m, 10);
    add_print(&m, 1, "only for you\n");
    end_block_to(&m, 0, 1);
    add_frags(&m, 0, 6);
    add_frags(&m, 1, 1);
    add_frame(&m);
    end_block(&m, 0);
    add_print(&m, 1, "ann discovers blast radius\n");
    add_frags(&m, 0, 5);
    add_frame(&m);
    end_block(&m, 200);
    for (int to = 0; to < 3; to++) {
        add_print(&m, 3, "ben: hi\n");
        end_block_to(&m, to == 0 ? 10 : 0, to);
    }
    add_stat(&m, 15, 1 | 1 << 5 | 1 << 22);
    end_block_to(&m, 0, 1);
    add_print(&m, 1, "ann becomes bored with life\n"); /* in a game where that is ben's point */
    add_frags(&m, 1, 2);
    add_frame(&m);
    end_block(&m, 200);
    scan(&m, &r);
    expect_event(&r, 0, DEMO_EVENT_LEVEL, "dm3: one");
    expect_event(&r, 1, DEMO_EVENT_FRAG, "ben was gibbed by ann's rocket");
    expect_event(&r, 2, DEMO_EVENT_FRAG, "ann was gibbed by ben's rocket");
    expect_event(&r, 3, DEMO_EVENT_DEATH, "ann discovers blast radius");
    expect_event(&r, 4, DEMO_EVENT_CHAT, "ben: hi");
    expect_event(&r, 5, DEMO_EVENT_PICKUP, "ben: quad damage");
    expect_event(&r, 6, DEMO_EVENT_FRAG, "ann becomes bored with life");
    cr_assert_eq(r.events.count, 7);
    free(r.events.items);
    finish(&m);
}

/* KTX prints the name and the rest on their own. */
Test(qw_scan, flags)
{
    struct maker m;
    struct result r;
    begin(&m, true);
    add_level(&m, "one", 0);
    add_frame(&m);
    end_block(&m, 10);
    add_print(&m, QW_PRINT_HIGH, "ben");
    add_print(&m, QW_PRINT_HIGH, " \343\341\360\364\365\362\345\344 the \322\305\304 flag!\n");
    add_frags(&m, 1, 15); /* the capture's points: its line is no obituary */
    add_frame(&m);
    end_block(&m, 10);
    add_print(&m, QW_PRINT_CHAT, "ann: x\nben got the RED flag!\n");
    add_print(&m, QW_PRINT_MEDIUM, "ben got the RED flag!\n");
    add_print(&m, QW_PRINT_HIGH, "The BLUE flag has been returned\n");
    add_frame(&m);
    end_block(&m, 10);
    scan(&m, &r);
    uint32_t found = 0;
    static const char *const texts[] = {"ben captures the red flag", "the blue flag is back"};
    for (uint32_t i = 0; i < r.events.count; i++) {
        const struct demo_event *event = &r.events.items[i];
        if (event->kind == DEMO_EVENT_FLAG) {
            cr_assert_lt(found, 2u, "%s", event->text);
            cr_expect_str_eq(event->text, texts[found]);
            cr_expect_eq(event->player, found == 0 ? 1 : -1);
            found++;
        } else if (event->kind == DEMO_EVENT_FRAG) {
            cr_expect_str_eq(event->text, "ben: 15");
        }
    }
    cr_expect_eq(found, 2u);
    free(r.events.items);
    finish(&m);
}

Test(qw_scan, players_and_stats_beyond_the_last_are_nobodys)
{
    struct maker m;
    struct result r;
    begin(&m, false);
    add_level(&m, "one", 127);
    add_frame(&m);
    end_block(&m, 10);
    add_frame(&m);
    end_block(&m, 100);
    add_player(&m, 255, "\\name\\who");
    add_frags(&m, 200, 5);
    add_stat(&m, 255, 5);
    add_stat(&m, 0, -1);
    add_frame(&m);
    end_block(&m, 100);
    scan(&m, &r);
    expect_event(&r, 1, DEMO_EVENT_DEATH, "death");
    cr_assert_eq(r.events.count, 2);
    free(r.events.items);
    finish(&m);
}

/* Info strings */

/* Real demos */

Test(qw_scan, real_demos)
{
    static const struct {
        const char *name;
        uint32_t updates;
        double length;
        const char *event; /* one of them */
    } demos[] = {
        {"corpus/1on1_tron_2024.mvd", 11427, 174.6, "Milton becomes bored with life"},
        {"corpus/overkill.mvd", 966, 113.9, "(DVC)judge dredd electrocutes himself."},
        {"corpus/dm3_water_shafting.qwd", 1046, 14.2, "jj : water shafting"},
        {"recorded/tq_rec_mid.qwd", 1875, 72.3, "lab1 died"},
        {"recorded/ez_ext_ktx_bots.qwd", 1774, 32.1, "dm4: The Bad Place"},
    };
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        const char *name = demos[i].name;
        size_t size;
        uint8_t *data = real_data_read(&size, "quakeworld/%s", name);
        struct result r;
        scan_bytes(data, size, qw_detect(data, size, NULL), &r);
        cr_assert(r.status >= 0 && r.last, "%s: %s", name, r.err.what);
        cr_assert_eq(r.num_updates, demos[i].updates, "%s: %u", name, r.num_updates);
        bool found = false;
        for (uint32_t e = 0; e < r.events.count; e++) {
            found = found || strcmp(r.events.items[e].text, demos[i].event) == 0;
        }
        cr_assert(found, "%s: no \"%s\"", name, demos[i].event);
        free(r.events.items);
        free(data);
    }
}

Test(qw_scan, long_demos_of_repeats)
{
    static const char *const names[] = {"recorded/tq_rec_mid.qwd", "recorded/lab_ktx_mvd.mvd"};
    for (size_t i = 0; i < 2; i++) {
        struct byte_writer out = {0};
        struct format_error err = {0};
        struct result r;
        size_t size;
        uint8_t *data = real_data_read(&size, "quakeworld/%s", names[i]);
        cr_assert_eq(long_demo_make(&out, data, size, 600.0, &err), 0, "%s", err.what);
        const enum qw_container container = qw_detect(out.data, out.size, NULL);
        cr_assert_eq(container, i == 0 ? QW_CONTAINER_QWD : QW_CONTAINER_MVD);
        scan_bytes(out.data, out.size, container, &r);
        cr_assert_eq(r.status, 0, "%s: %s", names[i], r.err.what);
        cr_assert(r.length > 590.0 && r.length < 900.0, "%f", r.length);
        cr_assert_lt(r.longest_gap, 1.0);
        free(r.events.items);
        free(data);
        byte_writer_free(&out);
    }
}
