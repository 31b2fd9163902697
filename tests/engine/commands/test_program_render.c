/* The program as its users meet it: the films it makes of demos. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "formats/base/bytes.h"
#include "formats/base/checksum.h"
#include "formats/media/wav.h"
#include "tests/engine/commands/program_stage.h"
#include "tests/support/sanitized.h"

#define SMALL "--size", "160x100", "--fps", "20"
#define PART(demo) "render", "builtin:" demo, "--from", "2", "--to", "2.5", SMALL, "--quiet"

enum { Y4M_HEADER_MAX = 128, FRAME = 6 + 160 * 100 * 3 / 2 };

/* A y4m file's frames, without the line before them all. */
static size_t count_y4m(const char *name)
{
    size_t size;
    char *bytes = program_read(program_in_folder(name), &size);
    cr_assert_not_null(bytes, "%s was not written", name);
    cr_assert_eq(memcmp(bytes, "YUV4MPEG2 W160 H100 F20:1 ", 26), 0, "%.60s", bytes);
    const size_t header = strcspn(bytes, "\n") + 1;
    free(bytes);
    cr_assert_eq((size - header) % FRAME, 0u, "%zu bytes behind the header", size - header);
    return (size - header) / FRAME;
}

/* --- what is written -------------------------------------------------------------------------- */

Test(program, render_writes_what_the_name_says)
{
    struct program_result r = RUN(PART("demo1"), "-o", "a.y4m");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.err, "");
    cr_expect_eq(r.out_size, 0u);
    program_free(&r);
    cr_expect_eq(count_y4m("a.y4m"), 10u);

    EXPECT_STATUS(0, PART("demo1"), "-o", "a.avi");
    size_t size;
    char *avi = program_read(program_in_folder("a.avi"), &size);
    cr_assert(avi && size > 10 * 1000 && memcmp(avi, "RIFF", 4) == 0);
    cr_expect_eq(bytes_u32((uint8_t *)avi + 4), size - 8);
    cr_expect_eq(bytes_u32((uint8_t *)avi + 48), 10u);
    cr_expect_eq(bytes_u32((uint8_t *)avi + 56), 2u, "pictures and sound");
    free(avi);

    EXPECT_STATUS(0, PART("demo1"), "-o", "%02d.png");
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "2.45", "--size", "160x100", "-o", "s.png");
    cr_expect(program_same_files("09.png", "s.png"), "the last frame is the picture of its time");
    cr_expect_not(platform_is_file(program_in_folder("10.png")));

    EXPECT_STATUS(0, PART("demo1"), "-o", "a.wav");
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--from", "2", "--to", "2.5", "-o", "s.wav");
    cr_expect(program_same_files("a.wav", "s.wav"), "the samples that sound writes");
}

Test(program, render_goes_to_standard_output)
{
    EXPECT_STATUS(0, PART("demo3"), "-o", "a.y4m");
    struct program_result r = RUN(PART("demo3"), "-o", "-");
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    program_write("b.y4m", r.out, r.out_size);
    program_free(&r);
    cr_expect(program_same_files("a.y4m", "b.y4m"));
    r = RUN(PART("demo3"), "-o", "-", "--format", "raw");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_eq(r.out_size, 10u * 160 * 100 * 3);
    program_free(&r);
    r = RUN(PART("demo3"), "-o", "-", "--format", "wav");
    program_write("b.wav", r.out, r.out_size);
    program_free(&r);
    EXPECT_STATUS(0, PART("demo3"), "-o", "a.wav");
    cr_expect(program_same_files("a.wav", "b.wav"));
}

Test(program, render_puts_several_demos_into_one_film)
{
    EXPECT_STATUS(0, "render", "builtin:demo1", "builtin:demo5", "--from", "1", "--to", "1.2",
                  SMALL, "-o", "both.y4m");
    cr_expect_eq(count_y4m("both.y4m"), 8u);
    EXPECT_STATUS(0, "render", "builtin:demo5", "--from", "1", "--to", "1.2", SMALL, "-o",
                  "last.y4m");
    size_t sizes[2];
    char *both = program_read(program_in_folder("both.y4m"), &sizes[0]);
    char *last = program_read(program_in_folder("last.y4m"), &sizes[1]);
    cr_expect_eq(memcmp(both + sizes[0] - 4 * FRAME, last + sizes[1] - 4 * FRAME, 4 * FRAME), 0);
    free(both);
    free(last);
}

