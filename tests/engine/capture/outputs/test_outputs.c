/* Video outputs: bytes, sizes, partial files, errors. ffmpeg is replaced by shell scripts. */
#include <criterion/criterion.h>
#include <sys/stat.h>

#include "assets/process.h"
#include "engine/capture/film_layout.h"
#include "engine/capture/outputs/outputs.h"
#include "formats/media/wav.h"
#include "formats/pictures/png.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

enum { WIDTH = 16, HEIGHT = 8, PIXELS = WIDTH * HEIGHT, FRAMES = 5, RATE = 8000, EACH = RATE / 25 };

static struct process_guard guard; /* a pipe that nobody reads must not end the test */

static void set_up(void)
{
    scratch_set_up();
    process_guard_begin(&guard);
}

static void tear_down(void)
{
    process_guard_end(&guard);
    scratch_tear_down();
}

TestSuite(outputs, .init = set_up, .fini = tear_down);

static struct film_format format_of(enum film_kind kind, const char *path)
{
    return (struct film_format){.kind = kind,
                                .path = path,
                                .width = WIDTH,
                                .height = HEIGHT,
                                .fps = {25, 1},
                                .sound_rate = RATE,
                                .samples = FRAMES * EACH,
                                .quality = 90};
}

static void make_picture(uint64_t frame, uint32_t pixels[PIXELS])
{
    for (uint32_t i = 0; i < PIXELS; i++) {
        pixels[i] = (i * 0x00010305 + (uint32_t)frame * 0x00080420) & 0x00ffffff;
    }
}

static int16_t sample_of(uint64_t at)
{
    return (int16_t)(at * 37 + 5);
}

static void make_sound(uint64_t frame, int16_t samples[2 * EACH])
{
    for (uint64_t i = 0; i < 2 * EACH; i++) {
        samples[i] = sample_of(frame * 2 * EACH + i);
    }
}

/* Frames [first, last) with their sound. Returns the first failure's code. */
static int write_film(struct film_output *output, const struct film_format *format, uint64_t first,
                      uint64_t last, enum output_end end, struct format_error *err)
{
    uint32_t pixels[PIXELS];
    int16_t samples[2 * EACH];
    int code = film_output_open(output, format, err);
    if (code < 0) {
        return code;
    }
    for (uint64_t frame = first; code == 0 && frame < last; frame++) {
        make_sound(frame, samples);
        make_picture(frame, pixels);
        code = output->sound ? film_output_sound(output, samples, EACH, err) : 0;
        if (code == 0 && output->pictures) {
            code = film_output_frame(output, frame, pixels, err);
        }
    }
    const int ended = film_output_end(output, end, code < 0 ? NULL : err);
    return code < 0 ? code : ended;
}

static struct file_bytes map(const char *name)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(scratch_at(name), &file), 0, "%s", name);
    return file;
}

static void expect_same_files(const char *a, const char *b)
{
    struct file_bytes files[2] = {map(a), map(b)};
    cr_assert_eq(files[0].size, files[1].size, "%zu, %zu", files[0].size, files[1].size);
    cr_expect_arr_eq(files[0].data, files[1].data, files[0].size);
    platform_free_file(&files[0]);
    platform_free_file(&files[1]);
}

static const char *const names[FILM_KINDS] = {
    [FILM_AVI] = "a.avi",       [FILM_Y4M] = "a.y4m", [FILM_RAW] = "a.raw",
    [FILM_PICTURES] = "%d.png", [FILM_WAV] = "a.wav", [FILM_ENCODER] = "a.mkv"};

/* --- files ------------------------------------------------------------------------------------ */

Test(outputs, raw_pixels_are_red_green_and_blue)
{
    struct film_output output;
    struct format_error err = {0};
    uint32_t pixels[PIXELS];
    const struct film_format format = format_of(FILM_RAW, scratch_at("a"));
    cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
    struct file_bytes file = map("a");
    cr_assert_eq(file.size, (size_t)FRAMES * PIXELS * 3);
    cr_expect_eq(output.size, file.size);
    for (uint64_t frame = 0; frame < FRAMES; frame++) {
        make_picture(frame, pixels);
        for (size_t i = 0; i < PIXELS; i++) {
            const uint8_t *rgb = file.data + 3 * (frame * PIXELS + i);
            cr_assert_eq((uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2], pixels[i]);
        }
    }
    platform_free_file(&file);
}

