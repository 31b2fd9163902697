#include "tools/bench/peers/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/bench/peers/process.h"

enum { START_SECONDS = 20 };

/* It chooses a free number itself and writes it to descriptor 3. */
bool display_start(struct display *display)
{
    char *arguments[] = {DISPLAY_PROGRAM, "-displayfd", "3",   "-screen", "0",
                         "2000x1200x24",  "-nolisten",  "tcp", NULL};
    char text[32];
    int from;
    display->server = process_start(arguments, 3, &from);
    if (display->server == 0) {
        return false;
    }
    const bool good = process_read(from, "\n", START_SECONDS, text, sizeof(text));
    close(from);
    snprintf(display->name, sizeof(display->name), ":%d", atoi(text));
    return good;
}

void display_stop(struct display *display)
{
    process_stop(display->server);
    display->server = 0;
}
