/* Removal of chat: the lines go, and all else of the demo stays. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/chat/edit_chat.h"
#include "engine/edit/validate/validate.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_reader.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "formats/quake3/q3_hash.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

struct removed {
    struct demo demo;
    struct byte_writer out;
    struct format_error err;
    uint64_t lines;
    int code;
};

static struct removed remove_chat(const char *name, const uint8_t *data, size_t size)
{
    struct removed r = {.lines = 77};
    cr_assert_eq(demo_open(&r.demo, data, size, name), 0, "%s", name);
    r.code = edit_chat_remove(&r.demo, &r.out, &r.lines, &r.err);
    return r;
}

static void removed_free(struct removed *r)
{
    demo_close(&r->demo);
    byte_writer_free(&r->out);
}

/* --- events -------------------------------------------------------------------------------------
 */

/* All events of a demo. */
static struct demo_events scan_events(const struct demo *demo)
{
    struct demo_events events = {0};
    struct demo_reading reading = {.events = &events};
    struct format_error err;
    void *scanner = demo_scanner_create(demo->family);
    size_t pos = demo->family->first_step(demo->file);
    uint32_t step = 0, seen = 0;
    cr_assert_not_null(scanner);
    while (demo->family->scan(demo->file, scanner, &pos, &reading, &err) > 0) {
        for (; seen < events.count; seen++) {
            events.items[seen].step = step;
        }
        step++;
    }
    free(scanner);
    return events;
}

static uint32_t next_kept(const struct demo_events *events, uint32_t i)
{
    while (i < events->count && events->items[i].kind == DEMO_EVENT_CHAT) {
        i++;
    }
    return i;
}

/* The second has the first's events but chat, in the same steps. Returns the number of chat events.
 */
static uint32_t expect_same_events(const char *name, const struct demo *from, const struct demo *to)
{
    struct demo_events a = scan_events(from), b = scan_events(to);
    uint32_t i = next_kept(&a, 0), chat = 0;
    for (uint32_t j = 0; j < b.count; j++, i = next_kept(&a, i + 1)) {
        cr_assert_lt(i, a.count, "%s: more events", name);
        cr_assert_eq(a.items[i].kind, b.items[j].kind, "%s: event %u", name, j);
        cr_assert_eq(a.items[i].step, b.items[j].step, "%s: event %u", name, j);
        cr_assert_str_eq(a.items[i].text, b.items[j].text, "%s", name);
    }
    cr_expect_eq(i, a.count, "%s: fewer events", name);
    for (uint32_t n = 0; n < a.count; n++) {
        chat += a.items[n].kind == DEMO_EVENT_CHAT;
    }
    free(a.items);
    free(b.items);
    return chat;
}

static uint64_t expect_only_chat_gone(const char *name, const uint8_t *data, size_t size)
{
    struct removed r = remove_chat(name, data, size);
    struct byte_writer again = {0};
    struct demo made;
    uint64_t lines;
    cr_assert_eq(r.code, 0, "%s: %s", name, r.err.what);
    cr_assert_eq(demo_open(&made, r.out.data, r.out.size, name), 0, "%s", name);
    cr_expect_leq(expect_same_events(name, &r.demo, &made), r.lines, "%s", name);
    cr_assert_eq(edit_chat_remove(&made, &again, &lines, &r.err), 0);
    cr_expect_eq(lines, 0u, "%s", name);
    cr_expect(again.size == r.out.size && memcmp(again.data, r.out.data, again.size) == 0, "%s",
              name);
    if (r.lines == 0 && r.demo.family->quake3_data == false) {
        cr_expect(r.out.size == size && memcmp(r.out.data, data, size) == 0, "%s", name);
    }
    byte_writer_free(&again);
    demo_close(&made);
    lines = r.lines;
    removed_free(&r);
    return lines;
}

/* --- NetQuake -----------------------------------------------------------------------------------
 */