/* --- one film, however it is made ------------------------------------------------------------- */

static void expect_same_film(const char *demo)
{
    static const char *const ways[][2] = {{"--threads=1", "--cpu=c"},
                                          {"--threads=1", "--cpu=sse41"},
                                          {"--threads=1", "--cpu=avx2"},
                                          {"--threads=2", "--cpu=sse41"},
                                          {"--threads=7", "--cpu=avx2"}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        EXPECT_STATUS(0, "render", demo, "--from", "2", "--to", "2.5", SMALL, ways[i][0],
                      ways[i][1], "--force", "-o", i == 0 ? "a.avi" : "b.avi");
        if (i > 0) {
            cr_expect(program_same_files("a.avi", "b.avi"), "%s %s %s", demo, ways[i][0],
                      ways[i][1]);
        }
    }
}

Test(program, render_is_the_same_on_any_threads_and_kernels)
{
    expect_same_film("builtin:demo1");
    expect_same_film("builtin:demo4");
    expect_same_film("builtin:demo5");
}

/* Pictures and samples of all pieces are those of the whole: what y4m and WAV hold behind their
 * headers is put together here. */
static void expect_pieces(const char *demo, const char *name, bool is_wav)
{
    size_t size, at;
    EXPECT_STATUS(0, "render", demo, "--from", "2", "--to", "2.5", SMALL, "-o", name);
    char *whole = program_read(program_in_folder(name), &size);
    cr_assert_not_null(whole);
    at = is_wav ? WAV_HEADER_SIZE : strcspn(whole, "\n") + 1;
    for (int i = 1; i <= 7; i++) {
        char piece[16];
        snprintf(piece, sizeof(piece), "%d/7", i);
        EXPECT_STATUS(0, "render", demo, "--from", "2", "--to", "2.5", SMALL, "--piece", piece,
                      "--force", "-o", is_wav ? "piece.wav" : "piece.y4m");
        size_t part;
        char *bytes = program_read(program_in_folder(is_wav ? "piece.wav" : "piece.y4m"), &part);
        cr_assert_not_null(bytes, "piece %d", i);
        const size_t header = is_wav ? WAV_HEADER_SIZE : strcspn(bytes, "\n") + 1;
        cr_assert_leq(at + part - header, size);
        cr_expect_eq(memcmp(whole + at, bytes + header, part - header), 0, "%s, piece %d", demo, i);
        at += part - header;
        free(bytes);
    }
    cr_expect_eq(at, size);
    free(whole);
}

Test(program, render_makes_the_whole_of_pieces)
{
    expect_pieces("builtin:demo1", "a.y4m", false);
    expect_pieces("builtin:demo4", "b.y4m", false);
    expect_pieces("builtin:demo5", "c.y4m", false);
    expect_pieces("builtin:demo1", "a.wav", true);
}

Test(program, render_goes_on_where_a_run_ended)
{
    EXPECT_STATUS(0, PART("demo1"), "-o", "a%d.png");
    EXPECT_STATUS(0, PART("demo1"), "-o", "b%d.png");
    (void)!remove(program_in_folder("b3.png"));
    (void)!remove(program_in_folder("b9.png"));
    EXPECT_REFUSED(1, "--force replaces it", PART("demo1"), "-o", "b%d.png");
    EXPECT_STATUS(0, PART("demo1"), "-o", "b%d.png", "--resume");
    cr_expect(program_same_files("a3.png", "b3.png"));
    cr_expect(program_same_files("a9.png", "b9.png"));

    EXPECT_STATUS(0, PART("demo1"), "-o", "a.y4m", "--piece", "2/3");
    program_write("b.y4m.part", "cut off", 7); /* left by a killed run */
    EXPECT_REFUSED(1, "--resume", PART("demo1"), "-o", "b.y4m", "--piece", "2/3");
    EXPECT_STATUS(0, PART("demo1"), "-o", "b.y4m", "--piece", "2/3", "--resume");
    cr_expect(program_same_files("a.y4m", "b.y4m"));
    cr_expect_not(platform_is_file(program_in_folder("b.y4m.part")));
    EXPECT_STATUS(0, PART("demo1"), "-o", "b.y4m", "--piece", "2/3", "--resume");
}

