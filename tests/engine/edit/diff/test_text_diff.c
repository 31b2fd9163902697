/* Demos compared: an equal one, a changed block, a part of a demo, and the alignment below it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/diff/text_align.h"
#include "engine/edit/diff/text_diff.h"
#include "engine/playback/families.h"
#include "formats/netquake/dem.h"
#include "tests/support/scarce.h"

enum { LONG = 400 };

static void expect_matches(const char *a, const char *b, const char *expected)
{
    uint64_t left[LONG], right[LONG];
    uint32_t match[LONG];
    char got[LONG + 1] = "";
    const uint32_t count = (uint32_t)strlen(a);
    for (uint32_t i = 0; i < count; i++) {
        left[i] = (uint8_t)a[i];
    }
    for (uint32_t i = 0; b[i] != '\0'; i++) {
        right[i] = (uint8_t)b[i];
    }
    cr_assert_eq(text_align(left, count, right, (uint32_t)strlen(b), match), 0);
    for (uint32_t i = 0; i < count; i++) {
        got[i] = (char)(match[i] == TEXT_UNMATCHED ? '-' : '0' + match[i]);
    }
    cr_expect_str_eq(got, expected, "%s and %s: %s", a, b, got);
}

Test(text_diff, sequences_are_aligned)
{
    expect_matches("abc", "abc", "012");
    expect_matches("", "abc", "");
    expect_matches("abc", "", "---");
    expect_matches("abcd", "abxcd", "0134");
    expect_matches("abxcd", "abcd", "01-23");
    expect_matches("xabcy", "zabcw", "-123-");
    expect_matches("abc", "cab", "12-");
    expect_matches("xyaab", "aabxx", "--012");
    expect_matches("1aba2", "3baa4", "--12-");
}

/* Matches ascend and are equal, whatever the sequences are. */
Test(text_diff, matches_ascend)
{
    uint64_t a[LONG], b[LONG];
    uint32_t match[LONG], random = 1;
    for (int round = 0; round < 60; round++) {
        const uint32_t letters = 1u + (uint32_t)round * 7;
        for (int i = 0; i < LONG; i++) {
            random = random * 1664525 + 1013904223;
            a[i] = (random >> 8) % letters;
            random = random * 1664525 + 1013904223;
            b[i] = (random >> 8) % letters;
        }
        int64_t last = -1;
        uint32_t matched = 0;
        cr_assert_eq(text_align(a, LONG, b, LONG, match), 0);
        for (int i = 0; i < LONG; i++) {
            if (match[i] != TEXT_UNMATCHED) {
                cr_assert(match[i] < LONG && a[i] == b[match[i]] && (int64_t)match[i] > last);
                last = match[i];
                matched++;
            }
        }
        cr_expect(letters > 1 || matched == LONG);
        cr_expect_gt(matched, 0u);
    }
}

struct told {
    struct text_change last;
    char lines[4000];
};

static void take_change(void *context, const struct text_change *change)
{
    ((struct told *)context)->last = *change;
}

static void take_line(void *context, char sign, const char *text, size_t size)
{
    struct told *told = context;
    const size_t used = strlen(told->lines);
    snprintf(told->lines + used, sizeof(told->lines) - used, "%c%.*s\n", sign, (int)size, text);
}

static struct text_diff_result compare(const uint8_t *a, size_t a_size, const uint8_t *b,
                                       size_t b_size, struct told *told)
{
    const struct text_diff_listener listener = {told, take_change, take_line};
    struct text_diff_result result;
    struct demo one, other;
    memset(told, 0, sizeof(*told));
    cr_assert_eq(demo_open(&one, a, a_size, "a.dem"), 0);
    cr_assert_eq(demo_open(&other, b, b_size, "b.dem"), 0);
    cr_assert_eq(text_diff(&one, &other, &listener, &result), 0);
    demo_close(&one);
    demo_close(&other);
    return result;
}

static const uint8_t *data;
static size_t size;
static struct dem_file dem;

static void find_demo(void)
{
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
}

TestSuite(text_diff, .init = find_demo);

