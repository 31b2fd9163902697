/* The note behind a part: it gives the demo's bytes back, and another file's or a damaged one is
 * none. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/hash64.h"
#include "formats/parts/part_note.h"
#include "tests/support/random_numbers.h"

enum { TAIL = 8 * 8 + 16, PIECES = 3 * 8 };

static void put_u64(struct byte_writer *out, uint64_t value)
{
    byte_writer_u32(out, (uint32_t)value);
    byte_writer_u32(out, (uint32_t)(value >> 32));
}

/* Random bytes. */
static void add_random(struct byte_writer *out, struct random_source *random, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        byte_writer_u8(out, next_bits(random) & 0xff);
    }
}

static void expect_restored(const struct byte_writer *file, const struct byte_writer *demo)
{
    struct byte_writer out = {0};
    struct part_note note;
    byte_writer_u8(&out, 7);
    cr_assert(part_note_read(file->data, file->size, &note));
    cr_assert_eq(part_note_restore(file->data, &note, file->size, &out), 0);
    cr_expect(out.size == demo->size + 1 &&
              (demo->size == 0 || memcmp(out.data + 1, demo->data, demo->size) == 0));
    byte_writer_free(&out);
}

/* A part that has bytes in front, some others in the middle, and an end. */
static void write_file(struct byte_writer *file, const struct byte_writer *demo, uint32_t seed)
{
    struct random_source random = {.seed = seed};
    struct byte_writer part = {0};
    add_random(&part, &random, next_bits(&random) % 3000);
    for (size_t at = 0; at < demo->size;) {
        const size_t left = demo->size - at, most = 1 + next_bits(&random) % 2000;
        const size_t size = left < most ? left : most;
        if (next_bits(&random) % 4 == 0) {
            add_random(&part, &random, size % 100);
        } else {
            byte_writer_bytes(&part, demo->data + at, size);
        }
        at += size;
    }
    add_random(&part, &random, 5);
    const struct part_note note = {.part = part.size,
                                   .offset = 100,
                                   .size = demo->size,
                                   .demo = 200 + demo->size,
                                   .end = 100 + demo->size / 2,
                                   .before = 5};
    byte_writer_bytes(file, part.data, part.size);
    byte_writer_u16(file, 0xff00);
    cr_assert_eq(part_note_write(file, &note, demo->data), 0);
    byte_writer_free(&part);
}

Test(part_note, gives_the_bytes_back)
{
    for (uint32_t seed = 1; seed <= 200; seed++) {
        struct random_source random = {.seed = seed};
        struct byte_writer demo = {0}, file = {0};
        add_random(&demo, &random, seed * 37 % 9000);
        write_file(&file, &demo, seed);
        expect_restored(&file, &demo);
        byte_writer_free(&demo);
        byte_writer_free(&file);
    }
}

/* Equal bytes everywhere, and nothing at all. */
Test(part_note, extremes)
{
    for (size_t size = 0; size <= 300; size += 50) {
        struct byte_writer demo = {0}, file = {0};
        for (size_t i = 0; i < size * 20; i++) {
            byte_writer_u8(&demo, i / 4000);
        }
        write_file(&file, &demo, (uint32_t)size + 1);
        expect_restored(&file, &demo);
        byte_writer_free(&demo);
        byte_writer_free(&file);
    }
}

/* The equal bytes of the demo are so far behind in the part that a piece is not worth its numbers,
 * and they are equal everywhere: trying them all would take seconds for 20 KB and hours for a
 * megabyte. So the search ends before the demo's last bytes, with which the part begins. */
Test(part_note, repeated_bytes_take_no_time)
{
    enum { BYTES = 20000, LAST = 3000 };
    struct random_source random = {.seed = 3};
    struct byte_writer demo = {0}, file = {0};
    add_random(&file, &random, BYTES * 18);
    for (size_t i = 0; i < BYTES; i++) {
        byte_writer_u8(&file, 0);
        byte_writer_u8(&demo, 0);
    }
    byte_writer_bytes(&demo, file.data, LAST);
    const struct part_note note = {.part = file.size, .size = demo.size, .demo = demo.size};
    const size_t size = file.size;
    cr_assert_eq(part_note_write(&file, &note, demo.data), 0);
    cr_expect_eq(file.size, size + BYTES + LAST + PIECES + TAIL, "all of it is literal");
    expect_restored(&file, &demo);
    byte_writer_free(&demo);
    byte_writer_free(&file);
}

Test(part_note, is_small_where_the_bytes_are_equal)
{
    struct random_source random = {.seed = 3};
    struct byte_writer demo = {0}, file = {0};
    add_random(&file, &random, 5000);
    add_random(&demo, &random, 100000);
    byte_writer_bytes(&file, demo.data, demo.size);
    const struct part_note note = {.part = file.size, .size = demo.size, .demo = demo.size};
    cr_assert_eq(part_note_write(&file, &note, demo.data), 0);
    cr_expect_eq(file.size, 105000u + PIECES + TAIL);
    cr_expect_eq(part_note_skip(file.data, file.size), 105000u);
    cr_expect_eq(part_note_skip(file.data, file.size - 1), file.size - 1, "no note");
    expect_restored(&file, &demo);
    byte_writer_free(&demo);
    byte_writer_free(&file);
}

