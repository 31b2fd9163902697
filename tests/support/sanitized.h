/* Whether the tests are built with AddressSanitizer and UndefinedBehaviorSanitizer (make
 * asan).
 *
 * Sanitizers are slow, and look for something else than most tests: what many cases say about one
 * way through the code, a few say to them as well. A test that is long has fewer cases then, never
 * another way; the plain run has them all. */
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#include <stdbool.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) /* clang's way to tell */
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Whether a test that draws by every kernel set, on each of four numbers of threads, leaves out the
 * `threads`th of them: with sanitizers a set draws on one alone, with every turn on another. */
static inline bool sanitized_leaves_out(int level, int threads, int turn)
{
    return SANITIZED && (level + threads + turn) % 4 != 0;
}

#endif
