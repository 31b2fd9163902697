/* Films of the built-in demo: written bytes, error messages, and files left by a failure. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/process.h"
#include "engine/capture/film.h"
#include "engine/capture/film_journal.h"
#include "engine/capture/outputs/outputs.h"
#include "engine/capture/picture.h"
#include "engine/capture/picture_name.h"
#include "formats/base/bytes.h"
#include "formats/media/wav.h"
#include "formats/pictures/png.h"
#include "tests/support/scarce.h"

enum { WIDTH = 160, HEIGHT = 100, AVI_FRAMES_AT = 48 };

static char folder[] = "/tmp/quakereel-test-XXXXXX";
static struct playback_context player;

static const char *in_folder(const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void set_up(void)
{
    const struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    struct format_error err = {0};
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(playback_open(&player, "builtin:demo1", &options, &index, &err), 0, "%s",
                 err.what);
}

static void tear_down(void)
{
    playback_close(&player);
    unlink(in_folder("a.avi"));
    unlink(in_folder("b.avi"));
    unlink(in_folder("a.avi.part"));
    unlink(in_folder("b.avi.part"));
    unlink(in_folder("a.png"));
    unlink(in_folder("a.wav"));
    unlink(in_folder("a.mkv"));
    unlink(in_folder("ffmpeg"));
    unlink(in_folder("sound"));
    rmdir(folder);
}

TestSuite(film, .init = set_up, .fini = tear_down);

/* Settings of a test's film. */
struct wish {
    struct film_format format;
    struct film_quality quality;
    struct film_stretch stretch;
};

static struct wish half_a_second(const char *path)
{
    struct wish w = {
        .format = {.path = path,
                   .width = WIDTH,
                   .height = HEIGHT,
                   .fps = {20, 1},
                   .quality = 90,
                   .force = true},
        .quality = {1, 1, 180.0},
        .stretch = {.from = 2.0, .to = 2.5, .speed = 1.0, .fps = {20, 1}},
    };
    w.stretch.frames = film_stretch_frames(&w.stretch);
    return w;
}

static int write_film(const struct wish *w, struct film_written *written, struct format_error *err)
{
    struct film film;
    struct film_frames frames;
    const struct film_piece whole = {0, w->stretch.frames};
    *written = (struct film_written){0};
    cr_assert_eq(film_frames_open(&frames, &player, w->format.width, w->format.height, &w->quality),
                 0);
    int code = film_open(&film, &w->format, whole, err);
    if (code == 0) {
        cr_expect_eq(film_add(&film, &w->stretch, &frames, NULL, err), 0);
        code = film_close(&film, written, NULL, err);
    }
    film_frames_free(&frames);
    return code;
}

/* The offset of a frame's chunk in the file, and the frame's size. */
static size_t frame_at(const struct file_bytes *file, uint32_t frame, uint32_t *size)
{
    size_t at = 12;
    while (memcmp(file->data + at, "movi", 4) != 0) {
        at++;
        cr_assert(at + 8 < file->size);
    }
    at += 4;
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
    const struct wish w = half_a_second(in_folder("a.avi"));
    struct film_written written;
    struct file_bytes file;
    uint32_t size;
    cr_expect_eq(w.stretch.frames, 10u);
    cr_assert_eq(write_film(&w, &written, NULL), 0);
    cr_assert_eq(platform_read_file(in_folder("a.avi"), &file), 0);
    cr_expect(written.frames == 10 && written.bytes == file.size);
    cr_expect_eq(bytes_u32(file.data + 4), file.size - 8);
    cr_expect_eq(bytes_u32(file.data + AVI_FRAMES_AT), 10u);
    (void)frame_at(&file, 9, &size);
    platform_free_file(&file);
    cr_expect_not(platform_exists(in_folder("a.avi.part")));
}

Test(film, backward_shows_the_same_pictures)
{
    char path[128];
    snprintf(path, sizeof(path), "%s", in_folder("a.avi"));
    const struct wish w = half_a_second(path);
    struct wish backward = w;
    struct film_written written;
    struct file_bytes files[2];
    backward.format.path = in_folder("b.avi");
    backward.stretch.reverse = true;
    cr_assert_eq(write_film(&w, &written, NULL), 0);
    cr_assert_eq(write_film(&backward, &written, NULL), 0);
    cr_assert_eq(platform_read_file(in_folder("a.avi"), &files[0]), 0);
    cr_assert_eq(platform_read_file(in_folder("b.avi"), &files[1]), 0);
    cr_expect_eq(files[0].size, files[1].size);
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t sizes[2];
        const size_t a = frame_at(&files[0], i, &sizes[0]);
        const size_t b = frame_at(&files[1], 9 - i, &sizes[1]);
        cr_assert_eq(sizes[0], sizes[1]);
        cr_expect_eq(memcmp(files[0].data + a, files[1].data + b, sizes[0]), 0, "frame %u", i);
    }
    platform_free_file(&files[0]);
    platform_free_file(&files[1]);
}

