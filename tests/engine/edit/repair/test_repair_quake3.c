/* Repair of Quake III demos: each kind of damage made in a good demo is found where it was made,
 * and what was good stays; good demos come out unchanged. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/engine/edit/repair/repaired.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

static struct q3_demo *match;
static struct byte_writer damaged;

static void begin(void)
{
    match = q3_match_write(68);
}

static void end(void)
{
    q3_demo_free(match);
    byte_writer_free(&damaged);
}

TestSuite(repair_quake3, .init = begin, .fini = end);

static size_t good_size(void)
{
    return match->file.size;
}

static void add_good(size_t from, size_t to)
{
    byte_writer_bytes(&damaged, match->file.data + from, to - from);
}

static void expect_restored(const struct repair_change *changes, size_t count)
{
    struct repaired *repaired =
        repaired_expect(&damaged, "a.dm_68", VALIDATE_IOQUAKE3, changes, count);
    cr_expect(repaired->out.size == good_size() &&
              memcmp(repaired->out.data, match->file.data, good_size()) == 0);
    repaired_free(repaired);
}

static void expect_changes(const struct repair_change *changes, size_t count)
{
    repaired_free(repaired_expect(&damaged, "a.dm_68", VALIDATE_IOQUAKE3, changes, count));
}

#define CHANGES(...)                                                                               \
    (const struct repair_change[]){__VA_ARGS__},                                                   \
        sizeof((const struct repair_change[]){__VA_ARGS__}) / sizeof(struct repair_change)

Test(repair_quake3, good_demos_come_out_unchanged)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        char name[16];
        struct q3_demo *other = q3_match_write(q3_match_protocols[i]);
        snprintf(name, sizeof(name), q3_match_protocols[i] == 43 ? "a.dm3" : "a.dm_%d",
                 q3_match_protocols[i]);
        repaired_expect_good(other->file.data, other->file.size, name);
        q3_demo_free(other);
    }
}

Test(repair_quake3, no_end)
{
    add_good(0, good_size() - DM3_BLOCK_HEADER);
    expect_restored(
        CHANGES({REPAIR_NO_END, 0, good_size() - DM3_BLOCK_HEADER, 0, DM3_BLOCK_HEADER}));
}

Test(repair_quake3, the_file_ends_in_a_block)
{
    const size_t at = match->blocks[20];
    add_good(0, at + 11);
    struct repaired *repaired = repaired_expect(
        &damaged, "a.dm_68", VALIDATE_IOQUAKE3,
        CHANGES({REPAIR_TORN_BLOCK, 0, at, 11, 0}, {REPAIR_NO_END, 0, at + 11, 0, 8}));
    cr_expect_eq(repaired->changes[0].block, 20u);
    cr_expect_eq(repaired->out.size, at + DM3_BLOCK_HEADER);
    repaired_free(repaired);
}

/* As cat writes two demos. */
Test(repair_quake3, ends_between_demos)
{
    add_good(0, good_size());
    add_good(0, good_size());
    expect_changes(CHANGES({REPAIR_EARLY_END, 0, good_size() - 8, 8, 0}));
    damaged.size = 0;
    add_good(0, good_size());
    byte_writer_bytes(&damaged, "rubbish", 7);
    expect_restored(CHANGES({REPAIR_EARLY_END, 0, good_size(), 7, 0}));
}

Test(repair_quake3, a_transfer_of_text_to_pairs)
{
    size_t count = 0;
    for (size_t i = 0; i < good_size(); i++) {
        if (match->file.data[i] == '\n') {
            byte_writer_u8(&damaged, '\r');
            count++;
        }
        byte_writer_u8(&damaged, match->file.data[i]);
    }
    cr_assert_geq(count, 8u);
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dm_68");
    cr_assert_eq(repaired->code, 0, "%s", repaired->err.what);
    cr_expect_eq(repaired->count, (uint64_t)count);
    cr_expect_eq(repaired->changes[0].kind, REPAIR_TEXT_MODE);
    cr_expect(repaired->out.size == good_size() &&
              memcmp(repaired->out.data, match->file.data, good_size()) == 0);
    repaired_free(repaired);
}

Test(repair_quake3, bytes_between_blocks)
{
    const size_t at = match->blocks[20];
    add_good(0, at);
    for (int i = 0; i < 100; i++) {
        byte_writer_u8(&damaged, 0x80u + (uint32_t)(7 * i) % 127);
    }
    add_good(at, good_size());
    expect_restored(CHANGES({REPAIR_LOST_BYTES, 0, at, 100, 0}));
}

Test(repair_quake3, a_damaged_size)
{
    static const uint32_t sizes[] = {0, 0x7fffffff, 5};
    const size_t at = match->blocks[20];
    for (size_t i = 0; i < 3; i++) {
        damaged.size = 0;
        add_good(0, good_size());
        bytes_put_u32(damaged.data + at + 4, sizes[i]);
        expect_restored(CHANGES({REPAIR_BLOCK_SIZE, 0, at + 4, 4, 4}));
    }
}

