/* The program as its users meet it: that the sound of a film is in step with its pictures, at its
 * beginning and after an hour of the demo. A demo's flash and its click are looked for in the film
 * that was made of it, as we read it and as ffmpeg does. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/base/stb.h"
#include "formats/media/avi_reader.h"
#include "formats/media/wav.h"
#include "tests/engine/commands/flash_demo.h"
#include "tests/engine/commands/program_stage.h"

enum { WIDTH = 160, HEIGHT = 120, PIXELS = WIDTH * HEIGHT, FPS = 30, SOUND_RATE = 48000 };

static const char *const demos[] = {"a.dem", "a.qwd", "a.dm_68"};

/* Decoded frames and samples of a film. */
struct film {
    uint8_t *pixels;  /* green channel of each */
    int16_t *samples; /* both channels */
    size_t frames, count;
};

static void film_free(struct film *film)
{
    free(film->pixels);
    free(film->samples);
}

/* --- the film's bytes ------------------------------------------------------------------------- */

static void *grow(void *memory, size_t size)
{
    void *more = realloc(memory, size);
    cr_assert_not_null(more);
    return more;
}

/* Copies the green channel, rows top-down or bottom-up. */
static void take_green(uint8_t *pixels, const uint8_t *rgb)
{
    for (size_t i = 0; i < PIXELS; i++) {
        pixels[i] = rgb[3 * i + 1];
    }
}

static void take_jpeg(uint8_t *pixels, const uint8_t *bytes, size_t size)
{
    int width, height, channels;
    uint8_t *rgb = stbi_load_from_memory(bytes, (int)size, &width, &height, &channels, 3);
    cr_assert(rgb && width == WIDTH && height == HEIGHT);
    take_green(pixels, rgb);
    stbi_image_free(rgb);
}

static void take_chunk(struct film *film, const struct avi_reader *reader,
                       const struct avi_chunk *chunk)
{
    if (chunk->stream == AVI_AUDIO) {
        film->samples = grow(film->samples, film->count * 4 + chunk->size);
        for (size_t i = 0; i < chunk->size / 2; i++) {
            film->samples[2 * film->count + i] = (int16_t)bytes_u16(reader->bytes + 2 * i);
        }
        film->count += chunk->size / 4;
        return;
    }
    film->pixels = grow(film->pixels, (film->frames + 1) * PIXELS);
    uint8_t *pixels = film->pixels + film->frames++ * PIXELS;
    if (reader->format.codec == AVI_RAW) {
        take_green(pixels, reader->bytes);
    } else {
        take_jpeg(pixels, reader->bytes, chunk->size);
    }
}

static struct film read_avi(const char *name)
{
    struct film film = {0};
    size_t size;
    char *data = program_read(program_in_folder(name), &size);
    const struct byte_source source = byte_source_memory((const uint8_t *)data, size);
    struct avi_reader reader;
    struct avi_chunk chunk;
    struct format_error err = {0};
    cr_assert_eq(avi_reader_open(&reader, &source, &err), 0, "%s: %s", name, err.what);
    int code;
    while ((code = avi_reader_next(&reader, &chunk, &err)) > 0) {
        cr_assert_eq(avi_reader_load(&reader, &chunk, &err), 0);
        take_chunk(&film, &reader, &chunk);
    }
    cr_assert_eq(code, 0, "%s: %s", name, err.what);
    avi_reader_close(&reader);
    free(data);
    return film;
}

static bool has_ffmpeg(void)
{
    return system("command -v ffmpeg ffprobe > /dev/null") == 0;
}

