/* Going to a place that is typed: a time, a block, an event, a mark (engine/playback/demo_place.h).
 */
#ifndef ENGINE_VIEWER_PLACES_VIEWER_GOTO_H
#define ENGINE_VIEWER_PLACES_VIEWER_GOTO_H

#include "engine/viewer/overlay/prompt.h"

struct viewer_demo;

#define VIEWER_GOTO_TITLE "go to"

/* Goes to the place that was typed, which may be a mark's name alone, and closes the line; or tells
 * in it what is wrong. Without a text or an open demo it is closed. */
void viewer_goto_enter(struct prompt *prompt, struct viewer_demo *demo);

#endif
