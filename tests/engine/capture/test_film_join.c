/* Joining film pieces: equal bytes to the whole film; refused pieces. */
#include <criterion/criterion.h>
#include <errno.h>

#include "engine/capture/film_join.h"
#include "tests/support/media/film_bytes.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

enum { FRAMES = 70, PIECES = 7 };

TestSuite(film_join, .init = scratch_set_up, .fini = scratch_tear_down);

static void write_piece(const char *name, enum film_bytes_kind kind, int first, int end)
{
    struct byte_writer film;
    cr_assert(film_bytes_make(&film, kind, first, end, AVI_SEGMENT_BYTES));
    scratch_write(name, film.data, film.size);
    byte_writer_free(&film);
}

/* PIECES of FRAMES frames, as 0 to 6; what is not paid out evenly, and one of none. */
static void write_pieces(enum film_bytes_kind kind, const char *paths[PIECES])
{
    static const int ends[PIECES] = {1, 12, 12, 30, 41, 69, FRAMES};
    static char names[PIECES][512];
    for (int i = 0; i < PIECES; i++) {
        char name[16];
        snprintf(name, sizeof(name), "%d", i);
        write_piece(name, kind, i ? ends[i - 1] : 0, ends[i]);
        snprintf(names[i], sizeof(names[i]), "%s", scratch_at(name));
        paths[i] = names[i];
    }
}

Test(film_join, joined_pieces_equal_the_whole_film)
{
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        const char *paths[PIECES];
        struct film_join join;
        struct format_error err = {0};
        struct byte_writer whole, out = {0};
        const struct media_sink sink = media_sink_memory(&out);
        const bool sound = kind != FILM_BYTES_Y4M && kind != FILM_BYTES_SILENT;
        write_pieces((enum film_bytes_kind)kind, paths);
        cr_assert(
            film_bytes_make(&whole, (enum film_bytes_kind)kind, 0, FRAMES, AVI_SEGMENT_BYTES));
        cr_assert_eq(film_join_open(&join, paths, PIECES, &err), 0, "kind %d: %s", kind, err.what);
        cr_expect_eq(join.frames, kind == FILM_BYTES_WAV ? 0u : (uint64_t)FRAMES);
        cr_expect_eq(join.samples, sound ? FRAMES * FILM_BYTES_RATE / FILM_BYTES_FPS : 0);
        cr_assert_eq(film_join_write(&join, &sink, &err), 0, "kind %d: %s", kind, err.what);
        cr_expect_null(join.bad);
        cr_assert_eq(out.size, whole.size, "kind %d: %zu, not %zu", kind, out.size, whole.size);
        cr_expect_arr_eq(out.data, whole.data, whole.size, "kind %d", kind);
        film_join_close(&join);
        byte_writer_free(&whole);
        byte_writer_free(&out);
    }
}

/* "a" and "b" together: refused because of "b", with these words. */
static void expect_refused(int code, const char *why)
{
    char a[512], b[512];
    const char *const paths[] = {a, b};
    struct film_join join;
    struct format_error err = {0};
    snprintf(a, sizeof(a), "%s", scratch_at("a"));
    snprintf(b, sizeof(b), "%s", scratch_at("b"));
    cr_expect_eq(film_join_open(&join, paths, 2, &err), code, "%s", err.what);
    cr_expect(join.bad == b);
    cr_expect_not_null(strstr(err.what, why), "'%s' is not '%s'", err.what, why);
    film_join_close(&join);
}

