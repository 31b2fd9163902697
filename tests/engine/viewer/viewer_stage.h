/* A viewer with a playlist of the built-in demos 1 and 2 on SDL's driver without a screen, and the
 * hands that move it: for the suites of the viewer. */
#ifndef TESTS_ENGINE_VIEWER_VIEWER_STAGE_H
#define TESTS_ENGINE_VIEWER_VIEWER_STAGE_H

#include <stdint.h>

#include "engine/viewer/host/input_event.h"
#include "engine/viewer/viewer_internal.h"

enum { WIDTH = 640, HEIGHT = 400 };

struct stage {
    struct options asked;
    struct viewer_options options; /* its asked is the one above */
    struct viewer viewer;
    char home[64]; /* $XDG_STATE_HOME: a new folder */
};

/* The first demo is open, its index complete, its first picture drawn. */
void stage_begin(struct stage *stage);
void stage_end(struct stage *stage);
/* Takes away a $XDG_STATE_HOME with the notes the viewer wrote. */
void remove_home(const char *home);
/* Runs the part of the main loop that follows the growing index. */
void settle(struct stage *stage);

/* mods: enum key_mod */
void press(struct stage *stage, int32_t code, int mods);
/* A key that does nothing by itself but types a character. */
void type_character(struct stage *stage, const char *text);
/* Sends an event of the left button, or a motion. */
void mouse(struct stage *stage, enum input_kind kind, int x, int y);
/* Draws, and gives the picture's hash. */
uint64_t picture(struct stage *stage);

#endif
