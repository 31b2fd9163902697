#include "tests/engine/commands/program_stage.h"

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
#include "engine/commands/commands.h"
#include "engine/playback/demo_source.h"
#include "formats/netquake/dem.h"
#include "formats/pictures/png.h"

enum { CHILD_SECONDS = 60, PATH_BYTES = 1024, SHORT_BLOCKS = 60 };

static char program[PATH_BYTES];
static char folder[PATH_BYTES];

/* --- files ------------------------------------------------------------------------------------ */

const char *program_path(void)
{
    return program;
}

const char *program_in_folder(const char *name)
{
    static char paths[4][PATH_BYTES + 64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
    return path;
}

void program_write(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(program_in_folder(name), "wb");
    cr_assert_not_null(file, "%s: %s", name, strerror(errno));
    cr_assert_eq(fwrite(data, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}

char *program_read(const char *path, size_t *size)
{
    struct file_bytes bytes;
    *size = 0;
    if (platform_read_file(path, &bytes) < 0) {
        return NULL;
    }
    char *copy = malloc(bytes.size + 1);
    cr_assert_not_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    copy[bytes.size] = '\0';
    *size = bytes.size;
    platform_free_file(&bytes);
    return copy;
}

void program_remove_tree(const char *path)
{
    char **names;
    size_t count;
    if (platform_list_directory(path, &names, &count) == 0) {
        for (size_t i = 0; i < count; i++) {
            char inner[PATH_BYTES + 300];
            snprintf(inner, sizeof(inner), "%s/%s", path, names[i]);
            if (unlink(inner) != 0) {
                program_remove_tree(inner);
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
        program_remove_tree(folder);
    }
}

size_t program_make_data(void)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct dem_file dem;
    struct dem_block block;
    struct format_error err = {0};
    cr_assert_eq(mkdir(program_in_folder("data"), 0700), 0);
    cr_assert_eq(mkdir(program_in_folder("data/id1"), 0700), 0);
    program_write("data/id1/pak0.pak", builtin_pak, builtin_pak_size);
    cr_assert_eq(demo_source_open_bytes(&source, "builtin:demo1", &search, &err), 0, "%s",
                 err.what);
    cr_assert_eq(dem_open(&dem, source.data, source.size, &err), 0, "%s", err.what);
    size_t pos = dem.first_block;
    for (int i = 0; i < SHORT_BLOCKS; i++) {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, &err), 1);
    }
    program_write("data/id1/short.dem", source.data, pos);
    program_write("data/id1/cut.dem", source.data, pos - 5);
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
    int err = open(program_in_folder(".stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (chdir(folder) != 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) {
        _exit(126);
    }
    alarm(CHILD_SECONDS);
    execv(program, argv);
    _exit(127);
}

struct program_result program_run_to(const char *out_path, const char *const *words)
{
    struct program_result result = {0};
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
    result.out = program_read(out_path, &result.out_size);
    result.err = program_read(program_in_folder(".stderr"), &err_size);
    cr_assert_not_null(result.err);
    /* A sanitizer ends a program with status 1, which here means bad input. */
    cr_assert(!strstr(result.err, "Sanitizer") && !strstr(result.err, "runtime error:"), "%s",
              result.err);
    return result;
}

struct program_result program_run(const char *const *words)
{
    return program_run_to(program_in_folder(".stdout"), words);
}

void program_free(struct program_result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct program_result){0};
}

void program_expect_status(int status, const char *const *words)
{
    struct program_result r = program_run(words);
    cr_expect_eq(r.status, status, "%s %s: %d, not %d: %s", words[0], words[1] ? words[1] : "",
                 r.status, status, r.err);
    program_free(&r);
}

size_t program_count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

void program_expect_refused(int status, const char *named, const char *const *words)
{
    struct program_result r = program_run(words);
    cr_expect_eq(r.status, status, "%s %s: %d, not %d: %s", words[0], words[1] ? words[1] : "",
                 r.status, status, r.err);
    cr_expect_eq(r.out_size, 0u, "%s %s writes to stdout: %.200s", words[0],
                 words[1] ? words[1] : "", r.out);
    cr_expect_eq(strncmp(r.err, "quakereel: ", 11), 0, "%s", r.err);
    cr_expect_not_null(strstr(r.err, named), "%s is not in: %s", named, r.err);
    cr_expect(status != EXIT_USAGE || program_count_lines(r.err) == 1, "%s", r.err);
    program_free(&r);
}

void program_expect_holds(const char *text, const char *part)
{
    cr_expect_not_null(strstr(text, part), "%s is not in: %.400s", part, text);
}

/* --- pictures --------------------------------------------------------------------------------- */

uint32_t *program_expect_png(const char *name, int width, int height)
{
    uint32_t *pixels = NULL;
    int w = 0, h = 0;
    size_t size;
    char *bytes = program_read(program_in_folder(name), &size);
    cr_assert_not_null(bytes, "%s was not written", name);
    cr_assert_eq(png_read_rgb((const uint8_t *)bytes, size, &pixels, &w, &h), 0, "%s", name);
    cr_expect(w == width && h == height, "%s is %dx%d", name, w, h);
    free(bytes);
    return pixels;
}

bool program_same_files(const char *a, const char *b)
{
    size_t size_a, size_b;
    char *bytes_a = program_read(program_in_folder(a), &size_a);
    char *bytes_b = program_read(program_in_folder(b), &size_b);
    cr_assert(bytes_a && bytes_b, "%s or %s is missing", a, b);
    bool same = size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0;
    free(bytes_a);
    free(bytes_b);
    return same;
}

TestSuite(program, .init = set_up, .fini = tear_down, .timeout = 300);