/* The pictures of an interrupted run: a journal says what they are of. */
Test(program, resumed_pictures_are_of_this_film)
{
    EXPECT_STATUS(0, PART("demo1"), "-o", "a%d.png");
    EXPECT_STATUS(0, PART("demo1"), "-o", "b%d.png");
    size_t size;
    char *picture = program_read(program_in_folder("a5.png"), &size);
    program_write("b4.png", "", 0);
    program_write("b5.png", picture, size / 2);
    EXPECT_STATUS(0, PART("demo1"), "-o", "b%d.png", "--resume");
    cr_expect(program_same_files("a4.png", "b4.png"), "an empty picture is made again");
    cr_expect(program_same_files("a5.png", "b5.png"), "and a cut one");
    cr_expect_not(platform_exists(program_in_folder("b%d.png.resume")));
    cr_expect_not(platform_exists(program_in_folder("b%d.png.part")));
    program_write("b5.png", "mine", 4);
    EXPECT_REFUSED(1, "picture 5 is there and is not of this film", PART("demo1"), "-o", "b%d.png",
                   "--resume");
    EXPECT_REFUSED(1, "another demo", PART("demo4"), "-o", "b%d.png", "--resume");
    EXPECT_REFUSED(1, "other settings", PART("demo1"), "-o", "b%d.png", "--resume", "--gamma", "2");
    cr_expect(program_same_files("a1.png", "b1.png"), "refused runs change nothing");
    EXPECT_STATUS(0, PART("demo1"), "-o", "b%d.png", "--resume", "--force");
    cr_expect(program_same_files("a5.png", "b5.png"));
    free(picture);
}

/* A finished film under its name counts as done only if it can be this one. */
Test(program, resume_does_not_take_another_film_for_this_one)
{
    static const char *const names[] = {"a.avi", "a.y4m", "a.wav", "a.rgb"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        EXPECT_STATUS(0, PART("demo1"), "-o", names[i]);
        EXPECT_STATUS(0, PART("demo1"), "-o", names[i], "--resume");
        EXPECT_REFUSED(1, "is not this film", PART("demo1"), "--to", "4", "-o", names[i],
                       "--resume");
        EXPECT_STATUS(0, PART("demo1"), "--to", "4", "-o", names[i], "--resume", "--force");
    }
    EXPECT_STATUS(0, PART("demo1"), "-o", "b.y4m");
    EXPECT_REFUSED(1, "is not this film", PART("demo1"), "--size", "320x200", "-o", "b.y4m",
                   "--resume");
}

/* Runs the program in a shell; words as they are. */
static int run_in_shell(const char *before, const char *words)
{
    char line[1024];
    snprintf(line, sizeof(line), "cd %s && %s '%s' %s 2>errors", program_in_folder("."), before,
             program_path(), words);
    return system(line);
}

static void expect_after_kill(const char *demo, const char *signal, const char *ending)
{
    const char *const end = SANITIZED ? "4" : "12";
    char words[256], path[128], whole[16], film[16];
    snprintf(whole, sizeof(whole), "whole.%s", ending);
    snprintf(film, sizeof(film), "k.%s", ending);
    EXPECT_STATUS(0, "render", demo, "--to", end, SMALL, "--threads", "1", "-o", whole, "--force");
    /* However far it comes: before the beginning, at the end, in between. */
    for (int i = 0; i < 3; i++) {
        char before[64];
        snprintf(before, sizeof(before), "timeout -s %s 0.%d", signal, 1 << i);
        snprintf(words, sizeof(words), "render %s --to %s --size 160x100 --fps 20 --jobs 2 -o %s",
                 demo, end, film);
        (void)run_in_shell(before, words);
        EXPECT_STATUS(0, "render", demo, "--to", end, SMALL, "--jobs", "2", "--resume", "-o", film);
        cr_expect(program_same_files(whole, film), "%s %s %s %d", demo, ending, signal, i);
        for (int piece = 1; piece <= 16; piece++) {
            snprintf(path, sizeof(path), "%s.piece-%d-of-16", film, piece);
            cr_expect_not(platform_is_file(program_in_folder(path)), "%s is left", path);
        }
        snprintf(path, sizeof(path), "%s.part", film);
        cr_expect_not(platform_is_file(program_in_folder(path)), "%s is left", path);
        (void)!remove(program_in_folder(film));
    }
}