Test(edit_chat, netquake)
{
    static const char said[] = "\x08\1one: hello\n", printed[] = "\x08one rides\n";
    const float angles[3] = {1.0f, 2.0f, 3.0f};
    const uint8_t nop = NQ_NOP;
    const uint8_t *data;
    size_t size;
    struct dem_file dem;
    struct byte_writer in = {0}, want = {0};
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    struct dem_block block;
    size_t pos = dem.first_block;
    for (int i = 0; i < 30; i++) {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    }
    byte_writer_bytes(&in, data, pos);
    byte_writer_bytes(&want, data, pos);
    dem_write_block(&in, angles, (const uint8_t *)said, sizeof(said));
    dem_write_block(&want, angles, &nop, 1);
    struct byte_writer mixed = {0};
    byte_writer_bytes(&mixed, said, sizeof(said));
    byte_writer_bytes(&mixed, printed, sizeof(printed));
    byte_writer_bytes(&mixed, said, sizeof(said));
    dem_write_block(&in, angles, mixed.data, (uint32_t)mixed.size);
    dem_write_block(&want, angles, (const uint8_t *)printed, sizeof(printed));
    byte_writer_bytes(&in, data + pos, size - pos);
    byte_writer_bytes(&want, data + pos, size - pos);

    struct removed r = remove_chat("a.dem", in.data, in.size);
    cr_expect_eq(r.code, 0, "%s", r.err.what);
    cr_expect_eq(r.lines, 3u);
    cr_expect(r.out.size == want.size && memcmp(r.out.data, want.data, want.size) == 0);
    removed_free(&r);
    cr_expect_eq(expect_only_chat_gone("a.dem", in.data, in.size), 3u);
    byte_writer_free(&in);
    byte_writer_free(&want);
    byte_writer_free(&mixed);
}

Test(edit_chat, the_good_part_of_a_damaged_demo)
{
    const float angles[3] = {0};
    struct byte_writer in = {0};
    dem_write_track(&in, -1);
    dem_write_block(&in, angles, (const uint8_t *)"\x08\1a: b\n", 8);
    dem_write_block(&in, angles, (const uint8_t *)"\1\x08no end", 8);
    struct removed r = remove_chat("a.dem", in.data, in.size);
    cr_expect_lt(r.code, 0);
    cr_expect_eq(r.lines, 1u);
    cr_expect_eq(r.err.offset, in.size - 7);
    cr_expect_eq(r.out.size, 3u + DEM_BLOCK_HEADER + 1);
    removed_free(&r);
    byte_writer_free(&in);
}

/* --- QuakeWorld ---------------------------------------------------------------------------------
 */

static const char qw_said[] = "\x08\3one: hello\n", qw_printed[] = "\x08\2one rides\n";

/* Writes the first blocks of the demo, then a line that is said (or what stays of it) and one that
 * is printed, then the other blocks. */
static void insert_qwd(struct byte_writer *out, const uint8_t *data, size_t size, bool chat)
{
    struct qwd_block block;
    size_t pos = 0;
    uint32_t packets = 0;
    while (qwd_next_block(data, size, &pos, &block, NULL) > 0) {
        struct byte_writer messages = {0};
        struct qwd_packet *packet = &block.u.packet;
        if (block.type == QWD_READ && packet->kind == QWD_SEQUENCED && ++packets == 20) {
            byte_writer_bytes(&messages, qw_said, chat ? sizeof(qw_said) : 0);
            byte_writer_bytes(&messages, packet->messages, packet->size);
            byte_writer_bytes(&messages, qw_printed, sizeof(qw_printed));
            packet->messages = messages.data;
            packet->size = (uint32_t)messages.size;
        }
        qwd_write_block(out, &block);
        byte_writer_free(&messages);
    }
}

static void insert_mvd(struct byte_writer *out, const uint8_t *data, size_t size, bool chat)
{
    static const uint8_t nop = QW_NOP;
    struct mvd_block block, said = {.type = MVD_SINGLE, .to = 1};
    size_t pos = 0;
    uint32_t blocks = 0;
    said.u.messages.data = chat ? (const uint8_t *)qw_said : &nop;
    said.u.messages.size = chat ? sizeof(qw_said) : 1;
    while (mvd_next_block(data, size, &pos, &block, NULL) > 0) {
        mvd_write_block(out, &block);
        if (++blocks == 40) {
            mvd_write_block(out, &said);
        }
    }
}

static void check_quakeworld(const char *name,
                             void (*insert)(struct byte_writer *, const uint8_t *, size_t, bool))
{
    const uint8_t *data;
    size_t size;
    struct byte_writer in = {0}, want = {0};
    cr_assert(builtin_find(name, &data, &size));
    insert(&in, data, size, true);
    insert(&want, data, size, false);
    struct removed r = remove_chat(name, in.data, in.size), rest;
    cr_expect_eq(r.code, 0, "%s", r.err.what);
    rest = remove_chat(name, want.data, want.size);
    cr_expect_eq(r.lines, rest.lines + 1, "%s", name);
    cr_expect(r.out.size == rest.out.size && memcmp(r.out.data, rest.out.data, r.out.size) == 0,
              "%s", name);
    removed_free(&r);
    removed_free(&rest);
    (void)expect_only_chat_gone(name, in.data, in.size);
    byte_writer_free(&in);
    byte_writer_free(&want);
}

Test(edit_chat, quakeworld)
{
    check_quakeworld("demo3.qwd", insert_qwd);
    check_quakeworld("demo4.mvd", insert_mvd);
}

