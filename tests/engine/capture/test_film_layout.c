/* Offsets of frames in files of several processes' making; headers, cut files. */
#include <criterion/criterion.h>

#include "engine/capture/film_layout.h"
#include "formats/media/wav.h"
#include "tests/support/scratch.h"

TestSuite(film_layout, .init = scratch_set_up, .fini = scratch_tear_down);

enum { Y4M_FRAME = 6 + 16 * 8 * 3 / 2, RAW_FRAME = 16 * 8 * 3 };

static const struct film_piece piece = {10, 40};

static void make(struct film_layout *layout, enum film_kind kind)
{
    struct format_error err = {0};
    const struct film_format format = {
        .kind = kind, .width = 16, .height = 8, .fps = {30000, 1001}, .sound_rate = 48000};
    cr_assert_eq(film_layout_make(layout, &format, piece, &err), 0, "%s", err.what);
}

static uint64_t samples_in(uint64_t first, uint64_t last)
{
    const struct film_rate ntsc = {30000, 1001};
    return film_samples_before(ntsc, 48000, last) - film_samples_before(ntsc, 48000, first);
}

Test(film_layout, frames_follow_the_header)
{
    struct film_layout layout;
    make(&layout, FILM_Y4M);
    cr_expect_gt(layout.head.size, 0u);
    cr_expect_eq(film_layout_at(&layout, 10), layout.head.size);
    cr_expect_eq(film_layout_at(&layout, 13), layout.head.size + 3 * Y4M_FRAME);
    film_layout_free(&layout);
    make(&layout, FILM_RAW);
    cr_expect_eq(film_layout_at(&layout, 10), 0u);
    cr_expect_eq(film_layout_at(&layout, 40), 30u * RAW_FRAME);
    film_layout_free(&layout);
    make(&layout, FILM_WAV);
    cr_expect_eq(layout.head.size, (size_t)WAV_HEADER_SIZE);
    cr_expect_eq(film_layout_at(&layout, 10), (uint64_t)WAV_HEADER_SIZE);
    cr_expect_eq(film_layout_at(&layout, 17), WAV_HEADER_SIZE + 4 * samples_in(10, 17));
    film_layout_free(&layout);
}

Test(film_layout, odd_sizes_are_refused_with_420_chroma)
{
    struct film_layout layout;
    struct format_error err = {0};
    const struct film_format format = {.kind = FILM_Y4M, .width = 15, .height = 8, .fps = {30, 1}};
    cr_expect_lt(film_layout_make(&layout, &format, piece, &err), 0);
    cr_expect_not_null(strstr(err.what, "15x8"), "%s", err.what);
    film_layout_free(&layout);
}

/* The file of the film's frames before `frame`, which are zeros. */
static void write_cut(const struct film_layout *layout, const char *name, uint64_t frame)
{
    struct format_error err = {0};
    struct output_file file;
    char path[OUTPUT_PATH];
    snprintf(path, sizeof(path), "%s", scratch_at(name));
    const struct output_request request = {.path = path, .force = true};
    cr_assert_eq(output_file_open(&file, &request, &err), 0, "%s", err.what);
    cr_assert_eq(film_layout_cut(layout, &file, frame, &err), 0, "%s", err.what);
    cr_assert_eq(output_file_close(&file, OUTPUT_DONE, &err), 0, "%s", err.what);
}

Test(film_layout, a_file_is_whole_with_its_header_and_size)
{
    static const enum film_kind kinds[] = {FILM_Y4M, FILM_WAV, FILM_RAW};
    for (int i = 0; i < 3; i++) {
        struct film_layout layout;
        make(&layout, kinds[i]);
        cr_expect_not(film_layout_is_whole(&layout, scratch_at("missing")));
        write_cut(&layout, "a", 40);
        cr_expect_eq(platform_file_size(scratch_at("a")), film_layout_at(&layout, 40));
        cr_expect(film_layout_is_whole(&layout, scratch_at("a")), "kind %d", i);
        write_cut(&layout, "a", 39);
        cr_expect_not(film_layout_is_whole(&layout, scratch_at("a")), "kind %d: too short", i);
        if (layout.head.size > 0) {
            write_cut(&layout, "a", 40);
            layout.head.data[8] ^= 1;
            cr_expect_not(film_layout_is_whole(&layout, scratch_at("a")), "kind %d: another", i);
        }
        film_layout_free(&layout);
    }
}

/* The header of a WAV says how long it is. */
Test(film_layout, a_cut_file_has_the_header_of_what_is_left)
{
    struct film_layout whole, part;
    struct format_error err = {0};
    struct file_bytes file;
    make(&whole, FILM_WAV);
    write_cut(&whole, "a", 25);
    const struct film_format format = whole.format;
    cr_assert_eq(film_layout_make(&part, &format, (struct film_piece){10, 25}, &err), 0);
    cr_assert_eq(platform_read_file(scratch_at("a"), &file), 0);
    cr_expect_eq(file.size, WAV_HEADER_SIZE + 4 * samples_in(10, 25));
    cr_expect_arr_eq(file.data, part.head.data, WAV_HEADER_SIZE);
    platform_free_file(&file);
    film_layout_free(&part);
    film_layout_free(&whole);
}
