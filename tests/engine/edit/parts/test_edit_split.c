/* Demos split into several, and joined again: byte for byte the demo. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/edit/parts/edit_split.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/playback/families.h"
#include "engine/playback/timeline.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/base/arrays.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "formats/quake3/dm3.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"
#include "tests/support/q3_match.h"
#include "tests/support/random_numbers.h"
#include "tests/support/real_data.h"

/* The steps with which levels begin. Caller frees. */
static uint32_t *find_levels(const struct demo *demo, size_t *count)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct timeline *timeline;
    struct format_error err = {0};
    uint32_t *steps = NULL;
    size_t capacity = 0;
    *count = 0;
    if (timeline_open_demo(&timeline, demo, &index, &err) < 0) {
        return NULL; /* damaged at its first step */
    }
    for (uint32_t i = 0; i < timeline_extent(timeline).num_events; i++) {
        const struct demo_event event = timeline_event(timeline, i);
        if (event.kind == DEMO_EVENT_LEVEL && (*count == 0 || steps[*count - 1] < event.step)) {
            cr_assert_eq(array_reserve(&steps, &capacity, *count + 1, sizeof(*steps)), 0);
            steps[(*count)++] = event.step;
        }
    }
    timeline_close(timeline);
    return steps;
}

/* Splits a demo and joins its parts. Returns the number of parts; joined: caller frees. */
static size_t split_and_join(const char *name, const struct demo *demo,
                             const struct edit_split_at *at, struct byte_writer *joined)
{
    struct edit_split split;
    struct edit_join join = {0};
    struct format_error err = {0};
    (void)!edit_split_find(demo, at, &split, &err);
    for (size_t i = 0; i < split.count; i++) {
        struct byte_writer part = {0};
        struct edit_report report;
        struct demo opened;
        (void)!edit_split_write(demo, &split, i, &part, &report, &err);
        cr_assert_gt(part.size, 0, "%s: part %zu", name, i);
        cr_assert_eq(demo_open(&opened, part.data, part.size, name), 0, "%s: part %zu: %s", name, i,
                     opened.error.what);
        (void)!edit_join_add(&join, &opened, joined, &err);
        demo_close(&opened);
        edit_report_free(&report);
        byte_writer_free(&part);
    }
    const size_t count = split.count;
    edit_split_free(&split);
    return count;
}

static size_t expect_identity_at(const char *name, const struct demo *demo,
                                 const struct edit_split_at *at)
{
    struct byte_writer joined = {0};
    const size_t parts = split_and_join(name, demo, at, &joined);
    cr_expect(parts == 0 ||
                  (joined.size == demo->size && memcmp(joined.data, demo->data, joined.size) == 0),
              "%s: %zu parts, %zu bytes of %zu", name, parts, joined.size, demo->size);
    byte_writer_free(&joined);
    return parts;
}

/* most: bytes of a part; 0 = parts are levels. Returns the number of parts. */
static size_t expect_identity(const char *name, const struct demo *demo, size_t most)
{
    size_t count;
    uint32_t *levels = find_levels(demo, &count);
    const struct edit_split_at at = {.steps = most ? NULL : levels,
                                     .num_steps = most ? 0 : count,
                                     .levels = levels,
                                     .num_levels = count,
                                     .most = most};
    const size_t parts = expect_identity_at(name, demo, &at);
    free(levels);
    return parts;
}

Test(edit_split, levels_are_copied)
{
    struct q3_demo *match = q3_match_write(68);
    struct demo demo;
    cr_assert_eq(demo_open(&demo, match->file.data, match->file.size, "a.dm_68"), 0);
    cr_expect_eq(expect_identity("match", &demo, 0), 2u);
    demo_close(&demo);
    q3_demo_free(match);
}

Test(edit_split, parts_by_size_begin_with_the_state)
{
    const uint8_t *data;
    size_t size;
    struct demo demo;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo1.dem"), 0);
    cr_expect_geq(expect_identity("demo1", &demo, 20000), 5u);
    cr_expect_geq(expect_identity("demo1", &demo, 1), 500u, "a part for each update");
    cr_expect_eq(expect_identity("demo1", &demo, size), 1u);
    demo_close(&demo);
}

