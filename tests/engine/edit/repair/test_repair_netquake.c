/* Repair of NetQuake demos: each kind of damage made in a good demo is found where it was made,
 * and what was good stays; good demos come out unchanged. */
#include <stdlib.h>

#include "assets/builtin/builtin.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tests/engine/edit/repair/repaired.h"
#include "tests/support/real_data.h"

static const uint8_t *good;
static size_t good_size;
static struct byte_writer damaged;
static struct dem_file dem;
static size_t blocks[64]; /* offsets of the first ones */

static void begin(void)
{
    struct dem_block block;
    cr_assert(builtin_find("demo1.dem", &good, &good_size));
    cr_assert_eq(dem_open(&dem, good, good_size, NULL), 0);
    size_t pos = dem.first_block;
    for (size_t i = 0; i < 64; i++) {
        blocks[i] = pos;
        cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    }
}

static void end(void)
{
    byte_writer_free(&damaged);
}

TestSuite(repair_netquake, .init = begin, .fini = end);

static void add_good(size_t from, size_t to)
{
    byte_writer_bytes(&damaged, good + from, to - from);
}

static void add_bytes(const char *bytes, size_t size)
{
    byte_writer_bytes(&damaged, bytes, size);
}

static void add_block(const char *messages, size_t size)
{
    const float angles[3] = {0};
    dem_write_block(&damaged, angles, (const uint8_t *)messages, (uint32_t)size);
}

/* The repaired demo is the good one. */
static void expect_restored(const struct repair_change *changes, size_t count)
{
    struct repaired *repaired = repaired_expect(&damaged, "a.dem", VALIDATE_ID, changes, count);
    cr_expect(repaired->out.size == good_size && memcmp(repaired->out.data, good, good_size) == 0);
    repaired_free(repaired);
}

static void expect_changes(const struct repair_change *changes, size_t count)
{
    repaired_free(repaired_expect(&damaged, "a.dem", VALIDATE_ID, changes, count));
}

#define CHANGES(...)                                                                               \
    (const struct repair_change[]){__VA_ARGS__},                                                   \
        sizeof((const struct repair_change[]){__VA_ARGS__}) / sizeof(struct repair_change)

Test(repair_netquake, a_good_demo_comes_out_unchanged)
{
    repaired_expect_good(good, good_size, "a.dem");
}

Test(repair_netquake, no_end)
{
    enum { END = DEM_BLOCK_HEADER + 1 };
    add_good(0, good_size - END);
    expect_changes(CHANGES({REPAIR_NO_END, 0, good_size - END, 0, END}));
}

Test(repair_netquake, the_file_ends_in_a_block)
{
    add_good(0, blocks[40] + 20);
    struct repaired *repaired =
        repaired_expect(&damaged, "a.dem", VALIDATE_ID,
                        CHANGES({REPAIR_TORN_BLOCK, 0, blocks[40], 20, 0},
                                {REPAIR_NO_END, 0, blocks[40] + 20, 0, DEM_BLOCK_HEADER + 1}));
    cr_expect_eq(memcmp(repaired->out.data, good, blocks[40]), 0);
    cr_expect_eq(repaired->out.size, blocks[40] + DEM_BLOCK_HEADER + 1);
    cr_expect_eq(repaired->changes[0].block, 40u);
    repaired_free(repaired);
}

Test(repair_netquake, track_lines)
{
    static const char *const lines[] = {"", "-1\r\n", "-1 \n", "  -1\n", "-1\n\n"};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        damaged.size = 0;
        add_bytes(lines[i], strlen(lines[i]));
        add_good(dem.first_block, good_size);
        expect_restored(CHANGES({REPAIR_TRACK_LINE, 0, 0, strlen(lines[i]), dem.first_block}));
    }
}

