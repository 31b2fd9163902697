/* RoQ films: each code of a block, damaged and truncated films, copied states. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/roq.h"
#include "tests/support/quake3/roq_bytes.h"

enum { WIDTH = 32, HEIGHT = 16 };

static struct byte_writer bytes;
static struct roq film;
static struct roq_state *state;

static void begin(void)
{
    struct format_error err = {0};
    bytes = roq_bytes_make();
    cr_assert_eq(roq_open(&film, bytes.data, bytes.size, &err), 0, "%s", err.what);
    state = malloc(roq_state_bytes(&film));
    roq_begin(&film, state);
}

static void finish(void)
{
    free(state);
    byte_writer_free(&bytes);
}

static uint32_t at(int x, int y)
{
    const uint8_t *p = roq_picture(&film, state) + (y * WIDTH + x) * 4;
    cr_assert_eq(p[3], 255);
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

enum { DARK = 0, LIGHT = 0xfefffe, RED = 0xfe0000 };

static bool near(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8) {
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > 2) {
            return false;
        }
    }
    return true;
}

static void expect(int x, int y, uint32_t color)
{
    const uint32_t got = at(x, y);
    cr_expect(near(got, color), "frame %u, %d %d: %06x is not %06x", (unsigned)state->frames, x, y,
              (unsigned)got, (unsigned)color);
}

Test(roq, has_the_size_and_rate_of_its_head)
{
    begin();
    cr_expect(film.width == WIDTH && film.height == HEIGHT && film.rate == ROQ_BYTES_RATE &&
              film.num_frames == ROQ_BYTES_FRAMES);
    expect(0, 0, 0);
    finish();
}

Test(roq, draws_each_code)
{
    begin();
    roq_next(&film, state); /* quads, twice as large */
    expect(0, 0, DARK);
    expect(15, 15, DARK);
    expect(16, 0, LIGHT);
    expect(31, 15, LIGHT);
    roq_next(&film, state); /* all kept but one */
    expect(7, 7, RED);
    expect(8, 7, DARK);
    expect(16, 15, LIGHT);
    roq_next(&film, state); /* kept is of the frame before the last: no red */
    expect(7, 7, DARK);
    expect(8, 0, LIGHT);
    expect(15, 7, LIGHT);
    expect(8, 8, DARK);
    finish();
}

Test(roq, divides_a_block)
{
    begin();
    for (int i = 0; i < 4; i++) {
        roq_next(&film, state);
    }
    static const struct {
        int x, y;
        uint32_t color;
    } cases[] = {{0, 0, RED},      {3, 3, RED},      {4, 0, LIGHT},    {7, 3, LIGHT},
                 {0, 4, DARK},     {2, 5, LIGHT},    {1, 6, RED},      {2, 6, 0x0a0a0a},
                 {3, 6, 0x141414}, {2, 7, 0x1e1e1e}, {3, 7, 0x282828}, {5, 5, DARK},
                 {6, 4, LIGHT},    {4, 7, RED},      {7, 7, 0x282828}, {8, 0, DARK},
                 {16, 15, LIGHT}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect(cases[i].x, cases[i].y, cases[i].color);
    }
    finish();
}

Test(roq, a_copied_state_goes_on_alike)
{
    begin();
    struct roq_state *copy = malloc(roq_state_bytes(&film));
    for (uint32_t i = 0; i < ROQ_BYTES_FRAMES; i++) {
        memcpy(copy, state, roq_state_bytes(&film));
        roq_next(&film, state);
        roq_next(&film, copy);
        cr_expect_eq(memcmp(copy, state, roq_state_bytes(&film)), 0, "frame %u", (unsigned)i);
    }
    roq_next(&film, state);
    cr_expect_eq(state->frames, ROQ_BYTES_FRAMES, "the end");
    free(copy);
    finish();
}

static int try(uint32_t width, uint32_t height)
{
    struct format_error err;
    struct byte_writer w;
    roq_bytes_begin(&w, 30, width, height);
    roq_bytes_chunk(&w, 0x1011, 0, "", 0);
    const int code = roq_open(&film, w.data, w.size, &err);
    byte_writer_free(&w);
    return code;
}

Test(roq, absurd_sizes_are_refused)
{
    cr_expect_eq(try(16, 16), 0);
    cr_expect_eq(try(1024, 1024), 0);
    cr_expect_eq(try(1040, 16), FORMAT_BAD);
    cr_expect_eq(try(16, 1040), FORMAT_BAD);
    cr_expect_eq(try(0, 16), FORMAT_BAD);
    cr_expect_eq(try(16, 0), FORMAT_BAD);
    cr_expect_eq(try(24, 16), FORMAT_BAD);
    cr_expect_eq(try(16, 24), FORMAT_BAD);
    cr_expect_eq(try(65520, 65520), FORMAT_BAD);
}

/* Decodes what there is; the sanitizers look for reads outside. */
static void use(const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    uint8_t *own = malloc(size + 1);
    memcpy(own, data, size);
    if (roq_open(&film, own, size, &err) == 0) {
        state = malloc(roq_state_bytes(&film));
        roq_begin(&film, state);
        for (uint32_t i = 0; i < film.num_frames; i++) {
            roq_next(&film, state);
            cr_assert_eq(state->frames, i + 1);
        }
        free(state);
    } else {
        cr_assert_neq(err.what[0], '\0');
    }
    free(own);
}

Test(roq, truncated_at_every_byte_and_with_turned_bits)
{
    struct byte_writer w = roq_bytes_make();
    for (size_t size = 0; size <= w.size; size++) {
        use(w.data, size);
    }
    for (size_t bit = 0; bit < w.size * 8; bit++) {
        w.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        use(w.data, w.size);
        w.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    byte_writer_free(&w);
}