/* As game data that gets damaged while the fifth frame is drawn. */
static bool is_damaged(void *context)
{
    int *drawn = context;
    return ++*drawn >= 5;
}

/* The writer may be behind: frames drawn shortly before count as drawn with damaged data, too. */
Test(film, pictures_drawn_with_damaged_data_are_not_done)
{
    const struct film_identity identity = {.version = "1", .settings = ""};
    struct film_journal journal;
    struct film film;
    struct film_frames frames;
    struct film_written written;
    char pattern[256];
    int drawn = 0;
    snprintf(pattern, sizeof(pattern), "%s", in_folder("d%d.png"));
    struct wish w = half_a_second(pattern);
    const struct film_piece whole = {0, w.stretch.frames};
    w.format.kind = FILM_PICTURES;
    w.format.journal = &journal;
    cr_assert_eq(film_journal_open(&journal, pattern, &identity, whole, 10, false, true, NULL), 0);
    cr_assert_eq(film_frames_open(&frames, &player, WIDTH, HEIGHT, &w.quality), 0);
    cr_assert_eq(film_open(&film, &w.format, whole, NULL), 0);
    film.is_damaged = is_damaged;
    film.damage_context = &drawn;
    cr_expect_eq(film_add(&film, &w.stretch, &frames, NULL, NULL), 0);
    cr_assert_eq(film_close(&film, &written, NULL, NULL), 0);
    cr_expect(film.damaged);
    film_frames_free(&frames);
    film_journal_free(&journal);
    cr_assert_eq(film_journal_open(&journal, pattern, &identity, whole, 10, true, false, NULL), 0);
    for (int i = 0; i < 10; i++) {
        cr_expect(journal.pieces[i].made);
        cr_expect(i < 4 || !journal.pieces[i].done, "%d", i);
    }
    film_journal_free(&journal);
}

Test(film, write_errors_are_returned)
{
    struct wish w = half_a_second(in_folder("none/a.avi"));
    struct film_written written;
    struct format_error err = {0};
    cr_expect_lt(write_film(&w, &written, &err), 0);
    cr_expect_not_null(strstr(err.what, "No such file"), "%s", err.what);
    w.format.path = "/dev/full";
    cr_expect_lt(write_film(&w, &written, &err), 0);
    cr_expect_not_null(strstr(err.what, "No space left"), "%s", err.what);
    /* Frames go to the device as they are rendered: what holds the film back to write it at its end
     * would learn only then. */
    cr_expect_leq(written.frames, 2u, "%u", (unsigned)written.frames);
}

Test(film, existing_files_are_replaced_with_force_only)
{
    struct wish w = half_a_second(in_folder("a.avi"));
    struct film_written written;
    struct format_error err = {0};
    FILE *file = fopen(in_folder("a.avi"), "w");
    cr_assert(file && fputs("mine", file) >= 0 && fclose(file) == 0);
    w.format.force = false;
    cr_expect_lt(write_film(&w, &written, &err), 0);
    cr_expect_not_null(strstr(err.what, "--force"), "%s", err.what);
    struct file_bytes bytes;
    cr_assert_eq(platform_read_file(in_folder("a.avi"), &bytes), 0);
    cr_expect(bytes.size == 4 && memcmp(bytes.data, "mine", 4) == 0);
    platform_free_file(&bytes);
}

Test(film, odd_sizes_are_refused_with_420_chroma)
{
    struct wish w = half_a_second(in_folder("a.avi"));
    struct film_written written;
    struct format_error err = {0};
    w.format.kind = FILM_Y4M;
    w.format.width = 161;
    cr_expect_lt(write_film(&w, &written, &err), 0);
    cr_expect(strstr(err.what, "4:2:0") && strstr(err.what, "444"), "%s", err.what);
    w.format.chroma = Y4M_444;
    cr_expect_eq(write_film(&w, &written, &err), 0, "%s", err.what);
    cr_expect_eq(written.frames, 10u);
}