Test(program, render_by_several_processes_is_the_same_film)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo4", "builtin:demo5"};
    static const char *const names[][2] = {
        {"a.avi", "b.avi"}, {"a.y4m", "b.y4m"}, {"a.wav", "b.wav"}, {"a.rgb", "b.rgb"}};
    for (size_t d = 0; d < 3; d++) {
        /* With sanitizers every form of one demo. */
        for (size_t i = SANITIZED ? d : 0; i < 4; i += SANITIZED ? 3 : 1) {
            EXPECT_STATUS(0, "render", demos[d], "--to", "2", SMALL, "-o", names[i][0], "--force");
            EXPECT_STATUS(0, "render", demos[d], "--to", "2", SMALL, "-o", names[i][1], "--force",
                          "--jobs", "3");
            cr_expect(program_same_files(names[i][0], names[i][1]), "%s %s", demos[d], names[i][0]);
        }
    }
    /* A single piece, rendered by several processes. */
    EXPECT_STATUS(0, PART("demo1"), "-o", "c.wav", "--piece", "2/3");
    EXPECT_STATUS(0, PART("demo1"), "-o", "d.wav", "--piece", "2/3", "--jobs", "2");
    cr_expect(program_same_files("c.wav", "d.wav"));
    EXPECT_STATUS(0, PART("demo1"), "-o", "a%d.png");
    EXPECT_STATUS(0, PART("demo1"), "-o", "b%d.png", "--jobs", "2");
    for (int i = 0; i < 10; i++) {
        char a[24], b[24];
        snprintf(a, sizeof(a), "a%d.png", i);
        snprintf(b, sizeof(b), "b%d.png", i);
        cr_expect(program_same_files(a, b), "%s", a);
    }
}

/* Each of the processes meets another picture, and ends. */
Test(program, render_by_several_processes_prints_the_errors_of_all)
{
    static const char *const foreign[] = {"p00.png", "p24.png", "p48.png"};
    for (int i = 0; i < 3; i++) {
        program_write(foreign[i], "foreign", 7);
    }
    struct program_result r = RUN("render", "builtin:demo1", "-o", "p%02d.png", "--fps", "60",
                                  "--to", "1.2", "--size", "160x100", "--jobs", "3");
    cr_expect_eq(r.status, 1);
    program_expect_holds(r.err, "picture 0: ");
    program_expect_holds(r.err, "picture 24: ");
    program_expect_holds(r.err, "picture 48: ");
    program_free(&r);
}

Test(program, render_is_the_same_after_a_kill)
{
    expect_after_kill("builtin:demo1", "KILL", "avi");
    expect_after_kill("builtin:demo4", "TERM", "wav");
    expect_after_kill("builtin:demo5", "TERM", "y4m");
    if (!SANITIZED) {
        expect_after_kill("builtin:demo1", "KILL", "y4m");
        expect_after_kill("builtin:demo4", "KILL", "avi");
        expect_after_kill("builtin:demo5", "TERM", "avi");
    }
}

/* Ctrl+C: what there is is a film, of whole frames. */
Test(program, render_that_is_stopped_leaves_a_film)
{
    int stopped = 0;
    for (int i = 1; i <= 5; i++) {
        char before[64];
        snprintf(before, sizeof(before), "timeout -s INT 0.%d", i);
        const int status = run_in_shell(
            before, "render builtin:demo1 --size 160x100 --fps 20 --speed 0.1 -o s.y4m --force");
        if (platform_is_file(program_in_folder("s.y4m"))) {
            stopped += status != 0;
            cr_expect_gt(count_y4m("s.y4m"), 0u);
        }
    }
    cr_expect_gt(stopped, 0, "it was never stopped in between");
}