/* As of levels whose sign-on has such a size. */
Test(repair_netquake, a_first_block_whose_size_begins_with_a_blank)
{
    static const uint8_t sizes[] = {'\t', '\r', ' '};
    for (size_t i = 0; i < sizeof(sizes); i++) {
        const uint32_t size = bytes_u32(good + blocks[0]);
        const uint32_t nops = (sizes[i] - size) & 0xff;
        damaged.size = 0;
        add_good(0, blocks[1]);
        for (uint32_t n = 0; n < nops; n++) {
            byte_writer_u8(&damaged, NQ_NOP);
        }
        bytes_put_u32(damaged.data + blocks[0], size + nops);
        add_good(blocks[1], good_size);
        expect_changes(
            CHANGES({REPAIR_FIRST_SIZE, 0, blocks[1] + nops, 0, sizes[i] == '\t' ? 5u : 1u}));
    }
}

/* Each line feed got a carriage return. */
Test(repair_netquake, a_transfer_of_text_to_pairs)
{
    size_t count = 0, first = 0;
    for (size_t i = 0; i < good_size; i++) {
        if (good[i] == '\n') {
            first = count++ == 0 ? damaged.size : first;
            byte_writer_u8(&damaged, '\r');
        }
        byte_writer_u8(&damaged, good[i]);
    }
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dem");
    cr_assert_eq(repaired->code, 0, "%s", repaired->err.what);
    cr_expect_eq(repaired->count, (uint64_t)count);
    cr_expect_eq(repaired->changes[0].kind, REPAIR_TEXT_MODE);
    cr_expect_eq(repaired->changes[0].offset, first);
    cr_expect_eq(repaired->changes[0].removed, 1u);
    for (size_t i = 0; i < 64; i++) {
        cr_expect_eq(damaged.data[repaired->changes[i].offset], '\r');
    }
    cr_expect(repaired->out.size == good_size && memcmp(repaired->out.data, good, good_size) == 0);
    repaired_free(repaired);
}

/* A pair lost its carriage return; other damage in the same file. */
Test(repair_netquake, a_transfer_of_text_from_pairs)
{
    static const char pair[] = "\x08one\r\n\x08two\r\nthree\n";
    add_good(0, blocks[30]);
    add_block(pair, sizeof(pair));
    add_good(blocks[30], good_size);
    struct byte_writer whole = damaged;
    const size_t first = blocks[30] + DEM_BLOCK_HEADER + 4;
    damaged = (struct byte_writer){0};
    byte_writer_bytes(&damaged, whole.data, first);
    byte_writer_bytes(&damaged, whole.data + first + 1, 5);
    byte_writer_bytes(&damaged, whole.data + first + 7, whole.size - first - 7);
    struct repaired *repaired = repaired_expect(
        &damaged, "a.dem", VALIDATE_ID,
        CHANGES({REPAIR_TEXT_MODE, 0, first, 0, 1}, {REPAIR_TEXT_MODE, 0, first + 5, 0, 1}));
    cr_expect_eq(repaired->out.size, whole.size);
    repaired_free(repaired);
    byte_writer_free(&whole);
}

Test(repair_netquake, reconnect)
{
    static const char text[] = "\x09reconnect\n";
    add_good(0, blocks[30]);
    add_block(text, sizeof(text));
    add_good(blocks[30], good_size);
    expect_changes(
        CHANGES({REPAIR_RECONNECT, 0, blocks[30] + DEM_BLOCK_HEADER, sizeof(text), sizeof(text)}));
}

Test(repair_netquake, empty_blocks)
{
    add_good(0, blocks[30]);
    add_block("", 0);
    add_block("", 0);
    add_good(blocks[30], good_size);
    expect_restored(CHANGES({REPAIR_EMPTY_BLOCK, 0, blocks[30], 16, 0},
                            {REPAIR_EMPTY_BLOCK, 0, blocks[30] + 16, 16, 0}));
}

