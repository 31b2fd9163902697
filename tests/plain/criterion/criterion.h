/* The part of Criterion that the tests in PLAIN_TESTS use, without its library: Criterion maps
 * memory where ThreadSanitizer has its own, and MemorySanitizer does not know what it writes.
 *
 * Each test runs in a child process (tests/plain/plain_run.c). */
#ifndef TESTS_PLAIN_CRITERION_CRITERION_H
#define TESTS_PLAIN_CRITERION_CRITERION_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/error.h"

struct plain_options {
    int unused; /* so that a list of options may be empty */
    void (*init)(void), (*fini)(void);
    double timeout; /* ignored */
    bool disabled;
};

struct plain_test {
    const char *suite, *name; /* name NULL: a suite, whose init and fini its tests get */
    void (*run)(void);
    struct plain_options options;
    struct plain_test *next;
};

void plain_add(struct plain_test *test);

/* Prints a failed check; ends the test with `stop`. */
void plain_check(bool holds, bool stop, const char *file, int line, const char *check,
                 const char *format, ...) FORMAT_PRINTF(6, 7);

#define PLAIN_REGISTER(id, ...)                                                                    \
    static struct plain_test id##_plain = {__VA_ARGS__};                                           \
    __attribute__((constructor)) static void id##_register(void)                                   \
    {                                                                                              \
        plain_add(&id##_plain);                                                                    \
    }

#define Test(suite_, name_, ...)                                                                   \
    static void suite_##_##name_##_run(void);                                                      \
    PLAIN_REGISTER(suite_##_##name_, .suite = #suite_, .name = #name_,                             \
                   .run = suite_##_##name_##_run, .options = {.unused = 0, __VA_ARGS__})           \
    static void suite_##_##name_##_run(void)
#define TestSuite(suite_, ...)                                                                     \
    PLAIN_REGISTER(suite_##_suite, .suite = #suite_, .options = {.unused = 0, __VA_ARGS__})

/* The message is a string literal and its arguments, or nothing. */
#define PLAIN_CHECK(holds, stop, ...)                                                              \
    plain_check((holds), stop, __FILE__, __LINE__, #holds, " " __VA_ARGS__)

#define cr_assert(a, ...) PLAIN_CHECK(a, true, __VA_ARGS__)
#define cr_assert_not(a, ...) PLAIN_CHECK(!(a), true, __VA_ARGS__)
#define cr_assert_eq(a, b, ...) PLAIN_CHECK((a) == (b), true, __VA_ARGS__)
#define cr_assert_neq(a, b, ...) PLAIN_CHECK((a) != (b), true, __VA_ARGS__)
#define cr_assert_lt(a, b, ...) PLAIN_CHECK((a) < (b), true, __VA_ARGS__)
#define cr_assert_leq(a, b, ...) PLAIN_CHECK((a) <= (b), true, __VA_ARGS__)
#define cr_assert_gt(a, b, ...) PLAIN_CHECK((a) > (b), true, __VA_ARGS__)
#define cr_assert_geq(a, b, ...) PLAIN_CHECK((a) >= (b), true, __VA_ARGS__)
#define cr_assert_null(a, ...) PLAIN_CHECK((a) == NULL, true, __VA_ARGS__)
#define cr_assert_not_null(a, ...) PLAIN_CHECK((a) != NULL, true, __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) PLAIN_CHECK(strcmp((a), (b)) == 0, true, __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...)                                                          \
    PLAIN_CHECK(memcmp((a), (b), (size)) == 0, true, __VA_ARGS__)
#define cr_expect(a, ...) PLAIN_CHECK(a, false, __VA_ARGS__)
#define cr_expect_not(a, ...) PLAIN_CHECK(!(a), false, __VA_ARGS__)
#define cr_expect_eq(a, b, ...) PLAIN_CHECK((a) == (b), false, __VA_ARGS__)
#define cr_expect_neq(a, b, ...) PLAIN_CHECK((a) != (b), false, __VA_ARGS__)
#define cr_expect_lt(a, b, ...) PLAIN_CHECK((a) < (b), false, __VA_ARGS__)
#define cr_expect_leq(a, b, ...) PLAIN_CHECK((a) <= (b), false, __VA_ARGS__)
#define cr_expect_gt(a, b, ...) PLAIN_CHECK((a) > (b), false, __VA_ARGS__)
#define cr_expect_geq(a, b, ...) PLAIN_CHECK((a) >= (b), false, __VA_ARGS__)
#define cr_expect_null(a, ...) PLAIN_CHECK((a) == NULL, false, __VA_ARGS__)
#define cr_expect_not_null(a, ...) PLAIN_CHECK((a) != NULL, false, __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) PLAIN_CHECK(strcmp((a), (b)) == 0, false, __VA_ARGS__)
#define cr_expect_str_not_empty(a, ...) PLAIN_CHECK((a)[0] != '\0', false, __VA_ARGS__)
#define cr_expect_arr_eq(a, b, size, ...)                                                          \
    PLAIN_CHECK(memcmp((a), (b), (size)) == 0, false, __VA_ARGS__)
#define cr_expect_float_eq(a, b, epsilon, ...)                                                     \
    PLAIN_CHECK(fabs((double)(a) - (double)(b)) <= (epsilon), false, __VA_ARGS__)
#define cr_skip_test(...) exit(0)

#endif