Test(outputs, pictures_are_files_named_by_their_frame)
{
    struct film_output output;
    struct format_error err = {0};
    char name[16], pattern[128];
    uint32_t wanted[PIXELS];
    size_t size = 0;
    snprintf(pattern, sizeof(pattern), "%s", scratch_at("%03d.png"));
    struct film_format format = format_of(FILM_PICTURES, pattern);
    cr_assert_eq(write_film(&output, &format, 7, 7 + FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
    for (uint64_t frame = 7; frame < 7 + FRAMES; frame++) {
        uint32_t *pixels = NULL;
        int width, height;
        snprintf(name, sizeof(name), "%03u.png", (unsigned)frame);
        struct file_bytes file = map(name);
        cr_assert_eq(png_read_rgb(file.data, file.size, &pixels, &width, &height), 0);
        cr_assert(width == WIDTH && height == HEIGHT);
        make_picture(frame, wanted);
        cr_expect_arr_eq(pixels, wanted, sizeof(wanted));
        size += file.size;
        free(pixels);
        platform_free_file(&file);
    }
    cr_expect_eq(output.size, size);
    cr_expect_eq(write_film(&output, &format, 11, 13, OUTPUT_DONE, &err), FORMAT_BAD);
    cr_expect_not_null(strstr(err.what, "picture 11: is there already; --force"), "%s", err.what);
    format.force = true;
    cr_expect_eq(write_film(&output, &format, 11, 13, OUTPUT_DONE, &err), 0);
    format.path = scratch_at("none/%d.png");
    cr_expect_eq(write_film(&output, &format, 3, 4, OUTPUT_DONE, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "picture 3: cannot write: No such file or directory");
    format.path = "%9d%9d.png";
    cr_expect_eq(write_film(&output, &format, 3, 4, OUTPUT_DONE, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "cannot write: File name too long");
}

Test(outputs, a_wav_has_its_length_in_the_header)
{
    struct film_output output;
    struct format_error err = {0};
    static const uint64_t promised[] = {FRAMES * EACH, 0, 2 * FRAMES * EACH};
    for (int i = 0; i < 3; i++) { /* right, unknown, more than there is */
        struct film_format format = format_of(FILM_WAV, scratch_at("a"));
        format.samples = promised[i];
        format.force = true;
        cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
        struct file_bytes file = map("a");
        cr_assert_eq(file.size, (size_t)WAV_HEADER_SIZE + FRAMES * EACH * 4);
        cr_expect_eq(output.size, file.size);
        cr_expect_eq(bytes_u32(file.data + WAV_HEADER_SIZE - 4), FRAMES * EACH * 4u);
        for (size_t k = 0; k < 2 * FRAMES * EACH; k++) {
            cr_assert_eq((int16_t)bytes_u16(file.data + WAV_HEADER_SIZE + 2 * k), sample_of(k));
        }
        platform_free_file(&file);
    }
}

/* A pipe cannot be patched: what was promised stays. */
Test(outputs, a_wav_in_a_pipe_has_the_promised_length)
{
    struct film_output output;
    struct format_error err = {0};
    uint8_t bytes[WAV_HEADER_SIZE + FRAMES * EACH * 4 + 1];
    static const uint64_t promised[] = {FRAMES * EACH, 0, FRAMES * EACH + 1};
    for (int i = 0; i < 3; i++) {
        int ends[2];
        char path[32];
        cr_assert_eq(pipe(ends), 0);
        snprintf(path, sizeof(path), "/dev/fd/%d", ends[1]);
        struct film_format format = format_of(FILM_WAV, path);
        format.samples = promised[i];
        const int code = write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err);
        cr_expect_eq(code, i == 2 ? FORMAT_BAD : 0, "%d: %s", i, err.what);
        close(ends[1]);
        cr_expect_eq(read(ends[0], bytes, sizeof(bytes)), (ssize_t)sizeof(bytes) - 1);
        cr_expect_eq(bytes_u32(bytes + WAV_HEADER_SIZE - 4),
                     i == 1 ? 0xffffffffu : (uint32_t)promised[i] * 4);
        close(ends[0]);
    }
    cr_expect_str_eq(err.what, "not all of the sound was written");
}

Test(outputs, pieces_written_inside_a_file_make_the_whole)
{
    static const enum film_kind kinds[] = {FILM_Y4M, FILM_RAW, FILM_WAV};
    for (int i = 0; i < 3; i++) {
        struct film_output output;
        struct film_layout layout;
        struct format_error err = {0};
        struct film_format format = format_of(kinds[i], scratch_at("whole"));
        format.force = true;
        cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0);
        cr_assert_eq(film_layout_make(&layout, &format, (struct film_piece){0, FRAMES}, &err), 0);
        struct output_file pieces;
        const struct output_request request = {.path = scratch_at("pieces"), .way = OUTPUT_PART};
        cr_assert_eq(output_file_open(&pieces, &request, &err), 0);
        cr_assert_eq(film_layout_cut(&layout, &pieces, 0, &err), 0);
        format.path = pieces.part;
        format.inside = true;
        format.at = film_layout_at(&layout, 2); /* the second piece first */
        cr_expect_eq(write_film(&output, &format, 2, FRAMES, OUTPUT_PARTLY, &err), 0, "%s",
                     err.what);
        format.at = film_layout_at(&layout, 0);
        cr_expect_eq(write_film(&output, &format, 0, 2, OUTPUT_NONE, &err), 0, "%s", err.what);
        cr_assert_eq(film_layout_cut(&layout, &pieces, FRAMES, &err), 0);
        film_layout_free(&layout);
        cr_assert_eq(output_file_close(&pieces, OUTPUT_DONE, &err), 0);
        expect_same_files("pieces", "whole");
        unlink(scratch_at("pieces"));
        format.path = scratch_at("missing");
        cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
        cr_expect_str_eq(err.what, "cannot write: No such file or directory");
    }
}

Test(outputs, unfinished_files_are_kept_or_removed)
{
    for (int kind = 0; kind < FILM_KINDS; kind++) {
        if (kind == FILM_PICTURES || kind == FILM_ENCODER) {
            continue;
        }
        struct film_output output;
        struct format_error err = {0};
        char name[64], part[80];
        snprintf(name, sizeof(name), "%s", scratch_at(names[kind]));
        snprintf(part, sizeof(part), "%s.part", name);
        const struct film_format format = format_of((enum film_kind)kind, name);
        cr_expect_eq(write_film(&output, &format, 0, 1, OUTPUT_NONE, &err), 0, "%s", err.what);
        cr_expect(!platform_exists(name) && !platform_exists(part), "%s", name);
        cr_expect_eq(write_film(&output, &format, 0, 1, OUTPUT_PARTLY, &err), 0);
        cr_expect(!platform_exists(name) && platform_exists(part), "%s", name);
        cr_expect_lt(write_film(&output, &format, 0, 1, OUTPUT_DONE, &err), 0);
        cr_expect_not_null(strstr(err.what, "--resume"), "%s", err.what);
        err = (struct format_error){0};
        struct film_format again = format;
        again.resume = true;
        cr_expect_eq(write_film(&output, &again, 0, 1, OUTPUT_DONE, &err), 0);
        cr_expect(platform_exists(name) && !platform_exists(part), "%s", name);
        cr_expect_null(output.state);
        cr_expect_str_eq(err.what, "", "%s", name);
        cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
        cr_expect_str_eq(err.what, "is there already; --force replaces it");
    }
}

Test(outputs, a_file_that_cannot_be_renamed_is_reported)
{
    for (int kind = 0; kind < FILM_KINDS; kind++) {
        if (kind == FILM_PICTURES || kind == FILM_ENCODER) {
            continue;
        }
        struct film_output output;
        struct format_error err = {0};
        char name[64];
        snprintf(name, sizeof(name), "%s", scratch_at(names[kind]));
        const struct film_format format = format_of((enum film_kind)kind, name);
        cr_assert_eq(film_output_open(&output, &format, &err), 0, "%s", err.what);
        scratch_make_folder(names[kind]);
        cr_expect_eq(film_output_end(&output, OUTPUT_DONE, &err), FORMAT_BAD, "%s", name);
        cr_expect_not_null(strstr(err.what, "appeared while it was written"), "%s", err.what);
    }
}

Test(outputs, kinds_differ_in_pictures_sound_and_pieces)
{
    static const bool pictures[FILM_KINDS] = {[FILM_AVI] = true,
                                              [FILM_Y4M] = true,
                                              [FILM_RAW] = true,
                                              [FILM_PICTURES] = true,
                                              [FILM_ENCODER] = true};
    static const bool sound[FILM_KINDS] = {
        [FILM_AVI] = true, [FILM_WAV] = true, [FILM_ENCODER] = true};
    static const bool pieces[FILM_KINDS] = {
        [FILM_AVI] = true, [FILM_Y4M] = true, [FILM_PICTURES] = true, [FILM_WAV] = true};
    for (int i = 0; i < FILM_KINDS; i++) {
        const enum film_kind kind = (enum film_kind)i;
        cr_expect_eq(film_kind_has_pictures(kind), pictures[i], "%s", names[i]);
        cr_expect_eq(film_kind_has_sound(kind), sound[i], "%s", names[i]);
        cr_expect_eq(film_kind_has_pieces(kind), pieces[i], "%s", names[i]);
    }
}

Test(outputs, a_full_device_is_explained)
{
    for (int kind = 0; kind < FILM_KINDS; kind++) {
        if (kind == FILM_PICTURES || kind == FILM_ENCODER) {
            continue;
        }
        struct film_output output;
        struct format_error err = {0};
        const struct film_format format = format_of((enum film_kind)kind, "/dev/full");
        cr_expect_lt(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s",
                     names[kind]);
        cr_expect_str_eq(err.what, "cannot write: No space left on device", "%s", names[kind]);
        cr_expect_lt(write_film(&output, &format, 0, 200, OUTPUT_DONE, &err), 0);
        cr_expect_str_eq(err.what, "cannot write: No space left on device", "%s", names[kind]);
    }
}

Test(outputs, an_avi_counts_its_frames)
{
    struct film_output output;
    struct format_error err = {0};
    struct film_format format = format_of(FILM_AVI, scratch_at("a.avi"));
    cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
    struct file_bytes file = map("a.avi");
    cr_expect_eq(output.size, file.size);
    cr_expect_eq(output.left, (uint64_t)FRAMES);
    platform_free_file(&file);
}

Test(outputs, memory_may_run_out_anywhere)
{
    char pattern[128];
    for (int kind = 0; kind < FILM_KINDS; kind++) {
        if (kind == FILM_ENCODER) {
            continue;
        }
        snprintf(pattern, sizeof(pattern), "%s", scratch_at(names[kind]));
        struct film_format format = format_of((enum film_kind)kind, pattern);
        struct film_output output;
        struct format_error err = {0};
        format.force = true;
        scarce_begin_from(SIZE_MAX);
        cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0);
        scarce_end();
        const uint64_t calls = scarce_count();
        cr_assert_gt(calls, 0u);
        for (uint64_t from = 1; from <= calls; from++) {
            err = (struct format_error){0};
            scarce_begin_from(from);
            const int code = write_film(&output, &format, 0, FRAMES, OUTPUT_NONE, &err);
            const size_t blocks = scarce_blocks();
            scarce_end();
            if (kind == FILM_PICTURES && code == FORMAT_BAD) { /* not while it was encoded */
                cr_assert_not_null(strstr(err.what, ": Cannot allocate memory"), "%s", err.what);
            } else {
                cr_assert_eq(code, FORMAT_MEMORY, "%s, %d: %d", names[kind], (int)from, code);
                cr_assert_str_eq(err.what, "out of memory", "%s, %d: %s", names[kind], (int)from,
                                 err.what);
            }
            cr_assert_eq(err.offset, 0u);
            cr_assert_eq(blocks, 0u, "%s, %d", names[kind], (int)from);
        }
    }
}

/* --- ffmpeg ----------------------------------------------------------------------------------- */

/* Puts a shell script named ffmpeg first in $PATH; $out is its output file. */
static void install_encoder(const char *script)
{
    char text[1024], search[512];
    snprintf(text, sizeof(text),
             "#!/bin/sh\nfor last; do :; done\nout=\"${last#file:}\"\ncd %s\n%s", scratch_root,
             script);
    scratch_write_text("ffmpeg", text);
    cr_assert_eq(chmod(scratch_at("ffmpeg"), 0700), 0);
    snprintf(search, sizeof(search), "%s:/usr/bin:/bin", scratch_root);
    setenv("PATH", search, 1);
}

#define READ_ALL "cat <&4 > sound &\ncat <&3 > \"$out\"\nwait\n"

Test(outputs, an_encoder_reads_y4m_and_sound)
{
    struct film_output output;
    struct format_error err = {0};
    char path[128];
    snprintf(path, sizeof(path), "%s", scratch_at("a.b.mkv"));
    struct film_format format = format_of(FILM_ENCODER, path);
    format.encoder_options = " -c:v  ffv1 ";
    install_encoder("echo \"$@\" > words\n" READ_ALL);
    cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
    cr_expect_null(output.state);
    char wanted[512];
    snprintf(wanted, sizeof(wanted),
             "-hide_banner -loglevel warning -y -f yuv4mpegpipe -i pipe:3 -probesize 32 "
             "-analyzeduration 0 -f s16le -ar 8000 -ac 2 -i pipe:4 -c:v ffv1 "
             "file:%s/a.b.part.mkv\n",
             scratch_root);
    struct file_bytes words = map("words");
    cr_expect(words.size == strlen(wanted) && memcmp(words.data, wanted, words.size) == 0, "%.*s",
              (int)words.size, (const char *)words.data);
    platform_free_file(&words);
    format.kind = FILM_Y4M;
    format.path = scratch_at("a.y4m");
    cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0);
    expect_same_files("a.b.mkv", "a.y4m");
    struct file_bytes sound = map("sound");
    cr_assert_eq(sound.size, (size_t)FRAMES * EACH * 4);
    for (size_t k = 0; k < 2 * FRAMES * EACH; k++) {
        cr_assert_eq((int16_t)bytes_u16(sound.data + 2 * k), sample_of(k));
    }
    platform_free_file(&sound);
    cr_expect_not(platform_exists(scratch_at("a.b.part.mkv")));
}

