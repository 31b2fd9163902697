/* Which players a user means by a text: part of a name, a number, or "recorder". */
#ifndef ENGINE_EVENTS_EVENT_PLAYER_H
#define ENGINE_EVENTS_EVENT_PLAYER_H

#include "engine/events/game_event.h"

/* True if the text is in there, in capitals or not. */
bool event_text_has(const char *in, const char *text);

/* who: "recorder" = the player whose view the demo shows (viewed); a number = that slot; else a
 * part of the name. slot GAME_NOBODY: false. */
bool event_player_is(const char *who, int32_t slot, const char *name, bool viewed);

/* True if player or other of the event is meant. */
bool event_has_player(const struct game_event *event, const char *who);

#endif
