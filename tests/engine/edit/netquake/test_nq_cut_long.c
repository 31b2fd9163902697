/* Parts of NetQuake demos with blocks that are too long for clients of their protocol: which become
 * several, that the states stay the same, what is kept and told. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/edit/netquake/nq_cut.h"
#include "engine/edit/netquake/nq_split_block.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/edit/parts/edit_split.h"
#include "engine/netquake/nq_hash.h"
#include "formats/netquake/nq_message.h"
#include "tests/engine/edit/netquake/nq_parts.h"
#include "tests/engine/edit/validate/found.h"
#include "tests/support/nq_demo.h"

enum { UPDATES = 8, LONG = 4 /* the update with a long block */ };

static struct nq_demo made; /* its file alone is used */

static void begin(void)
{
    nq_demo_begin(&made);
}

static void end(void)
{
    nq_demo_end(&made);
}

TestSuite(nq_cut_long, .init = begin, .fini = end);

/* What is heard and seen once: `count` times 60 bytes and more. */
static void add_effects(int count)
{
    for (int i = 0; i < count; i++) {
        struct nq_message m = {.id = NQ_SOUND};
        m.u.sound.sound = 1;
        m.u.sound.entity = 2;
        m.u.sound.volume = 255;
        m.u.sound.attenuation = 1.0f;
        nq_demo_add(&made, &m);
        nq_demo_add(&made, &(struct nq_message){.id = NQ_PARTICLE});
        nq_demo_text(&made, NQ_PRINT, "a line of a console that is full of lines\n");
    }
}

static void add_entities(uint16_t count, double x)
{
    for (uint16_t i = 1; i <= count; i++) {
        nq_demo_entity(&made, i, 3, x + i, 0, 0);
    }
}

/* An update with many entities; effects: of one of them, in front of and behind the entities. */
static void add_updates(uint16_t entities, int effects)
{
    for (int i = 0; i < UPDATES; i++) {
        const int some = i == LONG ? effects : 1;
        nq_demo_time(&made, 10.0f + (float)i / 16.0f);
        add_effects(some);
        nq_demo_clientdata(&made, 0, (int16_t)(90 - i), 1);
        add_entities(i == LONG ? entities : 20, 16.0 * i);
        add_effects(some);
        nq_demo_block(&made, (float)i, 2.0f);
    }
    nq_demo_add(&made, &(struct nq_message){.id = NQ_DISCONNECT});
    nq_demo_block(&made, UPDATES - 1, 2.0f);
}

static void add_level(void)
{
    nq_demo_serverinfo(&made, 4);
    nq_demo_block(&made, 0.0f, 0.0f);
}

/* Cuts the updates from `first` to the end; 0: cuts the whole. */
static struct byte_writer cut(const struct byte_writer *bytes, uint32_t first,
                              struct edit_report *report)
{
    struct demo demo = found_open(bytes->data, bytes->size, "a.dem");
    struct edit_range range;
    struct byte_writer out = {0};
    struct format_error err = {0};
    (void)!edit_range_find_updates(&demo, first, UPDATES - 1, &range, &err);
    cr_assert_eq(range.updates, UPDATES - first);
    cr_assert_eq(nq_cut(demo.file, first > 0 ? &range : NULL, &out, report, &err), 0, "%s",
                 err.what);
    demo_close(&demo);
    return out;
}

/* Findings of that rule for the original. */
static unsigned count_long(const struct byte_writer *bytes)
{
    struct demo demo = found_open(bytes->data, bytes->size, "a.dem");
    struct found found = {.rule = "block-size"};
    (void)found_check(&demo, VALIDATE_ID, &found);
    demo_close(&demo);
    return found.of_rule;
}

