/* Rewritten and cut Quake III demos: the states, with configstrings, are those of the demo. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "engine/edit/quake3/q3_cut.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_reader.h"
#include "formats/quake3/q3_detect.h"
#include "formats/quake3/q3_hash.h"
#include "tests/support/q3_demo.h"
#include "tests/support/real_data.h"

/* The part at from..to, seconds; *length (may be NULL): the demo's. Returns edit_range_find's code.
 */
static int find_part(const uint8_t *data, size_t size, int protocol, double from, double to,
                     struct edit_range *range, double *length)
{
    struct demo demo = {.data = data, .size = size, .family = &quake3_family};
    struct format_error err = {0};
    cr_assert_eq(quake3_family.open(&demo.file, data, size, protocol, &err), 0, "%s", err.what);
    if (length) {
        (void)!edit_length(&demo, length, &err);
    }
    const int code = edit_range_find(&demo, from, to, range, &err);
    quake3_family.close(demo.file);
    return code;
}

/* Goes on to the next snapshot; false at the end. Counts commands and gamestates on the way. */
static bool next_snapshot(struct q3_reader *r, const struct q3_snapshot **s, uint32_t *commands,
                          uint64_t *texts)
{
    struct q3_message m;
    struct format_error err;
    for (;;) {
        int code = 0;
        while (r->block.size > 0 && (code = q3_reader_next(r, &m, &err)) > 0) {
            if (m.id == Q3_SNAPSHOT && m.u.snapshot) {
                *s = m.u.snapshot;
                return true;
            }
            if (m.id == Q3_SERVER_COMMAND && !m.u.command.repeated) {
                ++*commands;
                for (const char *c = m.u.command.text; *c != '\0'; c++) {
                    *texts = (*texts ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
                }
            }
        }
        if ((r->block.size > 0 && code < 0) || q3_reader_block(r, &err) <= 0) {
            return false;
        }
    }
}

struct same { /* what two readers are compared by */
    uint32_t commands;
    uint64_t texts;
};

static void same_states(const char *name, struct q3_reader *a, struct q3_reader *b,
                        const struct q3_snapshot *x, const struct q3_snapshot *y)
{
    cr_assert(x->sequence == y->sequence && x->server_time == y->server_time &&
                  x->flags == y->flags && x->server_command == y->server_command &&
                  x->area_size == y->area_size && memcmp(x->areas, y->areas, x->area_size) == 0,
              "%s: message %d", name, x->sequence);
    cr_assert_eq(q3_hash_player(a->protocol, &x->player), q3_hash_player(b->protocol, &y->player));
    cr_assert_eq(q3_hash_entities(a->protocol, &a->frames, x),
                 q3_hash_entities(b->protocol, &b->frames, y), "%s: message %d", name, x->sequence);
}

/* Told apart from the states: they are long, and change with commands only. */
static void same_configstrings(const char *name, const struct q3_reader *a,
                               const struct q3_reader *b)
{
    cr_assert_eq(q3_hash_configstrings(&a->gamestate), q3_hash_configstrings(&b->gamestate),
                 "%s: message %d", name, a->block.sequence);
}

/* Compares the demo from a block on with a part of it; returns the number of equal snapshots. */
static uint32_t compare(const char *name, int protocol, const uint8_t *data, size_t size,
                        size_t first, const struct byte_writer *part)
{
    struct q3_reader *a = q3_reader_create(protocol, data, size);
    struct q3_reader *b = q3_reader_create(protocol, part->data, part->size);
    const struct q3_snapshot *x, *y;
    struct same of_a = {0}, of_b = {0};
    uint32_t count = 0, checked = 0;
    while (a->block.offset < first || a->block.size == 0) {
        struct q3_message m;
        struct format_error err;
        while (a->block.size > 0 && q3_reader_next(a, &m, &err) > 0) {
        }
        cr_assert_gt(q3_reader_block(a, &err), 0);
    }
    while (next_snapshot(b, &y, &of_b.commands, &of_b.texts)) {
        cr_assert(next_snapshot(a, &x, &of_a.commands, &of_a.texts), "%s", name);
        same_states(name, a, b, x, y);
        if (of_a.commands != checked || count == 0) {
            same_configstrings(name, a, b);
            checked = of_a.commands;
        }
        count++;
    }
    cr_assert(of_a.commands == of_b.commands && of_a.texts == of_b.texts, "%s", name);
    q3_reader_free(a);
    q3_reader_free(b);
    return count;
}

static void check_whole(const char *name, const uint8_t *data, size_t size)
{
    const int protocol = q3_detect(data, size, name);
    struct byte_writer out = {0};
    struct edit_report report;
    struct edit_range range;
    struct format_error err;
    const int code = q3_cut(data, size, protocol, NULL, &out, &report, &err);
    cr_assert_eq(code < 0, real_data_is_broken_q3(name), "%s: %s", name, err.what);
    (void)find_part(data, size, protocol, 0.0, INFINITY, &range, NULL);
    if (out.size > 0) {
        cr_assert_eq(compare(name, protocol, data, size, 0, &out), range.updates, "%s", name);
        cr_assert(dm3_is_ended(out.data, out.size, out.size - DM3_BLOCK_HEADER), "%s", name);
        cr_assert_eq(q3_detect(out.data, out.size, name), protocol, "%s", name);
    } else {
        cr_assert_str_eq(name, "invalid_command_byte.dm_68");
    }
    edit_report_free(&report);
    byte_writer_free(&out);
}

Test(q3_cut, whole_demos_say_the_same)
{
    real_data_each_q3_broken_too(check_whole);
}

/* Bytes of the demo's largest message. */
static uint32_t find_largest(const struct byte_writer *demo)
{
    struct dm3_block block;
    size_t pos = 0;
    uint32_t largest = 0;
    while (dm3_next_block(demo->data, demo->size, &pos, &block, NULL) > 0) {
        largest = block.size > largest ? block.size : largest;
    }
    return largest;
}

static void check_parts(const char *name, const uint8_t *data, size_t size)
{
    static const double parts[][2] = {{0.3, 0.5}, {0.9, 1.0}, {0.0, 0.1}, {0.45, 0.9}};
    const int protocol = q3_detect(data, size, name);
    struct edit_range range;
    double length;
    (void)find_part(data, size, protocol, 0.0, 0.0, &range, &length);
    const size_t count = size > 1000000 ? 2 : sizeof(parts) / sizeof(parts[0]);
    for (size_t i = 0; length > 1.0 && i < count; i++) {
        struct edit_report report;
        struct byte_writer out = {0};
        struct format_error err;
        (void)find_part(data, size, protocol, parts[i][0] * length, parts[i][1] * length, &range,
                        NULL);
        cr_assert_gt(range.updates, 0, "%s", name);
        const int code = q3_cut(data, size, protocol, &range, &out, &report, &err);
        cr_assert_eq(code, 0, "%s: the part is before the damage", name);
        cr_assert_leq(find_largest(&out), 16384, "%s: more than the original reads", name);
        cr_assert_eq(compare(name, protocol, data, size, range.first, &out), range.updates);
        edit_report_free(&report);
        byte_writer_free(&out);
    }
}

Test(q3_cut, parts_say_the_same)
{
    real_data_each_q3_broken_too(check_parts);
}

/* --- a demo made by hand ------------------------------------------------------------------------
 */

enum { LONG_TEXT = 2000 };

struct stage {
    struct q3_frames frames;
    struct q3_gamestate gamestate;
    struct byte_writer out, bytes;
};

static void write_block(struct stage *s, const struct q3_protocol *protocol, int32_t sequence,
                        const char *const *commands, int32_t *number)
{
    struct q3_snapshot snapshot = {
        .valid = true, .sequence = sequence, .server_time = 1000 + 50 * sequence, .area_size = 1};
    s->bytes.size = 0;
    struct q3_bits_writer w = q3_write_begin(&s->bytes, protocol, 7);
    if (sequence == 1) {
        q3_write_gamestate(&w, protocol, &s->gamestate, &s->frames);
    } else {
        for (; *commands; commands++) {
            q3_write_command(&w, ++*number, *commands);
        }
        q3_write_snapshot(&w, protocol, &s->frames, NULL, &snapshot);
    }
    q3_write_end(&w);
    dm3_write_block(&s->out, sequence, s->bytes.data, s->bytes.size);
}

/* A configstring in three parts, one a message. */
static void write_stage(struct stage *s, const struct q3_protocol *protocol)
{
    char parts[3][1000];
    const char *lists[4][3] = {
        {"cs 5 \"a\"", "print \"x\\n\""}, {parts[0]}, {parts[1]}, {parts[2]}};
    int32_t number = 3;
    q3_frames_reset(&s->frames);
    q3_gamestate_reset(&s->gamestate);
    s->gamestate.server_command = number;
    cr_assert(q3_gamestate_set(&s->gamestate, 0, "\\mapname\\x"));
    for (int i = 0; i < 3; i++) {
        const int start = snprintf(parts[i], sizeof(parts[i]), "bcs%d 700 \"", i);
        memset(parts[i] + start, 'a' + i, 900);
        snprintf(parts[i] + start + 900, 3, "\"");
    }
    for (int32_t sequence = 1; sequence <= 6; sequence++) {
        write_block(s, protocol, sequence, lists[sequence >= 2 && sequence <= 5 ? sequence - 2 : 0],
                    &number);
    }
    dm3_write_end(&s->out);
}

Test(q3_cut, a_configstring_on_its_way_arrives)
{
    struct format_error err = {0};
    struct stage *s = calloc(1, sizeof(*s));
    const struct q3_protocol *protocol = q3_protocol_get(68);
    write_stage(s, protocol);
    for (int i = 0; i <= 4; i++) { /* the first snapshot of the part */
        struct edit_range range;
        struct edit_report report;
        struct byte_writer out = {0};
        cr_assert_eq(find_part(s->out.data, s->out.size, 68, 0.05 * i, 9.0, &range, NULL), 0);
        cr_assert_eq(range.updates, (uint32_t)(5 - i));
        cr_assert_eq(q3_cut(s->out.data, s->out.size, 68, &range, &out, &report, &err), 0);
        struct q3_reader *r = q3_reader_create(68, out.data, out.size);
        const struct q3_snapshot *snapshot = NULL;
        uint32_t commands = 0;
        uint64_t texts = 0;
        while (next_snapshot(r, &snapshot, &commands, &texts)) {
        }
        cr_assert(snapshot && snapshot->sequence == 6 && snapshot->server_command == 10);
        cr_assert_str_eq(q3_gamestate_string(&r->gamestate, 5), "a");
        const char *text = q3_gamestate_string(&r->gamestate, 700);
        cr_assert_eq(strlen(text), 2700, "from %d: %zu", i, strlen(text));
        cr_assert(text[0] == 'a' && text[900] == 'b' && text[2699] == 'c');
        q3_reader_free(r);
        edit_report_free(&report);
        byte_writer_free(&out);
    }
    byte_writer_free(&s->out);
    byte_writer_free(&s->bytes);
    free(s);
}

Test(q3_cut, nothing_is_written_of_what_is_no_demo)
{
    static const uint8_t junk[64] = {1, 0, 0, 0, 48, 0, 0, 0, 0xff, 0xff};
    struct byte_writer out = {0};
    struct edit_report report;
    struct format_error err;
    cr_assert_lt(q3_cut(junk, sizeof(junk), 68, NULL, &out, &report, &err), 0);
    cr_assert_eq(out.size, 0);
}

/* Of a truncated file the complete messages are written. */
Test(q3_cut, truncated_demos_keep_their_good_part)
{
    struct stage *s = calloc(1, sizeof(*s));
    write_stage(s, q3_protocol_get(68));
    for (size_t size = 0; size <= s->out.size; size++) {
        uint8_t *exact = malloc(size + 1);
        memcpy(exact, s->out.data, size);
        struct byte_writer out = {0};
        struct edit_report report;
        struct format_error err;
        const int code = q3_cut(exact, size, 68, NULL, &out, &report, &err);
        cr_assert_eq(code, size + 4 >= s->out.size ? code : FORMAT_TRUNCATED);
        cr_assert(out.size <= s->out.size + DM3_BLOCK_HEADER);
        edit_report_free(&report);
        byte_writer_free(&out);
        free(exact);
    }
    byte_writer_free(&s->out);
    byte_writer_free(&s->bytes);
    free(s);
}

/* The oldest demos may hold a message that ends at once; no block may be empty. */
Test(q3_cut, a_message_of_nothing_stays_one)
{
    static const uint8_t nothing[1] = {0};
    struct stage *s = calloc(1, sizeof(*s));
    struct byte_writer out = {0};
    struct edit_report report;
    struct format_error err = {0};
    struct q3_message m;
    int code;
    write_stage(s, q3_protocol_get(Q3_PROTOCOL_DM3));
    s->out.size -= DM3_BLOCK_HEADER;
    dm3_write_block(&s->out, 7, nothing, sizeof(nothing));
    dm3_write_end(&s->out);
    cr_assert_eq(q3_cut(s->out.data, s->out.size, Q3_PROTOCOL_DM3, NULL, &out, &report, &err), 0,
                 "%s", err.what);
    struct q3_reader *r = q3_reader_create(Q3_PROTOCOL_DM3, out.data, out.size);
    while ((code = q3_reader_block(r, &err)) > 0) {
        while ((code = q3_reader_next(r, &m, &err)) > 0) {
        }
        cr_assert_eq(code, 0, "%s", err.what);
    }
    cr_assert_eq(code, 0, "%s", err.what);
    cr_assert(r->blocks == 7 && report.steps == 7);
    q3_reader_free(r);
    edit_report_free(&report);
    byte_writer_free(&out);
    byte_writer_free(&s->out);
    byte_writer_free(&s->bytes);
    free(s);
}

/* Writes a full snapshot with a delta number. */
static void write_full_as_delta(struct q3_demo *d, int32_t time, int32_t delta)
{
    const int32_t base = d->sequence - delta;
    struct q3_frames *f = &d->frames;
    f->snapshots[f->ring[(uint32_t)base % Q3_SNAPSHOTS]] =
        (struct q3_snapshot){.valid = true, .sequence = base};
    q3_demo_snapshot(d, time, delta);
}

/* A delta base must be message 1 or later: snapshots with an earlier one are full ones. They are
 * full in the part, too, even if it has a message 0. */
Test(q3_cut, what_is_told_in_full_stays_so)
{
    struct q3_demo *d = q3_demo_create(68);
    q3_demo_gamestate(d, 0);
    d->sequence = 0;
    q3_demo_place(d, 5, 1.0f, 2.0f, 3.0f);
    q3_demo_snapshot(d, 1000, 0);
    write_full_as_delta(d, 1050, 1);
    write_full_as_delta(d, 1100, 5);
    q3_demo_end(d);
    struct byte_writer out = {0};
    struct edit_report report;
    struct format_error err = {0};
    cr_assert_eq(q3_cut(d->file.data, d->file.size, 68, NULL, &out, &report, &err), 0, "%s",
                 err.what);
    struct q3_reader *a = q3_reader_create(68, d->file.data, d->file.size);
    struct q3_reader *b = q3_reader_create(68, out.data, out.size);
    const struct q3_snapshot *x = NULL, *y = NULL;
    uint32_t commands = 0;
    uint64_t texts = 0;
    for (int32_t i = 0; i < 3; i++) {
        cr_assert(next_snapshot(a, &x, &commands, &texts) &&
                  next_snapshot(b, &y, &commands, &texts));
        cr_assert(x->sequence == i && x->count == 1, "message %d", i);
        same_states("in full", a, b, x, y);
    }
    q3_reader_free(a);
    q3_reader_free(b);
    edit_report_free(&report);
    byte_writer_free(&out);
    q3_demo_free(d);
}
