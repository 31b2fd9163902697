/* Films as textures: the frame of a time, any order of times, failing allocations. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/film_texture.h"
#include "formats/media/roq.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/roq_bytes.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

enum { WIDTH = 32, HEIGHT = 16, LONG = 100 };

static struct zip_bytes zip;
static struct files *files;
static struct scratch_talk talk;
static struct roq roq;
static struct roq_state *state;

/* The small film; longer: then frames with one cell each. */
static struct byte_writer make_film(uint32_t frames)
{
    struct byte_writer w = roq_bytes_make();
    for (uint32_t i = ROQ_BYTES_FRAMES; i < frames; i++) {
        const uint8_t frame[] = {0x00, (uint8_t)(i % 3 ? 0x80 : 0x40), (uint8_t)(i % 4)};
        roq_bytes_chunk(&w, 0x1011, 0, frame, sizeof(frame));
    }
    return w;
}

static void begin(const struct byte_writer *film)
{
    struct format_error err;
    zip_bytes_add(&zip, "video/a.roq", film->data, film->size);
    zip_bytes_end(&zip);
    files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_pak(files, "test.pk3", zip.out.data, zip.out.size), 0);
    cr_assert_eq(roq_open(&roq, film->data, film->size, &err), 0);
    state = malloc(roq_state_bytes(&roq));
}

static void finish(struct byte_writer *film)
{
    files_destroy(files);
    free(state);
    zip_bytes_free(&zip);
    byte_writer_free(film);
}

static void expect_frame(const struct texture *t, uint32_t frame)
{
    roq_begin(&roq, state);
    while (state->frames <= frame) {
        roq_next(&roq, state);
    }
    const uint8_t *p = roq_picture(&roq, state);
    const struct texture_level *l = &t->levels[0];
    cr_assert(t->num_levels == 1 && t->clamp && t->opaque && l->width == WIDTH &&
              l->height == HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const uint32_t texel = l->texels[i / WIDTH * l->stride + i % WIDTH];
        cr_assert_eq(texel & 0xffffff,
                     (uint32_t)p[4 * i] << 16 | (uint32_t)p[4 * i + 1] << 8 | p[4 * i + 2],
                     "frame %u, pixel %d", (unsigned)frame, i);
    }
}

Test(film_texture, shows_the_frame_of_the_time_and_loops)
{
    struct byte_writer bytes = make_film(0);
    struct film_texture *film;
    struct format_error err = {0};
    begin(&bytes);
    cr_assert_eq(film_texture_load(&film, files, "video/a.roq", &err), 0, "%s", err.what);
    expect_frame(film_texture_at(film, 0.0), 0);
    expect_frame(film_texture_at(film, -3.0), 0);
    expect_frame(film_texture_at(film, 0.05), 0);
    expect_frame(film_texture_at(film, 0.15), 1);
    expect_frame(film_texture_at(film, 0.45), 4);
    expect_frame(film_texture_at(film, 0.55), 0);
    expect_frame(film_texture_at(film, 100.25), 2);
    expect_frame(film_texture_at(film, 1e300), 0);
    film_texture_destroy(film);
    finish(&bytes);
}

Test(film_texture, any_order_of_times_gives_the_same_pictures)
{
    struct byte_writer bytes = make_film(LONG);
    struct film_texture *film;
    struct format_error err = {0};
    begin(&bytes);
    cr_assert_eq(film_texture_load(&film, files, "video/a.roq", &err), 0, "%s", err.what);
    uint32_t frame = 0;
    for (int i = 0; i < 200; i++) {
        expect_frame(film_texture_at(film, (frame + 0.5) / ROQ_BYTES_RATE), frame);
        frame = (frame * 5 + 37 + (uint32_t)i) % LONG;
    }
    for (frame = LONG; frame-- > 0;) {
        expect_frame(film_texture_at(film, (frame + 0.5) / ROQ_BYTES_RATE), frame);
    }
    film_texture_destroy(film);
    finish(&bytes);
}

Test(film_texture, fails_cleanly_without_memory)
{
    struct byte_writer bytes = make_film(0);
    struct film_texture *film;
    struct format_error err = {0};
    begin(&bytes);
    int code = FORMAT_MEMORY;
    for (uint64_t number = 1; number < 50 && code == FORMAT_MEMORY; number++) {
        scarce_begin_from(number);
        code = film_texture_load(&film, files, "video/a.roq", &err);
        scarce_end();
        cr_assert(code == FORMAT_OK || !film);
    }
    cr_assert_eq(code, FORMAT_OK);
    film_texture_destroy(film);
    finish(&bytes);
}