/* As on a full disk: the written part is a film that can be joined, with the reported frames. */
Test(program, render_that_fills_the_disk_leaves_a_film)
{
    static const int blocks[] = {200, 640, 1001}; /* blocks of 512 bytes */
    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        char before[64];
        snprintf(before, sizeof(before), "ulimit -f %d &&", blocks[i]);
        cr_expect_neq(run_in_shell(before, "render builtin:demo1 --size 320x200 --fps 20 --force "
                                           "-o full.avi"),
                      0);
        cr_expect_not(platform_exists(program_in_folder("full.avi")));
        EXPECT_STATUS(0, "join", "full.avi.part", "-o", "again.avi", "--force");
        cr_expect(program_same_files("full.avi.part", "again.avi"));
        (void)run_in_shell(before, "render builtin:demo1 --size 320x200 --fps 20 --force "
                                   "-o full.y4m --jobs 2");
        cr_expect_not(platform_exists(program_in_folder("full.y4m")));
        EXPECT_STATUS(0, "join", "full.y4m.part", "-o", "again.y4m", "--force");
        cr_expect(program_same_files("full.y4m.part", "again.y4m"));
    }
}

/* The same with several processes: --resume continues FILE.part. */
/* Frames of an AVI, by its main header. */
static size_t count_avi(const char *name)
{
    size_t size;
    char *bytes = program_read(program_in_folder(name), &size);
    cr_assert(bytes && size > 224, "%s", name);
    const uint32_t frames = bytes_u32((const uint8_t *)bytes + 48);
    free(bytes);
    return frames;
}

/* Expects that the run before reported what the file holds. */
static void expect_front(const char *name, size_t frames)
{
    size_t size;
    char line[128], *errors = program_read(program_in_folder("errors"), &size);
    cr_assert_not_null(errors);
    snprintf(line, sizeof(line), "%s holds the first %zu of ", name, frames);
    cr_expect_gt(frames, 0u, "%s", name);
    program_expect_holds(errors, line);
    free(errors);
}

/* Two processes meet other pictures at once: nothing was finished, so nothing is left to resume. */
Test(program, render_that_finishes_no_piece_leaves_no_journal)
{
    program_write("p00.png", "foreign", 7);
    program_write("p24.png", "foreign", 7);
    EXPECT_STATUS(1, "render", "builtin:demo1", "-o", "p%02d.png", "--fps", "60", "--to", "0.8",
                  "--size", "160x100", "--jobs", "2");
    cr_expect_not(platform_exists(program_in_folder("p%02d.png.resume")));
    cr_expect_not(platform_exists(program_in_folder("p%02d.png.part")));
}

/* As after a kill when the film had just got its name. */
Test(program, resume_removes_what_a_finished_film_left)
{
    static const char *const endings[] = {"avi", "y4m"};
    static const char *const limits[] = {"ulimit -f 1300 &&", "ulimit -f 1600 &&"}; /* one piece */
    for (size_t i = 0; i < 2; i++) {
        char words[128], film[16], part[32], journal[32], piece[32];
        snprintf(film, sizeof(film), "k.%s", endings[i]);
        snprintf(part, sizeof(part), "%s.part", film);
        snprintf(journal, sizeof(journal), "%s.resume", film);
        snprintf(piece, sizeof(piece), "%s.piece-1-of-2", film);
        snprintf(words, sizeof(words),
                 "render builtin:demo1 --to 3 --size 160x100 --fps 20 --jobs 2 -o %s", film);
        cr_assert_neq(run_in_shell(limits[i], words), 0);
        cr_assert(platform_exists(program_in_folder(journal)));
        EXPECT_STATUS(0, "render", "builtin:demo1", "--to", "3", SMALL, "-o", film, "--force");
        program_write(piece, "left", 4);
        program_write(part, "left", 4);
        cr_assert(platform_exists(program_in_folder(journal)));
        EXPECT_STATUS(0, "render", "builtin:demo1", "--to", "3", SMALL, "-o", film, "--resume");
        cr_expect(platform_exists(program_in_folder(journal)), "a FILE.part needs it");
        (void)!remove(program_in_folder(part));
        EXPECT_STATUS(0, "render", "builtin:demo1", "--to", "3", SMALL, "-o", film, "--resume");
        cr_expect_not(platform_exists(program_in_folder(journal)));
        cr_expect_not(i == 0 && platform_exists(program_in_folder(piece)));
    }
}