Test(outputs, a_silent_film_has_one_pipe)
{
    struct film_output output;
    struct format_error err = {0};
    char text[512];
    struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    format.sound_rate = 0;
    install_encoder("echo \"$@\" > words\ncat <&3 > \"$out\"\n");
    cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
    struct file_bytes words = map("words");
    cr_assert(words.size > 0 && words.size < 512);
    snprintf(text, sizeof(text), "%.*s", (int)words.size, (const char *)words.data);
    cr_expect(strstr(text, "pipe:3") && !strstr(text, "pipe:4"), "%s", text);
    platform_free_file(&words);
}

/* A GIF has the colours of its pictures, unless other options are given. */
Test(outputs, a_gif_has_the_colors_of_its_pictures)
{
    static const char *const given[] = {NULL, "-loop 1"};
    for (int i = 0; i < 2; i++) {
        struct film_output output;
        struct format_error err = {0};
        char text[1024];
        struct film_format format = format_of(FILM_ENCODER, scratch_at("a.gif"));
        format.sound_rate = 0;
        format.force = true;
        format.encoder_options = given[i];
        install_encoder("echo \"$@\" > words\ncat <&3 > \"$out\"\n");
        cr_assert_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), 0, "%s", err.what);
        struct file_bytes words = map("words");
        cr_assert(words.size > 0 && words.size < sizeof(text));
        snprintf(text, sizeof(text), "%.*s", (int)words.size, (const char *)words.data);
        cr_expect_eq(strstr(text, "palettegen") != NULL, i == 0, "%s", text);
        cr_expect_eq(strstr(text, "-loop 1") != NULL, i == 1, "%s", text);
        platform_free_file(&words);
    }
}