/* Bits that are no message, in a block that others follow. */
static size_t damage_block(uint32_t block, size_t from)
{
    const size_t at = match->blocks[block];
    for (size_t i = at + DM3_BLOCK_HEADER + from; i < match->blocks[block + 1]; i++) {
        damaged.data[i] = 0xff;
    }
    return at;
}

Test(repair_quake3, a_damaged_message)
{
    add_good(0, good_size());
    const size_t at = damage_block(20, 4);
    const size_t size = match->blocks[21] - at;
    struct repaired *repaired = repaired_expect(&damaged, "a.dm_68", VALIDATE_IOQUAKE3,
                                                CHANGES({REPAIR_BAD_MESSAGE, 0, at, size, 0}));
    cr_expect_eq(repaired->out.size, good_size() - size);
    repaired_free(repaired);
}

/* A message that ends behind a command: the command stays. */
Test(repair_quake3, the_commands_of_a_damaged_message_stay)
{
    struct q3_demo *demo = q3_demo_create(68);
    q3_demo_configstring(demo, 0, "\\protocol\\68");
    q3_demo_gamestate(demo, 0);
    for (int i = 0; i < 8; i++) {
        if (i == 3) {
            q3_demo_command(demo, "print \"stays\"");
        }
        q3_demo_snapshot(demo, 1000 + 50 * i, 0);
    }
    q3_demo_end(demo);
    const size_t at = demo->blocks[4], next = demo->blocks[5];
    for (size_t i = next - 6; i < next; i++) {
        demo->file.data[i] ^= 0x5a;
    }
    struct repaired *repaired = repaired_make(demo->file.data, demo->file.size, "a.dm_68");
    cr_assert_eq(repaired->code, 0, "%s", repaired->err.what);
    cr_assert_eq(repaired->count, 1u);
    cr_expect_eq(repaired->changes[0].kind, REPAIR_BAD_MESSAGE);
    cr_expect_eq(repaired->changes[0].offset, at);
    cr_expect_eq(repaired->changes[0].removed, next - at);
    cr_expect_gt(repaired->changes[0].added, (size_t)DM3_BLOCK_HEADER);
    repaired_expect_good(repaired->out.data, repaired->out.size, "a.dm_68");
    repaired_free(repaired);
    q3_demo_free(demo);
}

Test(repair_quake3, blocks_that_come_again_or_too_late)
{
    const size_t first = match->blocks[20], second = match->blocks[21], third = match->blocks[22];
    add_good(0, second);
    add_good(first, second);
    add_good(second, third);
    add_good(first, second);
    add_good(third, good_size());
    expect_restored(CHANGES({REPAIR_ORDER, 0, second, second - first, 0},
                            {REPAIR_ORDER, 0, third + (second - first), second - first, 0}));
}

Test(repair_quake3, a_demo_without_a_level_is_refused)
{
    add_good(match->blocks[1], match->blocks[20]);
    struct repaired *repaired = repaired_make(damaged.data, damaged.size, "a.dm_68");
    cr_expect_lt(repaired->code, 0);
    repaired_free(repaired);
}

/* --- any damage ---------------------------------------------------------------------------------
 */

static void expect_settled(const uint8_t *data, size_t size)
{
    struct repaired *repaired = repaired_make(data, size, "a.dm_68");
    if (repaired->code == 0) {
        repaired_expect_good(repaired->out.data, repaired->out.size, "a.dm_68");
    }
    repaired_free(repaired);
}

Test(repair_quake3, a_demo_that_ends_at_any_byte, .timeout = 300)
{
    for (size_t i = match->blocks[1] - 20; i < match->blocks[4]; i++) {
        expect_settled(match->file.data, i);
    }
}

Test(repair_quake3, turned_bits, .timeout = 300)
{
    uint32_t random = 1;
    for (int i = 0; i < 200; i++) {
        damaged.size = 0;
        add_good(0, good_size());
        for (int n = 0; n < 1 + i % 4; n++) {
            random = random * 1664525u + 1013904223u;
            damaged.data[(random >> 8) % damaged.size] ^= (uint8_t)(1u << (random >> 29));
        }
        expect_settled(damaged.data, damaged.size);
    }
}

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    repaired_expect_good(data, size, name);
}

Test(repair_quake3, real_demos_come_out_unchanged, .timeout = 300)
{
    real_data_each_q3(check_real);
}

static void check_broken(const char *name, const uint8_t *data, size_t size)
{
    struct repaired *repaired = repaired_make(data, size, name);
    if (real_data_is_broken_q3(name)) {
        cr_expect_eq(repaired->code < 0, strstr(name, "invalid_command_byte") != NULL, "%s", name);
        cr_expect(repaired->code < 0 || repaired->count > 0, "%s", name);
    }
    if (repaired->code == 0) {
        repaired_expect_good(repaired->out.data, repaired->out.size, name);
    }
    repaired_free(repaired);
}

Test(repair_quake3, broken_real_demos, .timeout = 300)
{
    real_data_each_q3_broken_too(check_broken);
}
