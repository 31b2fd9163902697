/* Going to a place that is typed: a time, a block, an event (engine/playback/demo_place.h). */
#ifndef ENGINE_VIEWER_VIEWER_GOTO_H
#define ENGINE_VIEWER_VIEWER_GOTO_H

#include <SDL.h>
#include <stdbool.h>

#include "engine/viewer/overlay/prompt.h"

struct viewer_base;
struct viewer_demo;

#define VIEWER_GOTO_TITLE "go to"

/* Handles a key while the prompt is shown: Enter goes there, Esc closes it, arrows recall texts,
 * Ctrl+v pastes. True if the key is used; *types: it types a character, which comes as text. */
bool viewer_goto_key(struct prompt *prompt, struct viewer_demo *demo, struct viewer_base *base,
                     const SDL_Keysym *key, bool *types);

#endif
