/* The program as its users meet it: exit statuses, what goes to which stream, and the files it
 * writes.
 *
 * Runs $QUAKEREEL_PROGRAM (build/quakereel) without a display, each test in a folder of its own. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "engine/netquake/netquake.h"
#include "engine/commands/commands.h"
#include "engine/playback/demo_source.h"
#include "formats/pictures/png.h"
#include "tests/support/json_check.h"
#include "tests/support/q3_samples.h"

enum { CHILD_SECONDS = 60, PATH_BYTES = 1024, SHORT_BLOCKS = 60 };

static char program[PATH_BYTES];
static char folder[PATH_BYTES];

struct result {
    int status; /* of exit, or 1000 + the signal that ended it */
    char *out;
    size_t out_size;
    char *err;
};

/* --- files ------------------------------------------------------------------------------------ */

static const char *in_folder(const char *name)
{
    static char paths[4][PATH_BYTES + 64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(in_folder(name), "wb");
    cr_assert_not_null(file, "%s: %s", name, strerror(errno));
    cr_assert_eq(fwrite(data, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}

/* The bytes with a NUL behind them; the caller frees. NULL when there is no such file. */
static char *read_path(const char *path, size_t *size)
{
    struct file_bytes bytes;
    *size = 0;
    if (platform_map_file(path, &bytes) < 0) {
        return NULL;
    }
    char *copy = malloc(bytes.size + 1);
    cr_assert_not_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    copy[bytes.size] = '\0';
    *size = bytes.size;
    platform_unmap_file(&bytes);
    return copy;
}

static void remove_tree(const char *path)
{
    char **names;
    size_t count;
    if (platform_list_directory(path, &names, &count) == 0) {
        for (size_t i = 0; i < count; i++) {
            char inner[PATH_BYTES + 300];
            snprintf(inner, sizeof(inner), "%s/%s", path, names[i]);
            if (unlink(inner) != 0) {
                remove_tree(inner);
            }
        }
        platform_free_names(names, count);
    }
    rmdir(path);
}

static void set_up(void)
{
    const char *named = getenv("QUAKEREEL_PROGRAM");
    const char *temporary = getenv("TMPDIR");
    if (platform_absolute_path(named && *named ? named : "build/quakereel", program,
                               sizeof(program)) < 0) {
        cr_assert_fail("there is no program to run: QUAKEREEL_PROGRAM names it");
    }
    snprintf(folder, sizeof(folder), "%s/quakereel-test-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    cr_assert_not_null(mkdtemp(folder));
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("QUAKEREEL_BASEDIR");
    unsetenv("QUAKEREEL_CPU");
    setenv("SDL_VIDEODRIVER", "x11", 1); /* which then finds no display */
    setenv("XDG_RUNTIME_DIR", folder, 1);
    setenv("HOME", folder, 1);
}

static void tear_down(void)
{
    if (folder[0]) {
        remove_tree(folder);
    }
}

/* data/id1: the built-in pack as a pak file, and the beginning of its first demo as a file
 * beside it. Gives the byte where that file ends. */
static size_t make_data(void)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct dem_file dem;
    struct dem_block block;
    struct format_error err = {0};
    cr_assert_eq(mkdir(in_folder("data"), 0700), 0);
    cr_assert_eq(mkdir(in_folder("data/id1"), 0700), 0);
    write_file("data/id1/pak0.pak", builtin_pak, builtin_pak_size);
    cr_assert_eq(demo_source_open_bytes(&source, "builtin:demo1", &search, &err), 0, "%s",
                 err.what);
    cr_assert_eq(dem_open(&dem, source.data, source.size, &err), 0, "%s", err.what);
    size_t pos = dem.first_block;
    for (int i = 0; i < SHORT_BLOCKS; i++) {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, &err), 1);
    }
    write_file("data/id1/short.dem", source.data, pos);
    write_file("data/id1/cut.dem", source.data, pos - 5);
    demo_source_close(&source);
    return block.offset;
}

/* --- running ---------------------------------------------------------------------------------- */

static void exec_program(const char *const *words, const char *out_path)
{
    char *argv[24] = {program};
    for (int i = 0; words[i] && i < 22; i++) {
        argv[i + 1] = (char *)(uintptr_t)words[i];
    }
    int out = open(out_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int err = open(in_folder(".stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (chdir(folder) != 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) {
        _exit(126);
    }
    alarm(CHILD_SECONDS);
    execv(program, argv);
    _exit(127);
}

static struct result run_to(const char *out_path, const char *const *words)
{
    struct result result = {0};
    size_t err_size;
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        exec_program(words, out_path);
    }
    while (waitpid(child, &status, 0) < 0) {
        cr_assert_eq(errno, EINTR);
    }
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    result.out = read_path(out_path, &result.out_size);
    result.err = read_path(in_folder(".stderr"), &err_size);
    cr_assert_not_null(result.err);
    /* A sanitizer ends a program with status 1, which here means bad input. */
    cr_assert(!strstr(result.err, "Sanitizer") && !strstr(result.err, "runtime error:"), "%s",
              result.err);
    return result;
}

static struct result run(const char *const *words)
{
    return run_to(in_folder(".stdout"), words);
}

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static void result_free(struct result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct result){0};
}

/* Runs and expects an exit status; nothing more. */
static void expect_status(int status, const char *const *words)
{
    struct result r = run(words);
    cr_expect_eq(r.status, status, "%s %s: %d, not %d: %s", words[0], words[1] ? words[1] : "",
                 r.status, status, r.err);
    result_free(&r);
}

#define EXPECT_STATUS(status, ...) expect_status(status, (const char *const[]){__VA_ARGS__, NULL})

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

/* Runs what must be refused: the status, nothing on stdout, and stderr names `named` in one
 * line. */
static void expect_refused(int status, const char *named, const char *const *words)
{
    struct result r = run(words);
    cr_expect_eq(r.status, status, "%s %s: %d, not %d: %s", words[0], words[1] ? words[1] : "",
                 r.status, status, r.err);
    cr_expect_eq(r.out_size, 0u, "%s %s writes to stdout: %.200s", words[0],
                 words[1] ? words[1] : "", r.out);
    cr_expect_eq(strncmp(r.err, "quakereel: ", 11), 0, "%s", r.err);
    cr_expect_not_null(strstr(r.err, named), "%s is not in: %s", named, r.err);
    cr_expect(status != EXIT_USAGE || count_lines(r.err) == 1, "%s", r.err);
    result_free(&r);
}

#define EXPECT_REFUSED(status, named, ...)                                                         \
    expect_refused(status, named, (const char *const[]){__VA_ARGS__, NULL})

static void expect_holds(const char *text, const char *part)
{
    cr_expect_not_null(strstr(text, part), "%s is not in: %.400s", part, text);
}

/* --- pictures --------------------------------------------------------------------------------- */

/* A picture's pixels, which the caller frees. */
static uint32_t *expect_png(const char *name, int width, int height)
{
    uint32_t *pixels = NULL;
    int w = 0, h = 0;
    size_t size;
    char *bytes = read_path(in_folder(name), &size);
    cr_assert_not_null(bytes, "%s was not written", name);
    cr_assert_eq(png_read_rgb((const uint8_t *)bytes, size, &pixels, &w, &h), 0, "%s", name);
    cr_expect(w == width && h == height, "%s is %dx%d", name, w, h);
    free(bytes);
    return pixels;
}

static bool same_files(const char *a, const char *b)
{
    size_t size_a, size_b;
    char *bytes_a = read_path(in_folder(a), &size_a);
    char *bytes_b = read_path(in_folder(b), &size_b);
    cr_assert(bytes_a && bytes_b, "%s or %s is missing", a, b);
    bool same = size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0;
    free(bytes_a);
    free(bytes_b);
    return same;
}

TestSuite(program, .init = set_up, .fini = tear_down, .timeout = 120);

/* --- help and usage --------------------------------------------------------------------------- */

Test(program, help_and_version)
{
    static const char *const words[][3] = {
        {"--help"},         {"-h"},         {"play", "--help"}, {"timedemo", "--help"},
        {"shot", "--help"}, {"info", "-h"}, {"dump", "--help"}, {"x.dem", "--help"},
        {"shot", "-h"},     {"dump", "-h"}, {"timedemo", "-h"}, {"info", "--help"},
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct result r = run(words[i]);
        cr_expect_eq(r.status, EXIT_GOOD);
        cr_expect_eq(strncmp(r.out, "usage: quakereel", 16), 0, "%s", r.out);
        cr_expect_str_eq(r.err, "");
        result_free(&r);
    }
    struct result r = RUN("--version");
    int major, minor;
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_eq(sscanf(r.out, "quakereel %d.%d", &major, &minor), 2, "%s", r.out);
    cr_expect_eq(count_lines(r.out), 1u);
    result_free(&r);
}

Test(program, wrong_usage_is_status_2)
{
    EXPECT_REFUSED(2, "--bogus", "play", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "timedemo", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "shot", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "info", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "dump", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--size", "play", "--size", "10x10");
    EXPECT_REFUSED(2, "--fov", "timedemo", "builtin:demo1", "--fov", "0");
    EXPECT_REFUSED(2, "--threads", "shot", "builtin:demo1", "--at", "1", "--threads", "0");
    EXPECT_REFUSED(2, "--runs", "timedemo", "builtin:demo1", "--runs", "0");
    EXPECT_REFUSED(2, "1000", "timedemo", "builtin:demo1", "--runs", "1001");
    EXPECT_REFUSED(2, "--speed", "play", "builtin:demo1", "--speed", "0.01");
    EXPECT_REFUSED(2, "--speed", "play", "builtin:demo1", "--speed", "fast");
    EXPECT_REFUSED(2, "'soon'", "play", "builtin:demo1", "--start", "soon");
    EXPECT_REFUSED(2, "'later'", "play", "builtin:demo1", "--end", "later");
    EXPECT_REFUSED(2, "--camera", "play", "builtin:demo1", "--camera", "above");
    EXPECT_REFUSED(2, "--seek-memory", "play", "--seek-memory", "0");
    EXPECT_REFUSED(2, "one demo", "timedemo", "a", "b");
    EXPECT_REFUSED(2, "one demo", "shot", "a", "b", "--at", "1");
    EXPECT_REFUSED(2, "--at", "shot", "builtin:demo1");
    EXPECT_REFUSED(2, "--at", "shot", "--at", "1");
    EXPECT_REFUSED(2, "--block", "shot", "builtin:demo1", "--at", "1", "--block", "1");
    EXPECT_REFUSED(2, "'soon'", "shot", "builtin:demo1", "--at", "soon");
    EXPECT_REFUSED(2, "''", "shot", "builtin:demo1", "--at", "1,");
    EXPECT_REFUSED(2, "'1.5'", "shot", "builtin:demo1", "--block", "1.5");
    EXPECT_REFUSED(2, "'-1'", "shot", "builtin:demo1", "--block", "-1");
    EXPECT_REFUSED(2, "'soon'", "play", "builtin:demo1", "--start", "soon", "-o", "x.avi");
    EXPECT_REFUSED(2, "no demo", "info");
    EXPECT_REFUSED(2, "no demo", "dump", "--json");
    EXPECT_REFUSED(2, "one demo at a time", "dump", "a", "b");
    EXPECT_REFUSED(2, "--threads", "info", "a", "--threads", "0");
    EXPECT_REFUSED(2, "no demo", "cut", "-o", "x");
    EXPECT_REFUSED(2, "-o", "cut", "builtin:demo1");
    EXPECT_REFUSED(2, "--from", "cut", "builtin:demo1", "-o", "x", "--from");
    EXPECT_REFUSED(2, "one demo at a time", "cut", "a", "b", "-o", "x");
    EXPECT_REFUSED(2, "-basedir", "info", "a", "-basedir");
    EXPECT_REFUSED(2, "--game", "dump", "a", "--game");
    EXPECT_REFUSED(2, "--size", "info", "builtin:demo1", "--size", "320x200");
    setenv("QUAKEREEL_CPU", "mmx", 1);
    EXPECT_REFUSED(2, "QUAKEREEL_CPU=mmx", "timedemo", "builtin:demo1");
}

/* --- bad input -------------------------------------------------------------------------------- */

/* Every command refuses a name, and says why. */
static void expect_no_demo(const char *name, const char *why)
{
    EXPECT_REFUSED(1, why, "play", "-o", "x.avi", name);
    EXPECT_REFUSED(1, why, "timedemo", "--no-window", name);
    EXPECT_REFUSED(1, why, "shot", "--at", "0", name);
    EXPECT_REFUSED(1, why, "info", name);
    EXPECT_REFUSED(1, why, "dump", name);
    cr_expect_not(platform_is_file(in_folder("x.avi")));
    cr_expect_not(platform_is_file(in_folder("shot.png")));
}

Test(program, a_missing_demo)
{
    expect_no_demo("missing.dem", "missing.dem: no such file");
    expect_no_demo("../missing.dem", "../missing.dem: no such file\n");
    expect_no_demo("builtin:demo77", "no such built-in demo");
    EXPECT_REFUSED(1, "No such file", "shot", "builtin:demo1", "--at", "1", "--size", "160x100",
                   "-o", "nowhere/a.png");
}

Test(program, a_folder_and_a_device)
{
    cr_assert_eq(mkdir(in_folder("folder.dem"), 0700), 0);
    expect_no_demo("folder.dem", "folder.dem: Is a directory");
    expect_no_demo("/dev/null", "/dev/null: Not a regular file");
}

Test(program, a_text_file)
{
    static const char text[] = "Dear demo player,\nthis is a letter and not a demo.\n";
    write_file("letter.dem", text, strlen(text));
    expect_no_demo("letter.dem", "letter.dem: byte ");
    write_file("empty.dem", "", 0);
    expect_no_demo("empty.dem", "empty.dem: byte 0: ");
}

Test(program, game_data_that_is_not_there)
{
    make_data();
    EXPECT_REFUSED(1, "no id1", "shot", "data/id1/short.dem", "--at", "0", "-basedir", "nowhere");
    EXPECT_REFUSED(1, "no id1", "info", "demo1", "-basedir", "nowhere");
    EXPECT_REFUSED(1, "-game nix", "dump", "demo1", "-basedir", "data", "-game", "nix");
    EXPECT_REFUSED(1, "-game ../data", "info", "demo1", "-basedir", "data", "-game", "../data");
    EXPECT_REFUSED(1, "none in the game data", "info", "demo9", "-basedir", "data");
    EXPECT_STATUS(0, "info", "data/id1/short.dem", "-basedir", "nowhere"); /* it is not needed */
}

Test(program, quake3_demos_are_not_drawn_yet)
{
    struct q3_sample *s = q3_sample_make(68, 1, 20);
    q3_sample_demo(s, 8);
    write_file("made.dm_68", s->demo.data, s->demo.size);
    q3_sample_free(s);
    EXPECT_REFUSED(1, "made.dm_68: drawing Quake III demos is still to come", "shot", "made.dm_68",
                   "--at", "0", "--size", "160x100", "-o", "a.png");
    EXPECT_REFUSED(1, "made.dm_68: drawing Quake III demos is still to come", "timedemo",
                   "made.dm_68", "--size", "160x100");
}

Test(program, a_cut_demo_plays_its_good_part)
{
    char where[64];
    size_t offset = make_data();
    snprintf(where, sizeof(where), "byte %zu: ", offset);
    struct result r = RUN("timedemo", "data/id1/cut.dem", "--no-window", "--size", "160x100");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_holds(r.err, where);
    expect_holds(r.out, " frames ");
    result_free(&r);
    r = RUN("shot", "data/id1/cut.dem", "--at", "0", "--size", "160x100", "-o", "a.png");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_holds(r.err, where);
    free(expect_png("a.png", 160, 100));
    result_free(&r);
    r = RUN("play", "data/id1/cut.dem", "--size", "160x100", "-o", "a.avi", "--start", "-0.1");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_holds(r.err, where);
    cr_expect(platform_is_file(in_folder("a.avi")));
    result_free(&r);
    r = RUN("info", "data/id1/cut.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_holds(r.err, where);
    expect_holds(r.out, "maps/reel.bsp");
    result_free(&r);
    r = RUN("dump", "data/id1/cut.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_holds(r.err, where);
    expect_holds(r.out, "\"name\":\"serverinfo\"");
    result_free(&r);
}

Test(program, output_that_cannot_be_written)
{
    make_data();
    EXPECT_STATUS(1, "shot", "builtin:demo1", "--at", "0", "-o", ".", "--size", "160x100");
    EXPECT_STATUS(1, "timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--json",
                  "nowhere/x.json");
    EXPECT_STATUS(1, "timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--csv",
                  "nowhere/x.csv");
    EXPECT_STATUS(1, "play", "builtin:demo1", "--size", "160x100", "--start", "-0.1", "-o",
                  "nowhere/x.avi");
    if (access("/dev/full", W_OK) == 0) {
        static const char *const words[][8] = {
            {"info", "builtin:demo1"},
            {"dump", "builtin:demo1"},
            {"timedemo", "data/id1/short.dem", "--no-window", "--json", "-", "--size", "160x100"},
            {"timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100"},
        };
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
            struct result r = run_to("/dev/full", words[i]);
            cr_expect_eq(r.status, EXIT_BAD_INPUT, "%s > /dev/full: %d", words[i][0], r.status);
            cr_expect_neq(r.err[0], '\0');
            result_free(&r);
        }
    }
}

/* --- shot ------------------------------------------------------------------------------------- */

static bool is_plain(const uint32_t *pixels, int count)
{
    for (int i = 1; i < count; i++) {
        if (pixels[i] != pixels[0]) {
            return false;
        }
    }
    return true;
}

Test(program, shot_draws_the_built_in_demos)
{
    struct result r = RUN("shot", "builtin:demo1", "--at", "1");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_eq(r.out_size, 0u);
    cr_expect_str_eq(r.err, "");
    result_free(&r);
    uint32_t *pixels = expect_png("shot.png", 640, 480);
    cr_expect_not(is_plain(pixels, 640 * 480));
    free(pixels);
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--block", "100", "--size=333x222", "-o", "two.png");
    pixels = expect_png("two.png", 333, 222);
    cr_expect_not(is_plain(pixels, 333 * 222));
    free(pixels);
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "50%", "-width", "160", "-height", "100",
                  "-o", "small.png");
    free(expect_png("small.png", 160, 100));
}

Test(program, shot_numbers_its_pictures)
{
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "3,1,3", "--size", "160x100", "-o",
                  "t-%d.png");
    free(expect_png("t-0.png", 160, 100));
    free(expect_png("t-1.png", 160, 100));
    free(expect_png("t-2.png", 160, 100));
    /* The same moment, reached forwards and after going back. */
    cr_expect(same_files("t-0.png", "t-2.png"));
    cr_expect_not(same_files("t-0.png", "t-1.png"));
}

Test(program, shot_puts_the_blocks_number_into_the_name)
{
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--block", "90,7", "--size", "160x100", "-o",
                  "b%05d.png");
    free(expect_png("b00090.png", 160, 100));
    free(expect_png("b00007.png", 160, 100));
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--block", "7", "--size", "160x100", "-o",
                  "one%d.png");
    cr_expect(same_files("one7.png", "b00007.png"));
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0,1", "--size", "160x100");
    free(expect_png("shot-0.png", 160, 100));
    free(expect_png("shot-1.png", 160, 100));
    /* Only %d stands for a number. */
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0", "--size", "160x100", "-o", "50%s%n.png");
    free(expect_png("50%s%n.png", 160, 100));
}

