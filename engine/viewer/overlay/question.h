/* A question over the picture with a few answers in a list, each with a digit: what is asked, which
 * answer is selected, and how it looks. Knows nothing of what the answers do. */
#ifndef ENGINE_VIEWER_OVERLAY_QUESTION_H
#define ENGINE_VIEWER_OVERLAY_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"

enum { QUESTION_TITLE = 160, QUESTION_ANSWERS = 6 };

struct question { /* start from {0} */
    bool shown;
    char title[QUESTION_TITLE];
    const char *answers[QUESTION_ANSWERS]; /* borrowed */
    size_t count, selected;                /* selected < count */
};

/* Shows the question without answers; question_add appends them, the first is selected. More than
 * QUESTION_ANSWERS are left out. */
void question_open(struct question *question, const char *title);
void question_add(struct question *question, const char *answer);
/* Selects the next answer (1) or the one before (-1); stops at both ends. */
void question_move(struct question *question, int step);
/* The answer at a point of a picture of that size. False: there is none. */
bool question_at(const struct question *question, int width, int height, int x, int y,
                 size_t *answer);
void question_draw(const struct question *question, const struct osd_canvas *canvas);

#endif
