/* Watching demos in a window: keys, mouse, the bar, cameras, a playlist. */
#ifndef ENGINE_VIEWER_VIEWER_H
#define ENGINE_VIEWER_VIEWER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/commands/options.h"

struct viewer_options {
    const struct options *drawing; /* its files are the playlist; none = the built-in demo */
    const char *start, *end;       /* the part to play (options_parse_time), NULL = all */
    double speed;
    bool repeat; /* the part, or the whole demo, again and again */
    bool reverse;
    bool resume;      /* begin where watching stopped last time */
    bool no_spoilers; /* show nothing that tells of what is to come */
    bool no_osd;      /* neither bar nor messages until a key asks for them */
    bool fullscreen;
    size_t seek_bytes; /* budget of the key frames */
};

/* Plays until the user leaves. VIEWER_NO_WINDOW (nothing was played; why is in reason), or the exit
 * status: of the worst of the demos that were opened. */
enum { VIEWER_NO_WINDOW = -1 };
int viewer_run(const struct viewer_options *options, char *reason, size_t reason_size);

#endif
