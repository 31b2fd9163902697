/* gzip: all kinds of members, damage at every byte and bit, decompression bombs, and the names of
 * unsupported compression formats. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/archives/file_magic.h"
#include "formats/archives/gzip.h"
#include "tests/support/archives/gzip_bytes.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

/* Letters from A on, as many of each as Fibonacci's numbers: codes of up to 12 bits, made by zlib.
 */
static const uint8_t letters[] = {
    0x05, 0xc1, 0x81, 0x01, 0xc3, 0x30, 0x0c, 0xc3, 0xb0, 0xdb, 0xb6, 0xb5, 0x89, 0x2d, 0x91, 0xff,
    0xbf, 0x33, 0xe0, 0xf3, 0xfd, 0xfd, 0x9e, 0xe7, 0x79, 0xdf, 0xf7, 0x7d, 0xcf, 0x39, 0xe7, 0x9c,
    0x73, 0xee, 0xbd, 0xf7, 0xde, 0x7b, 0xef, 0xbd, 0xf7, 0xce, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
    0xcc, 0xcc, 0xcc, 0xcc, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee,
    0xee, 0xee, 0xee, 0xee, 0x6e, 0x92, 0x24, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24,
    0x49, 0x92, 0x24, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24, 0x69, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d,
    0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d, 0xdb,
    0xb6, 0x6d, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x2d, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0xaa,
    0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
    0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
    0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
    0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0x7f};
enum { LETTERS = 13, LETTERS_SIZE = 609 };

/* A megabyte of zeros, by zlib: as densely as deflate can. */
static const uint8_t zeros_begin[] = {0xed, 0xc1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xc2,
                                      0xa0, 0xf5, 0x4f, 0x6d, 0x08, 0x5f, 0xa0};
static const uint8_t zeros_end[] = {0x3e, 0x03};
enum { ZEROS_PACKED = 1033, ZEROS_SIZE = 1 << 20 };
static const uint32_t zeros_crc = 0xa738ea1c;

static void add_zeros(struct byte_writer *out)
{
    uint8_t packed[ZEROS_PACKED] = {0};
    memcpy(packed, zeros_begin, sizeof(zeros_begin));
    memcpy(packed + ZEROS_PACKED - sizeof(zeros_end), zeros_end, sizeof(zeros_end));
    gzip_bytes_head(out, 0);
    byte_writer_bytes(out, packed, sizeof(packed));
    byte_writer_u32(out, zeros_crc);
    byte_writer_u32(out, ZEROS_SIZE);
}

/* Bytes that pack, but not by much. */
static struct byte_writer make_text(size_t size)
{
    static const char words[] = "quake, shambler, ogre, vore";
    struct byte_writer text = {0};
    uint32_t noise = 1;
    while (text.size < size) {
        noise = noise * 1664525 + 1013904223;
        byte_writer_bytes(&text, &words[noise >> 28], 3 + (noise >> 9) % 9);
    }
    text.size = size;
    return text;
}

static void expect_text(const struct byte_writer *packed, const struct byte_writer *text)
{
    struct byte_writer out;
    struct format_error err = {0};
    cr_assert_eq(gzip_read(packed->data, packed->size, &out, &err), 0, "%zu bytes: byte %zu: %s",
                 text->size, err.offset, err.what);
    cr_assert_eq(out.size, text->size);
    cr_assert(out.size == 0 || memcmp(out.data, text->data, out.size) == 0);
    byte_writer_free(&out);
}

/* A member with each kind of block, and its decompressed text. */
static void make_sample(struct byte_writer *packed, struct byte_writer *text)
{
    struct byte_writer fixed = make_text(3000), stored = make_text(200);
    gzip_bytes_add(packed, fixed.data, fixed.size);
    gzip_bytes_add_stored(packed, stored.data, stored.size);
    byte_writer_bytes(text, fixed.data, fixed.size);
    byte_writer_bytes(text, stored.data, stored.size);
    const size_t before = text->size;
    for (int i = 0, a = 1, b = 1; i < LETTERS; i++) {
        for (int n = 0; n < a; n++) {
            byte_writer_u8(text, 'A' + (unsigned)i);
        }
        const int next = a + b;
        a = b;
        b = next;
    }
    cr_assert_eq(text->size - before, LETTERS_SIZE);
    gzip_bytes_head(packed, 0);
    byte_writer_bytes(packed, letters, sizeof(letters));
    gzip_bytes_tail(packed, text->data + before, LETTERS_SIZE);
    byte_writer_free(&fixed);
    byte_writer_free(&stored);
}

