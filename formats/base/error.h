/* Errors of readers: code, byte offset and message.
 *
 * Every reader of formats/ takes (const uint8_t *, size_t) or a byte_source, returns 0 or a
 * negative code, and on failure fills a format_error. Nothing in formats/ prints, exits or keeps
 * state. */
#ifndef FORMATS_BASE_ERROR_H
#define FORMATS_BASE_ERROR_H

#include <stddef.h>

#if defined(__GNUC__)
#ifdef __MINGW32__ /* whose own printf has other formats than C11's, which is linked */
#define FORMAT_PRINTF(fmt, args) __attribute__((format(gnu_printf, fmt, args)))
#else
#define FORMAT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#endif
#define MUST_CHECK __attribute__((warn_unused_result))
#else
#define FORMAT_PRINTF(fmt, args)
#define MUST_CHECK
#endif

enum {
    FORMAT_OK = 0,
    FORMAT_BAD = -1,       /* the bytes break the format's rules */
    FORMAT_TRUNCATED = -2, /* the bytes end too early */
    FORMAT_UNKNOWN = -3,   /* not this format, or a version of it that is not supported */
    FORMAT_MEMORY = -4,    /* out of memory */
    FORMAT_MISSING = -5,   /* no such file or member */
    FORMAT_UNREADABLE = -6 /* reading fails, or the file changed while it was open */
};

struct format_error {
    size_t offset;  /* byte offset in the data handed to the reader */
    char what[192]; /* one line, without the file's name */
};

/* Fills err (may be NULL) and returns code, so that readers write `return format_fail(...)`. */
int format_fail(struct format_error *err, int code, size_t offset, const char *fmt, ...)
    FORMAT_PRINTF(4, 5);

#endif