Test(program, shot_of_several_needs_a_number_in_the_name)
{
    EXPECT_REFUSED(2, "%d", "shot", "builtin:demo1", "--at", "0,1", "-o", "one.png");
    cr_expect_not(platform_is_file(in_folder("one.png")));
    EXPECT_REFUSED(2, "%d", "shot", "builtin:demo1", "--block", "0,1", "-o", "%s.png");
    EXPECT_REFUSED(1, "no block 9999999", "shot", "builtin:demo1", "--block", "9999999");
    EXPECT_REFUSED(1, "no block", "shot", "builtin:demo1", "--block", "99999999999999999999");
}

/* --- timedemo --------------------------------------------------------------------------------- */

/* The hash timedemo prints, copied out of a text that must hold it. */
static void copy_hash(const char *text, const char *before, char hash[17])
{
    const char *at = strstr(text, before);
    cr_assert_not_null(at, "no %s in %s", before, text);
    at += strlen(before);
    cr_assert_eq(strspn(at, "0123456789abcdef"), 16u, "%s", at);
    memcpy(hash, at, 16);
    hash[16] = '\0';
}

Test(program, timedemo_writes_json_and_csv)
{
    char plain[17], json[17];
    make_data();
    struct result r = RUN("timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100");
    int frames;
    double seconds, fps;
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.err, "");
    cr_assert_eq(sscanf(r.out, "%d frames %lf seconds %lf fps", &frames, &seconds, &fps), 3, "%s",
                 r.out);
    copy_hash(r.out, "hash: ", plain);
    result_free(&r);

    r = RUN("timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--json", "-",
            "--csv", "-", "--runs", "2");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    expect_holds(r.err, " frames "); /* the figures for people make way */
    char *line_end = strchr(r.out, '\n');
    cr_assert_not_null(line_end);
    *line_end = '\0';
    expect_json(r.out);
    expect_holds(r.out, "\"width\": 160");
    copy_hash(r.out, "\"hash\": \"", json);
    cr_expect_str_eq(json, plain);
    expect_holds(line_end + 1, "frame,total_ms,");
    cr_expect_eq(count_lines(line_end + 1), (size_t)frames + 1);
    result_free(&r);

    size_t size;
    EXPECT_STATUS(0, "timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--json",
                  "a.json", "--csv", "a.csv");
    char *text = read_path(in_folder("a.json"), &size);
    cr_assert_not_null(text);
    expect_json(text);
    free(text);
    text = read_path(in_folder("a.csv"), &size);
    cr_assert_not_null(text);
    cr_expect_eq(count_lines(text), (size_t)frames + 1);
    free(text);
}