Test(part_note, a_hash_goes_on)
{
    enum { BYTES = 100 };
    struct random_source random = {.seed = 5};
    struct byte_writer bytes = {0};
    struct part_hash known = {0};
    cr_expect_eq(part_hash_on(&known, NULL, 0), part_note_hash(NULL, 0));
    add_random(&bytes, &random, BYTES);
    for (int i = 0; i < 1000; i++) { /* more bytes, as a rule, or less */
        const size_t least = i % 10 == 0 ? 0 : known.size;
        const size_t size = least + next_bits(&random) % (BYTES - least + 1);
        cr_expect_eq(part_hash_on(&known, bytes.data, size), part_note_hash(bytes.data, size));
        cr_expect_eq(known.size, size - size % 8);
    }
    byte_writer_free(&bytes);
}

/* What it was of is passed over: it may have changed. */
Test(part_note, a_hash_passes_over_what_it_was_of)
{
    uint8_t bytes[64] = {1};
    struct part_hash known = {0};
    const uint64_t all = part_note_hash(bytes, 64);
    (void)part_hash_on(&known, bytes, 32);
    bytes[0] = 2;
    cr_expect_eq(part_hash_on(&known, bytes, 64), all);
    cr_expect_eq(part_hash_on(&known, bytes, 16), part_note_hash(bytes, 16), "less of them");
}

Test(part_note, numbers_come_back)
{
    struct random_source random = {.seed = 9};
    struct byte_writer demo = {0}, file = {0};
    struct part_note note;
    add_random(&demo, &random, 777);
    write_file(&file, &demo, 9);
    cr_assert(part_note_read(file.data, file.size, &note));
    cr_expect_eq(note.offset, 100u);
    cr_expect_eq(note.size, 777u);
    cr_expect_eq(note.demo, 977u);
    cr_expect_eq(note.end, 488u);
    cr_expect_eq(note.before, 5u);
    cr_expect_eq(note.pieces, note.part + 2);
    byte_writer_free(&demo);
    byte_writer_free(&file);
}

Test(part_note, a_changed_file_has_none)
{
    struct random_source random = {.seed = 4};
    struct byte_writer demo = {0}, file = {0};
    struct part_note note;
    add_random(&demo, &random, 300);
    write_file(&file, &demo, 4);
    for (size_t i = 0; i < file.size; i++) {
        /* The numbers are in the hash's range only together with it. */
        if (i < file.size - TAIL || i >= file.size - 24) {
            file.data[i] ^= 1;
            cr_expect_not(part_note_read(file.data, file.size, &note), "byte %zu", i);
            file.data[i] ^= 1;
        }
        cr_expect_not(part_note_read(file.data, i, &note), "%zu bytes", i);
    }
    cr_expect(part_note_read(file.data, file.size, &note));
    byte_writer_free(&demo);
    byte_writer_free(&file);
}

/* A file with a part of 100 bytes and one piece, and a hash that fits. */
static int restore(uint64_t literal, uint64_t left_out, uint64_t copied, uint64_t size,
                   size_t bytes)
{
    struct byte_writer file = {0}, out = {0};
    struct part_note note;
    for (int i = 0; i < 100; i++) {
        byte_writer_u8(&file, (uint32_t)i);
    }
    put_u64(&file, literal);
    put_u64(&file, left_out);
    put_u64(&file, copied);
    for (size_t i = 0; i < bytes; i++) {
        byte_writer_u8(&file, 1);
    }
    const uint64_t hash = hash64_add(HASH64_START, file.data, file.size);
    const uint64_t numbers[8] = {100, 100, 0, size, 1000, 1000, 0, hash};
    for (int i = 0; i < 8; i++) {
        put_u64(&file, numbers[i]);
    }
    byte_writer_bytes(&file, "quakereel part 1", 16);
    int code = 1;
    if (part_note_read(file.data, file.size, &note)) {
        code = part_note_restore(file.data, &note, file.size, &out);
        cr_expect(code == 0 ? out.size == size : out.size == 0);
    }
    byte_writer_free(&file);
    byte_writer_free(&out);
    return code;
}

Test(part_note, pieces_that_do_not_fit)
{
    cr_expect_eq(restore(3, 90, 10, 13, 3), 0);
    cr_expect_eq(restore(3, 91, 10, 13, 3), FORMAT_BAD, "behind the part");
    cr_expect_eq(restore(3, 0, 10, 14, 3), FORMAT_BAD, "too few");
    cr_expect_eq(restore(3, 0, 10, 12, 3), FORMAT_BAD, "too many");
    cr_expect_eq(restore(4, 0, 10, 14, 3), FORMAT_BAD, "literal bytes are missing");
    cr_expect_eq(restore(3, 0, 10, 13, 4), FORMAT_BAD, "one more");
    cr_expect_eq(restore(UINT64_MAX, 0, 10, 13, 3), FORMAT_BAD);
    cr_expect_eq(restore(3, UINT64_MAX, 10, 13, 3), FORMAT_BAD);
    cr_expect_eq(restore(3, 5, UINT64_MAX - 4, 13, 3), FORMAT_BAD);
    cr_expect_eq(restore(0, 0, 100, 200, 0), FORMAT_BAD);
    cr_expect_eq(restore(0, 0, 100, 2000, 0), 1, "more than the demo has");
}