Test(program, render_by_several_that_is_stopped_leaves_a_film)
{
    int stopped = 0;
    size_t whole_size;
    EXPECT_STATUS(0, "render", "builtin:demo1", SMALL, "--to", "12", "-o", "whole.wav");
    char *whole = program_read(program_in_folder("whole.wav"), &whole_size);
    cr_assert_not_null(whole);
    for (int i = 1; i <= 6; i++) {
        char before[64];
        size_t size;
        snprintf(before, sizeof(before), "timeout -s INT 0.%d", i);
        (void)run_in_shell(before, "render builtin:demo1 --size 160x100 --fps 20 --speed 0.1 -o "
                                   "s.y4m --jobs 2 --force");
        if (platform_is_file(program_in_folder("s.y4m.part"))) {
            stopped++;
            expect_front("s.y4m.part", count_y4m("s.y4m.part"));
        }
        (void)run_in_shell(before, "render builtin:demo1 --size 160x100 --fps 20 --speed 0.1 -o "
                                   "s.avi --jobs 2 --force");
        if (platform_is_file(program_in_folder("s.avi.part"))) {
            stopped++;
            expect_front("s.avi.part", count_avi("s.avi.part"));
        }
        (void)run_in_shell(before, "render builtin:demo1 --size 160x100 --fps 1000 --to 12 -o "
                                   "s.wav --jobs 2 --force");
        char *wav = program_read(program_in_folder("s.wav.part"), &size);
        if (wav) {
            stopped++;
            cr_assert(size > WAV_HEADER_SIZE && size <= whole_size, "%zu bytes", size);
            cr_expect_eq(bytes_u32((uint8_t *)wav + WAV_HEADER_SIZE - 4), size - WAV_HEADER_SIZE);
            cr_expect_eq(
                memcmp(wav + WAV_HEADER_SIZE, whole + WAV_HEADER_SIZE, size - WAV_HEADER_SIZE), 0);
        }
        free(wav);
    }
    free(whole);
    cr_expect_gt(stopped, 0, "it was never stopped in between");
}

/* --- what others make of it ------------------------------------------------------------------- */

/* Expects the output of a shell command on both streams; %s in it is the film. */
static void expect_says(const char *says, const char *format, const char *name)
{
    char line[1024], asked[512], said[512] = "";
    snprintf(asked, sizeof(asked), format, name);
    snprintf(line, sizeof(line), "cd %s && %s", program_in_folder("."), asked);
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe);
    said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
    pclose(pipe);
    cr_expect_str_eq(said, says, "%s: %s, not %s", asked, said, says);
}

/* Expects all frames, the frame rate, the length (if given), and no warning of the decoder. input:
 * ffmpeg's input options. */
static void expect_decoded(const char *input, const char *codec, const char *length)
{
    char says[128];
    snprintf(says, sizeof(says), "%s,160,100,20/1,10\n%s\n", codec, length);
    expect_says(says,
                "ffprobe -v warning -count_frames -select_streams v -of csv=p=0 -show_entries "
                "stream=codec_name,width,height,r_frame_rate,nb_read_frames:format=duration %s "
                "2>&1",
                input);
    expect_says("", "ffmpeg -v warning %s -f null - 2>&1", input);
}