static void expect_hash(const char *hash, const char *cpu, const char *const *words)
{
    char got[17];
    if (cpu) {
        setenv("QUAKEREEL_CPU", cpu, 1);
    }
    struct result r = run(words);
    unsetenv("QUAKEREEL_CPU");
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    copy_hash(r.out, "hash: ", got);
    cr_expect_str_eq(got, hash, "cpu %s", cpu ? cpu : "-");
    result_free(&r);
}

#define SHORT_RUN "data/id1/short.dem", "--no-window", "--size", "320x200"
#define EXPECT_HASH(hash, cpu, ...) expect_hash(hash, cpu, (const char *const[]){__VA_ARGS__, NULL})

Test(program, one_hash_for_threads_and_kernels)
{
    char hash[17];
    make_data();
    struct result r = RUN("timedemo", SHORT_RUN, "--threads", "1", "--cpu", "c");
    copy_hash(r.out, "hash: ", hash);
    result_free(&r);
    EXPECT_HASH(hash, NULL, "timedemo", SHORT_RUN, "--threads", "3");
    EXPECT_HASH(hash, NULL, "timedemo", SHORT_RUN, "--threads=3", "--cpu=avx2");
    EXPECT_HASH(hash, "c", "timedemo", SHORT_RUN, "--threads", "3");
    EXPECT_HASH(hash, "sse41", "timedemo", SHORT_RUN);
    EXPECT_HASH(hash, "avx2", "timedemo", SHORT_RUN, "--threads", "1");
    EXPECT_HASH(hash, NULL, "timedemo", SHORT_RUN, "--runs", "2");
    /* Without a display the window makes way for memory, and the picture stays. */
    EXPECT_HASH(hash, NULL, "timedemo", "data/id1/short.dem", "--size", "320x200");
    /* And what must change the picture changes it. */
    r = RUN("timedemo", SHORT_RUN, "--no-viewmodel", "--no-hud", "--fov", "70");
    char other[17];
    copy_hash(r.out, "hash: ", other);
    cr_expect_str_neq(other, hash);
    result_free(&r);
}