Test(text_diff, a_demo_is_equal_to_itself)
{
    struct told told;
    const struct text_diff_result result = compare(data, size, data, size, &told);
    cr_expect_eq(result.changes, 0u);
    cr_expect_eq(result.same, result.a_blocks + 1, "and what is in front of the blocks");
    cr_expect_gt(result.a_blocks, 100u);
}

/* The angles of block `index` are in its first line; its messages are the same. */
Test(text_diff, a_changed_block_is_told_with_its_lines)
{
    enum { INDEX = 20 };
    struct told told;
    struct dem_block block;
    size_t pos = dem.first_block;
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    for (int i = 0; i <= INDEX; i++) {
        cr_assert_gt(dem_next_block(&dem, &pos, &block, NULL), 0);
    }
    const float pitch = -77.5f;
    memcpy(copy + block.offset + 4, &pitch, sizeof(pitch));
    const struct text_diff_result result = compare(data, size, copy, size, &told);
    cr_expect_eq(result.changes, 1u);
    cr_expect_eq(told.last.a, INDEX);
    cr_expect_eq(told.last.b, INDEX);
    cr_expect(strstr(told.lines, "+@ view -77.5 "), "%s", told.lines);
    cr_expect_eq(told.lines[0], '-');
    cr_expect_eq(result.same, result.a_blocks);
    free(copy);
}

Test(text_diff, blocks_that_only_one_has_are_found)
{
    enum { FIRST = 40, COUNT = 30 };
    struct told told;
    struct dem_block block;
    struct byte_writer part = {0};
    size_t pos = dem.first_block, start = 0;
    for (int i = 0; i < FIRST + COUNT; i++) {
        cr_assert_gt(dem_next_block(&dem, &pos, &block, NULL), 0);
        start = i == FIRST ? block.offset : start;
    }
    byte_writer_bytes(&part, data, start);
    byte_writer_bytes(&part, data + pos, size - pos);
    struct text_diff_result result = compare(part.data, part.size, data, size, &told);
    cr_expect_eq(result.b_blocks, result.a_blocks + COUNT);
    cr_expect_eq(result.same, result.a_blocks + 1);
    cr_expect_eq(result.changes, 1u);
    cr_expect_eq(told.last.a_count, 0u);
    cr_expect_eq(told.last.b, FIRST);
    cr_expect_eq(told.last.b_count, (uint32_t)COUNT);
    cr_expect_eq(told.lines[0], '\0', "many blocks are told by their numbers");
    result = compare(data, size, part.data, part.size, &told);
    cr_expect_eq(told.last.a, FIRST);
    cr_expect_eq(told.last.a_count, (uint32_t)COUNT);
    cr_expect_eq(told.last.b_count, 0u);
    byte_writer_free(&part);
}

/* The allocation of any number and all behind it fail: nothing is left, and no difference told that
 * is none. */
Test(text_diff, memory_may_end_anywhere)
{
    enum { BLOCKS = 40, MOST = 10000 };
    struct told told = {.lines = ""};
    const struct text_diff_listener listener = {&told, take_change, take_line};
    struct text_diff_result result;
    struct demo one, other;
    struct dem_block block;
    size_t pos = dem.first_block;
    uint64_t number = 0;
    int code = FORMAT_MEMORY;
    for (int i = 0; i < BLOCKS; i++) {
        cr_assert_gt(dem_next_block(&dem, &pos, &block, NULL), 0);
    }
    cr_assert_eq(demo_open(&one, data, pos, "a.dem"), 0);
    cr_assert_eq(demo_open(&other, data, block.offset, "b.dem"), 0);
    while (code == FORMAT_MEMORY && number < MOST) {
        memset(&told, 0, sizeof(told));
        scarce_begin_from(++number);
        code = text_diff(&one, &other, &listener, &result);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0u, "allocation %llu", (unsigned long long)number);
        cr_assert(result.changes <= 1);
    }
    cr_expect_eq(code, 0);
    cr_expect_gt(number, 20u);
    cr_expect(result.changes == 1 && told.last.a == BLOCKS - 1 && told.last.b_count == 0);
    cr_expect_eq(told.lines[0], '-');
    demo_close(&one);
    demo_close(&other);
}