Test(film_join, pieces_of_other_formats_are_refused)
{
    write_piece("a", FILM_BYTES_MJPEG, 0, 3);
    expect_refused(FORMAT_MISSING, "No such file");
    write_piece("b", FILM_BYTES_RAW, 3, 5);
    expect_refused(FORMAT_BAD, "other coding of pictures");
    write_piece("b", FILM_BYTES_SILENT, 3, 5);
    expect_refused(FORMAT_BAD, "sound of 0 Hz, not 8000");
    write_piece("b", FILM_BYTES_WAV, 3, 5);
    expect_refused(FORMAT_UNKNOWN, "not an AVI");
    write_piece("a", FILM_BYTES_Y4M, 0, 3);
    scratch_write_text("b", "YUV4MPEG2 W16 H8 F30:1\n");
    expect_refused(FORMAT_BAD, "another header");
    scratch_write_text("a", "something else");
    scratch_make_folder("c");
    struct film_join join;
    struct format_error err = {0};
    const char *path = scratch_at("a");
    cr_expect_eq(film_join_open(&join, &path, 1, &err), FORMAT_UNKNOWN);
    cr_expect_not_null(strstr(err.what, "neither AVI, y4m nor WAV"), "%s", err.what);
    film_join_close(&join);
    path = scratch_at("c");
    cr_expect_eq(film_join_open(&join, &path, 1, &err), FORMAT_MISSING);
    cr_expect_not_null(strstr(err.what, "Is a directory"), "%s", err.what);
    film_join_close(&join);
    path = "/dev/null";
    cr_expect_eq(film_join_open(&join, &path, 1, &err), FORMAT_MISSING);
    film_join_close(&join);
}

Test(film_join, another_quality_or_speed_is_refused)
{
    uint32_t pixels[FILM_BYTES_WIDTH * FILM_BYTES_HEIGHT];
    film_bytes_picture(0, pixels);
    write_piece("a", FILM_BYTES_SILENT, 0, 3);
    for (int i = 0; i < 3; i++) {
        struct avi_format format = film_bytes_avi(FILM_BYTES_SILENT);
        struct byte_writer out = {0};
        const struct media_sink sink = media_sink_memory(&out);
        struct avi_writer avi;
        format.quality -= i == 0;
        format.fps_den += i == 1;
        format.width -= i == 2;
        cr_assert_eq(avi_begin(&avi, &sink, &format), 0);
        cr_assert_eq(avi_add_frame(&avi, pixels), 0);
        cr_assert_eq(avi_end(&avi), 0);
        avi_free(&avi);
        scratch_write("b", out.data, out.size);
        expect_refused(FORMAT_BAD, i == 0   ? "another quality of pictures"
                                   : i == 1 ? "30/2 frames a second, not 30/1"
                                            : "pictures of 17x10, not 18x10");
        byte_writer_free(&out);
    }
}

Test(film_join, sound_of_another_rate_or_number_of_channels_is_refused)
{
    static const int16_t samples[8] = {0};
    write_piece("a", FILM_BYTES_WAV, 0, 3);
    for (int i = 0; i < 2; i++) {
        struct byte_writer out = {0};
        const struct media_sink sink = media_sink_memory(&out);
        struct wav_writer wav;
        cr_assert_eq(wav_begin(&wav, &sink, i ? FILM_BYTES_RATE : 11025, i ? 1 : 2, 4), 0);
        cr_assert_eq(wav_add(&wav, samples, 4), 0);
        cr_assert_eq(wav_end(&wav), 0);
        scratch_write("b", out.data, out.size);
        expect_refused(FORMAT_BAD, i ? "1 x 8000 Hz, not 2 x 8000" : "2 x 11025 Hz, not 2 x 8000");
        byte_writer_free(&out);
    }
}

Test(film_join, damage_is_reported_with_its_offset)
{
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        struct byte_writer film;
        struct film_join join;
        struct format_error err = {0};
        const char *path;
        cr_assert(film_bytes_make(&film, (enum film_bytes_kind)kind, 0, 3, AVI_SEGMENT_BYTES));
        scratch_write("a", film.data, film.size - 1);
        path = scratch_at("a");
        cr_expect_eq(film_join_open(&join, &path, 1, &err), FORMAT_TRUNCATED, "kind %d", kind);
        cr_expect_eq(err.offset, film.size - 1, "kind %d: %zu, %s", kind, err.offset, err.what);
        film_join_close(&join);
        byte_writer_free(&film);
    }
}

/* A sink that accepts a given number of bytes, then fails. */
static int take_little(void *context, const uint8_t *bytes, size_t size)
{
    size_t *left = context;
    (void)bytes;
    if (*left < size) {
        return FORMAT_BAD;
    }
    *left -= size;
    return 0;
}

