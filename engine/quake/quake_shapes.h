/* The shapes (see state_shape.h) of what the client states of NetQuake and QuakeWorld share. */
#ifndef ENGINE_QUAKE_QUAKE_SHAPES_H
#define ENGINE_QUAKE_QUAKE_SHAPES_H

#include "engine/quake/state_shape.h"

extern const struct state_shape effect_event_shape;   /* struct effect_event */
extern const struct state_shape console_line_shape;   /* struct console_line */
extern const struct state_shape console_center_shape; /* struct console_center */
extern const struct state_shape quake_damage_shape;   /* struct quake_damage */

#endif
