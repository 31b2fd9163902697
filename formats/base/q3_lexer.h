/* Words of Quake III's texts: shader scripts, skins, animation.cfg, a map's entities.
 *
 * Words are separated by bytes up to 32 and from 128 on; "..." is one word without escapes, which
 * may go over lines. Comments are // to the line's end and slash star ... star slash; the lines
 * inside of such a one do not end a line. A text ends at its first NUL. Nothing is owned or
 * allocated. */
#ifndef FORMATS_BASE_Q3_LEXER_H
#define FORMATS_BASE_Q3_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { Q3_WORD_SIZE = 1024 /* with its NUL; what is longer is cut */ };

struct q3_lexer {
    const char *at, *end; /* borrowed */
    const char *word;     /* where the last word's text begins, behind its quote */
    uint32_t line;        /* of `at`, from 1 on */
    bool compressed;      /* as in shader scripts, of which the original takes comments and blanks
                             out before it reads them: comments begin in the middle of a word, too,
                             and a carriage return ends a line by itself */
    char stop;            /* another byte that ends a word, though not as its first; 0 = none */
};

/* text may be NULL when size is 0. */
struct q3_lexer q3_lexer_make(const void *text, size_t size);

/* The next word, terminated. False: none is left, and word is "". */
bool q3_lexer_next(struct q3_lexer *words, char word[Q3_WORD_SIZE]);

/* The next word of this line; false, and still in this line, when there is none. */
bool q3_lexer_next_in_line(struct q3_lexer *words, char word[Q3_WORD_SIZE]);

/* To the end of this line. */
void q3_lexer_skip_line(struct q3_lexer *words);

/* The number a word begins with as atof reads it, at most 1e9 either way; 0 when there is none. */
float q3_lexer_number(const char *word);

/* A word into a smaller place, cut to size - 1 bytes and terminated. */
void q3_lexer_copy(char *to, size_t size, const char *word);

/* Whether two words are the same but for the case of ASCII's letters. */
bool q3_lexer_same(const char *a, const char *b);

#endif
