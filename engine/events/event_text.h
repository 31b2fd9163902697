/* An event as an object of JSON, a row of CSV and a line of text. The keys of the JSON are those of
 * engine/events/events.schema.json. */
#ifndef ENGINE_EVENTS_EVENT_TEXT_H
#define ENGINE_EVENTS_EVENT_TEXT_H

#include <stddef.h>

#include "engine/events/game_event.h"
#include "formats/base/json.h"
#include "formats/text/csv.h"

enum { EVENT_SCHEMA = 1 /* version of the keys */, EVENT_LINE = 1024 };

/* Names of the places of player and other, in the level's words; "" = none. */
struct event_places {
    const char *player, *other;
};

/* Keys without a value are left out. Times and coordinates have 3 decimals at most. */
void event_text_json(struct json_writer *json, const struct game_event *event,
                     const struct event_places *places);
/* The row of names, and an event's row behind a first cell with the demo's name. */
void event_text_csv_head(struct csv_writer *csv);
void event_text_csv(struct csv_writer *csv, const char *demo, const struct game_event *event,
                    const struct event_places *places);
/* "frag: ann (red) kills bob (blue), rocket"; cut at `size` bytes, with the NUL. */
void event_text_line(char *text, size_t size, const struct game_event *event);

#endif
