/* Tests of the test report: leaks, missing data and unexpected exit statuses are reported and
 * counted. The program runs itself again, with planted tests that fail only on request. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

#define PLANT "QUAKEREEL_PLANT_FAILURE"

static bool is_planted(const char *name)
{
    const char *wish = getenv(PLANT);
    return wish != NULL && strcmp(wish, name) == 0;
}

Test(planted, leak)
{
    if (is_planted("leak")) {
        char *volatile lost = malloc(100);
        lost = NULL;
        cr_assert_null(lost);
    }
}

static void leave_badly(void)
{
    _exit(3);
}

Test(planted, status)
{
    if (is_planted("status")) {
        cr_assert_eq(atexit(leave_badly), 0);
    }
}

Test(planted, check)
{
    cr_expect(!is_planted("check"), "as planted");
    if (is_planted("crash")) {
        abort();
    }
}

Test(planted, data)
{
    if (is_planted("data")) {
        (void)real_data_path("netquake/demo1.dem");
    }
}

struct rerun {
    int status;
    char text[8192]; /* the end of its output */
};

/* This program with one test. */
static struct rerun run_again(const char *test, const char *plant, const char *data)
{
    struct rerun result;
    char filter[64];
    int ends[2], status;
    size_t length = 0;
    snprintf(filter, sizeof(filter), "planted/%s", test);
    cr_assert_eq(pipe(ends), 0);
    fflush(NULL);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        static char name[] = "/proc/self/exe", option[] = "--filter";
        char *const argv[] = {name, option, filter, NULL};
        setenv(PLANT, plant, 1);
        setenv("QUAKEREEL_DATA", data, 1);
        unsetenv("BXFI_MAP"); /* it is a new run, not a worker of Criterion */
        if (dup2(ends[1], STDOUT_FILENO) >= 0 && dup2(ends[1], STDERR_FILENO) >= 0) {
            execv(name, argv);
        }
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got;
         (got = read(ends[0], result.text + length, sizeof(result.text) - 1 - length)) != 0;) {
        cr_assert(got > 0 || errno == EINTR);
        length += got > 0 ? (size_t)got : 0;
        if (length == sizeof(result.text) - 1) { /* the beginning is of no interest */
            memmove(result.text, result.text + length / 2, length - length / 2);
            length -= length / 2;
        }
    }
    close(ends[0]);
    result.text[length] = '\0';
    while (waitpid(child, &status, 0) < 0) {
        cr_assert_eq(errno, EINTR);
    }
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    return result;
}

/* Start of the last line. */
static const char *last_line(const char *text)
{
    const char *last = text;
    for (const char *end = text; (end = strchr(end, '\n')) != NULL && end[1] != '\0'; end++) {
        last = end + 1;
    }
    return last;
}

static void expect_rerun(const struct rerun *r, int status, const char *told, const char *count)
{
    cr_expect_eq(r->status, status, "status %d: %s", r->status, r->text);
    cr_expect(strstr(r->text, told) != NULL, "no \"%s\": %s", told, r->text);
    cr_expect(strstr(last_line(r->text), count) != NULL, "no \"%s\" at the end: %s", count,
              r->text);
}

Test(report, without_the_data_a_test_is_skipped_and_counted)
{
    const struct rerun r = run_again("data", "data", "/there/is/no/such/folder");
    expect_rerun(&r, 0, "Tests skipped for want of data: 1 (", "Synthesis: Tested: 0 ");
}

/* A run can be limited to the tests that another one skipped. */
Test(report, skipped_tests_can_be_run_alone)
{
    char path[] = "/tmp/quakereel-test-XXXXXX", text[64] = {0};
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    setenv("QUAKEREEL_SKIPPED", path, 1);
    (void)run_again("*", "data", "/there/is/no/such/folder");
    cr_expect_gt(pread(file, text, sizeof(text) - 1, 0), 0);
    cr_expect_str_eq(text, "planted/data\n");
    unsetenv("QUAKEREEL_SKIPPED");
    setenv("QUAKEREEL_ONLY", path, 1);
    const struct rerun only = run_again("*", "check", "tests");
    expect_rerun(&only, 0, "", "Tested: 1 | Passing: 1 | Failing: 0 ");
    close(file);
    unlink(path);
    const struct rerun lost = run_again("*", "nothing", "tests");
    cr_expect_neq(lost.status, 0);
    cr_expect(strstr(lost.text, "cannot be read") != NULL, "%s", lost.text);
}

Test(report, missing_files_fail_if_the_data_folder_exists)
{
    const struct rerun r = run_again("data", "data", "tests/support");
    expect_rerun(&r, 1, "the real data lacks tests/support/netquake/demo1.dem", "Failing: 1 ");
    cr_expect(strstr(r.text, "Tests skipped for want of data: 0 (") != NULL, "%s", r.text);
}

Test(report, an_unexpected_exit_status_fails_the_test)
{
    const struct rerun bad = run_again("status", "status", "tests"),
                       good = run_again("status", "nothing", "tests");
    expect_rerun(&bad, 1, "[FAIL] planted::status: status 3 when it was over", "Failing: 1 ");
    expect_rerun(&good, 0, "", "Tested: 1 | Passing: 1 | Failing: 0 ");
}

/* The end of a log names all failures. */
Test(report, failures_are_repeated_at_the_end)
{
    const struct rerun bad = run_again("check", "check", "tests"),
                       crashed = run_again("check", "crash", "tests"),
                       good = run_again("check", "nothing", "tests");
    const char *told =
        strstr(bad.text, "\nFailed: planted::check: tests/support/run/test_report.c:");
    expect_rerun(&bad, 1, "as planted\nTests skipped", "Failing: 1 ");
    cr_expect(told && strstr(told, "as planted\n"), "%s", bad.text);
    expect_rerun(&crashed, 1, "\nFailed: planted::check: crashed (signal 6)\n", "Crashing: 1 ");
    expect_rerun(&good, 0, "", "Failing: 0 ");
    cr_expect(strstr(good.text, "Failed:") == NULL, "%s", good.text);
}

#if SANITIZED
Test(report, a_leak_fails_the_test_that_leaks)
{
    const struct rerun r = run_again("leak", "leak", "tests");
    expect_rerun(&r, 1, "[FAIL] planted::leak: status ", "Failing: 1 ");
    cr_expect(strstr(r.text, "100 byte(s) leaked in 1 allocation(s)") != NULL, "%s", r.text);
}
#endif