Test(program, render_is_read_by_ffmpeg)
{
    static const struct {
        const char *name, *input, *codec, *length, *options[4];
    } films[] = {
        {"a.avi", "-i a.avi", "mjpeg", "0.500000", {NULL}},
        {"raw.avi", "-i raw.avi", "rawvideo", "0.500000", {"--codec", "raw"}},
        {"mute.avi", "-i mute.avi", "mjpeg", "0.500000", {"--no-sound"}},
        {"a.y4m", "-i a.y4m", "rawvideo", "0.500000", {NULL}},
        {"b.y4m", "-i b.y4m", "rawvideo", "0.500000", {"--chroma", "444"}},
        {"%02d.png", "-framerate 20 -i %02d.png", "png", "0.500000", {NULL}},
        /* Frame times are whole ms there, and sound starts at the encoder's delay. */
        {"a.mkv", "-i a.mkv", "ffv1", "0.500000", {"--ffmpeg", "-c:v ffv1 -c:a flac"}},
        {"a.mp4", "-i a.mp4", "mpeg4", "0.500000", {"--ffmpeg", "-c:v mpeg4 -c:a aac"}},
        {"a.webm", "-i a.webm", "vp8", "0.508000", {"--ffmpeg", "-c:v vp8 -c:a libopus"}},
    };
    if (system("command -v ffmpeg ffprobe > /dev/null") != 0) {
        cr_skip_test("ffmpeg is not installed");
    }
    for (size_t i = 0; i < sizeof(films) / sizeof(films[0]); i++) {
        const char *const *more = films[i].options;
        EXPECT_STATUS(0, PART("demo1"), "-o", films[i].name, more[0], more[1]);
        expect_decoded(films[i].input, films[i].codec, films[i].length);
    }
    EXPECT_STATUS(0, PART("demo1"), "-o", "a.wav");
    expect_says("24000\n",
                "ffprobe -v warning -of csv=p=0 -show_entries stream=duration_ts %s 2>&1", "a.wav");
    /* A WAV's plain header does not say which channel is left; two are guessed right. */
    expect_says("", "ffmpeg -v warning -i %s -f null - 2>&1 | sed '/Guessed Channel Layout/d'",
                "a.wav");
    /* ffmpeg received the samples of the WAV. */
    expect_says("96000\n",
                "for f in a.avi raw.avi a.mkv a.wav; do ffmpeg -v warning -i $f -map 0:a -f s16le "
                "$f.pcm 2>&1 | sed '/Guessed Channel Layout/d'; cmp $f.pcm a.avi.pcm; done; cat "
                "%s | wc -c",
                "a.wav.pcm");
    /* Raw pixels; ffmpeg gets their format and size as options. */
    EXPECT_STATUS(0, PART("demo1"), "-o", "a.raw", "--format", "raw");
    expect_says("",
                "cat %s | ffmpeg -v warning -f rawvideo -pix_fmt rgb24 -s 160x100 -r 20 -i - -f "
                "rawvideo -pix_fmt rgb24 - 2>&1 | cmp - a.raw 2>&1",
                "a.raw");
}

Test(program, render_feeds_ffmpeg_what_it_wants)
{
    if (system("command -v ffmpeg ffprobe > /dev/null") != 0) {
        cr_skip_test("ffmpeg is not installed");
    }
    /* An encoder that reads all pictures before it takes more sound than a pipe holds. */
    EXPECT_STATUS(0, "render", "builtin:demo1", "--from", "0", "--to", "5", SMALL, "--quiet", "-o",
                  "long.mkv", "--ffmpeg", "-c:v mpeg4 -bf 2 -c:a pcm_s16le -vf reverse");
    expect_says("100\n",
                "ffprobe -v error -count_frames -select_streams v -of csv=p=0 -show_entries "
                "stream=nb_read_frames %s 2>&1",
                "long.mkv");
    /* The options end the film early, as requested. */
    EXPECT_STATUS(0, "render", "builtin:demo1", SMALL, "--quiet", "-o", "short.mkv", "--ffmpeg",
                  "-c:v mpeg4 -c:a flac -t 0.5");
    expect_decoded("-i short.mkv", "mpeg4", "0.500000");
    EXPECT_STATUS(0, "render", "builtin:demo1", "--to", "8", SMALL, "--quiet", "-o", "mute.mkv",
                  "--ffmpeg", "-c:v mpeg4 -an");
    expect_says("160\n",
                "ffprobe -v error -count_frames -of csv=p=0 -show_entries stream=nb_read_frames %s "
                "2>&1",
                "mute.mkv");
    EXPECT_REFUSED(1, "ffmpeg: ", PART("demo1"), "-o", "a.mp4", "--ffmpeg", "-c:v no_such_codec");
    cr_expect_not(platform_exists(program_in_folder("a.mp4")));
}

/* --- refusals --------------------------------------------------------------------------------- */