Test(film, memory_that_runs_out_while_drawing_is_reported)
{
    const struct wish w = half_a_second(in_folder("a.avi"));
    struct film film;
    struct film_frames frames;
    struct film_written written;
    struct format_error err = {0};
    const struct film_piece whole = {0, w.stretch.frames};
    cr_assert_eq(film_frames_open(&frames, &player, WIDTH, HEIGHT, &w.quality), 0);
    cr_assert_eq(film_open(&film, &w.format, whole, &err), 0, "%s", err.what);
    scarce_begin_from(1);
    const int code = film_add(&film, &w.stretch, &frames, NULL, &err);
    scarce_end();
    cr_expect_eq(code, FORMAT_MEMORY);
    cr_expect_str_eq(err.what, "out of memory (frame 0)");
    cr_expect(film.stopped);
    cr_expect_eq(film_close(&film, &written, NULL, &err), 0);
    cr_expect_eq(written.frames, 0u);
    cr_expect_not(platform_exists(in_folder("a.avi")));
    film_frames_free(&frames);
}

/* --- finer pictures --------------------------------------------------------------------------- */

static void draw(uint32_t *pixels, int width, int height, double time)
{
    cr_assert_eq(playback_set_size(&player, width, height), 0);
    cr_assert_eq(playback_go_time(&player, time), 0);
    cr_assert_eq(playback_draw(&player, pixels, (size_t)width), 0);
}

static uint32_t channel(uint32_t pixel, int shift)
{
    return pixel >> shift & 255;
}

Test(film, supersampled_pixels_are_box_averages)
{
    static uint32_t fine[4 * WIDTH * HEIGHT], made[WIDTH * HEIGHT];
    const struct wish w = half_a_second("");
    const struct film_quality quality = {2, 1, 180.0};
    struct film_frames frames;
    cr_assert_eq(film_frames_open(&frames, &player, WIDTH, HEIGHT, &quality), 0);
    cr_assert_eq(film_frames_draw(&frames, &w.stretch, 9, made), 0); /* leaves nothing behind */
    cr_assert_eq(film_frames_draw(&frames, &w.stretch, 3, made), 0);
    film_frames_free(&frames);
    draw(fine, 2 * WIDTH, 2 * HEIGHT, 2.0 + 3 / 20.0);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const uint32_t *box = fine + 2 * (2 * WIDTH * y + x);
            for (int shift = 0; shift < 24; shift += 8) {
                const uint32_t sum = channel(box[0], shift) + channel(box[1], shift) +
                                     channel(box[2 * WIDTH], shift) +
                                     channel(box[2 * WIDTH + 1], shift);
                cr_assert_eq(channel(made[y * WIDTH + x], shift), (sum + 2) / 4, "%d,%d", x, y);
            }
        }
    }
}

Test(film, blurred_frames_are_averages_around_their_times)
{
    enum { N = 3 };
    static uint32_t each[N][WIDTH * HEIGHT], made[WIDTH * HEIGHT];
    const struct wish w = half_a_second("");
    const struct film_quality quality = {1, N, 90.0};
    struct film_frames frames;
    cr_assert_eq(film_frames_open(&frames, &player, WIDTH, HEIGHT, &quality), 0);
    cr_assert_eq(film_frames_draw(&frames, &w.stretch, 4, made), 0);
    film_frames_free(&frames);
    for (int i = 0; i < N; i++) { /* a quarter of the frame's 1/20 s, around 2.2 */
        draw(each[i], WIDTH, HEIGHT, 2.0 + (4 + (i - 1) / 12.0) / 20.0);
    }
    bool differs = false;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        differs |= made[i] != each[1][i];
        for (int shift = 0; shift < 24; shift += 8) {
            const uint32_t sum = channel(each[0][i], shift) + channel(each[1][i], shift) +
                                 channel(each[2][i], shift);
            cr_assert_eq(channel(made[i], shift), (sum + 1) / 3, "pixel %d", i);
        }
    }
    cr_expect(differs);
}

/* --- sound ------------------------------------------------------------------------------------ */

