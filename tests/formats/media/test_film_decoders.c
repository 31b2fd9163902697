/* Films decoded by ffmpeg (if installed): frame and sample counts and rates as written, no
 * warnings. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/media/film_bytes.h"
#include "tests/support/scratch.h"

enum { FRAMES = 60, SAMPLES = FRAMES * FILM_BYTES_RATE / FILM_BYTES_FPS };

TestSuite(film_decoders, .init = scratch_set_up, .fini = scratch_tear_down);

/* Runs a command whose %s is the film; answer: its output on both streams. */
static void run_command(const char *format, char *answer, size_t size)
{
    char command[1024];
    snprintf(command, sizeof(command), format, scratch_at("film"));
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    answer[fread(answer, 1, size - 1, pipe)] = '\0';
    cr_expect_eq(pclose(pipe), 0, "%s: %s", command, answer);
}

static void expect_decoded(enum film_bytes_kind kind, uint64_t segment_bytes)
{
    static const char *const pictures[] = {"mjpeg,18,10,30/1,60", "mjpeg,18,10,30/1,60",
                                           "rawvideo,18,10,30/1,60", "rawvideo,18,10,30/1,60", ""};
    const bool sound = kind != FILM_BYTES_SILENT && kind != FILM_BYTES_Y4M;
    struct byte_writer film;
    char answer[4096], expected[128];
    cr_assert(film_bytes_make(&film, kind, 0, FRAMES, segment_bytes));
    scratch_write("film", film.data, film.size);
    byte_writer_free(&film);
    if (kind != FILM_BYTES_WAV) {
        run_command("ffprobe -v error -select_streams v -count_frames -of csv=p=0 -show_entries "
                    "stream=codec_name,width,height,r_frame_rate,nb_read_frames '%s' 2>&1",
                    answer, sizeof(answer));
        snprintf(expected, sizeof(expected), "%s\n", pictures[kind]);
        cr_expect_str_eq(answer, expected, "kind %d", kind);
    }
    if (sound) {
        run_command("ffmpeg -v error -i '%s' -vn -f s16le - 2>&1 | wc -c", answer, sizeof(answer));
        cr_expect_eq(atoi(answer), 4 * SAMPLES, "kind %d: %s", kind, answer);
    }
    /* A WAV's plain header does not say which channel is left; two are guessed right. */
    run_command("ffmpeg -v warning -i '%s' -f null - 2>&1 | sed '/Guessed Channel Layout/d'",
                answer, sizeof(answer));
    cr_expect_str_eq(answer, "", "kind %d: %s", kind, answer);
}

Test(film_decoders, decode_written_films)
{
    if (system("command -v ffmpeg ffprobe > /dev/null") != 0) {
        cr_skip_test("ffmpeg is not installed");
    }
    for (int kind = 0; kind < FILM_BYTES_KINDS; kind++) {
        expect_decoded((enum film_bytes_kind)kind, AVI_SEGMENT_BYTES);
    }
    expect_decoded(FILM_BYTES_MJPEG, 40000);
    expect_decoded(FILM_BYTES_RAW, 40000);
}
