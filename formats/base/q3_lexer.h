/* Lexer of Quake III's text files: shader scripts, skins, animation.cfg, a map's entities.
 *
 * Tokens are separated by bytes 0..32 and 128..255; "..." is one token without escapes, which may
 * span lines. Comments are // to the end of the line and slash star ... star slash; newlines inside
 * the latter do not end a line. A text ends at its first NUL. Allocates nothing. */
#ifndef FORMATS_BASE_Q3_LEXER_H
#define FORMATS_BASE_Q3_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { Q3_WORD_SIZE = 1024 /* with its NUL; longer tokens are cut */ };

struct q3_lexer {
    const char *at, *end; /* borrowed */
    const char *word;     /* start of the last token, after its quote */
    uint32_t line;        /* line of `at`, from 1 */
    bool compressed; /* for shader scripts: the original strips comments and spaces before it parses
                        them, so a comment also starts inside a word, and a lone carriage return
                        ends a line */
    char stop;       /* additional byte that ends a word, except as its first; 0 = none */
};

/* text: borrowed; may be NULL when size is 0. */
struct q3_lexer q3_lexer_make(const void *text, size_t size);

/* Reads the next token, terminated. False: the text has ended; word is then "". */
bool q3_lexer_next(struct q3_lexer *words, char word[Q3_WORD_SIZE]);

/* Reads the next token of this line. False: the line has no more tokens; stays in it. */
bool q3_lexer_next_in_line(struct q3_lexer *words, char word[Q3_WORD_SIZE]);

/* Skips to the end of this line. */
void q3_lexer_skip_line(struct q3_lexer *words);

/* The number at the start of word, as atof reads it, clamped to -1e9..1e9; 0 = no number. */
float q3_lexer_number(const char *word);

/* Copies word to `to`, cut to size - 1 bytes and terminated. */
void q3_lexer_copy(char *to, size_t size, const char *word);

/* True if two words are equal, ignoring ASCII case. */
bool q3_lexer_same(const char *a, const char *b);

#endif