/* Parts that begin anywhere, at updates or not. */
static void check_random_steps(const char *name, const struct demo *demo, uint32_t seed)
{
    struct random_source random = {.seed = seed};
    uint32_t steps[6], step = 0;
    for (int i = 0; i < 6; i++) {
        step += 1 + next_bits(&random) % 200;
        steps[i] = step;
    }
    const struct edit_split_at at = {.steps = steps, .num_steps = 6};
    (void)expect_identity_at(name, demo, &at);
}

static void check_all_ways(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s: %s", name, demo.error.what);
    (void)expect_identity(name, &demo, 0);
    cr_expect_geq(expect_identity(name, &demo, size / 9), 3u, "%s", name);
    for (uint32_t seed = 1; seed <= 5; seed++) {
        check_random_steps(name, &demo, seed);
    }
    demo_close(&demo);
}

Test(edit_split, parts_within_a_level_come_back)
{
    static const char *const names[] = {"demo1.dem", "demo3.qwd", "demo4.mvd"};
    static const int protocols[] = {43, 48, 66, 68, 73, 91};
    const uint8_t *data;
    size_t size;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (builtin_find(names[i], &data, &size)) {
            check_all_ways(names[i], data, size);
        }
    }
    for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
        struct q3_demo *match = q3_match_write(protocols[i]);
        char name[16];
        snprintf(name, sizeof(name), "a.dm_%d", protocols[i]);
        check_all_ways(name, match->file.data, match->file.size);
        q3_demo_free(match);
    }
}

/* What cannot be read comes back as well, and so does what is behind the end. */
static void check_damaged(const char *name, const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size);
    struct demo demo;
    cr_assert(bytes);
    for (size_t at = size / 3; at < size; at += size / 7) {
        memcpy(bytes, data, size);
        memset(bytes + at, 0xee, size - at < 20 ? size - at : 20);
        if (demo_open(&demo, bytes, size, name) == 0) {
            (void)expect_identity(name, &demo, size / 9);
        }
        demo_close(&demo);
        if (demo_open(&demo, data, at, name) == 0) {
            (void)expect_identity(name, &demo, size / 9);
        }
        demo_close(&demo);
    }
    free(bytes);
}

Test(edit_split, damaged_demos_come_back)
{
    const uint8_t *data;
    size_t size;
    struct q3_demo *match = q3_match_write(68);
    cr_assert(builtin_find("demo1.dem", &data, &size));
    check_damaged("demo1.dem", data, size);
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    check_damaged("demo3.qwd", data, size);
    check_damaged("a.dm_68", match->file.data, match->file.size);
    q3_demo_free(match);
}

/* --- the order of parts -------------------------------------------------------------------------
 */

/* Part i by size, of a split of its own. */
static struct byte_writer write_alone(const struct demo *demo, size_t most, size_t i)
{
    const struct edit_split_at at = {.most = most};
    struct byte_writer part = {0};
    struct edit_split split;
    struct edit_report report;
    cr_assert_eq(edit_split_find(demo, &at, &split, NULL), 0);
    cr_assert_eq(edit_split_write(demo, &split, i, &part, &report, NULL), 0);
    edit_report_free(&report);
    edit_split_free(&split);
    return part;
}

static void expect_part(const char *name, const struct demo *demo, struct edit_split *split,
                        size_t i, const struct byte_writer *wanted)
{
    struct byte_writer part = {0};
    struct edit_report report;
    struct format_error err;
    cr_assert_eq(edit_split_write(demo, split, i, &part, &report, &err), 0, "%s: part %zu: %s",
                 name, i, err.what);
    cr_expect(part.size == wanted->size && memcmp(part.data, wanted->data, part.size) == 0,
              "%s: part %zu", name, i);
    edit_report_free(&report);
    byte_writer_free(&part);
}

