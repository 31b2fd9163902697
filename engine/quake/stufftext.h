/* Commands that a server stuffs into the client's console. A demo runs none of them: only a few
 * are pictures, not orders, and those the families look for.
 *
 * The console takes what a block stuffs together before it runs it, as servers send commands in
 * pieces; a newline, or a semicolon outside of quotes, ends one. */
#ifndef ENGINE_QUAKE_STUFFTEXT_H
#define ENGINE_QUAKE_STUFFTEXT_H

#include <stdbool.h>
#include <stdint.h>

enum { STUFFTEXT_BYTES = 2048, STUFFTEXT_WORDS = 8 };

struct stufftext {
    uint32_t length;
    bool quoted;
    char text[STUFFTEXT_BYTES];
};

static inline void stufftext_begin(struct stufftext *stuffed)
{
    stuffed->length = 0;
    stuffed->quoted = false;
}

/* Takes *text, moving it on, up to the end of a command: true = stuffed->text holds a whole one,
 * which the next call forgets; false = *text is used up. */
bool stufftext_next(struct stufftext *stuffed, const char **text);
/* Nothing more comes: true = what was left is a command. */
bool stufftext_end(struct stufftext *stuffed);

/* Parts a command at its blanks and ends each word with a NUL; quotes hold one together. Returns
 * how many words there are; those beyond the last place are only counted. */
int stufftext_split(char *text, char *words[STUFFTEXT_WORDS]);

#endif