/* As ffmpeg decodes it: what it shows from 0 s on, frame by frame, and plays from 0 s on. */
static struct film decode(const char *name)
{
    static const char ask[] =
        "cd %s && ffmpeg -v error -y -i %s -map 0:v -vf fps=%d:start_time=0 -f rawvideo -pix_fmt "
        "rgb24 seen -map 0:a -af aresample=async=1:first_pts=0 -ar %d -ac 2 -f s16le heard 2>&1";
    struct film film = {0};
    size_t size;
    char line[1024], said[256] = "";
    snprintf(line, sizeof(line), ask, program_in_folder("."), name, FPS, SOUND_RATE);
    FILE *pipe = popen(line, "r");
    cr_assert(pipe && fread(said, 1, sizeof(said) - 1, pipe) == 0, "%s: %s", name, said);
    pclose(pipe);
    film.pixels = (uint8_t *)program_read(program_in_folder("seen"), &size);
    film.frames = size / (3 * PIXELS);
    for (size_t i = 0; i < film.frames; i++) {
        take_green(film.pixels + i * PIXELS, film.pixels + 3 * i * PIXELS);
    }
    char *heard = program_read(program_in_folder("heard"), &size);
    film.count = size / 4;
    film.samples = grow(NULL, size);
    for (size_t i = 0; i < 2 * film.count; i++) {
        film.samples[i] = (int16_t)bytes_u16((const uint8_t *)heard + 2 * i);
    }
    free(heard);
    return film;
}

/* --- what is in step -------------------------------------------------------------------------- */

/* The first frame that is another picture than the one before it. */
static size_t find_flash(const struct film *film)
{
    for (size_t i = 1; i < film->frames; i++) {
        const uint8_t *pixels = film->pixels + i * PIXELS, *before = pixels - PIXELS;
        size_t changed = 0;
        for (size_t k = 0; k < PIXELS; k++) {
            changed += abs(pixels[k] - before[k]) > 24;
        }
        if (changed > 20) {
            return i;
        }
    }
    return film->frames;
}

static size_t find_click(const struct film *film)
{
    size_t i = 0;
    while (i < 2 * film->count && abs(film->samples[i]) < 1000) {
        i++;
    }
    return i / 2;
}

/* Expects flash and click at `at`, seconds of the film. The flash is in the first frame after it;
 * the click is at `at` itself, within `slack` samples, and so less than one frame earlier. */
static void expect_in_step(const char *name, struct film film, double at, size_t slack)
{
    const size_t frame = (size_t)ceil(at * FPS), sample = (size_t)(at * SOUND_RATE + 0.5);
    const size_t flash = find_flash(&film), click = find_click(&film);
    cr_expect_eq(flash, frame, "%s: the flash is in frame %zu, not %zu", name, flash, frame);
    cr_expect(click + slack >= sample && click <= sample + slack,
              "%s: the click is at sample %zu, not %zu", name, click, sample);
    film_free(&film);
}

static void make_folder(const char *name)
{
    cr_assert_eq(platform_make_directory(program_in_folder(name)), 0, "%s", name);
}

static void write_sound(const char *folder)
{
    enum { COUNT = 4800 };
    static int16_t samples[COUNT];
    struct byte_writer file = {0};
    const struct media_sink sink = media_sink_memory(&file);
    struct wav_writer wav;
    char name[64];
    for (int i = 0; i < COUNT; i++) {
        samples[i] = i % 96 < 48 ? 20000 : -20000;
    }
    cr_assert_eq(wav_begin(&wav, &sink, SOUND_RATE, 1, COUNT), 0);
    cr_assert_eq(wav_add(&wav, samples, COUNT), 0);
    cr_assert_eq(wav_end(&wav), 0);
    make_folder(folder);
    snprintf(name, sizeof(name), "%s/sound", folder);
    make_folder(name);
    snprintf(name, sizeof(name), "%s/" FLASH_DEMO_SOUND, folder);
    program_write(name, file.data, file.size);
    byte_writer_free(&file);
}

static void write_demos(void)
{
    make_folder("data");
    write_sound("data/id1");
    write_sound("data/baseq3");
    for (int i = 0; i < FLASH_DEMO_FAMILIES; i++) {
        struct byte_writer demo = {0};
        flash_demo_write(&demo, (enum flash_demo_family)i);
        program_write(demos[i], demo.data, demo.size);
        byte_writer_free(&demo);
    }
}