/* Damages the demo's last step in front of `end` that a start state does not repeat. */
static void damage_before(const struct demo *demo, uint8_t *data, size_t end)
{
    const struct nq_file *nq = demo->file;
    const struct qw_demo *qw = demo->file;
    size_t pos = demo->family->first_step(demo->file), found = 0;
    struct dem_block dem;
    struct qw_block block;
    struct dm3_block dm3;
    while (pos < end && demo->family == &netquake_family &&
           dem_next_block(&nq->dem, &pos, &dem, NULL) > 0) {
        found = dem.size > 0 && dem.messages[0] == NQ_TIME ? (size_t)(dem.messages - data) : found;
    }
    while (pos < end && demo->family == &quakeworld_family &&
           qw_block_next(qw, &pos, &block, NULL) > 0) {
        const bool plain = block.messages && block.size > 0 && block.messages[0] == QW_PLAYERINFO;
        found = plain ? (size_t)(block.messages - data) : found;
    }
    while (pos < end && demo->family == &quake3_family &&
           dm3_next_block(demo->data, demo->size, &pos, &dm3, NULL) > 0) {
        found = dm3.size > 8 ? (size_t)(dm3.data - data) : found;
    }
    cr_assert_gt(found, 0);
    memset(data + found, 0x7f, demo->family == &quake3_family ? 8 : 1);
}

/* Each part is what it is alone. In rising order what is in front of a part is read once: damage
 * that is done to it behind the reader does not count. Then in falling order. */
static void check_order(const char *name, const uint8_t *data, size_t size)
{
    const struct edit_split_at at = {.most = size / 7};
    struct demo whole, damaged;
    struct edit_split split, falling;
    uint8_t *copy = malloc(size);
    cr_assert_not_null(copy);
    memcpy(copy, data, size);
    cr_assert_eq(demo_open(&whole, data, size, name), 0, "%s", name);
    cr_assert_eq(demo_open(&damaged, copy, size, name), 0, "%s", name);
    cr_assert_eq(edit_split_find(&damaged, &at, &split, NULL), 0);
    cr_assert_eq(edit_split_find(&whole, &at, &falling, NULL), 0);
    cr_assert_geq(split.count, 5, "%s", name);
    for (size_t i = 0; i < split.count; i++) {
        struct byte_writer wanted = write_alone(&whole, at.most, i);
        expect_part(name, &damaged, &split, i, &wanted);
        byte_writer_free(&wanted);
        if (i > 1) {
            const size_t from = split.parts[i - 1].range.first;
            damage_before(&damaged, copy, from + (split.parts[i].range.first - from) / 2);
        }
    }
    for (size_t i = falling.count; i-- > 0;) {
        struct byte_writer wanted = write_alone(&whole, at.most, i);
        expect_part(name, &whole, &falling, i, &wanted);
        byte_writer_free(&wanted);
    }
    edit_split_free(&split);
    edit_split_free(&falling);
    demo_close(&whole);
    demo_close(&damaged);
    free(copy);
}

Test(edit_split, reads_the_demo_once)
{
    static const char *const names[] = {"demo1.dem", "demo3.qwd", "demo4.mvd"};
    struct q3_demo *match = q3_match_write(68);
    for (int i = 0; i < 3; i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(names[i], &data, &size), "%s", names[i]);
        check_order(names[i], data, size);
    }
    check_order("a.dm_68", match->file.data, match->file.size);
    q3_demo_free(match);
}

/* The parts of demo3.qwd by size. Caller frees each of *count. */
static struct byte_writer *write_parts(const struct demo *demo, size_t most, size_t *count)
{
    const struct edit_split_at at = {.most = most};
    struct edit_split split;
    struct edit_report report;
    cr_assert_eq(edit_split_find(demo, &at, &split, NULL), 0);
    struct byte_writer *parts = calloc(split.count, sizeof(*parts));
    cr_assert(parts);
    for (size_t i = 0; i < split.count; i++) {
        cr_assert_eq(edit_split_write(demo, &split, i, &parts[i], &report, NULL), 0);
        edit_report_free(&report);
    }
    *count = split.count;
    edit_split_free(&split);
    return parts;
}