Test(gzip, blocks_of_all_kinds_and_several_members_are_read)
{
    struct byte_writer packed = {0}, text = {0};
    make_sample(&packed, &text);
    expect_text(&packed, &text);
    byte_writer_bytes(&packed, "\0\0\0\0\0", 5); /* as tapes had it */
    expect_text(&packed, &text);
    byte_writer_free(&packed);
    byte_writer_free(&text);
}

Test(gzip, every_size_round_trips)
{
    static const size_t sizes[] = {0,   1,   2,   3,     7,     8,     9,
                                   255, 258, 259, 65535, 65536, 65537, 1000000};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct byte_writer packed = {0}, text = make_text(sizes[i]);
        if (sizes[i] == 0) { /* the packer leaves out blocks that hold nothing */
            gzip_bytes_add_stored(&packed, "", 0);
        } else {
            gzip_bytes_add(&packed, text.data, text.size);
        }
        expect_text(&packed, &text);
        byte_writer_free(&packed);
        byte_writer_free(&text);
    }
}

Test(gzip, optional_header_fields_are_skipped)
{
    struct byte_writer packed = {0}, text = make_text(100), plain = {0};
    gzip_bytes_add(&plain, text.data, text.size);
    gzip_bytes_head(&packed, 2 | 4 | 8 | 16);
    byte_writer_u16(&packed, 3);
    byte_writer_bytes(&packed, "abc", 3);
    byte_writer_string(&packed, "../../name.dem");
    byte_writer_string(&packed, "a comment");
    byte_writer_u16(&packed, 0x1234);
    byte_writer_bytes(&packed, plain.data + 10, plain.size - 10);
    expect_text(&packed, &text);
    byte_writer_free(&packed);
    byte_writer_free(&plain);
    byte_writer_free(&text);
}

Test(gzip, truncation_keeps_the_decoded_part)
{
    struct byte_writer packed = {0}, text = {0}, out;
    struct format_error err;
    unsigned whole = 0;
    size_t last = 0;
    make_sample(&packed, &text);
    for (size_t size = 0; size < packed.size; size++) {
        uint8_t *data = malloc(size + 1); /* exact size: a read past the end is detected */
        memcpy(data, packed.data, size);
        uint8_t *exact = realloc(data, size ? size : 1);
        const int code = gzip_read(exact, size, &out, &err);
        whole += code == 0;
        cr_assert(code == 0 || err.offset <= size, "at %zu", size);
        cr_assert_leq(out.size, text.size);
        cr_assert(out.size == 0 || memcmp(out.data, text.data, out.size) == 0, "at %zu", size);
        cr_assert_geq(out.size, code == FORMAT_TRUNCATED ? last : 0, "at %zu", size);
        last = out.size;
        byte_writer_free(&out);
        free(exact);
    }
    cr_assert_eq(whole, 2, "good between members only, not %u times", whole);
    byte_writer_free(&packed);
    byte_writer_free(&text);
}

Test(gzip, flipped_bits_are_detected)
{
    struct byte_writer packed = {0}, text = {0}, out;
    struct format_error err;
    make_sample(&packed, &text);
    for (size_t bit = 0; bit < packed.size * 8; bit++) {
        packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        const int code = gzip_read(packed.data, packed.size, &out, &err);
        if (code == 0) { /* times, names: what does not count */
            cr_assert(out.size == text.size && memcmp(out.data, text.data, out.size) == 0,
                      "bit %zu", bit);
        } else {
            cr_assert_leq(err.offset, packed.size);
        }
        byte_writer_free(&out);
        packed.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&packed);
    byte_writer_free(&text);
}

Test(gzip, a_wrong_checksum_keeps_the_output_and_is_reported)
{
    struct byte_writer packed = {0}, text = make_text(500), out;
    struct format_error err;
    gzip_bytes_add(&packed, text.data, text.size);
    packed.data[packed.size - 8] ^= 1;
    cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), FORMAT_BAD);
    cr_assert(strstr(err.what, "incorrect data check"), "%s", err.what);
    cr_assert_eq(out.size, text.size);
    byte_writer_free(&out);
    packed.data[packed.size - 8] ^= 1;
    byte_writer_bytes(&packed, "more", 4);
    cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), FORMAT_BAD);
    cr_assert_eq(err.offset, packed.size - 4);
    cr_assert_eq(out.size, text.size);
    byte_writer_free(&out);
    byte_writer_free(&packed);
    byte_writer_free(&text);
}