static struct soundtrack *open_sound(void)
{
    const struct soundtrack_options mix = {.rate = 48000, .volume = 1.0f, .music_volume = 1.0f};
    const struct playback_options options = playback_default_options();
    const struct timeline_options index = {.sounds = true};
    struct soundtrack *soundtrack;
    struct format_error err = {0};
    playback_close(&player);
    cr_assert_eq(playback_open(&player, "builtin:demo1", &options, &index, &err), 0, "%s",
                 err.what);
    cr_assert_eq(soundtrack_open(&soundtrack, player.timeline, &player.source.game, &mix, &err), 0);
    return soundtrack;
}

static void take(struct soundtrack *soundtrack, const struct film_stretch *stretch, uint64_t first,
                 uint64_t last, int16_t *samples)
{
    static struct film_sound sound;
    const struct sound_eyes eyes = {.camera = camera_default()};
    film_sound_begin(&sound, soundtrack, &eyes, 48000);
    cr_assert_eq(film_sound_take(&sound, stretch, first, last, samples), 0);
}

enum { SOUND = 24000 }; /* samples of half_a_second */

Test(film, sound_is_the_soundtrack_forward_and_backward)
{
    static int16_t forward[2 * SOUND], backward[2 * SOUND], block[2 * MIXER_BLOCK];
    struct soundtrack *soundtrack = open_sound();
    const struct sound_eyes eyes = {.camera = camera_default()};
    struct wish w = half_a_second("");
    take(soundtrack, &w.stretch, 0, SOUND, forward);
    w.stretch.reverse = true;
    take(soundtrack, &w.stretch, 0, SOUND, backward);
    bool heard = false;
    for (int i = 0; i < SOUND; i++) {
        cr_assert_arr_eq(forward + 2 * i, backward + 2 * (SOUND - 1 - i), 4, "sample %d", i);
        heard |= forward[2 * i] != 0;
    }
    cr_expect(heard);
    const int64_t number = 96000 / MIXER_BLOCK + 1, at = number * MIXER_BLOCK - 96000;
    cr_assert_eq(soundtrack_mix(soundtrack, &eyes, number, block), 0);
    cr_expect_arr_eq(forward + 2 * at, block, sizeof(block));
    soundtrack_close(soundtrack);
}

Test(film, sound_at_other_speeds_is_the_same_in_pieces)
{
    static int16_t whole[2 * SOUND], piece[2 * SOUND];
    struct soundtrack *soundtrack = open_sound();
    const double speeds[] = {0.5, 0.83, 1.7, 2.0};
    for (size_t i = 0; i < sizeof(speeds) / sizeof(speeds[0]); i++) {
        struct wish w = half_a_second("");
        w.stretch.speed = speeds[i];
        w.stretch.frames = film_stretch_frames(&w.stretch);
        const uint64_t end = film_samples_before(w.stretch.fps, 48000, w.stretch.frames);
        const uint64_t most = end < SOUND ? end : SOUND;
        take(soundtrack, &w.stretch, 0, most, whole);
        take(soundtrack, &w.stretch, most / 3, most, piece);
        cr_expect_arr_eq(whole + 2 * (most / 3), piece, 4 * (most - most / 3));
        int peak = 0;
        for (uint64_t k = 0; k < 2 * most; k++) {
            peak = abs(whole[k]) > peak ? abs(whole[k]) : peak;
        }
        cr_expect_gt(peak, 300, "%.2f times as fast", speeds[i]);
        w.stretch.speed = 4.0;
        take(soundtrack, &w.stretch, 0, 1000, piece);
        for (int k = 0; k < 2000; k++) {
            cr_assert_eq(piece[k], 0);
        }
    }
    soundtrack_close(soundtrack);
}

/* The sound goes on a little where the picture stands, ever softer; backward it comes so. */
Test(film, sound_ends_where_the_picture_is_held)
{
    enum { FADE = 48000 * 8 / 1000, HALF = SOUND / 2 };
    static int16_t whole[2 * SOUND], held[2 * SOUND], back[2 * SOUND];
    struct soundtrack *soundtrack = open_sound();
    struct wish w = half_a_second("");
    take(soundtrack, &w.stretch, 0, SOUND, whole);
    w.stretch.held = w.stretch.frames / 2;
    take(soundtrack, &w.stretch, 0, SOUND, held);
    cr_expect_arr_eq(held, whole, HALF * 4);
    cr_expect_neq(held[2 * (HALF + 10)], 0);
    for (int i = HALF; i < SOUND; i++) {
        const int left = i < HALF + FADE ? HALF + FADE - i : 0;
        cr_assert_eq(held[2 * i], whole[2 * i] * left / FADE, "sample %d", i);
    }
    w.stretch.reverse = true;
    take(soundtrack, &w.stretch, 0, SOUND, back);
    for (int i = 0; i < SOUND; i++) {
        cr_assert_arr_eq(held + 2 * i, back + 2 * (SOUND - 1 - i), 4, "sample %d", i);
    }
    soundtrack_close(soundtrack);
}