/* Sound is given ahead of the pictures; a film that is stopped ends with its pictures. */
Test(outputs, sound_ahead_of_the_last_picture_is_dropped)
{
    struct film_output output;
    struct format_error err = {0};
    uint32_t pixels[PIXELS];
    int16_t samples[2 * EACH];
    const struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    /* The sound stays in its pipe, which has room for it, until the pictures end. */
    install_encoder("cat <&3 > \"$out\"\ncat <&4 > sound\n");
    cr_assert_eq(film_output_open(&output, &format, &err), 0, "%s", err.what);
    for (uint64_t frame = 10; frame < 10 + 5 * FRAMES; frame++) {
        make_sound(frame, samples);
        cr_assert_eq(film_output_sound(&output, samples, EACH, &err), 0);
    }
    for (uint64_t frame = 10; frame < 12; frame++) {
        make_picture(frame, pixels);
        cr_assert_eq(film_output_frame(&output, frame, pixels, &err), 0);
    }
    cr_assert_eq(film_output_end(&output, OUTPUT_PARTLY, &err), 0, "%s", err.what);
    struct file_bytes sound = map("sound");
    cr_expect_geq(sound.size, (size_t)2 * EACH * 4);
    cr_expect_leq(sound.size, (size_t)(2 * EACH + RATE / 8) * 4);
    platform_free_file(&sound);
    cr_expect_not(platform_exists(scratch_at("a.mkv")));
    cr_expect(platform_exists(scratch_at("a.mkv.part")));
}