Test(repair_netquake, a_damaged_message)
{
    add_good(0, blocks[30]);
    add_block("\x01\x01\x7f\x7f\x7f", 5);
    add_good(blocks[30], good_size);
    struct repaired *repaired =
        repaired_expect(&damaged, "a.dem", VALIDATE_ID,
                        CHANGES({REPAIR_BAD_MESSAGE, 0, blocks[30] + DEM_BLOCK_HEADER + 2, 3, 0}));
    cr_expect_eq(repaired->out.size, good_size + DEM_BLOCK_HEADER + 2, "the good part stays");
    repaired_free(repaired);
    damaged.size = 0;
    add_good(0, blocks[30]);
    add_block("\x7f", 1);
    add_good(blocks[30], good_size);
    expect_restored(CHANGES({REPAIR_BAD_MESSAGE, 0, blocks[30] + DEM_BLOCK_HEADER, 1, 0}));
}

Test(repair_netquake, bytes_between_blocks)
{
    char noise[300];
    for (size_t i = 0; i < sizeof(noise); i++) {
        noise[i] = (char)(0x80 + 7 * i % 127);
    }
    add_good(0, blocks[30]);
    add_bytes(noise, sizeof(noise));
    add_good(blocks[30], good_size);
    expect_restored(CHANGES({REPAIR_LOST_BYTES, 0, blocks[30], sizeof(noise), 0}));
}

Test(repair_netquake, a_damaged_size)
{
    static const uint32_t sizes[] = {0xffffffff, 0x10000000, 3, 0};
    for (size_t i = 0; i < 4; i++) {
        damaged.size = 0;
        add_good(0, good_size);
        bytes_put_u32(damaged.data + blocks[30],
                      i == 3 ? bytes_u32(good + blocks[30]) + 40 : sizes[i]);
        expect_restored(CHANGES({REPAIR_BLOCK_SIZE, 0, blocks[30], 4, 4}));
    }
}

Test(repair_netquake, bytes_lost_in_a_block)
{
    add_good(0, blocks[31] - 6);
    add_good(blocks[31], good_size);
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dem");
    cr_assert_eq(repaired->code, 0);
    cr_expect_leq(repaired->count, 2u);
    cr_expect_eq(memcmp(repaired->out.data, good, blocks[30]), 0);
    const size_t rest = good_size - blocks[31];
    cr_assert_gt(repaired->out.size, rest);
    cr_expect_eq(memcmp(repaired->out.data + repaired->out.size - rest, good + blocks[31], rest), 0,
                 "no block behind is lost");
    repaired_expect_good(repaired->out.data, repaired->out.size, "a.dem");
    repaired_free(repaired);
}

Test(repair_netquake, texts_that_are_too_long)
{
    char name[50] = "\x0d";
    memset(name + 2, 'n', 40);
    add_good(0, blocks[30]);
    add_block(name, 43);
    add_good(blocks[30], good_size);
    struct repaired *repaired = repaired_expect(
        &damaged, "a.dem", VALIDATE_ID,
        CHANGES({REPAIR_TEXT_LENGTH, 0, blocks[30] + DEM_BLOCK_HEADER + 2 + 31, 9, 0}));
    cr_expect_eq(repaired->out.size, damaged.size - 9);
    repaired_free(repaired);
}

Test(repair_netquake, numbers_out_of_range)
{
    static const struct {
        const char *bytes;
        size_t size;
    } messages[] = {{"\x03\x20\0\0\0\0", 6}, {"\x0e\x40\0\0", 4}, {"\x0c\x40m\0", 4}};
    for (size_t i = 0; i < 3; i++) {
        damaged.size = 0;
        add_good(0, blocks[30]);
        add_block(messages[i].bytes, messages[i].size);
        add_good(blocks[30], good_size);
        expect_restored(
            CHANGES({REPAIR_OUT_OF_RANGE, 0, blocks[30] + DEM_BLOCK_HEADER, messages[i].size, 0}));
    }
}

Test(repair_netquake, an_end_that_comes_early)
{
    add_good(0, blocks[30]);
    add_block("\x02", 1);
    add_good(blocks[30], good_size);
    expect_restored(CHANGES({REPAIR_EARLY_END, 0, blocks[30] + DEM_BLOCK_HEADER, 1, 0}));
    damaged.size = 0;
    add_good(0, good_size);
    add_bytes("rubbish", 7);
    expect_restored(CHANGES({REPAIR_EARLY_END, 0, good_size, 7, 0}));
}

