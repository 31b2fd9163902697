/* SANITIZED: 1 in tests built with a sanitizer of memory or threads (make asan, make tsan), 0
 * otherwise. Long tests use it to run fewer cases through the same code; plain runs have all. */
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer) /* clang's macro for sanitizers */
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