Test(program, the_words_of_quake)
{
    char hash[17];
    make_data();
    struct result r = RUN("timedemo", "short", "-basedir", "data", "-width", "160", "-height",
                          "100", "--no-window");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    copy_hash(r.out, "hash: ", hash);
    result_free(&r);
    EXPECT_HASH(hash, NULL, "-basedir", "data", "-width", "160", "-height", "100", "--no-window",
                "+timedemo", "short");
    EXPECT_HASH(hash, NULL, "+timedemo", "short.dem", "-basedir", "data", "--size", "160x100",
                "--no-window");
    r = RUN("-basedir", "data", "-o", "a.avi", "--size=160x100", "+playdemo", "short", "--start",
            "-0.1");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.out, "a.avi\n");
    cr_expect(platform_is_file(in_folder("a.avi")));
    result_free(&r);
}

/* --- play ------------------------------------------------------------------------------------- */

static void expect_avi(const char *name, uint32_t width, uint32_t height, uint32_t frames)
{
    size_t size;
    char *bytes = read_path(in_folder(name), &size);
    cr_assert_not_null(bytes, "%s was not written", name);
    const uint8_t *data = (const uint8_t *)bytes;
    cr_assert_gt(size, 224u);
    cr_expect_eq(memcmp(data, "RIFF", 4), 0);
    cr_expect_eq(bytes_u32(data + 4), size - 8);
    cr_expect_eq(bytes_u32(data + 48), frames);
    cr_expect_eq(bytes_u32(data + 64), width);
    cr_expect_eq(bytes_u32(data + 68), height);
    free(bytes);
}