/* Three seconds around each of the demo's moments. */
static void make_films(const char *demo, const char *first, const char *second, const char *option,
                       const char *value)
{
    static const char *const ranges[][2] = {{"0", "3"}, {"3599", "3602"}};
    const char *const names[] = {first, second};
    for (int i = 0; i < 2; i++) {
        EXPECT_STATUS(0, "render", program_in_folder(demo), "-basedir", program_in_folder("data"),
                      "--from", ranges[i][0], "--to", ranges[i][1], "--size", "160x120", "--fps",
                      "30", "--quiet", "--force", option, value, "-o", names[i]);
    }
}

Test(program, render_keeps_sound_and_picture_in_step)
{
    static const char *const codecs[] = {"raw", "mjpeg"};
    write_demos();
    for (int i = 0; i < FLASH_DEMO_FAMILIES; i++) {
        for (int k = 0; k < 2; k++) {
            make_films(demos[i], "a.avi", "b.avi", "--codec", codecs[k]);
            expect_in_step(demos[i], read_avi("a.avi"), FLASH_DEMO_FIRST, 0);
            expect_in_step(demos[i], read_avi("b.avi"), FLASH_DEMO_SECOND - 3599, 0);
        }
    }
}

/* Of a film stopped by Ctrl+C, which ffmpeg was given its sound ahead of: it ends with the picture,
 * but for what waits in a pipe. */
Test(program, render_that_is_stopped_ends_sound_with_picture)
{
    int stopped = 0;
    if (!has_ffmpeg()) {
        cr_skip_test("ffmpeg is not installed");
    }
    for (int i = 1; i <= 4; i++) {
        char line[1024];
        snprintf(line, sizeof(line),
                 "cd %s && timeout -s INT 0.%d '%s' render builtin:demo1 --size 160x120 --fps 30 "
                 "--speed 0.05 -o s.mkv --force --ffmpeg '-c:v ffv1 -c:a flac' 2> /dev/null",
                 program_in_folder("."), 2 * i, program_path());
        const int status = system(line);
        if (status == 0 || !platform_is_file(program_in_folder("s.mkv"))) {
            continue;
        }
        struct film film = decode("s.mkv");
        const double seen = (double)film.frames / FPS, heard = (double)film.count / SOUND_RATE;
        cr_expect(heard > seen - 1.0 / FPS && heard < seen + 0.25, "%g s heard, %g s seen", heard,
                  seen);
        film_free(&film);
        (void)!remove(program_in_folder("s.mkv"));
        stopped++;
    }
    cr_expect_gt(stopped, 0, "it was never stopped in between");
}

Test(program, render_keeps_sound_and_picture_in_step_for_ffmpeg)
{
    static const struct {
        const char *names[2], *option, *value;
        size_t slack; /* samples; tolerance for the sound codec */
    } films[] = {
        {{"a.avi", "b.avi"}, "--codec", "mjpeg", 0},
        {{"a.mkv", "b.mkv"}, "--ffmpeg", "-c:v ffv1 -c:a pcm_s16le", 0},
        {{"a.mp4", "b.mp4"}, "--ffmpeg", "-c:v mpeg4 -q:v 3 -bf 2 -c:a aac", SOUND_RATE / FPS},
    };
    if (!has_ffmpeg()) {
        cr_skip_test("ffmpeg is not installed");
    }
    write_demos();
    for (int i = 0; i < FLASH_DEMO_FAMILIES; i++) {
        for (size_t k = 0; k < sizeof(films) / sizeof(films[0]); k++) {
            const char *const *names = films[k].names;
            make_films(demos[i], names[0], names[1], films[k].option, films[k].value);
            expect_in_step(demos[i], decode(names[0]), FLASH_DEMO_FIRST, films[k].slack);
            expect_in_step(demos[i], decode(names[1]), FLASH_DEMO_SECOND - 3599, films[k].slack);
        }
    }
}
