/* A line that asks for a text: what is typed, what is wrong with it, and the texts given before. */
#ifndef ENGINE_VIEWER_OVERLAY_PROMPT_H
#define ENGINE_VIEWER_OVERLAY_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"

enum { PROMPT_TEXT = 64, PROMPT_WRONG = 160, PROMPT_HISTORY = 16 };

struct prompt { /* start from {0} */
    bool shown;
    char text[PROMPT_TEXT];
    char wrong[PROMPT_WRONG]; /* why the text is not taken; "" = nothing is wrong */
    char history[PROMPT_HISTORY][PROMPT_TEXT]; /* the oldest first, each once */
    size_t num_history;
    size_t recalled; /* place in the history, from its end; 0 = a new text */
};

/* Shows an empty line. */
void prompt_open(struct prompt *prompt);
/* Appends a character that is printable ASCII, if there is room; takes the last one away. */
void prompt_type(struct prompt *prompt, char character);
void prompt_erase(struct prompt *prompt);
/* An older (1) or newer (-1) text of the history; behind the newest is an empty line. */
void prompt_recall(struct prompt *prompt, int step);
/* The text is taken: remembers it and hides the line. */
void prompt_accept(struct prompt *prompt);
/* Draws it in the lower middle, above the row `bottom`. title: what is asked for. */
void prompt_draw(const struct prompt *prompt, const struct osd_canvas *canvas, const char *title,
                 int bottom);

#endif