Test(program, play_without_a_display_writes_a_film)
{
    struct result r = RUN("play", "builtin:demo1", "--start", "-0.35", "--size", "160x100");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.out, "quakereel.avi\n");
    expect_holds(r.err, "no window (");
    expect_holds(r.err, "rendering builtin:demo1 to quakereel.avi");
    expect_avi("quakereel.avi", 160, 100, 11);
    result_free(&r);
    EXPECT_STATUS(0, "builtin:demo2", "--start", "100%", "-o", "end.avi");
    expect_avi("end.avi", 640, 480, 1);
    /* Without any word: the built-in demo. */
    EXPECT_STATUS(0, "--start", "-0.1", "--size", "160x100", "-o", "default.avi");
    expect_avi("default.avi", 160, 100, 4);
}

Test(program, a_part_at_another_speed_or_backward_becomes_a_film)
{
    EXPECT_STATUS(0, "play", "builtin:demo1", "--start", "1", "--end", "2", "--speed", "2",
                  "--size", "160x100", "-o", "part.avi");
    expect_avi("part.avi", 160, 100, 16);
    EXPECT_STATUS(0, "play", "builtin:demo1", "--start", "3", "--end", "2", "--size", "160x100",
                  "-o", "none.avi"); /* it ends before it begins: one picture */
    expect_avi("none.avi", 160, 100, 1);
    EXPECT_STATUS(0, "play", "builtin:demo1", "--reverse", "--end", "0.2", "--size", "160x100",
                  "--camera", "chase", "-o", "back.avi");
    expect_avi("back.avi", 160, 100, 7);
}