/* The part's states are the demo's at the same times. */
static void expect_states(const struct byte_writer *part, uint32_t first)
{
    struct nq_play whole = nq_play_open(made.file.data, made.file.size);
    struct nq_play own = nq_play_open(part->data, part->size);
    for (uint32_t i = 0; i < first; i++) {
        cr_assert(nq_play_next(&whole));
    }
    for (uint32_t i = first; i < UPDATES; i++) {
        cr_assert(nq_play_next(&whole) && nq_play_next(&own));
        cr_expect_eq(nq_state_server_time(whole.state), nq_state_server_time(own.state));
        cr_expect_eq(nq_hash_player(whole.state), nq_hash_player(own.state), "%u", i);
        cr_expect_eq(nq_hash_entities(whole.state), nq_hash_entities(own.state), "%u", i);
        cr_expect_eq(nq_hash_level(whole.state), nq_hash_level(own.state), "%u", i);
    }
    cr_expect(!nq_play_next(&own));
    nq_state_destroy(whole.state);
    nq_state_destroy(own.state);
}

struct counted {
    uint32_t blocks, timed, of_long; /* of_long: blocks with the angles of the long one */
    size_t largest, messages;        /* messages: bytes of all */
};

/* The time of an update is in the last of its blocks. */
static struct counted count_blocks(const struct byte_writer *bytes)
{
    struct counted counted = {0};
    struct dem_file dem;
    struct dem_block block;
    struct nq_message m;
    struct nq_protocol protocol = made.protocol;
    cr_assert_eq(dem_open(&dem, bytes->data, bytes->size, NULL), 0);
    for (size_t pos = dem.first_block; dem_next_block(&dem, &pos, &block, NULL) > 0;) {
        size_t at = 0;
        int code;
        counted.blocks++;
        counted.of_long += block.angles[0] == (float)LONG;
        counted.messages += block.size;
        counted.largest = block.size > counted.largest ? block.size : counted.largest;
        while ((code = nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL)) >
               0) {
            counted.timed += m.id == NQ_TIME;
        }
        cr_assert_eq(code, 0, "no message is cut in two");
    }
    return counted;
}

static void expect_cut_again(const struct byte_writer *part)
{
    struct edit_report report;
    struct demo demo = found_open(part->data, part->size, "a.dem");
    struct byte_writer again = {0};
    cr_assert_eq(nq_cut(demo.file, NULL, &again, &report, NULL), 0);
    cr_expect(again.size == part->size && memcmp(again.data, part->data, again.size) == 0);
    edit_report_free(&report);
    byte_writer_free(&again);
    demo_close(&demo);
}

Test(nq_cut_long, a_long_update_becomes_several_blocks)
{
    add_level();
    add_updates(400, 100);
    const struct counted before = count_blocks(&made.file);
    cr_assert_gt(before.largest, 16000u);
    cr_assert_eq(count_long(&made.file), 1u);
    for (uint32_t first = 0; first < UPDATES; first += LONG) {
        struct edit_report report;
        struct byte_writer part = cut(&made.file, first, &report);
        const struct counted after = count_blocks(&part);
        cr_expect_leq(after.largest, (size_t)NQ_BLOCK_ID);
        cr_expect_eq(after.of_long, 3u + (first > 0 ? report.start_steps : 0));
        cr_expect_eq(after.timed, UPDATES - first);
        cr_expect(first > 0 || after.messages == before.messages);
        cr_expect_eq(after.blocks, report.steps);
        cr_expect(report.num_changes == 1 && report.changes[0].kind == EDIT_SPLIT);
        cr_expect_eq(count_long(&part), 0u);
        expect_states(&part, first);
        expect_cut_again(&part);
        edit_report_free(&report);
        byte_writer_free(&part);
    }
}

/* The place of the long block in the source. */
static size_t find_long(void)
{
    struct dem_file dem;
    struct dem_block block;
    cr_assert_eq(dem_open(&dem, made.file.data, made.file.size, NULL), 0);
    size_t pos = dem.first_block;
    do {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    } while (block.size <= NQ_BLOCK_ID);
    return block.offset;
}

