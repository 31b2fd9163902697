/* Schemas (state_schema.h) shared by the client states of NetQuake and QuakeWorld. */
#ifndef ENGINE_QUAKE_QUAKE_SCHEMAS_H
#define ENGINE_QUAKE_QUAKE_SCHEMAS_H

#include "engine/quake/state_schema.h"

extern const struct state_schema effect_event_schema;   /* struct effect_event */
extern const struct state_schema console_line_schema;   /* struct console_line */
extern const struct state_schema console_center_schema; /* struct console_center */
extern const struct state_schema quake_damage_schema;   /* struct quake_damage */

#endif
