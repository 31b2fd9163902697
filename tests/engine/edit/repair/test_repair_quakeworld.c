/* Repair of QuakeWorld demos, .qwd and .mvd: each kind of damage made in a good demo is found where
 * it was made, and what was good stays; good demos come out unchanged. */
#include <stdlib.h>

#include "assets/builtin/builtin.h"
#include "engine/quakeworld/qw_block.h"
#include "tests/engine/edit/repair/repaired.h"
#include "tests/support/real_data.h"

enum { BLOCKS = 64, END_SIZE = 24 };

static const uint8_t *good;
static size_t good_size;
static const char *name;
static struct byte_writer damaged;
static size_t blocks[BLOCKS + 1]; /* offsets of the first ones */
static size_t packet;             /* index of one of them that has messages */
static size_t packet_messages;    /* offset of its messages */

static void open_good(const char *built_in, const char *as, enum qw_container container)
{
    struct qw_demo demo = {.container = container};
    struct qw_block block;
    size_t pos = 0;
    cr_assert(builtin_find(built_in, &good, &good_size));
    name = as;
    demo.data = good;
    demo.size = good_size;
    for (size_t i = 0; i <= BLOCKS; i++) {
        blocks[i] = pos;
        cr_assert_eq(qw_block_next(&demo, &pos, &block, NULL), 1);
        if (i > 40 && i < BLOCKS && block.messages && block.size > 0) {
            packet = i;
            packet_messages = block.messages_offset;
        }
    }
    cr_assert_gt(packet, 0u);
}

static void open_qwd(void)
{
    open_good("demo3.qwd", "a.qwd", QW_CONTAINER_QWD);
}

static void open_mvd(void)
{
    open_good("demo4.mvd", "a.mvd", QW_CONTAINER_MVD);
}

static void end(void)
{
    byte_writer_free(&damaged);
}

TestSuite(repair_quakeworld, .fini = end);

static void add_good(size_t from, size_t to)
{
    byte_writer_bytes(&damaged, good + from, to - from);
}

static void expect_restored(const struct repair_change *changes, size_t count)
{
    struct repaired *repaired = repaired_expect(&damaged, name, VALIDATE_EZQUAKE, changes, count);
    cr_expect(repaired->out.size == good_size && memcmp(repaired->out.data, good, good_size) == 0);
    repaired_free(repaired);
}

#define CHANGES(...)                                                                               \
    (const struct repair_change[]){__VA_ARGS__},                                                   \
        sizeof((const struct repair_change[]){__VA_ARGS__}) / sizeof(struct repair_change)

Test(repair_quakeworld, good_demos_come_out_unchanged)
{
    open_qwd();
    repaired_expect_good(good, good_size, name);
    open_mvd();
    repaired_expect_good(good, good_size, name);
}

static void expect_ended(size_t header)
{
    const size_t size = header + 15;
    add_good(0, blocks[packet] + 7);
    struct repaired *repaired =
        repaired_expect(&damaged, name, VALIDATE_EZQUAKE,
                        CHANGES({REPAIR_TORN_BLOCK, 0, blocks[packet], 7, 0},
                                {REPAIR_NO_END, 0, blocks[packet] + 7, 0, size}));
    cr_expect_eq(repaired->changes[0].block, (uint32_t)packet);
    cr_expect_eq(repaired->out.size, blocks[packet] + size);
    cr_expect_eq(memcmp(repaired->out.data + repaired->out.size - 10, "EndOfDemo", 10), 0);
    repaired_free(repaired);
    damaged.size = 0;
}

Test(repair_quakeworld, the_file_ends_in_a_block)
{
    open_qwd();
    expect_ended(QWD_BLOCK_HEADER + 4);
    open_mvd();
    expect_ended(MVD_BLOCK_HEADER);
}

static void expect_lost_bytes(void)
{
    add_good(0, blocks[packet]);
    for (int i = 0; i < 100; i++) {
        byte_writer_u8(&damaged, 0x80u + (uint32_t)(7 * i) % 127);
    }
    add_good(blocks[packet], good_size);
    expect_restored(CHANGES({REPAIR_LOST_BYTES, 0, blocks[packet], 100, 0}));
    damaged.size = 0;
}

Test(repair_quakeworld, bytes_between_blocks)
{
    open_qwd();
    expect_lost_bytes();
    open_mvd();
    expect_lost_bytes();
}

static void expect_pairs_undone(void)
{
    size_t count = 0;
    for (size_t i = 0; i < good_size; i++) {
        if (good[i] == '\n') {
            byte_writer_u8(&damaged, '\r');
            count++;
        }
        byte_writer_u8(&damaged, good[i]);
    }
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, name);
    cr_assert_eq(repaired->code, 0, "%s", repaired->err.what);
    cr_expect_eq(repaired->count, (uint64_t)count);
    cr_expect(repaired->out.size == good_size && memcmp(repaired->out.data, good, good_size) == 0);
    repaired_free(repaired);
    damaged.size = 0;
}

Test(repair_quakeworld, a_transfer_of_text_to_pairs)
{
    open_qwd();
    expect_pairs_undone();
    open_mvd();
    expect_pairs_undone();
}

/* A message of an unknown number in place of the packet's first one. */
static void expect_bad_message(void)
{
    add_good(0, good_size);
    damaged.data[packet_messages] = 0xfe;
    const size_t lost = blocks[packet + 1] - packet_messages;
    struct repaired *repaired =
        repaired_expect(&damaged, name, VALIDATE_EZQUAKE,
                        CHANGES({REPAIR_BAD_MESSAGE, 0, packet_messages, lost, 0}));
    cr_expect_eq(memcmp(repaired->out.data, good, blocks[packet]), 0);
    const size_t rest = good_size - blocks[packet + 1];
    cr_expect_eq(
        memcmp(repaired->out.data + repaired->out.size - rest, good + blocks[packet + 1], rest), 0);
    repaired_free(repaired);
    damaged.size = 0;
}