Test(outputs, an_encoder_that_fails_is_quoted)
{
    struct film_output output;
    struct format_error err = {0};
    uint32_t pixels[PIXELS] = {0};
    const struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    install_encoder("echo no such codec >&2\nexit 1\n");
    int code = film_output_open(&output, &format, &err);
    if (code == 0) {
        for (int i = 0; i < 1000 && code == 0; i++) {
            code = film_output_frame(&output, (uint64_t)i, pixels, &err);
        }
        cr_expect_lt(film_output_end(&output, OUTPUT_NONE, NULL), 0);
    }
    cr_expect_eq(code, FORMAT_BAD);
    cr_expect_str_eq(err.what, "ffmpeg gave up; see its last lines");
    cr_expect_not_null(strstr(output.talk, "no such codec"), "%s", output.talk);
    cr_expect_not(output.enough);
}

Test(outputs, an_encoder_that_writes_no_file_has_failed)
{
    struct film_output output;
    struct format_error err = {0};
    const struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    install_encoder("cat <&4 > /dev/null &\ncat <&3 > /dev/null\nwait\n");
    cr_expect_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "ffmpeg gave no error and wrote no file");
    cr_expect_not(platform_exists(scratch_at("a.mkv")));
    cr_expect_not(platform_exists(scratch_at("a.mkv.part")));
}

