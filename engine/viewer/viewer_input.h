/* Input of the viewer: window events, keys, and the actions bound to them. */
#ifndef ENGINE_VIEWER_VIEWER_INPUT_H
#define ENGINE_VIEWER_VIEWER_INPUT_H

#include "engine/viewer/keys/keys.h"

struct input_event;
struct viewer;

void viewer_handle_event(struct viewer *viewer, const struct input_event *event);
/* Performs an action of the table; shows a message if it needs a demo and none is open. False if
 * the action has no handler, or lasts while a key is held. */
bool viewer_act(struct viewer *viewer, enum action action, double amount);

#endif
