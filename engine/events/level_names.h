/* The level's names of the places where events happen: "ra", "Quad". From the .loc file or the
 * items of a Quake level, from the target_location entities of a Quake III level. */
#ifndef ENGINE_EVENTS_LEVEL_NAMES_H
#define ENGINE_EVENTS_LEVEL_NAMES_H

#include "assets/files.h"
#include "engine/events/event_text.h"

struct level_names;

/* files: the game data, borrowed. NULL if out of memory. */
struct level_names *level_names_create(struct files *files);
void level_names_destroy(struct level_names *names); /* NULL is fine */

/* The level that follows: its file's name without folder and ending, as the event of the level has
 * it. A level that is not there has no names. Returns 0 or FORMAT_MEMORY. */
int level_names_set(struct level_names *names, const char *level) MUST_CHECK;

/* Names of an event's places. Valid until level_names_set. */
struct event_places level_names_of(const struct level_names *names, const struct game_event *event);

#endif
