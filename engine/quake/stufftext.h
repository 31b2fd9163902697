/* Commands that a server stuffs into the client's console. A demo runs none of them: only a few
 * are pictures, not orders, and those the families look for.
 *
 * The console takes what a block stuffs together before it runs it, as servers send commands in
 * pieces; a newline, or a semicolon outside of quotes, ends one. A comment does not stop a
 * semicolon. Source: WinQuake's cmd.c (Cbuf_Execute, Cmd_TokenizeString) and common.c (COM_Parse),
 * and QuakeWorld's. */
#ifndef ENGINE_QUAKE_STUFFTEXT_H
#define ENGINE_QUAKE_STUFFTEXT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    STUFFTEXT_BYTES = 2048, /* of a command with its NUL; what is beyond is cut off */
    STUFFTEXT_WORDS = 80,   /* MAX_ARGS: further words do not count */
    STUFFTEXT_KEPT = 8192 /* cmd_text's bytes: text beyond them is dropped, as the original does */
};

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

/* Whose COM_Parse: NetQuake's takes each of { } ( ) ' : for a word of its own. */
enum stufftext_rules { STUFFTEXT_NETQUAKE, STUFFTEXT_QUAKEWORLD };

struct stufftext_words {
    int count;
    const char *at[STUFFTEXT_WORDS]; /* into bytes */
    char bytes[2 * STUFFTEXT_BYTES]; /* a word of one character takes two */
};

/* Splits a command at its blanks; quotes hold a word together, "//" at the begin of a word ends
 * the command. As the command's first word "//name" stays: servers address clients with it. */
void stufftext_split(const char *text, enum stufftext_rules rules, struct stufftext_words *words);

/* Seconds of a client's frame, at least (Host_FilterTime of both originals). The command `wait`
 * lets one pass before the rest of the text is run. */
#define STUFFTEXT_FRAME (1.0 / 72.0)

/* Runs a command: 0, STUFFTEXT_WAIT, or negative, which ends all. */
enum { STUFFTEXT_WAIT = 1 };
typedef int stufftext_run(const void *context, const char *command);

/* Runs the text behind a `wait`, at `now`: the frames from *next on, when it goes on. Leaves in
 * text what waits for later ones, and sets *next to theirs. Returns 0 or what run returned. */
int stufftext_resume(char text[STUFFTEXT_KEPT + 1], double now, double *next, stufftext_run *run,
                     const void *context);

/* The word is that command's name, of small letters; the console ignores the case of commands. */
bool stufftext_is_command(const char *word, const char *command);

#endif