/* The demo's own sign-on ends in a block that is lost. */
Test(repair_netquake, a_sign_on_without_its_end)
{
    struct nq_protocol protocol = nq_detect_protocol(&dem);
    struct dem_block block;
    struct nq_message m = {0};
    size_t pos = dem.first_block, at, last = 0;
    while (!last && dem_next_block(&dem, &pos, &block, NULL) > 0) {
        for (at = 0; nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0;) {
            nq_protocol_follow(&protocol, &m);
            if (m.id == NQ_SIGNONNUM && m.u.signonnum == 3) {
                last = block.offset + DEM_BLOCK_HEADER + m.offset;
            }
        }
    }
    cr_assert_gt(last, 0u);
    add_good(0, good_size);
    damaged.data[last] = damaged.data[last + 1] = NQ_NOP;
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dem");
    cr_assert_eq(repaired->count, 1u);
    cr_expect_eq(repaired->changes[0].kind, REPAIR_SIGN_ON);
    cr_expect_gt(repaired->changes[0].offset, last);
    cr_expect_eq(repaired->changes[0].added, 2u);
    struct demo demo = found_open(repaired->out.data, repaired->out.size, "a.dem");
    cr_expect_eq(found_refusals(&demo, VALIDATE_ID), 0u);
    demo_close(&demo);
    repaired_free(repaired);
}

Test(repair_netquake, a_demo_without_a_level_is_refused)
{
    add_good(0, dem.first_block);
    add_good(blocks[40], good_size);
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dem");
    cr_expect_eq(repaired->code, FORMAT_BAD);
    cr_expect(strstr(repaired->err.what, "serverinfo"));
    repaired_free(repaired);
}

/* Updates of a level whose beginning is lost, in front of another level. */
Test(repair_netquake, updates_before_any_level)
{
    add_good(0, dem.first_block);
    add_good(blocks[40], blocks[45]);
    add_good(dem.first_block, good_size);
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dem");
    cr_assert_eq(repaired->code, 0);
    cr_expect_eq(repaired->count, 5u);
    for (uint64_t i = 0; i < repaired->count; i++) {
        cr_expect_eq(repaired->changes[i].kind, REPAIR_NO_LEVEL);
        cr_expect_eq(repaired->changes[i].block, (uint32_t)i);
    }
    struct demo demo = found_open(repaired->out.data, repaired->out.size, "a.dem");
    cr_expect_eq(found_refusals(&demo, VALIDATE_ID), 0u);
    demo_close(&demo);
    repaired_free(repaired);
}

/* --- any damage ---------------------------------------------------------------------------------
 */

/* Whatever comes out plays up to its end and is not changed by another repair. */
static void expect_settled(const uint8_t *data, size_t size)
{
    struct repaired *repaired = repaired_make(data, size, "a.dem");
    if (repaired->code == 0) {
        repaired_expect_good(repaired->out.data, repaired->out.size, "a.dem");
    }
    repaired_free(repaired);
}

Test(repair_netquake, a_demo_that_ends_at_any_byte, .timeout = 300)
{
    const size_t size = blocks[6];
    for (size_t i = 1; i < size; i++) {
        expect_settled(good, i);
    }
}

Test(repair_netquake, turned_bits, .timeout = 300)
{
    uint32_t random = 1;
    for (int i = 0; i < 400; i++) {
        damaged.size = 0;
        add_good(0, blocks[40]);
        for (int n = 0; n < 1 + i % 4; n++) {
            random = random * 1664525u + 1013904223u;
            damaged.data[(random >> 8) % damaged.size] ^= (uint8_t)(1u << (random >> 29));
        }
        expect_settled(damaged.data, damaged.size);
    }
}

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    if (!strstr(name, "not_quake") && !strstr(name, "cd.dem") && !strstr(name, "qfont.dem")) {
        repaired_expect_good(data, size, name);
    }
}

Test(repair_netquake, real_demos_come_out_unchanged, .timeout = 300)
{
    real_data_each("netquake", ".dem", check_real);
    real_data_each("reports/quake", "net_", check_real);
}