static int take_patch(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    (void)context, (void)at, (void)bytes, (void)size;
    return 0;
}

Test(film_join, a_failing_sink_blames_no_piece)
{
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        const char *paths[PIECES];
        write_pieces((enum film_bytes_kind)kind, paths);
        for (size_t room = 0; room < 16000; room += 4999) {
            size_t left = room;
            const struct media_sink sink = {
                .context = &left, .append = take_little, .patch = take_patch};
            struct film_join join;
            struct format_error err = {0};
            cr_assert_eq(film_join_open(&join, paths, PIECES, &err), 0);
            cr_expect_eq(film_join_write(&join, &sink, &err), FORMAT_BAD);
            cr_expect_null(join.bad, "kind %d: %s", kind, join.bad);
            film_join_close(&join);
        }
    }
}

static int join_nowhere(const char *const *paths)
{
    size_t left = SIZE_MAX;
    const struct media_sink sink = {.context = &left, .append = take_little, .patch = take_patch};
    struct film_join join;
    int code = film_join_open(&join, paths, PIECES, NULL);
    if (code == 0) {
        code = film_join_write(&join, &sink, NULL);
    }
    film_join_close(&join);
    return code;
}

Test(film_join, memory_may_run_out_anywhere)
{
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        const char *paths[PIECES];
        write_pieces((enum film_bytes_kind)kind, paths);
        scarce_begin_from(SIZE_MAX);
        cr_assert_eq(join_nowhere(paths), 0);
        scarce_end();
        const uint64_t calls = scarce_count();
        cr_expect(kind == FILM_BYTES_WAV ? calls == 0 : calls > 0);
        for (uint64_t from = 1; from <= calls; from++) {
            scarce_begin_from(from);
            const int code = join_nowhere(paths);
            const size_t blocks = scarce_blocks();
            scarce_end();
            cr_assert_eq(code, FORMAT_MEMORY, "kind %d, %d of %d: %d", kind, (int)from, (int)calls,
                         code);
            cr_assert_eq(blocks, 0, "kind %d, %d of %d", kind, (int)from, (int)calls);
        }
    }
}

/* --- piece by piece --------------------------------------------------------------------------- */

Test(film_join, pieces_appended_one_by_one_equal_the_whole_film)
{
    const char *paths[PIECES];
    struct film_join join;
    struct format_error err = {0};
    struct byte_writer whole, out = {0};
    const struct media_sink sink = media_sink_memory(&out);
    write_pieces(FILM_BYTES_MJPEG, paths);
    cr_assert(film_bytes_make(&whole, FILM_BYTES_MJPEG, 0, FRAMES, AVI_SEGMENT_BYTES));
    film_join_begin(&join, paths, PIECES);
    for (int i = 0; i < PIECES; i++) {
        cr_assert_eq(film_join_append(&join, &sink, &err), 0, "piece %d: %s", i, err.what);
        cr_expect_eq(join.appended, (size_t)i + 1);
    }
    cr_assert_eq(film_join_end(&join), 0);
    cr_assert_eq(out.size, whole.size);
    cr_expect_arr_eq(out.data, whole.data, whole.size);
    film_join_close(&join);
    byte_writer_free(&whole);
    byte_writer_free(&out);
}

Test(film_join, only_an_avi_is_appended_to)
{
    static const enum film_bytes_kind kinds[] = {FILM_BYTES_Y4M, FILM_BYTES_WAV};
    const char *path = scratch_at("a");
    for (int i = 0; i < 2; i++) {
        struct film_join join;
        struct format_error err = {0};
        struct byte_writer out = {0};
        const struct media_sink sink = media_sink_memory(&out);
        write_piece("a", kinds[i], 0, 3);
        film_join_begin(&join, &path, 1);
        cr_expect_eq(film_join_append(&join, &sink, &err), FORMAT_UNKNOWN);
        cr_expect_str_eq(err.what, "not an AVI");
        cr_expect_eq(join.appended, 0u);
        cr_expect_eq(out.size, 0u);
        film_join_close(&join);
        byte_writer_free(&out);
    }
}
