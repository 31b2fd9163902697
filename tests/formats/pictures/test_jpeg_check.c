/* Hand-made JPEGs: a valid one, and files that stb's decoder must not read. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/pictures/image.h"
#include "formats/pictures/jpeg_check.h"

enum { SCALES = 2, FRAME = SCALES + 69, CODES = FRAME + 13, SCAN = CODES + 4 + 2 * 18 };

/* 8 x 8 pixels of one component: a bit for its mean (nothing to add), a bit for the end. */
static struct byte_writer make_jpeg(void)
{
    static const uint8_t frame[] = {0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 7, 0x11, 0};
    static const uint8_t scan[] = {0xff, 0xda, 0, 8, 1, 7, 0, 0, 63, 0, 0x3f, 0xff, 0xd9};
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "\xff\xd8\xff\xdb\0\x43\0", 7);
    for (int i = 0; i < 64; i++) {
        byte_writer_u8(&w, 1);
    }
    byte_writer_bytes(&w, frame, sizeof(frame));
    byte_writer_bytes(&w, "\xff\xc4\0\x26", 4);
    for (uint32_t kind = 0; kind < 2; kind++) {
        byte_writer_u8(&w, kind << 4);
        byte_writer_u8(&w, 1); /* a code of one bit */
        for (int i = 1; i < 16; i++) {
            byte_writer_u8(&w, 0);
        }
        byte_writer_u8(&w, 0); /* its symbol */
    }
    byte_writer_bytes(&w, scan, sizeof(scan));
    return w;
}

static int read_jpeg(const struct byte_writer *file, size_t size, struct image_rgba *image)
{
    struct format_error err = {0};
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, file->data, size);
    const int code = image_read_rgba(image, copy, size, 64, &err);
    cr_assert(code == 0 || (err.what[0] != '\0' && err.offset <= size));
    free(copy);
    return code;
}

Test(jpeg, a_grey_square)
{
    struct image_rgba image;
    struct byte_writer file = make_jpeg();
    cr_assert_eq(read_jpeg(&file, file.size, &image), 0);
    cr_assert(image.width == 8 && image.height == 8);
    const uint8_t grey[4] = {128, 128, 128, 255};
    cr_assert_arr_eq(image.rgba + 63 * 4, grey, 4);
    image_rgba_free(&image);
    byte_writer_free(&file);
}

Test(jpeg, unsafe_files_are_rejected)
{
    static const struct {
        size_t at;
        uint8_t value;
        const char *what;
    } cases[] = {
        {SCALES + 4, 4, "a JPEG with a damaged quantisation table"},
        {SCALES + 4, 1, "a JPEG with a scan of a missing component"},
        {FRAME + 9, 0, "a JPEG with a damaged frame header"},
        {FRAME + 11, 0x01, "a JPEG with unsupported component sampling"},
        {FRAME + 10, 8, "a JPEG with a scan of a missing component"},
        {CODES + 4, 0x20, "a JPEG with a damaged Huffman table"},
        {CODES + 4, 0x01, "a JPEG with a scan without its Huffman table"},
        {CODES + 6, 255, "a JPEG with a Huffman table with too many codes"},
        {SCAN + 4, 2, "a JPEG with a damaged scan header"},
        {FRAME + 1, 0xc4, "a JPEG with a damaged Huffman table"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct format_error err = {0};
        struct byte_writer file = make_jpeg();
        file.data[cases[i].at] = cases[i].value;
        cr_assert_eq(jpeg_check(file.data, file.size, &err), FORMAT_BAD, "%zu", i);
        cr_assert_str_eq(err.what, cases[i].what, "%zu: %s", i, err.what);
        byte_writer_free(&file);
    }
}

Test(jpeg, scans_are_counted)
{
    struct format_error err = {0};
    struct byte_writer file = make_jpeg();
    file.size -= 2;
    for (int i = 0; i < JPEG_SCANS; i++) {
        byte_writer_bytes(&file, "\xff\xda\0\x08\x01\x07\0\0\x3f\0\x3f", 11);
    }
    cr_assert_eq(jpeg_check(file.data, file.size, &err), FORMAT_BAD);
    cr_assert_str_eq(err.what, "a JPEG with too many scans");
    cr_assert_eq(jpeg_check(file.data, file.size - 11, NULL), FORMAT_OK);
    byte_writer_free(&file);
}

Test(jpeg, truncation_at_every_byte_and_flipped_bits)
{
    struct byte_writer file = make_jpeg();
    struct image_rgba image;
    for (size_t size = 0; size < file.size; size++) {
        if (read_jpeg(&file, size, &image) == 0) {
            cr_assert_gt(size, SCAN + 10);
            image_rgba_free(&image);
        }
    }
    for (size_t bit = 0; bit < file.size * 8; bit++) {
        file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (read_jpeg(&file, file.size, &image) == 0) {
            image_rgba_free(&image);
        }
        file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    byte_writer_free(&file);
}