Test(gzip, bombs_are_rejected_by_ratio_and_by_size)
{
    struct byte_writer packed = {0}, out;
    struct format_error err;
    for (int i = 0; i < GZIP_ALWAYS / ZEROS_SIZE; i++) {
        add_zeros(&packed);
    }
    cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), 0, "%s", err.what);
    cr_assert_eq(out.size, GZIP_ALWAYS);
    byte_writer_free(&out);
    add_zeros(&packed);
    cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), FORMAT_UNKNOWN);
    cr_assert(strstr(err.what, "200 times"), "%s", err.what);
    cr_assert_null(out.data);
    struct byte_writer noise = {0}; /* incompressible, so that the ratio is within the limit */
    for (uint32_t i = 0; i < GZIP_SIZE_MAX / GZIP_RATIO_MAX / 4; i++) {
        byte_writer_u32(&noise, i * 2654435761u);
    }
    for (size_t at = 0; at < noise.size; at += 65535) {
        const size_t left = noise.size - at;
        gzip_bytes_add_stored(&packed, noise.data + at, left < 65535 ? left : 65535);
    }
    for (int i = 0; i < GZIP_SIZE_MAX / ZEROS_SIZE; i++) {
        add_zeros(&packed);
    }
    cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), FORMAT_UNKNOWN);
    cr_assert(strstr(err.what, "256 MB"), "%s", err.what);
    cr_assert_null(out.data);
    byte_writer_free(&noise);
    byte_writer_free(&packed);
}

Test(gzip, out_of_memory_keeps_no_output)
{
    struct byte_writer packed = {0}, out;
    struct format_error err;
    add_zeros(&packed);
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), 0);
    const uint64_t calls = scarce_count();
    scarce_end();
    byte_writer_free(&out);
    cr_assert_gt(calls, 0);
    for (uint64_t from = 1; from <= calls; from++) {
        scarce_begin_from(from);
        cr_assert_eq(gzip_read(packed.data, packed.size, &out, &err), FORMAT_MEMORY);
        cr_assert_null(out.data);
        cr_assert_eq(scarce_blocks(), 0);
        scarce_end();
    }
    byte_writer_free(&packed);
}

Test(file_magic, unsupported_formats_are_named)
{
    static const struct {
        const char *name, *bytes;
        size_t size;
    } known[] = {{"bzip2", "BZh91AY&SY\1", 11},
                 {"xz", "\3757zXZ\0\0", 7},
                 {"Zstandard", "\050\265\057\375\0", 5},
                 {"LZ4", "\004\042\115\030d", 5},
                 {"compress", "\037\235\220N", 4},
                 {"7-Zip", "7z\274\257\047\034", 6},
                 {"RAR", "Rar!\032\007\1\0", 8},
                 {NULL, "-1\nabcdef", 9},
                 {NULL, "PK\003\004", 4},
                 {NULL, "", 0}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const char *name = file_magic_unsupported((const uint8_t *)known[i].bytes, known[i].size);
        cr_assert(known[i].name ? name && strcmp(name, known[i].name) == 0 : !name, "%zu: %s", i,
                  name ? name : "none");
        for (size_t size = 0; size < known[i].size;
             size++) { /* any answer, without reading out of bounds */
            uint8_t *exact = malloc(size + 1);
            memcpy(exact, known[i].bytes, size);
            exact = realloc(exact, size ? size : 1);
            (void)file_magic_unsupported(exact, size);
            free(exact);
        }
    }
    uint8_t tar[512] = {'x'};
    memcpy(tar + 257, "ustar", 5);
    cr_assert_str_eq(file_magic_unsupported(tar, sizeof(tar)), "tar");
}

Test(gzip, real_files_are_read)
{
    static const char *const names[] = {"ffa.dm_90.cmds", "duel.dm_91.cmds",
                                        "two_gamestates.dm_68.snap"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t size;
        struct byte_writer out;
        struct format_error err;
        uint8_t *data = real_data_read(&size, "oracle/quake3/%s.gz", names[i]);
        cr_assert_eq(gzip_read(data, size, &out, &err), 0, "%s", err.what);
        cr_assert_gt(out.size, size);
        byte_writer_free(&out);
        free(data);
    }
}