static void join_bytes(struct edit_join *join, const struct byte_writer *bytes,
                       struct byte_writer *out)
{
    struct demo demo;
    struct format_error err;
    cr_assert_eq(demo_open(&demo, bytes->data, bytes->size, NULL), 0);
    cr_assert_eq(edit_join_add(join, &demo, out, &err), 0, "%s", err.what);
    demo_close(&demo);
}

/* A part of a part has a note, too: both come off one after another. Some of the parts make a demo
 * that ends; a part that does not follow is joined as any demo is, without its note. */
Test(edit_join, parts_of_parts_and_parts_that_are_missing)
{
    const uint8_t *data;
    size_t size, count, inner, ends = 0;
    struct demo demo, part;
    struct qwd_block block;
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo3.qwd"), 0);
    struct byte_writer *parts = write_parts(&demo, size / 4, &count), joined = {0}, some = {0};
    cr_assert_geq(count, 4u);
    cr_assert_eq(demo_open(&part, parts[1].data, parts[1].size, NULL), 0);
    struct byte_writer *smaller = write_parts(&part, part.size / 3, &inner);
    struct edit_join join = {0};
    for (size_t i = 0; i < inner; i++) {
        join_bytes(&join, &smaller[i], &joined);
        byte_writer_free(&smaller[i]);
    }
    cr_expect(joined.size == part.size && memcmp(joined.data, part.data, part.size) == 0);
    demo_close(&part);

    join = (struct edit_join){0};
    join_bytes(&join, &parts[0], &some);
    cr_expect(memcmp(some.data, data, join.end) == 0 && some.size > join.end, "it has an end");
    join_bytes(&join, &parts[1], &some);
    cr_expect(memcmp(some.data, data, join.end) == 0 && join.end > size / 3);
    join_bytes(&join, &parts[3], &some);
    for (size_t pos = 0; qwd_next_block(some.data, some.size, &pos, &block, NULL) > 0;) {
        ends += qwd_is_end(&block);
    }
    cr_expect_eq(ends, 1u);
    cr_expect_eq(memcmp(some.data + some.size - 11, "\2EndOfDemo", 11), 0, "no note behind it");
    for (size_t i = 0; i < count; i++) {
        byte_writer_free(&parts[i]);
    }
    free(parts);
    free(smaller);
    byte_writer_free(&joined);
    byte_writer_free(&some);
    demo_close(&demo);
}

static size_t count_messages(const struct byte_writer *bytes, uint8_t id)
{
    struct dem_file dem;
    struct dem_block block;
    struct nq_message message;
    size_t count = 0;
    cr_assert_eq(dem_open(&dem, bytes->data, bytes->size, NULL), 0);
    struct nq_protocol protocol = nq_detect_protocol(&dem);
    for (size_t pos = dem.first_block; dem_next_block(&dem, &pos, &block, NULL) > 0;) {
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0) {
            nq_protocol_follow(&protocol, &message);
            count += message.id == id;
        }
    }
    return count;
}

Test(edit_join, demos_become_levels_of_one)
{
    static const char *const names[] = {"demo1.dem", "demo2.dem", "demo1.dem"};
    struct byte_writer out = {0};
    struct edit_join join = {0};
    struct format_error err = {0};
    size_t sum = 0;
    for (int i = 0; i < 3; i++) {
        const uint8_t *data;
        size_t size;
        struct demo demo;
        cr_assert(builtin_find(names[i], &data, &size));
        cr_assert_eq(demo_open(&demo, data, size, names[i]), 0);
        cr_assert_eq(edit_join_add(&join, &demo, &out, &err), 0, "%s", err.what);
        demo_close(&demo);
        sum += size;
    }
    /* Of two the disconnect goes, of two the track line. */
    cr_expect_eq(out.size, sum - 2 * (DEM_BLOCK_HEADER + 1) - strlen("4\n") - strlen("-1\n"));
    cr_expect_eq(count_messages(&out, NQ_SERVERINFO), 3u);
    cr_expect_eq(count_messages(&out, NQ_DISCONNECT), 1u);
    cr_expect_eq(out.data[out.size - 1], NQ_DISCONNECT);
    byte_writer_free(&out);
}