enum { STRETCHES = 2 };

/* Two stretches of half a second, 10 frames each, in one film. */
static void take_stretches(struct film_stretch stretches[STRETCHES], struct soundtrack *soundtrack,
                           int16_t *samples)
{
    for (uint64_t i = 0; i < STRETCHES; i++) {
        stretches[i] = half_a_second("").stretch;
        stretches[i].from += 3.0 * (double)i;
        stretches[i].to += 3.0 * (double)i;
        stretches[i].first = i * stretches[i].frames;
        take(soundtrack, &stretches[i], i * SOUND, (i + 1) * SOUND, samples + 2 * i * SOUND);
    }
    cr_assert_neq(memcmp(samples, samples + 2 * SOUND, 4 * SOUND), 0);
}

static void write_stretches(const struct film_format *format,
                            const struct film_stretch stretches[STRETCHES],
                            struct soundtrack *soundtrack, struct film_written *written)
{
    static struct film_sound sound;
    const struct sound_eyes eyes = {.camera = camera_default()};
    const struct film_piece whole = {0, 2 * stretches[0].frames};
    const struct film_quality quality = {1, 1, 180.0};
    struct film film;
    struct film_frames frames;
    struct format_error err = {0};
    cr_assert_eq(film_frames_open(&frames, &player, WIDTH, HEIGHT, &quality), 0);
    cr_assert_eq(film_open(&film, format, whole, &err), 0, "%s", err.what);
    for (int i = 0; i < STRETCHES; i++) {
        film_sound_begin(&sound, soundtrack, &eyes, format->sound_rate);
        cr_expect_eq(film_add(&film, &stretches[i], &frames, &sound, &err), 0, "%s", err.what);
    }
    cr_expect_eq(film_close(&film, written, NULL, &err), 0, "%s", err.what);
    film_frames_free(&frames);
}

static void expect_sound(const char *path, size_t from, const int16_t *samples)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0);
    cr_assert_eq(file.size, from + 4 * STRETCHES * SOUND, "%zu", file.size);
    for (size_t i = 0; i < 2 * STRETCHES * SOUND; i++) {
        cr_assert_eq((int16_t)bytes_u16(file.data + from + 2 * i), samples[i], "sample %zu", i / 2);
    }
    platform_free_file(&file);
}

Test(film, a_wav_has_the_sound_of_all_stretches)
{
    static int16_t samples[2 * STRETCHES * SOUND];
    struct film_stretch stretches[STRETCHES];
    struct film_written written;
    struct soundtrack *soundtrack = open_sound();
    struct film_format format = half_a_second(in_folder("a.wav")).format;
    format.kind = FILM_WAV;
    format.sound_rate = 48000;
    take_stretches(stretches, soundtrack, samples);
    write_stretches(&format, stretches, soundtrack, &written);
    cr_expect_eq(written.frames, 20u);
    expect_sound(in_folder("a.wav"), WAV_HEADER_SIZE, samples);
    soundtrack_close(soundtrack);
}

/* The sound given ahead of the pictures ends with its stretch: what follows is the next one's. */
Test(film, an_encoder_gets_the_sound_of_all_stretches)
{
    static const char script[] = "#!/bin/sh\n"
                                 "/bin/cat <&4 > \"$QUAKEREEL_TEST_SOUND\" &\n"
                                 "for last; do :; done\n"
                                 "/bin/cat <&3 > \"${last#file:}\"\n"
                                 "wait\n";
    static int16_t samples[2 * STRETCHES * SOUND];
    char search[512], path[128];
    struct film_stretch stretches[STRETCHES];
    struct film_written written;
    struct process_guard guard;
    FILE *file = fopen(in_folder("ffmpeg"), "w");
    cr_assert(file && fputs(script, file) >= 0 && fclose(file) == 0);
    cr_assert_eq(chmod(in_folder("ffmpeg"), 0700), 0);
    snprintf(search, sizeof(search), "%s:%s", folder, getenv("PATH"));
    setenv("PATH", search, 1);
    setenv("QUAKEREEL_TEST_SOUND", in_folder("sound"), 1);
    struct soundtrack *soundtrack = open_sound();
    snprintf(path, sizeof(path), "%s", in_folder("a.mkv"));
    struct film_format format = half_a_second(path).format;
    format.kind = FILM_ENCODER;
    format.sound_rate = 48000;
    take_stretches(stretches, soundtrack, samples);
    process_guard_begin(&guard);
    write_stretches(&format, stretches, soundtrack, &written);
    process_guard_end(&guard);
    cr_expect_eq(written.frames, 20u);
    cr_expect(platform_is_file(path));
    expect_sound(in_folder("sound"), 0, samples);
    soundtrack_close(soundtrack);
}