Test(repair_quakeworld, a_damaged_message)
{
    open_qwd();
    expect_bad_message();
    open_mvd();
    expect_bad_message();
}

Test(repair_quakeworld, packets_that_come_again)
{
    open_qwd();
    add_good(0, blocks[packet + 1]);
    add_good(blocks[packet], good_size);
    expect_restored(
        CHANGES({REPAIR_ORDER, 0, blocks[packet + 1], blocks[packet + 1] - blocks[packet], 0}));
}

Test(repair_quakeworld, an_empty_packet)
{
    open_qwd();
    add_good(0, blocks[packet]);
    add_good(blocks[packet], blocks[packet] + QWD_BLOCK_HEADER);
    byte_writer_u32(&damaged, 0);
    add_good(blocks[packet], good_size);
    expect_restored(CHANGES({REPAIR_EMPTY_BLOCK, 0, blocks[packet], QWD_BLOCK_HEADER + 4, 0}));
}

Test(repair_quakeworld, an_end_that_comes_early)
{
    open_qwd();
    add_good(0, blocks[packet]);
    add_good(good_size - END_SIZE, good_size);
    add_good(blocks[packet], good_size);
    expect_restored(CHANGES({REPAIR_EARLY_END, 0, blocks[packet], END_SIZE, 0}));
    damaged.size = 0;
    add_good(0, good_size);
    byte_writer_bytes(&damaged, "rubbish", 7);
    expect_restored(CHANGES({REPAIR_EARLY_END, 0, good_size, 7, 0}));
}

/* A message in front of the packet's own ones. */
static void add_message(const char *bytes, size_t size)
{
    const size_t at = blocks[packet] + QWD_BLOCK_HEADER;
    damaged.size = 0;
    add_good(0, packet_messages);
    bytes_put_u32(damaged.data + at, bytes_u32(good + at) + (uint32_t)size);
    byte_writer_bytes(&damaged, bytes, size);
    add_good(packet_messages, good_size);
}

Test(repair_quakeworld, numbers_out_of_range_and_long_texts)
{
    char style[80] = "\x0c\x05";
    open_qwd();
    add_message("\x26\x20\0\0\0\0", 6);
    expect_restored(CHANGES({REPAIR_OUT_OF_RANGE, 0, packet_messages, 6, 0}));
    add_message("\x0e\x20\0\0", 4);
    expect_restored(CHANGES({REPAIR_OUT_OF_RANGE, 0, packet_messages, 4, 0}));
    memset(style + 2, 'm', 70);
    add_message(style, 73);
    repaired_free(
        repaired_expect(&damaged, name, VALIDATE_EZQUAKE,
                        CHANGES({REPAIR_TEXT_LENGTH, 0, packet_messages + 2 + 63, 7, 0})));
}

Test(repair_quakeworld, a_demo_without_a_level_is_refused)
{
    open_qwd();
    add_good(blocks[packet], good_size);
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, name);
    cr_expect_lt(repaired->code, 0);
    repaired_free(repaired);
}

/* --- any damage ---------------------------------------------------------------------------------
 */

static void expect_settled(const uint8_t *data, size_t size)
{
    struct repaired *repaired = repaired_make(data, size, name);
    if (repaired->code == 0) {
        repaired_expect_good(repaired->out.data, repaired->out.size, name);
    }
    repaired_free(repaired);
}

static void expect_any_settled(void)
{
    uint32_t random = 1;
    for (size_t i = blocks[12] - 400; i < blocks[12] + 200; i++) {
        expect_settled(good, i);
    }
    for (int i = 0; i < 300; i++) {
        damaged.size = 0;
        add_good(0, blocks[BLOCKS]);
        for (int n = 0; n < 1 + i % 4; n++) {
            random = random * 1664525u + 1013904223u;
            damaged.data[(random >> 8) % damaged.size] ^= (uint8_t)(1u << (random >> 29));
        }
        expect_settled(damaged.data, damaged.size);
    }
    damaged.size = 0;
}

Test(repair_quakeworld, demos_that_end_anywhere_and_turned_bits, .timeout = 300)
{
    open_qwd();
    expect_any_settled();
    open_mvd();
    expect_any_settled();
}

/* TyrQuake's recordings begin with changes of a frame before them; two old .mvd have no end. */
static void check_real(const char *file, const uint8_t *data, size_t size)
{
    struct repaired *repaired = repaired_make(data, size, file);
    cr_assert_eq(repaired->code, 0, "%s: %s", file, repaired->err.what);
    cr_expect_eq(repaired->count, strncmp(file, "tq_", 3) == 0 ? 1u : 0u, "%s: %s", file,
                 repair_kind_name(repaired->changes[0].kind));
    if (repaired->count == 1) {
        cr_expect_eq(repaired->changes[0].kind, REPAIR_DELTA_BASE);
    } else {
        cr_expect(repaired->out.size == size && memcmp(repaired->out.data, data, size) == 0, "%s",
                  file);
    }
    repaired_expect_good(repaired->out.data, repaired->out.size, file);
    repaired_free(repaired);
}

Test(repair_quakeworld, real_demos, .timeout = 300)
{
    real_data_each("quakeworld/corpus", "", check_real);
    real_data_each("quakeworld/recorded", "", check_real);
}
