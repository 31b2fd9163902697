/* Commands when the system starts fewer threads and processes than asked for: the same output. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "tests/support/command.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

TestSuite(fewer_threads, .init = scratch_set_up, .fini = scratch_tear_down);

enum { UNLIMITED = 1000 };

static int (*command)(int argc, char **argv);
static int threads_left, processes_left;

static int run_limited(int argc, char **argv)
{
    scarce_begin_limited(threads_left, processes_left);
    const int status = command(argc, argv);
    scarce_end();
    return status;
}

/* Runs with -o: what it writes, or prints if it writes no file; caller frees. */
static char *run_with(int threads, int processes, const char *const *words, size_t *size)
{
    char out[256];
    const char *all[24];
    int count = 0;
    snprintf(out, sizeof(out), "%s", scratch_at(words[0]));
    for (; words[count]; count++) {
        all[count] = strcmp(words[count], "OUT") == 0 ? out : words[count];
    }
    all[count] = NULL;
    threads_left = threads;
    processes_left = processes;
    unlink(out);
    struct command_result r = command_run(run_limited, all);
    cr_expect_eq(r.status, EXIT_GOOD, "%s with %d threads, %d processes: %s", words[0], threads,
                 processes, r.err);
    cr_expect_null(strstr(r.err, "memory"), "%s", r.err);
    struct file_bytes file;
    char *bytes;
    if (platform_read_file(out, &file) == 0) {
        bytes = malloc(file.size + 1);
        memcpy(bytes, file.data, file.size);
        *size = file.size;
        platform_free_file(&file);
    } else {
        bytes = strdup(r.out);
        *size = strlen(bytes);
    }
    command_free(&r);
    return bytes;
}

static void expect_same(int (*run)(int argc, char **argv), const char *const *words)
{
    static const struct {
        int threads, processes;
    } limits[] = {{0, UNLIMITED}, {1, UNLIMITED}, {2, UNLIMITED}, {UNLIMITED, 1}, {0, 0}};
    size_t wanted_size, size;
    command = run;
    char *wanted = run_with(UNLIMITED, UNLIMITED, words, &wanted_size);
    cr_assert_gt(wanted_size, 0u, "%s", words[0]);
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        char *got = run_with(limits[i].threads, limits[i].processes, words, &size);
        cr_expect(size == wanted_size && memcmp(got, wanted, size) == 0,
                  "%s differs with %d threads and %d processes", words[0], limits[i].threads,
                  limits[i].processes);
        free(got);
    }
    free(wanted);
}

#define EXPECT_SAME(run, ...) expect_same(run, (const char *const[]){__VA_ARGS__, NULL})
#define SMALL "--size", "160x100", "--threads", "4"

Test(fewer_threads, pictures_and_sheets_are_the_same)
{
    EXPECT_SAME(cmd_shot, "shot", "builtin:demo1", "--at", "3", SMALL, "-o", "OUT");
    EXPECT_SAME(cmd_shot, "shot", "builtin:demo5", "--at", "3", SMALL, "-o", "OUT");
    EXPECT_SAME(cmd_sheet, "sheet", "builtin:demo3", "--count", "4", SMALL, "-o", "OUT");
}

Test(fewer_threads, texts_and_sounds_are_the_same)
{
    EXPECT_SAME(cmd_info, "info", "--json", "--threads", "3", "builtin:demo1", "builtin:demo3",
                "builtin:demo4", "builtin:demo5");
    EXPECT_SAME(cmd_sound, "sound", "builtin:demo2", "--to", "1", "-o", "OUT");
}

/* Output of timedemo with the hash alone, and the threads that drew. */
Test(fewer_threads, timedemo_reports_the_threads_that_drew)
{
    static const char *const words[] = {"timedemo", "builtin:demo2", "--no-window",
                                        SMALL,      "--json",        NULL};
    command = cmd_timedemo;
    char hash[32] = "";
    for (int threads = 0; threads < 5; threads++) {
        size_t size;
        char counted[32];
        char *text = run_with(threads, 0, words, &size);
        const char *at = strstr(text, "\"hash\": ");
        cr_assert_not_null(at, "%s", text);
        snprintf(counted, sizeof(counted), "\"threads\": %d,", threads < 3 ? threads + 1 : 4);
        cr_expect_not_null(strstr(text, counted), "%s is not in %s", counted, text);
        cr_expect(threads == 0 || strncmp(at, hash, strlen(hash)) == 0, "%s: %s", hash, at);
        snprintf(hash, sizeof(hash), "%.26s", at);
        free(text);
    }
}

#define FILM "--to", "1.5", "--fps", "40", "--quiet", SMALL, "--force", "-o", "OUT"

Test(fewer_threads, films_are_the_same)
{
    EXPECT_SAME(cmd_render, "render", "builtin:demo1", "--format", "avi", FILM);
    EXPECT_SAME(cmd_render, "render", "builtin:demo1", "--format", "avi", "--jobs", "2", FILM);
    EXPECT_SAME(cmd_render, "render", "builtin:demo2", "--format", "y4m", "--jobs", "3", FILM);
    EXPECT_SAME(cmd_render, "render", "builtin:demo2", "--format", "wav", "--jobs", "3", FILM);
}
