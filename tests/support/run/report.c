/* Summary at the end of a test run, above Criterion's own count, and the selection of tests.
 *
 * Criterion runs every test in a separate process and counts it when its last check is done; errors
 * at the exit of that process come too late for it. That is when LeakSanitizer searches for leaks.
 * So tests that exit with an unexpected status are changed to failed here, and named. */
#define _GNU_SOURCE /* program_invocation_short_name */

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

#if SANITIZED
#include <sanitizer/lsan_interface.h>

/* libcriterion's own process, which runs no test, now and then leaks a timer where tests have
 * limits of time. Those that run tests are called boxfort-worker. */
int __lsan_is_turned_off(void)
{
    return strcmp(program_invocation_short_name, "boxfort-worker") != 0;
}
#endif

static bool ended_badly(const struct criterion_test_stats *test)
{
    return test->test_status != CR_STATUS_FAILED && !test->crashed &&
           test->exit_code != test->test->data->exit_code;
}

static void fail_late(struct criterion_global_stats *all, struct criterion_suite_stats *suite,
                      struct criterion_test_stats *test)
{
    const bool passed = test->test_status == CR_STATUS_PASSED;
    all->tests_passed -= passed;
    suite->tests_passed -= passed;
    all->tests_skipped -= !passed;
    suite->tests_skipped -= !passed;
    all->tests_failed++;
    suite->tests_failed++;
    test->test_status = CR_STATUS_FAILED;
    fprintf(stderr,
            "[FAIL] %s::%s: status %d when it was over: a leak (see LeakSanitizer above)?\n",
            suite->suite->name, test->test->name, test->exit_code);
}

/* Once more: a log may be kept by its end alone. */
static void tell_failure(const struct criterion_suite_stats *suite,
                         const struct criterion_test_stats *test)
{
    const struct criterion_assert_stats *bad = test->asserts;
    while (bad && bad->passed) {
        bad = bad->next;
    }
    fprintf(stderr, "Failed: %s::%s", suite->suite->name, test->test->name);
    if (test->crashed) {
        fprintf(stderr, ": crashed (signal %d)", test->signal);
    } else if (test->timed_out) {
        fprintf(stderr, ": took too long");
    } else if (bad) {
        fprintf(stderr, ": %s:%u: %s", bad->file, bad->line, bad->message ? bad->message : "");
    }
    fprintf(stderr, "\n");
}

/* True if the text has that line. */
static bool has_line(const char *text, const char *line)
{
    const size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)) != NULL; at += length) {
        if ((at == text || at[-1] == '\n') && at[length] == '\n') {
            return true;
        }
    }
    return false;
}

/* If $QUAKEREEL_ONLY names a file, runs only the tests with a line "suite/test" in it, the format
 * that a run with $QUAKEREEL_SKIPPED writes: Criterion's filter pattern is too short for many
 * tests. */
ReportHook(PRE_ALL)(struct criterion_test_set *all)
{
    const char *path = getenv("QUAKEREEL_ONLY");
    struct file_bytes file;
    if (path == NULL || *path == '\0') {
        return;
    }
    char *text = NULL;
    if (platform_read_file(path, &file) == 0) {
        text = strndup((const char *)file.data, file.size);
        platform_free_file(&file);
    }
    if (text == NULL) {
        fprintf(stderr, "QUAKEREEL_ONLY: %s cannot be read\n", path);
        abort();
    }
    FOREACH_SET(struct criterion_suite_set * suite, all->suites)
    {
        FOREACH_SET(struct criterion_test * test, suite->tests)
        {
            char line[256];
            snprintf(line, sizeof(line), "%s/%s", suite->suite.name, test->name);
            test->data->disabled = test->data->disabled || !has_line(text, line);
        }
    }
    free(text);
}

/* The file that $QUAKEREEL_SKIPPED names, for the tests that were skipped for want of data: a line
 * "suite/test" each. */
static FILE *open_list(void)
{
    const char *path = getenv("QUAKEREEL_SKIPPED");
    return path != NULL && *path != '\0' ? fopen(path, "w") : NULL;
}

ReportHook(POST_ALL)(struct criterion_global_stats *all)
{
    size_t without_data = 0, other = 0;
    FILE *list = open_list();
    for (struct criterion_suite_stats *suite = all->suites; suite; suite = suite->next) {
        for (struct criterion_test_stats *test = suite->tests; test; test = test->next) {
            if (ended_badly(test)) {
                fail_late(all, suite, test);
            } else if (test->test_status == CR_STATUS_FAILED || test->crashed) {
                tell_failure(suite, test);
            } else if (test->test_status == CR_STATUS_SKIPPED && test->message != NULL) {
                const bool data =
                    strncmp(test->message, REAL_DATA_SKIP, strlen(REAL_DATA_SKIP)) == 0;
                without_data += data;
                other += !data;
                if (data && list != NULL) {
                    fprintf(list, "%s/%s\n", suite->suite->name, test->test->name);
                }
                if (!data) {
                    fprintf(stderr, "[SKIP] %s::%s: %s\n", suite->suite->name, test->test->name,
                            test->message);
                }
            }
        }
    }
    if (list != NULL) {
        fclose(list);
    }
    fprintf(stderr, "Tests skipped for want of data: %zu (%s: %s)\n", without_data,
            real_data_root(), real_data_is_there() ? "is there" : "no such folder");
    if (other > 0) {
        fprintf(stderr, "Tests skipped for other reasons: %zu\n", other);
    }
}