/* Entities are gone if they are not in the block with the time. */
Test(nq_cut_long, entities_that_are_too_many_stay_together)
{
    struct edit_report report;
    add_level();
    add_updates(800, 20);
    struct byte_writer part = cut(&made.file, 0, &report);
    const struct counted after = count_blocks(&part);
    cr_expect_gt(after.largest, (size_t)NQ_BLOCK_ID);
    cr_expect_eq(after.of_long, 2u, "effects, entities");
    cr_expect(report.num_changes == 1 && report.changes[0].kind == EDIT_LONG);
    cr_expect_eq(report.changes[0].offset, find_long());
    cr_expect_eq(count_long(&part), 1u);
    expect_states(&part, 0);
    expect_cut_again(&part);
    edit_report_free(&report);
    byte_writer_free(&part);
}

Test(nq_cut_long, one_message_that_is_too_long_stays)
{
    static char text[9000];
    struct edit_report report;
    memset(text, 'x', sizeof(text) - 1);
    add_level();
    nq_demo_text(&made, NQ_PRINT, "in front");
    nq_demo_text(&made, NQ_PRINT, text);
    nq_demo_text(&made, NQ_PRINT, "behind");
    nq_demo_block(&made, (float)LONG, 2.0f);
    add_updates(20, 1);
    struct byte_writer part = cut(&made.file, 0, &report);
    const struct counted after = count_blocks(&part);
    cr_expect_eq(after.largest, sizeof(text) + 1);
    cr_expect_eq(after.of_long, 3u + 1);
    cr_expect(report.num_changes == 1 && report.changes[0].kind == EDIT_LONG);
    expect_states(&part, 0);
    expect_cut_again(&part);
    edit_report_free(&report);
    byte_writer_free(&part);
}

/* FitzQuake's protocol has longer blocks. */
Test(nq_cut_long, the_limit_is_that_of_the_protocol)
{
    struct edit_report report;
    made.protocol.version = NQ_PROTOCOL_666;
    add_level();
    add_updates(599, 100);
    cr_assert_gt(count_blocks(&made.file).largest, 2u * NQ_BLOCK_ID);
    struct byte_writer part = cut(&made.file, 0, &report);
    cr_expect(part.size == made.file.size && memcmp(part.data, made.file.data, part.size) == 0);
    cr_expect_eq(report.num_changes, 0u);
    byte_writer_free(&part);
    made.file.size = 0;
    dem_write_track(&made.file, -1);
    add_level();
    add_updates(599, 300);
    cr_assert_gt(count_blocks(&made.file).largest, (size_t)NQ_BLOCK_FITZQUAKE);
    part = cut(&made.file, 0, &report);
    cr_expect_leq(count_blocks(&part).largest, (size_t)NQ_BLOCK_FITZQUAKE);
    expect_states(&part, 0);
    edit_report_free(&report);
    byte_writer_free(&part);
}

/* most: bytes of a part. */
static void expect_identity(const struct demo *demo, size_t most)
{
    const struct edit_split_at at = {.most = most};
    struct edit_split split;
    struct edit_join join = {0};
    struct byte_writer joined = {0};
    cr_assert_eq(edit_split_find(demo, &at, &split, NULL), 0);
    cr_expect_geq(split.count, 2u);
    for (size_t i = 0; i < split.count; i++) {
        struct byte_writer bytes = {0};
        struct edit_report report;
        cr_assert_eq(edit_split_write(demo, &split, i, &bytes, &report, NULL), 0);
        cr_expect(i == 0 || count_long(&bytes) == 0);
        struct demo part = found_open(bytes.data, bytes.size, "a.dem");
        cr_assert_eq(edit_join_add(&join, &part, &joined, NULL), 0);
        demo_close(&part);
        edit_report_free(&report);
        byte_writer_free(&bytes);
    }
    cr_expect(joined.size == demo->size && memcmp(joined.data, demo->data, joined.size) == 0);
    byte_writer_free(&joined);
    edit_split_free(&split);
}

Test(nq_cut_long, parts_of_split_have_short_blocks_and_come_back)
{
    add_level();
    add_updates(400, 100);
    struct demo demo = found_open(made.file.data, made.file.size, "a.dem");
    expect_identity(&demo, 1);
    expect_identity(&demo, 2000);
    demo_close(&demo);
}
