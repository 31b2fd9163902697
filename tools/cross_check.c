/* cross_check: tests that results have the same bits on every machine, without Criterion.
 *
 *   cross_check [full]
 *
 * Draws the golden frames and compares them with tests/golden.txt; goes to fixed updates of demos
 * of all families; mixes the sound of whole demos; writes demos, pictures, films and sound and
 * reads them back. Prints one line per result on standard output; compare the output with another
 * machine's. Prints which kernels drew, and errors, on stderr, and with errors exits with status 1.
 * Demos are those of the built-in pack, written ones, and the real ones of $QUAKEREEL_DATA, where
 * they are. Without "full" every fifth golden frame and every fifth real demo. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "engine/playback/soundtrack.h"
#include "formats/media/avi.h"
#include "formats/media/resample.h"
#include "formats/media/vorbis.h"
#include "formats/media/wav.h"
#include "formats/media/y4m.h"
#include "formats/pictures/png.h"
#include "render/cpu.h"
#include "tests/support/golden.h"
#include "tests/support/media/vorbis_bytes.h"
#include "tools/cross_demos.h"

enum { SHORT_EACH = 5, WIDTH = 320, HEIGHT = 200 };

static uint64_t draw(struct playback_context *player, const struct golden_frame *frame, int threads)
{
    player->options.threads = threads;
    if (playback_set_size(player, frame->width, frame->height) < 0 ||
        timeline_go_time(player->timeline, frame->time, true) < 0 ||
        playback_draw(player, NULL, 0) < 0) {
        return 0;
    }
    return renderer_hash(player->renderer);
}

/* With one thread and two, and all kernels the machine has. False when the hash is another one. */
static bool check_frame(const struct golden_frame *frame)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    bool good = true;
    options.look = frame->look;
    if (playback_open(&player, frame->demo, &options, &(struct timeline_options){0}, NULL) < 0) {
        return false;
    }
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (int threads = 1; threads <= 2; threads++) {
            const uint64_t hash = draw(&player, frame, threads);
            if (hash != frame->hash) {
                fprintf(stderr,
                        "cross_check: %s at %g, %dx%d %s, %s, threads %d: %016" PRIx64
                        " is not %016" PRIx64 "\n",
                        frame->demo, frame->time, frame->width, frame->height,
                        golden_look_names[frame->look], cpu_level_name((enum cpu_level)level),
                        threads, hash, frame->hash);
                good = false;
            }
        }
    }
    playback_close(&player);
    return good;
}

static bool check_golden(unsigned each)
{
    char line[256];
    struct golden_frame frame;
    unsigned count = 0;
    bool good = true;
    FILE *file = fopen(GOLDEN_FILE, "r");
    if (!file) {
        fprintf(stderr, "cross_check: run it in the project's folder\n");
        return false;
    }
    while (fgets(line, sizeof(line), file)) {
        if (golden_parse(line, &frame) && count++ % each == 0) {
            good = check_frame(&frame) && good;
            printf("golden ");
            golden_print(stdout, &frame);
        }
    }
    fclose(file);
    return good && count > 0;
}

static bool check_png(const uint32_t *pixels)
{
    struct byte_writer png = {0};
    uint32_t *back = NULL;
    int width = 0;
    int height = 0;
    const bool good = png_encode_rgb(pixels, WIDTH, HEIGHT, &png) == 0 &&
                      png_read_rgb(png.data, png.size, &back, &width, &height) == 0 &&
                      width == WIDTH && height == HEIGHT &&
                      memcmp(back, pixels, sizeof(*pixels) * WIDTH * HEIGHT) == 0;
    printf("png %zu bytes %016" PRIx64 "\n", png.size, cross_hash(png.data, png.size));
    free(back);
    byte_writer_free(&png);
    return good;
}

/* Films of that picture with sound, of every kind of pictures: 0 and 1 are AVI's, then y4m's. */
static bool check_film(const uint32_t *pixels, int kind)
{
    static const char *const names[] = {"avi", "avi raw", "y4m 4:2:0", "y4m 4:4:4"};
    static const int16_t samples[] = {0, 1, -1, 256, -256, 32767, -32768, 12345};
    const struct avi_format format = {WIDTH, HEIGHT, 30, 1, (enum avi_codec)kind, 90, 48000};
    const struct y4m_format planes = {WIDTH, HEIGHT, 30, 1, kind == 2 ? Y4M_420 : Y4M_444};
    const bool is_avi = kind < 2;
    struct byte_writer file = {0};
    struct avi_writer avi = {0};
    struct y4m_writer y4m = {0};
    const struct media_sink sink = media_sink_memory(&file);
    bool good = (is_avi ? avi_begin(&avi, &sink, &format) : y4m_begin(&y4m, &sink, &planes)) == 0;
    for (int i = 0; good && i < 2; i++) {
        good = is_avi ? avi_add_frame(&avi, pixels) == 0 && avi_add_sound(&avi, samples, 4) == 0
                      : y4m_add_frame(&y4m, pixels) == 0;
    }
    good = good && (!is_avi || avi_end(&avi) == 0);
    printf("%s %zu bytes %016" PRIx64 "\n", names[kind], file.size,
           cross_hash(file.data, file.size));
    avi_free(&avi);
    y4m_free(&y4m);
    byte_writer_free(&file);
    return good;
}

