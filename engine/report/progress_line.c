#include "engine/report/progress_line.h"

#include <stdio.h>

#include "assets/platform.h"
#include "formats/base/terminal_text.h"

#define TERMINAL_SECONDS 0.2
#define LINE_SECONDS 10.0

enum { TEXT = 256 };

void progress_line_begin(struct progress_line *line, bool lines)
{
    *line = (struct progress_line){
        .terminal = platform_is_terminal(2), .lines = lines, .told = platform_now()};
}

bool progress_line_is_due(const struct progress_line *line)
{
    const double pause = line->terminal ? TERMINAL_SECONDS : LINE_SECONDS;
    return (line->terminal || line->lines) && platform_now() - line->told >= pause;
}

void progress_line_print(struct progress_line *line, const char *text)
{
    char plain[TEXT];
    terminal_text(plain, sizeof(plain), text);
    line->told = platform_now();
    line->shown = line->terminal;
    /* The cursor goes back: a message that comes meanwhile is written over it. */
    fprintf(stderr, line->terminal ? "\r%s\033[K\r" : "quakereel: %s\n", plain);
    fflush(stderr);
}

void progress_line_clear(struct progress_line *line)
{
    if (line->shown) {
        fputs("\r\033[K", stderr);
        line->shown = false;
    }
}
