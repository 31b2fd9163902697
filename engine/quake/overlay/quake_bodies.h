/* The living players of a scene, for the HUD's names and map.
 *
 * A family adds each player where it draws it, then tells what it knows of it. Coordinates: Quake
 * units. */
#ifndef ENGINE_QUAKE_OVERLAY_QUAKE_BODIES_H
#define ENGINE_QUAKE_OVERLAY_QUAKE_BODIES_H

#include "engine/quake/quake_scene.h"

/* Adds a player, of whom only place and slot are known. Places that are not finite are left out. */
void quake_bodies_add(struct quake_build *b, uint32_t slot, const float origin[3], float yaw);

/* Sets `hidden` of all: the world's walls are in front of head and body. Call it when the camera is
 * placed; does nothing if no option asks for it. */
void quake_bodies_hide(struct quake_build *b);

/* The colour of trousers, 0..15, for marks: 0..1 each. */
void quake_bodies_color(const struct quake_data *data, uint32_t trousers, float color[3]);

/* The level's picture, where an option asks for the radar; else its side is 0. */
struct hud_map quake_bodies_map(const struct quake_build *b);

/* True if an option asks for bodies. */
bool quake_bodies_are_wanted(const struct quake_build *b);

#endif