/* A picture of the built-in demo, written. */
static bool check_pictures(void)
{
    static const char name[] = "builtin:demo1";
    const struct playback_options options = playback_default_options();
    struct playback_context player;
    uint32_t *pixels = calloc(WIDTH * HEIGHT, sizeof(*pixels));
    bool good =
        pixels && playback_open(&player, name, &options, &(struct timeline_options){0}, NULL) == 0;
    if (good) {
        good = playback_set_size(&player, WIDTH, HEIGHT) == 0 &&
               timeline_go_time(player.timeline, 4.0, true) == 0 &&
               playback_draw(&player, pixels, WIDTH) == 0;
        playback_close(&player);
    }
    good = good && check_png(pixels);
    for (int kind = 0; kind < 4; kind++) {
        good = good && check_film(pixels, kind);
    }
    free(pixels);
    if (!good) {
        fprintf(stderr, "cross_check: a picture was not written or came back as another one\n");
    }
    return good;
}

/* Music decoded, turned to another rate both ways, and written. */
static bool check_sound(void)
{
    struct vorbis_recipe recipe = {.channels = 2, .packets = 40};
    struct byte_writer ogg = vorbis_bytes(&recipe), file = {0};
    const struct media_sink sink = media_sink_memory(&file);
    struct pcm music = {0}, step = {0}, sinc = {0};
    struct resample_kernel kernel = {0};
    struct wav_writer wav;
    const bool good = vorbis_read(&music, ogg.data, ogg.size, PCM_AS_IS, NULL) == 0 &&
                      resample_kernel_make(&kernel, music.rate, 48000, NULL) == 0 &&
                      resample_step(&step, &music, 48000, NULL) == 0 &&
                      resample_sinc(&sinc, &music, 48000, &kernel, NULL) == 0 &&
                      wav_begin(&wav, &sink, 48000, 2, WAV_UNKNOWN_LENGTH) == 0 &&
                      wav_add(&wav, step.samples, step.length) == 0 &&
                      wav_add(&wav, sinc.samples, sinc.length) == 0 && wav_end(&wav) == 0;
    printf("wav %zu bytes %016" PRIx64 "\n", file.size, cross_hash(file.data, file.size));
    resample_kernel_free(&kernel);
    pcm_free(&sinc);
    pcm_free(&step);
    pcm_free(&music);
    byte_writer_free(&file);
    byte_writer_free(&ogg);
    if (!good) {
        fprintf(stderr, "cross_check: a sound was not read, turned or written\n");
    }
    return good;
}

/* A hash of all of its samples; false when there are none. */
static bool hash_sound(const struct playback_context *player, enum mixer_look look, uint64_t *hash)
{
    const struct soundtrack_options options = {
        .rate = 44100, .look = look, .volume = 1.0f, .music_volume = 1.0f};
    const struct sound_eyes eyes = {.camera = camera_default()};
    struct soundtrack *track;
    int status = soundtrack_open(&track, player->timeline, &player->source.game, &options, NULL);
    if (status < 0) {
        return false;
    }
    const int64_t blocks = soundtrack_num_blocks(track, timeline_length(player->timeline));
    *hash = 0;
    for (int64_t block = 0; status == 0 && block < blocks; block++) {
        int16_t out[2 * MIXER_BLOCK];
        uint8_t bytes[sizeof(*hash) + sizeof(out)];
        status = soundtrack_mix(track, &eyes, block, out);
        for (size_t i = 0; i < sizeof(*hash); i++) {
            bytes[i] = (uint8_t)(*hash >> (8 * i));
        }
        for (size_t i = 0; i < 2 * MIXER_BLOCK; i++) {
            bytes[sizeof(*hash) + 2 * i] = (uint8_t)out[i];
            bytes[sizeof(*hash) + 2 * i + 1] = (uint8_t)((uint16_t)out[i] >> 8);
        }
        *hash = cross_hash(bytes, sizeof(bytes));
    }
    soundtrack_close(track);
    return status == 0 && blocks > 0;
}

static bool check_mixes(void)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                        "builtin:demo4"};
    bool good = true;
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        const struct playback_options options = playback_default_options();
        struct playback_context player;
        if (playback_open(&player, demos[i], &options, &(struct timeline_options){.sounds = true},
                          NULL) < 0) {
            fprintf(stderr, "cross_check: %s does not open\n", demos[i]);
            return false;
        }
        for (int look = MIXER_EXACT; look <= MIXER_FAITHFUL; look++) {
            uint64_t hash = 0;
            if (!hash_sound(&player, (enum mixer_look)look, &hash)) {
                fprintf(stderr, "cross_check: no sound of %s\n", demos[i]);
                good = false;
            }
            printf("sound %s %s %016" PRIx64 "\n", demos[i],
                   look == MIXER_FAITHFUL ? "faithful" : "exact", hash);
        }
        playback_close(&player);
    }
    return good;
}

static void print_kernels(void)
{
    fputs("cross_check: golden frames were drawn by", stderr);
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        fprintf(stderr, " %s", cpu_level_name((enum cpu_level)level));
    }
    fputc('\n', stderr);
}

int main(int argc, char **argv)
{
    platform_start(&argc, &argv);
    const bool full = argc == 2 && strcmp(argv[1], "full") == 0;
    const unsigned each = full ? 1 : SHORT_EACH;
    if (argc > 1 && !full) {
        fprintf(stderr, "usage: cross_check [full]\n");
        return 2;
    }
    bool good = check_golden(each);
    good = check_pictures() && good;
    good = check_sound() && good;
    good = check_mixes() && good;
    good = cross_check_demos(each) && good;
    print_kernels();
    return good && fflush(stdout) == 0 ? 0 : 1;
}