Test(film, sound_precedes_the_pictures_of_an_encoder_by_a_second)
{
    static const struct film_rate rates[] = {{20, 1}, {30000, 1001}, {1, 2}};
    static const uint64_t leads[] = {21, 30, 1};
    for (int i = 0; i < 3; i++) {
        const struct film_format format = {.fps = rates[i]};
        const struct film_output encoder = {.kind = &film_output_encoder};
        const struct film_output y4m = {.kind = &film_output_y4m};
        cr_expect_eq(film_output_lead(&encoder, &format), leads[i]);
        cr_expect_eq(film_output_lead(&y4m, &format), 0u);
    }
}

/* --- files ------------------------------------------------------------------------------------ */

Test(film, a_picture_is_the_last_frame_drawn)
{
    struct file_bytes file;
    uint32_t *pixels = NULL;
    static uint32_t drawn[WIDTH * HEIGHT];
    int width = 0, height = 0;
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    cr_assert_eq(playback_go_time(&player, 3.0), 0);
    cr_assert_eq(playback_draw(&player, drawn, WIDTH), 0);
    cr_assert_eq(picture_write_png(player.renderer, in_folder("a.png"), false, NULL), 0);
    cr_assert_eq(platform_read_file(in_folder("a.png"), &file), 0);
    cr_assert_eq(png_read_rgb(file.data, file.size, &pixels, &width, &height), 0);
    cr_assert(width == WIDTH && height == HEIGHT);
    cr_expect_eq(memcmp(pixels, drawn, sizeof(drawn)), 0);
    free(pixels);
    platform_free_file(&file);
    struct format_error err = {0};
    cr_expect_lt(picture_write_png(player.renderer, in_folder("none/a.png"), false, &err), 0);
    cr_expect_not_null(strstr(err.what, "No such file"), "%s", err.what);
}

Test(film, picture_names_have_frame_numbers)
{
    char path[16];
    cr_expect(picture_name_make(path, sizeof(path), "%05d.png", 42));
    cr_expect_str_eq(path, "00042.png");
    cr_expect(picture_name_make(path, sizeof(path), "a%d%%.png", 123456));
    cr_expect_str_eq(path, "a123456%.png");
    static const char *const bad[] = {"a.png", "%s.png", "%d-%d.png", "%", "%05", "%123d", "%-5d"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(picture_name_is_good(bad[i]), "%s", bad[i]);
    }
    cr_expect_not(picture_name_make(path, 9, "%05d.png", 42));
}

Test(film, the_extension_selects_the_format)
{
    static const struct {
        const char *path, *format;
        enum film_kind kind;
    } good[] = {
        {"a.avi", NULL, FILM_AVI}, {"b/a.Y4M", NULL, FILM_Y4M},   {"%05d.png", NULL, FILM_PICTURES},
        {"a.wav", NULL, FILM_WAV}, {"a.mp4", NULL, FILM_ENCODER}, {"-", NULL, FILM_Y4M},
        {"-", "raw", FILM_RAW},    {"x", "avi", FILM_AVI}};
    static const char *const bad[][2] = {{"a", NULL},     {"a.", NULL}, {"b.c/a", NULL},
                                         {"a.png", NULL}, {"-", "avi"}, {"a", "mp3"}};
    struct format_error err;
    enum film_kind kind;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        cr_assert(film_kind_find(good[i].path, good[i].format, &kind, &err), "%s", good[i].path);
        cr_expect_eq(kind, good[i].kind, "%s", good[i].path);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(film_kind_find(bad[i][0], bad[i][1], &kind, &err), "%s", bad[i][0]);
    }
}
