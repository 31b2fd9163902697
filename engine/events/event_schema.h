/* The JSON Schema of what `quakereel events --json` prints: engine/events/events.schema.json, made
 * by `make docs` from the tables of kinds, weapons and keys.
 *
 * A new key or kind keeps EVENT_SCHEMA (event_text.h); a key whose meaning changes, or that is no
 * longer written, gives it the next number. */
#ifndef ENGINE_EVENTS_EVENT_SCHEMA_H
#define ENGINE_EVENTS_EVENT_SCHEMA_H

#include <stdio.h>

void event_schema_write(FILE *file);

#endif
