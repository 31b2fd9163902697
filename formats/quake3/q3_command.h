/* Quake III's server commands as text: tokens, and long configstrings split into several commands.
 *
 * Source: Quake III's cl_cgame.c (configstrings, "bcs"); tokens as in the original's console, as
 * far as a client applies it to server commands. */
#ifndef FORMATS_QUAKE3_Q3_COMMAND_H
#define FORMATS_QUAKE3_Q3_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    Q3_MAX_WORDS = 256, /* the rest of a command with more is not seen; the original: 1024 */
    Q3_WORD_BYTES = 8192 + Q3_MAX_WORDS
};

/* Plain memory: starts[] are offsets in text. */
struct q3_words {
    uint32_t count;
    uint16_t starts[Q3_MAX_WORDS];
    char text[Q3_WORD_BYTES]; /* NUL-terminated words */
};

/* Splits at white space (any byte up to ' '). "Quoted words" keep theirs and end at the next quote;
 * there are no escapes. Text after two slashes or in C comments is dropped. A quote inside a bare
 * word starts the next word. Text beyond Q3_WORD_BYTES is dropped. */
void q3_words_split(struct q3_words *words, const char *text);

/* Word i, or "" if there are fewer. */
static inline const char *q3_word(const struct q3_words *words, uint32_t i)
{
    return i < words->count ? words->text + words->starts[i] : "";
}

/* The number at the start of a text or a word, as the original's atoi reads it; 0 = none; clamped
 * to int32. */
int32_t q3_text_number(const char *text);
int32_t q3_word_number(const struct q3_words *words, uint32_t i);

enum { Q3_LONG_COMMAND = 8192 };

/* Joins a configstring that is too long for one command: `bcs0 N "a"`, `bcs1 N "b"` any number of
 * times, `bcs2 N "c"` give `cs N "abc"`. Starts zeroed; reset it at a gamestate. */
struct q3_long_command {
    uint32_t size;
    char text[Q3_LONG_COMMAND]; /* `cs N "abc"` so far */
};

enum q3_part { Q3_PART_NONE, Q3_PART_WAIT, Q3_PART_DONE, Q3_PART_TOO_LONG };

/* Adds a command. NONE = not one of the three; WAIT = added; DONE = join->text is the complete
 * command; TOO_LONG = it does not fit and is dropped. */
enum q3_part q3_long_command_add(struct q3_long_command *join, const struct q3_words *words);

#endif
