/* The console over the picture: where its lines come from, and what keys do in it. */
#ifndef ENGINE_VIEWER_VIEWER_CONSOLE_H
#define ENGINE_VIEWER_VIEWER_CONSOLE_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/viewer/overlay/console.h"

struct viewer;

struct viewer_console {
    struct console view;
    uint32_t followed; /* whose lines it lists, slot + 1 */
};

/* The lines there are now. Good until the viewer changes. */
struct console_source viewer_console_source(struct viewer *viewer);
/* Lines up, negative: down. */
void viewer_console_scroll(struct viewer *viewer, long lines);
void viewer_console_wheel(struct viewer *viewer, int clicks);
/* What keys and typed characters do while it is shown. False: the key does what it always does. */
bool viewer_console_key(struct viewer *viewer, const SDL_Keysym *key);
void viewer_console_text(struct viewer *viewer, char character);

#endif
