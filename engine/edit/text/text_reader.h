/* Reads a demo's text form: words, numbers and strings of one statement, with line and column.
 *
 * A statement is a line and the lines behind it that begin with a blank; // begins a comment. The
 * bytes are the caller's and are changed: strings are unescaped in place, so that nothing is copied
 * and nothing has to be freed. Not thread-safe. */
#ifndef ENGINE_EDIT_TEXT_TEXT_READER_H
#define ENGINE_EDIT_TEXT_TEXT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"
#include "formats/text/decimal.h"

struct text_error {
    uint64_t line;   /* from 1; 0 = the whole text */
    uint64_t column; /* in bytes, from 1 */
    char what[224];  /* one line: what is wrong, what was expected */
};

struct text_reader {
    char *at;
    char *end;
    const char *line_start;
    uint64_t line;
    struct text_error *err;
};

struct text_word {
    const char *text;
    size_t size; /* 0 = no word stands here */
};

/* Fills the error with the place of `at`, which lies in the current line. Returns FORMAT_BAD. */
int text_fail(const struct text_reader *r, const char *at, const char *fmt, ...)
    FORMAT_PRINTF(3, 4);

/* Passes over blanks, line ends and comments. True if something is left. */
bool text_skip_all(struct text_reader *r);
/* The same, quick at the one blank that there is as a rule. */
static inline bool text_skip(struct text_reader *r)
{
    r->at += r->at < r->end && *r->at == ' ';
    return (r->at<r->end && * r->at> '/') || text_skip_all(r);
}

/* The next word of letters, digits and '_' after blanks. Nothing is passed over without one. */
struct text_word text_read_word(struct text_reader *r);
static inline bool text_word_is(struct text_word word, const char *name, size_t size)
{
    return word.size == size && memcmp(word.text, name, size) == 0;
}

/* A '-' alone stands here, without blanks before it: no number. The reader is not at its end. */
bool text_is_dash(const struct text_reader *r);
/* A number or '-' stands here, after blanks. */
bool text_has_part(struct text_reader *r);

/* Each reads what stands after blanks: 0, or FORMAT_BAD with the error filled. what: the field's
 * name, for the error. */
int text_read_number(struct text_reader *r, const char *what, struct decimal *number) MUST_CHECK;
/* "..." with a NUL behind its bytes. */
int text_read_string(struct text_reader *r, const char *what, const char **text,
                     size_t *size) MUST_CHECK;
/* Words of hex digits, two a byte. */
int text_read_hex(struct text_reader *r, const char *what, const uint8_t **bytes,
                  size_t *size) MUST_CHECK;

/* The same to the end of the statement, appended to `to`: those of `raw` and `rest`. */
int text_read_last_hex(struct text_reader *r, struct byte_writer *to) MUST_CHECK;

/* True if a string begins here, after blanks. */
bool text_has_string(struct text_reader *r);

#endif