Test(outputs, an_encoder_may_fail_at_the_end)
{
    struct film_output output;
    struct format_error err = {0};
    const struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    install_encoder(READ_ALL "echo disk full\nexit 3\n");
    cr_expect_eq(write_film(&output, &format, 0, FRAMES, OUTPUT_DONE, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "ffmpeg gave up; see its last lines");
    cr_expect_str_eq(output.talk, "disk full\n");
    cr_expect_not(platform_exists(scratch_at("a.mkv")));
    cr_expect(platform_exists(scratch_at("a.mkv.part")), "what it wrote is kept");
}

Test(outputs, an_encoder_may_end_the_film)
{
    struct film_output output;
    struct format_error err = {0};
    uint32_t pixels[PIXELS] = {0};
    const struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    install_encoder("head -c 300 <&3 > \"$out\"\n");
    cr_assert_eq(film_output_open(&output, &format, &err), 0);
    for (int i = 0; i < 100000 && !output.enough; i++) {
        cr_assert_eq(film_output_frame(&output, (uint64_t)i, pixels, &err), 0, "%s", err.what);
    }
    cr_assert(output.enough);
    cr_expect_eq(film_output_frame(&output, 0, pixels, &err), 0, "dropped");
    cr_expect_eq(film_output_end(&output, OUTPUT_DONE, &err), 0, "%s", err.what);
    struct file_bytes file = map("a.mkv");
    cr_expect_eq(file.size, 300u);
    platform_free_file(&file);
}

Test(outputs, an_encoders_unfinished_file_is_removed)
{
    struct film_output output;
    struct format_error err = {0};
    const struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    install_encoder(READ_ALL);
    cr_expect_eq(write_film(&output, &format, 0, 1, OUTPUT_NONE, &err), 0);
    cr_expect(!platform_exists(scratch_at("a.mkv")) && !platform_exists(scratch_at("a.part.mkv")) &&
              !platform_exists(scratch_at("a.mkv.part")));
}

Test(outputs, what_keeps_an_encoder_from_starting_is_explained)
{
    struct film_output output;
    struct format_error err = {0};
    char path[OUTPUT_PATH + 8];
    struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    char before[1024];
    snprintf(before, sizeof(before), "%s", getenv("PATH"));
    setenv("PATH", scratch_root, 1);
    cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
    cr_expect_not_null(strstr(err.what, "apt install ffmpeg"), "%s", err.what);
    scratch_write_text("ffmpeg", "#!/bin/sh\n");
    cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "cannot start ffmpeg: Permission denied");
    cr_expect_null(output.state);
    memset(path, 'a', sizeof(path));
    for (int length = OUTPUT_PATH - 6; length < (int)sizeof(path); length++) {
        char *end = path + length - 4;
        memcpy(end, ".mkv", 5);
        format.path = path;
        cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
        cr_expect_str_eq(err.what, "cannot write: File name too long");
        memset(end, 'a', 5);
    }
    scratch_write_text("a.mkv", "mine");
    format.path = scratch_at("a.mkv");
    cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "is there already; --force replaces it");
    cr_expect_null(output.state);
    setenv("PATH", before, 1); /* for scratch_tear_down */
}

/* 63 words: 21 before the options, and the file's name behind them. */
Test(outputs, an_encoder_has_so_many_options_at_most)
{
    enum { OPTIONS = 41, OPTION = 3 /* bytes of "-x " */ };
    char options[(OPTIONS + 1) * OPTION + 1] = "";
    struct format_error err = {0};
    struct film_output output;
    struct film_format format = format_of(FILM_ENCODER, scratch_at("a.mkv"));
    format.encoder_options = options;
    install_encoder("echo $# > words\n" READ_ALL);
    for (int i = 0; i < OPTIONS; i++) {
        memcpy(options + i * OPTION, "-x ", OPTION);
    }
    cr_assert_eq(write_film(&output, &format, 0, 1, OUTPUT_DONE, &err), 0, "%s", err.what);
    struct file_bytes words = map("words");
    cr_expect(words.size == 3 && memcmp(words.data, "62\n", 3) == 0);
    platform_free_file(&words);
    memcpy(options + OPTIONS * OPTION, "-x ", OPTION);
    format.path = scratch_at("b.mkv");
    cr_expect_eq(film_output_open(&output, &format, &err), FORMAT_BAD);
    cr_expect_str_eq(err.what, "too many words for ffmpeg");
    cr_expect_null(output.state);
}
