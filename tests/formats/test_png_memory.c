/* PNG files without memory: the encoder and what it writes with are built here once more, with
 * allocations that fail. */
#include <criterion/criterion.h>

#define array_grow starved_png_array_grow
#define byte_reader_string starved_reader_string
#define byte_writer_free starved_writer_free
#define byte_writer_bytes starved_writer_bytes
#define byte_writer_u8 starved_writer_u8
#define byte_writer_u16 starved_writer_u16
#define byte_writer_u32 starved_writer_u32
#define byte_writer_f32 starved_writer_f32
#define byte_writer_string starved_writer_string
#define deflate_zlib starved_deflate_zlib
#define png_encode_rgb starved_png_encode_rgb
#define png_read_rgb starved_png_read_rgb
#include "tests/support/failing_memory.h"

#include "formats/base/arrays.c"
#include "formats/base/bytes.c"
#include "formats/pictures/deflate.c"
#include "formats/pictures/png.c"

enum { SIDE = 96 };

static uint32_t pixels[SIDE * SIDE];

/* Some of it packs, most does not, so that the output grows several times. */
static void fill(void)
{
    uint32_t random = 1;
    for (int i = 0; i < SIDE * SIDE; i++) {
        random = random * 1664525 + 1013904223;
        pixels[i] = i % SIDE < SIDE / 4 ? (uint32_t)i : random >> 8;
    }
}

/* Each allocation in turn is the first that fails: an error, no crash, and nothing is kept. */
Test(png, without_memory_there_is_an_error)
{
    struct byte_writer whole = {0}, out = {0};
    fill();
    cr_assert_eq(png_encode_rgb(pixels, SIDE, SIDE, &whole), FORMAT_OK);
    const size_t calls = failing_memory_calls;
    cr_assert_eq(failing_memory_held, 1); /* the file */
    cr_assert_gt(calls, 8);
    for (size_t from = 1; from <= calls; from++) {
        failing_memory_calls = 0;
        failing_memory_from = from;
        cr_assert_eq(png_encode_rgb(pixels, SIDE, SIDE, &out), FORMAT_MEMORY, "%zu", from);
        byte_writer_free(&out);
        cr_assert_eq(failing_memory_held, 1, "%zu", from);
    }
    failing_memory_calls = 0;
    failing_memory_from = calls + 1;
    cr_assert_eq(png_encode_rgb(pixels, SIDE, SIDE, &out), FORMAT_OK);
    cr_assert(out.size == whole.size && memcmp(out.data, whole.data, out.size) == 0);
    byte_writer_free(&out);
    byte_writer_free(&whole);
    cr_assert_eq(failing_memory_held, 0);
}