/* Sequence numbers are set anew, and the clock goes on. */
Test(edit_join, a_qwd_follows_another)
{
    struct byte_writer out = {0};
    struct edit_join join = {0};
    struct format_error err = {0};
    const uint8_t *data;
    size_t size, sets = 0, blocks = 0;
    struct demo demo;
    struct qwd_block block;
    float last = 0.0f;
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo3.qwd"), 0);
    cr_assert_eq(edit_join_add(&join, &demo, &out, &err), 0);
    cr_assert_eq(out.size, size);
    const size_t end = join.end;
    cr_assert_lt(end, size, "it has an end");
    cr_assert_eq(edit_join_add(&join, &demo, &out, &err), 0);
    cr_expect_eq(out.size, end + size + QWD_BLOCK_HEADER + QWD_SET_SIZE);
    uint32_t sequence = 0;
    for (size_t pos = 0; qwd_next_block(out.data, out.size, &pos, &block, NULL) > 0;) {
        /* The client's commands may be a little earlier than what stands in front. */
        cr_assert(blocks == 0 || fabsf(block.time - last) < 0.1f, "block %zu", blocks);
        last = block.time;
        if (block.type == QWD_SET) {
            /* id's client takes the packet before once more if the numbers fall. */
            cr_assert_geq(block.u.set.incoming, sequence, "block %zu", blocks);
            sequence = block.u.set.incoming;
            if (block.offset >= end && sets++ == 0) {
                cr_expect_eq(sequence % 256, 0u);
                cr_expect_eq(block.u.set.outgoing, sequence + 1);
            }
        } else if (block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED) {
            cr_assert_gt(block.u.packet.sequence, sequence, "block %zu", blocks);
            sequence = block.u.packet.sequence;
        }
        blocks++;
    }
    cr_expect_geq(sets, 1u);
    demo_close(&demo);
    byte_writer_free(&out);
}

Test(edit_join, other_kinds_are_refused)
{
    struct q3_demo *match = q3_match_write(68);
    struct byte_writer out = {0};
    struct edit_join join = {0};
    struct format_error err = {0};
    const uint8_t *data;
    size_t size;
    struct demo quake, quake3;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(demo_open(&quake, data, size, "demo1.dem"), 0);
    cr_assert_eq(demo_open(&quake3, match->file.data, match->file.size, "a.dm_68"), 0);
    cr_assert_eq(edit_join_add(&join, &quake, &out, &err), 0);
    cr_expect_eq(edit_join_add(&join, &quake3, &out, &err), FORMAT_UNKNOWN);
    cr_expect_str_eq(err.what, "a dm_68 demo cannot follow a dem demo");
    cr_expect_eq(out.size, size, "as it was");
    demo_close(&quake);
    demo_close(&quake3);
    byte_writer_free(&out);
    q3_demo_free(match);
}

/* --- real demos ------------------------------------------------------------------------------- */

static void check_levels(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    if (demo_open(&demo, data, size, name) == 0) {
        (void)expect_identity(name, &demo, 0);
    }
    demo_close(&demo);
}

static void check_sizes(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    if (demo_open(&demo, data, size, name) == 0) {
        (void)expect_identity(name, &demo, size / 4);
    }
    demo_close(&demo);
}

static void check_real_steps(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    if (demo_open(&demo, data, size, name) == 0) {
        check_random_steps(name, &demo, (uint32_t)size);
    }
    demo_close(&demo);
}

Test(edit_split, real_demos_come_back)
{
    static const char *const folders[] = {"netquake", "quakeworld/corpus", "quakeworld/recorded"};
    static const char *const names[] = {".dem", ".", "."};
    for (int i = 0; i < 3; i++) {
        real_data_each(folders[i], names[i], check_levels);
        real_data_each(folders[i], names[i], check_sizes);
        real_data_each(folders[i], names[i], check_real_steps);
    }
    real_data_each_q3(check_levels);
    real_data_each_q3_broken_too(check_sizes);
    real_data_each_q3_broken_too(check_real_steps);
}
