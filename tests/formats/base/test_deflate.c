/* Compression and decompression through zlib: round trips, exact sizes, truncation, gzip members,
 * allocation failures. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/deflate.h"
#include "tests/support/archives/gzip_bytes.h"
#include "tests/support/random_numbers.h"
#include "tests/support/scarce.h"

/* Noise with runs: larger than the wrapper's blocks and zlib's window. */
static uint8_t *make_data(size_t size)
{
    uint8_t *data = malloc(size + 1);
    uint32_t random = 5;
    for (size_t i = 0; i < size; i++) {
        data[i] = i % 7 == 0 ? (uint8_t)next_random(&random) : (uint8_t)(i / 1000);
    }
    return data;
}

Test(deflate, every_size_and_level_round_trips)
{
    static const size_t sizes[] = {0, 1, 100, 32767, 32768, 32769, 300000};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (int level = DEFLATE_FAST; level <= DEFLATE_BEST;
             level += DEFLATE_BEST - DEFLATE_FAST) {
            const size_t size = sizes[i];
            uint8_t *data = make_data(size), *back = malloc(size + 1);
            struct byte_writer packed = {0};
            byte_writer_bytes(&packed, "before", 6);
            cr_assert_eq(deflate_zlib(&packed, data, size, level), 0);
            cr_assert_eq(memcmp(packed.data, "before", 6), 0);
            const uint8_t *raw = packed.data + 6 + DEFLATE_HEADER;
            const size_t length = packed.size - 6 - DEFLATE_HEADER;
            cr_assert_eq(inflate_bytes(raw, length, back, size), 0);
            cr_assert(size == 0 || memcmp(back, data, size) == 0);
            if (size > 0) {
                cr_assert_eq(inflate_bytes(raw, length, back, size - 1), FORMAT_BAD, "%zu", size);
            }
            byte_writer_free(&packed);
            free(data);
            free(back);
        }
    }
}

Test(deflate, a_stream_of_another_size_is_bad_and_a_short_one_truncated)
{
    enum { SIZE = 5000 };
    uint8_t *data = make_data(SIZE), *back = malloc(SIZE + 1);
    struct byte_writer packed = {0};
    cr_assert_eq(deflate_zlib(&packed, data, SIZE, DEFLATE_FAST), 0);
    const uint8_t *raw = packed.data + DEFLATE_HEADER;
    const size_t length = packed.size - DEFLATE_HEADER - DEFLATE_TRAILER;
    cr_assert_eq(inflate_bytes(raw, length, back, SIZE + 1), FORMAT_BAD);
    for (size_t size = 0; size < length; size++) {
        cr_assert_eq(inflate_bytes(raw, size, back, SIZE), FORMAT_TRUNCATED, "%zu", size);
    }
    cr_assert_eq(inflate_bytes((const uint8_t *)"\377\377", 2, back, SIZE), FORMAT_BAD);
    byte_writer_free(&packed);
    free(data);
    free(back);
}

Test(deflate, a_gzip_member_ends_where_it_ends_and_below_its_limit)
{
    enum { SIZE = 100000 };
    uint8_t *data = make_data(SIZE);
    struct byte_writer file = {0}, out = {0};
    struct format_error err = {0};
    size_t pos = 3;
    byte_writer_bytes(&file, "abc", 3);
    gzip_bytes_add(&file, data, SIZE);
    const size_t end = file.size;
    byte_writer_bytes(&file, "more", 4);
    byte_writer_bytes(&out, "old", 3);
    cr_assert_eq(inflate_gzip(&out, file.data, file.size, &pos, SIZE + 3, &err), 0, "%s", err.what);
    cr_assert(pos == end && out.size == SIZE + 3);
    cr_assert(memcmp(out.data, "old", 3) == 0 && memcmp(out.data + 3, data, SIZE) == 0);
    for (size_t size_max = 3; size_max < SIZE + 3; size_max += 9999) {
        pos = 3;
        out.size = 3;
        cr_assert_eq(inflate_gzip(&out, file.data, file.size, &pos, size_max, &err),
                     FORMAT_UNKNOWN);
        cr_assert(out.size == size_max && memcmp(out.data + 3, data, size_max - 3) == 0);
    }
    byte_writer_free(&file);
    byte_writer_free(&out);
    free(data);
}

/* zlib's memory comes from malloc, too: each allocation fails once. */
Test(deflate, each_allocation_that_fails_is_reported)
{
    enum { SIZE = 80000 };
    uint8_t *data = make_data(SIZE), *back = malloc(SIZE);
    struct byte_writer packed = {0};
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(deflate_zlib(&packed, data, SIZE, DEFLATE_FAST), 0);
    const uint64_t deflate_calls = scarce_count();
    scarce_end();
    scarce_begin_from(SIZE_MAX);
    const uint8_t *raw = packed.data + DEFLATE_HEADER;
    cr_assert_eq(inflate_bytes(raw, packed.size - DEFLATE_HEADER, back, SIZE), 0);
    const uint64_t inflate_calls = scarce_count();
    scarce_end();
    cr_assert(deflate_calls > 4 && inflate_calls > 0);
    for (uint64_t from = 1; from <= deflate_calls; from++) {
        struct byte_writer out = {0};
        scarce_begin_from(from);
        cr_assert_eq(deflate_zlib(&out, data, SIZE, DEFLATE_FAST), FORMAT_MEMORY);
        byte_writer_free(&out);
        cr_assert_eq(scarce_blocks(), 0);
        scarce_end();
    }
    for (uint64_t from = 1; from <= inflate_calls; from++) {
        scarce_begin_from(from);
        cr_assert_eq(inflate_bytes(raw, packed.size - DEFLATE_HEADER, back, SIZE), FORMAT_MEMORY);
        cr_assert_eq(scarce_blocks(), 0);
        scarce_end();
    }
    byte_writer_free(&packed);
    free(data);
    free(back);
}