Test(program, the_camera_is_a_setting_of_the_picture)
{
    size_t sizes[3];
    char *pictures[3];
    static const char *const cameras[] = {"eye", "chase", "free:0,0,100,10,90"};
    for (int i = 0; i < 3; i++) {
        EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "9", "--size", "160x100", "--camera",
                      cameras[i], "-o", "a.png");
        pictures[i] = read_path(in_folder("a.png"), &sizes[i]);
        cr_assert_not_null(pictures[i]);
        for (int j = 0; j < i; j++) {
            cr_expect(sizes[i] != sizes[j] || memcmp(pictures[i], pictures[j], sizes[i]) != 0,
                      "%s looks like %s", cameras[i], cameras[j]);
        }
    }
    for (int i = 0; i < 3; i++) {
        free(pictures[i]);
    }
}

/* SDL has drivers that show nothing; none of them counts as a display. */
Test(program, play_is_not_taken_in_by_an_invisible_window)
{
    if (access("/dev/dri", F_OK) == 0) {
        cr_skip_test("this machine may have a screen without a window system");
    }
    unsetenv("SDL_VIDEODRIVER");
    struct result r = RUN("play", "builtin:demo1", "--start", "-0.1", "--size", "160x100");
    cr_expect_eq(r.status, EXIT_GOOD, "%d: %s", r.status, r.err);
    cr_expect_str_eq(r.out, "quakereel.avi\n");
    expect_avi("quakereel.avi", 160, 100, 4);
    result_free(&r);
}

