/* What the user does: events of the window, keys and the actions they mean. */
#ifndef ENGINE_VIEWER_VIEWER_INPUT_H
#define ENGINE_VIEWER_VIEWER_INPUT_H

#include <SDL.h>

#include "engine/viewer/keys/keys.h"

struct viewer;

void viewer_handle_event(struct viewer *viewer, const SDL_Event *event);
/* Performs an action of the table; without a demo says that none is open. False: the action has no
 * handler, or is one of those that last while a key is held. */
bool viewer_act(struct viewer *viewer, enum action action, double amount);

#endif
