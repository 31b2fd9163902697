#include "engine/report/colored_lines.h"

#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"

enum { STANDARD_OUTPUT = 1 };

static const char BOLD[] = "\033[1m", CYAN[] = "\033[36m", PLAIN[] = "\033[0m";

bool colored_lines_wanted(void)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return platform_is_terminal(STANDARD_OUTPUT) && !(none && *none) && term && *term &&
           strcmp(term, "dumb") != 0;
}

static void print_part(FILE *out, const char *color, const char *text, size_t length)
{
    if (length > 0) {
        fprintf(out, "%s%.*s%s", color, (int)length, text, PLAIN);
    }
}

void colored_lines_print(FILE *out, const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', size - at);
        const size_t length = end ? (size_t)(end - line) : size - at;
        const size_t label = length < COLORED_LABEL ? length : COLORED_LABEL;
        if (at == 0) {
            print_part(out, BOLD, line, length);
        } else {
            print_part(out, CYAN, line, label);
            fprintf(out, "%.*s", (int)(length - label), line + label);
        }
        putc('\n', out);
        at += length + 1;
    }
}
