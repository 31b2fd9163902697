/* Runs the tests of tests/plain/criterion/criterion.h one after another, each in a child process.
 * Prints those that fail and a count. plain [WORD...]: only tests whose suite/name contains one of
 * the words. */
#include <criterion/criterion.h>
#include <stdarg.h>
#ifdef _WIN32
#include <process.h>
#elif !defined(__wasm__)
#include <sys/wait.h>
#include <unistd.h>
#endif

/* PROGRAM ALONE SUITE/NAME runs one test in this process. */
#define ALONE "--alone"

static struct plain_test *tests;
static int failures; /* of the running test */

void plain_add(struct plain_test *test)
{
    test->next = tests;
    tests = test;
}

void plain_check(bool holds, bool stop, const char *file, int line, const char *check,
                 const char *format, ...)
{
    if (holds) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: not so: %s:", file, line, check);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    failures++;
    if (stop) {
        exit(1);
    }
}

static const struct plain_options *find_suite(const struct plain_test *test)
{
    static const struct plain_options none = {.unused = 0};
    for (const struct plain_test *t = tests; t; t = t->next) {
        if (!t->name && strcmp(t->suite, test->suite) == 0) {
            return &t->options;
        }
    }
    return &none;
}

static void call_if_set(void (*function)(void))
{
    if (function) {
        function();
    }
}

static void call_test(const struct plain_test *test)
{
    const struct plain_options *suite = find_suite(test);
    call_if_set(test->options.init ? test->options.init : suite->init);
    test->run();
    call_if_set(test->options.fini ? test->options.fini : suite->fini);
}

/* How the test's process ended: 0 = it succeeds; 1 = a check failed; else what ended it, a signal,
 * or an exception of Windows; -1: it could not be started. */
static int run_test(const struct plain_test *test, const char *program)
{
#if defined(_WIN32)
    char name[256];
    snprintf(name, sizeof(name), "%s/%s", test->suite, test->name);
    return (int)_spawnl(_P_WAIT, program, program, ALONE, name, NULL);
#elif defined(__wasm__) /* no processes there: a check that fails ends the run */
    (void)program;
    failures = 0;
    call_test(test);
    return failures > 0;
#else
    (void)program;
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        call_test(test);
        exit(failures > 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
#endif
}

static bool is_chosen(const struct plain_test *test, int count, char **words)
{
    const bool alone = count == 2 && strcmp(words[0], ALONE) == 0;
    char name[256];
    snprintf(name, sizeof(name), "%s/%s", test->suite, test->name);
    if (alone) {
        return strcmp(name, words[1]) == 0;
    }
    for (int i = 0; i < count; i++) {
        if (strstr(name, words[i])) {
            return true;
        }
    }
    return count == 0;
}

int main(int argc, char **argv)
{
    int ran = 0, failed = 0;
    for (const struct plain_test *t = tests; t; t = t->next) {
        if (!t->name || t->options.disabled || !is_chosen(t, argc - 1, argv + 1)) {
            continue;
        }
        if (argc > 1 && strcmp(argv[1], ALONE) == 0) {
            call_test(t);
            return failures > 0;
        }
        ran++;
        const int status = run_test(t, argv[0]);
        if (status != 0) {
            failed++;
            fprintf(stderr, "FAILED: %s/%s (status %d)\n", t->suite, t->name, status);
        }
    }
    printf("%d tests, %d failed\n", ran, failed);
    return ran > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
