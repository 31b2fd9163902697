/* Films of the built-in demo: what is written, what is told, and what a failure leaves. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/capture/file_sink.h"
#include "engine/capture/film.h"
#include "engine/capture/picture.h"
#include "formats/base/bytes.h"
#include "formats/pictures/png.h"

enum { WIDTH = 160, HEIGHT = 100, AVI_FRAMES_AT = 48 };

static char folder[] = "/tmp/quakereel-test-XXXXXX";
static struct player player;

static const char *in_folder(const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void set_up(void)
{
    const struct player_options options = player_default_options();
    const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    struct format_error err = {0};
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(player_open(&player, "builtin:demo1", &options, &index, &err), 0, "%s", err.what);
}

static void tear_down(void)
{
    player_close(&player);
    unlink(in_folder("a.avi"));
    unlink(in_folder("b.avi"));
    unlink(in_folder("a.png"));
    rmdir(folder);
}

TestSuite(film, .init = set_up, .fini = tear_down);

static struct film_options half_a_second(void)
{
    return (struct film_options){.from = 2.0,
                                 .to = 2.5,
                                 .speed = 1.0,
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .fps = 20,
                                 .quality = 90};
}

/* The offset of a frame's chunk in the file, and the frame's size. */
static size_t frame_at(const struct file_bytes *file, uint32_t frame, uint32_t *size)
{
    /* Behind the header's list, and what begins the list of chunks. */
    size_t at = 20 + bytes_u32(file->data + 16) + 12;
    for (;; frame--) {
        cr_assert(at + 8 <= file->size && memcmp(file->data + at, "00dc", 4) == 0, "at %zu", at);
        *size = bytes_u32(file->data + at + 4);
        if (frame == 0) {
            return at;
        }
        at += 8 + *size + *size % 2;
    }
}

Test(film, holds_every_frame_of_its_part)
{
    const struct film_options options = half_a_second();
    struct film_report report;
    struct file_bytes file;
    uint32_t size;
    cr_expect_eq(film_frames(&options), 11u);
    cr_assert_eq(film_write(&player, in_folder("a.avi"), &options, &report, NULL), 0);
    cr_expect(report.wanted == 11 && report.written == 11 && report.kept);
    cr_assert_eq(platform_map_file(in_folder("a.avi"), &file), 0);
    cr_expect_eq(bytes_u32(file.data + 4), file.size - 8);
    cr_expect_eq(bytes_u32(file.data + AVI_FRAMES_AT), 11u);
    const size_t last = frame_at(&file, 10, &size);
    const size_t index = last + 8 + size + size % 2;
    cr_expect_eq(memcmp(file.data + index, "ix00", 4), 0);
    cr_expect_eq(index + 8 + 24 + 11 * 8 + 8 + 11 * 16, file.size);
    platform_unmap_file(&file);
}

Test(film, backward_shows_the_same_pictures)
{
    const struct film_options options = half_a_second();
    struct film_options backward = options;
    struct film_report report;
    struct file_bytes files[2];
    backward.from = options.to;
    backward.to = options.from;
    cr_assert_eq(film_write(&player, in_folder("a.avi"), &options, &report, NULL), 0);
    cr_assert_eq(film_write(&player, in_folder("b.avi"), &backward, &report, NULL), 0);
    cr_assert_eq(platform_map_file(in_folder("a.avi"), &files[0]), 0);
    cr_assert_eq(platform_map_file(in_folder("b.avi"), &files[1]), 0);
    cr_expect_eq(files[0].size, files[1].size);
    const uint32_t ends[2][2] = {{0, 10}, {10, 0}};
    for (int i = 0; i < 2; i++) {
        uint32_t sizes[2];
        const size_t a = frame_at(&files[0], ends[i][0], &sizes[0]);
        const size_t b = frame_at(&files[1], ends[i][1], &sizes[1]);
        cr_assert_eq(sizes[0], sizes[1]);
        cr_expect_eq(memcmp(files[0].data + a, files[1].data + b, sizes[0]), 0);
    }
    platform_unmap_file(&files[0]);
    platform_unmap_file(&files[1]);
}

Test(film, a_full_device_and_a_missing_folder_are_told)
{
    const struct film_options options = half_a_second();
    struct film_report report;
    struct format_error err = {0};
    cr_expect_lt(film_write(&player, in_folder("none/a.avi"), &options, &report, &err), 0);
    cr_expect_not_null(strstr(err.what, "No such file"), "%s", err.what);
    cr_expect(report.written == 0 && !report.kept);
    cr_expect_lt(film_write(&player, "/dev/full", &options, &report, &err), 0);
    cr_expect_not_null(strstr(err.what, "No space left"), "%s", err.what);
    cr_expect_not(report.kept);
    /* Frames go to the device as they are rendered: what holds the film back to write it at its end
     * would learn only then. */
    cr_expect_leq(report.written, 2u, "%u of %u", report.written, report.wanted);
}

Test(film, a_file_that_failed_once_takes_nothing_more)
{
    static uint8_t much[1 << 16];
    struct file_sink file;
    cr_assert_eq(file_sink_open(&file, "/dev/full"), 0);
    const struct media_sink sink = file_sink_media(&file);
    int code = 0;
    for (int i = 0; i < 100 && code == 0; i++) {
        code = sink.append(sink.context, much, sizeof(much));
    }
    cr_expect_lt(code, 0);
    cr_expect_lt(sink.append(sink.context, much, 1), 0);
    cr_expect_lt(sink.patch(sink.context, 0, much, 1), 0);
    cr_expect_lt(file_sink_close(&file), 0);
}

Test(film, a_picture_is_the_frame_drawn_last)
{
    struct file_bytes file;
    uint32_t *pixels = NULL;
    static uint32_t drawn[WIDTH * HEIGHT];
    int width = 0, height = 0;
    cr_assert_eq(player_set_size(&player, WIDTH, HEIGHT), 0);
    cr_assert_eq(player_go_time(&player, 3.0), 0);
    cr_assert_eq(player_draw(&player, drawn, WIDTH), 0);
    cr_assert_eq(picture_write_png(player.renderer, in_folder("a.png"), NULL), 0);
    cr_assert_eq(platform_map_file(in_folder("a.png"), &file), 0);
    cr_assert_eq(png_read_rgb(file.data, file.size, &pixels, &width, &height), 0);
    cr_assert(width == WIDTH && height == HEIGHT);
    cr_expect_eq(memcmp(pixels, drawn, sizeof(drawn)), 0);
    free(pixels);
    platform_unmap_file(&file);
    struct format_error err = {0};
    cr_expect_lt(picture_write_png(player.renderer, in_folder("none/a.png"), &err), 0);
    cr_expect_not_null(strstr(err.what, "No such file"), "%s", err.what);
}
