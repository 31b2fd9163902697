#include "formats/base/roff_text.h"

#include <stddef.h>

void roff_write(FILE *file, const char *text)
{
    static const struct {
        char character;
        const char *roff;
    } escapes[] = {{'-', "\\-"},   {'\\', "\\e"},   {'~', "\\(ti"}, {'^', "\\(ha"},
                   {'`', "\\(ga"}, {'\'', "\\(aq"}, {'"', "\\(dq"}, {'.', ".\\&"}};
    for (const char *c = text; *c; c++) {
        const char *roff = NULL;
        for (size_t i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++) {
            roff = *c == escapes[i].character ? escapes[i].roff : roff;
        }
        if (roff) {
            fputs(roff, file);
        } else {
            fputc(*c, file);
        }
    }
}