/* --- Quake III ----------------------------------------------------------------------------------
 */

struct q3_sums {
    uint64_t states, numbers;
    uint64_t commands, empty, said;
};

static struct q3_sums sum_quake3(int protocol, const uint8_t *data, size_t size)
{
    struct q3_sums sums = {0};
    struct q3_message m;
    struct format_error err;
    struct q3_reader *reader = q3_reader_create(protocol, data, size);
    cr_assert_not_null(reader);
    while (q3_reader_block(reader, &err) > 0) {
        while (q3_reader_next(reader, &m, &err) > 0) {
            if (m.id == Q3_SERVER_COMMAND) {
                const char *text = m.u.command.text;
                sums.commands++;
                if (!m.u.command.repeated) {
                    sums.empty += text[0] == '\0';
                    sums.said += strncmp(text, "chat ", 5) == 0 || strncmp(text, "tchat ", 6) == 0;
                }
                sums.numbers = sums.numbers * 31 + (uint32_t)m.u.command.sequence;
            } else if (m.id == Q3_SNAPSHOT && m.u.snapshot) {
                const struct q3_snapshot *s = m.u.snapshot;
                sums.states = sums.states * 31 + q3_hash_player(reader->protocol, &s->player);
                sums.states = sums.states * 31 +
                              q3_hash_entities(reader->protocol, &reader->frames, s) +
                              (uint32_t)s->server_command;
            }
        }
    }
    sums.states += q3_hash_configstrings(&reader->gamestate);
    q3_reader_free(reader);
    return sums;
}

/* Numbers of commands and all states are equal, chat is empty. */
static void expect_same_states(const char *name, int protocol, const uint8_t *data, size_t size)
{
    struct removed r = remove_chat(name, data, size);
    cr_assert_eq(r.code, 0, "%s: %s", name, r.err.what);
    const struct q3_sums from = sum_quake3(protocol, data, size);
    const struct q3_sums to = sum_quake3(protocol, r.out.data, r.out.size);
    cr_expect_eq(to.states, from.states, "%s", name);
    cr_expect_eq(to.numbers, from.numbers, "%s", name);
    cr_expect_eq(to.commands, from.commands, "%s", name);
    cr_expect_eq(to.said, 0u, "%s", name);
    cr_expect_eq(to.empty, from.empty + r.lines, "%s", name);
    cr_expect_geq(r.lines, from.said, "%s", name);
    removed_free(&r);
}

Test(edit_chat, quake3)
{
    for (size_t i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        char name[16];
        struct q3_demo *match = q3_match_write(q3_match_protocols[i]);
        snprintf(name, sizeof(name), q3_match_protocols[i] == 43 ? "a.dm3" : "a.dm_%d",
                 q3_match_protocols[i]);
        expect_same_states(name, q3_match_protocols[i], match->file.data, match->file.size);
        cr_expect_gt(expect_only_chat_gone(name, match->file.data, match->file.size), 1u);
        q3_demo_free(match);
    }
}

/* --- real demos ---------------------------------------------------------------------------------
 */

/* Whether the original plays it stays. */
static uint64_t count_refusals(const struct demo *demo)
{
    struct validate_report report;
    struct format_error err;
    cr_assert_geq(validate_demo(demo,
                                demo->family->quake3_data ? VALIDATE_IOQUAKE3 : VALIDATE_EZQUAKE,
                                NULL, NULL, &report, &err),
                  0);
    return report.refusals;
}

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    struct demo from, to;
    struct removed r;
    if (strstr(name, "not_quake") || demo_open(&from, data, size, name) < 0) {
        return;
    }
    demo_close(&from);
    r = remove_chat(name, data, size);
    if (r.code == 0) {
        (void)expect_only_chat_gone(name, data, size);
        cr_assert_eq(demo_open(&to, r.out.data, r.out.size, name), 0);
        cr_expect_eq(count_refusals(&to), count_refusals(&r.demo), "%s", name);
        demo_close(&to);
    }
    removed_free(&r);
}

Test(edit_chat, real_netquake)
{
    real_data_each("netquake", ".dem", check_real);
}

Test(edit_chat, real_quakeworld)
{
    real_data_each("quakeworld/corpus", ".", check_real);
    real_data_each("quakeworld/recorded", ".", check_real);
}

Test(edit_chat, real_quake3)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/osp_duel.dm_68");
    expect_same_states("a.dm_68", 68, data, size);
    free(data);
    data = real_data_read(&size, "quake3/corpus/cpma_team_chat.dm_68");
    struct removed r = remove_chat("a.dm_68", data, size);
    cr_expect_eq(r.lines, 4u, "CPMA's short form of team chat");
    removed_free(&r);
    expect_same_states("a.dm_68", 68, data, size);
    free(data);
}
