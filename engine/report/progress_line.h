/* How far a long command has come, on stderr: on a terminal one line that is overwritten, else, if
 * wanted, a line every ten seconds. */
#ifndef ENGINE_REPORT_PROGRESS_LINE_H
#define ENGINE_REPORT_PROGRESS_LINE_H

#include <stdbool.h>

struct progress_line {
    bool terminal; /* stderr is one */
    bool lines;    /* else lines are printed */
    bool shown;    /* the terminal has the line now */
    double told;   /* when it was printed last, platform_now() */
};

void progress_line_begin(struct progress_line *line, bool lines);
/* True if it is time to print another one; the first comes after a while. */
bool progress_line_is_due(const struct progress_line *line);
/* text: one line; control characters are replaced. */
void progress_line_print(struct progress_line *line, const char *text);
/* Clears the terminal's line, so that the next message starts a new one. */
void progress_line_clear(struct progress_line *line);

#endif