/* --- info and dump ---------------------------------------------------------------------------- */

Test(program, info_finds_demos_in_paks)
{
    make_data();
    struct result builtin = RUN("info", "--json", "builtin:demo1");
    cr_expect_eq(builtin.status, EXIT_GOOD);
    cr_expect_str_eq(builtin.err, "");
    expect_json(builtin.out);
    expect_holds(builtin.out, "\"map\":\"maps/reel.bsp\"");
    expect_holds(builtin.out, "\"error\":null");
    static const char *const words[][8] = {
        {"info", "--json", "demo1", "-basedir", "data"},
        {"info", "--json", "demo1.dem", "--basedir=data"},
        {"info", "--json", "DEMO1", "-basedir", "data/id1"},
        {"info", "--json", "data/id1/pak0.pak/demo1.dem"},
        {"info", "-basedir", "data", "-game", "id1", "--json", "demo1"},
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct result r = run(words[i]);
        cr_expect_eq(r.status, EXIT_GOOD, "case %zu: %s", i, r.err);
        cr_expect_str_eq(r.err, "");
        const char *facts = strstr(r.out, "\"family\"");
        cr_assert_not_null(facts, "%s", r.out);
        cr_expect_str_eq(facts, strstr(builtin.out, "\"family\""));
        result_free(&r);
    }
    setenv("QUAKEREEL_BASEDIR", in_folder("data"), 1);
    EXPECT_STATUS(0, "info", "demo2");
    EXPECT_STATUS(0, "dump", "demo2.dem");
    unsetenv("QUAKEREEL_BASEDIR");
    struct result r = RUN("dump", "demo1", "-basedir", "data");
    struct result same = RUN("dump", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect(r.out_size == same.out_size && memcmp(r.out, same.out, r.out_size) == 0);
    result_free(&r);
    result_free(&same);
    result_free(&builtin);
}

Test(program, what_is_for_quake3_alone_is_refused)
{
    EXPECT_REFUSED(1, "only Quake III", "cut", "builtin:demo1", "-o", "x.dem");
    EXPECT_REFUSED(1, "only Quake III", "dump", "--snapshots", "builtin:demo1");
    EXPECT_REFUSED(1, "only Quake III", "dump", "--state-hash", "builtin:demo1");
    cr_expect_not(platform_is_file(in_folder("x.dem")));
}

Test(program, info_of_a_plain_file_needs_no_game_data)
{
    size_t size;
    make_data();
    char *demo = read_path(in_folder("data/id1/short.dem"), &size);
    cr_assert_not_null(demo);
    write_file("alone.dem", demo, size);
    free(demo);
    remove_tree(in_folder("data"));
    struct result r = RUN("info", "alone.dem");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_str_eq(r.err, "");
    expect_holds(r.out, "maps/reel.bsp");
    result_free(&r);
    r = RUN("dump", "alone.dem");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_str_eq(r.err, "");
    result_free(&r);
}

Test(program, info_goes_on_after_a_bad_demo)
{
    struct result r = RUN("info", "--json", "missing.dem", "builtin:demo1", "builtin:demo2");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_json(r.out);
    cr_expect_eq(r.out[0], '[');
    expect_holds(r.out, "\"what\":\"no such file");
    expect_holds(r.out, "\"file\":\"builtin:demo2\"");
    cr_expect_eq(count_lines(r.err), 1u);
    result_free(&r);
    r = RUN("info", "builtin:demo1", "missing.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_holds(r.out, "builtin:demo1\n");
    result_free(&r);
}

Test(program, dump_is_one_object_a_line)
{
    struct result r = RUN("dump", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_GOOD);
    size_t lines = 0;
    for (char *line = r.out; *line; lines++) {
        char *end = strchr(line, '\n');
        cr_assert_not_null(end);
        *end = '\0';
        cr_assert_eq(*line, '{');
        expect_json(line);
        line = end + 1;
    }
    cr_expect_gt(lines, 1000u);
    result_free(&r);
}