/* Frames done rise to all of them, and the last line has them all. */
Test(program, render_tells_programs_how_far_it_is)
{
    struct program_result r = RUN(PART("demo1"), "-o", "a.avi", "--progress");
    unsigned long frames = 0, all, bytes, before = 0, lines = 0;
    cr_expect_eq(r.status, 0);
    for (char *line = r.out, *end; (end = strchr(line, '\n')); line = end + 1, lines++) {
        cr_assert_eq(sscanf(line, "progress %lu %lu %lu\n", &frames, &all, &bytes), 3, "%s", line);
        cr_expect_geq(frames, before);
        cr_expect_eq(all, 10u);
        before = frames;
    }
    cr_expect_geq(lines, 1u);
    cr_expect_eq(frames, 10u);
    program_free(&r);
    EXPECT_REFUSED(2, "--progress", PART("demo1"), "-o", "-", "--progress");
}

/* A folder has the name of picture 3. */
Test(program, render_that_fails_counts_its_pictures)
{
    cr_assert_eq(mkdir(program_in_folder("p3.png"), 0700), 0);
    struct program_result r = RUN("render", "builtin:demo1", "--to", "0.5", "--fps", "20", "--size",
                                  "160x100", "--quiet", "-o", "p%d.png");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, "p%d.png: 3 of 10 pictures written; --resume writes the others\n");
    program_free(&r);
    cr_assert_eq(rmdir(program_in_folder("p3.png")), 0);
    EXPECT_STATUS(0, "render", "builtin:demo1", "--to", "0.5", "--fps", "20", "--size", "160x100",
                  "--quiet", "-o", "p%d.png", "--resume");
    cr_expect(platform_is_file(program_in_folder("p9.png")));
}

Test(program, render_refuses_what_it_cannot_write)
{
    EXPECT_REFUSED(2, "-o", "render", "builtin:demo1");
    EXPECT_REFUSED(2, "no demo", "render", "-o", "a.avi");
    EXPECT_REFUSED(2, "ending", "render", "builtin:demo1", "-o", "film");
    EXPECT_REFUSED(2, "%05d", "render", "builtin:demo1", "-o", "a.png");
    EXPECT_REFUSED(2, "standard output", "render", "builtin:demo1", "-o", "-", "--format", "avi");
    EXPECT_REFUSED(2, "formats are", "render", "builtin:demo1", "-o", "a.avi", "--format", "divx");
    EXPECT_REFUSED(2, "--fps", "render", "builtin:demo1", "-o", "a.avi", "--fps", "0");
    EXPECT_REFUSED(2, "--piece", "render", "builtin:demo1", "-o", "a.avi", "--piece", "4/3");
    EXPECT_REFUSED(2, "--piece", "render", "builtin:demo1", "-o", "a.avi", "--piece", "3");
    EXPECT_REFUSED(2, "--supersample", "render", "builtin:demo1", "-o", "a.avi", "--size",
                   "1920x1080", "--supersample", "3");
    EXPECT_REFUSED(2, "--jobs", "render", "builtin:demo1", "-o", "a.mp4", "--jobs", "2");
    EXPECT_REFUSED(2, "--jobs", "render", "builtin:demo1", "-o", "-", "--jobs", "2");
    EXPECT_REFUSED(2, "'soon'", "render", "builtin:demo1", "-o", "a.avi", "--from", "soon");
    EXPECT_REFUSED(2, "before", "render", "builtin:demo1", "-o", "a.avi", "--from", "3", "--to",
                   "2");
    EXPECT_REFUSED(1, "4:2:0", "render", "builtin:demo1", "-o", "a.y4m", "--size", "321x200");
    EXPECT_REFUSED(1, "No such file", PART("demo1"), "-o", "none/a.avi");
    EXPECT_REFUSED(1, "No space left", PART("demo1"), "-o", "/dev/full", "--format", "y4m");
    EXPECT_REFUSED(1, "no such built-in demo", "render", "builtin:none", "-o", "a.avi");
    program_write("a.avi", "mine", 4);
    EXPECT_REFUSED(1, "--force", PART("demo1"), "-o", "a.avi");
    setenv("PATH", "/nowhere", 1);
    EXPECT_REFUSED(1, "ffmpeg", PART("demo1"), "-o", "a.mp4");
}

Test(program, render_beyond_the_demo_writes_what_there_is)
{
    struct program_result r =
        RUN("render", "builtin:demo1", "--from", "39.9", "--to", "60", SMALL, "-o", "a.y4m");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, "60 is outside the demo");
    program_free(&r);
    cr_expect_eq(count_y4m("a.y4m"), 2u);
}
