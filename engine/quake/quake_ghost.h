/* Players of other demos in a scene of Quake or QuakeWorld. */
#ifndef ENGINE_QUAKE_QUAKE_GHOST_H
#define ENGINE_QUAKE_QUAKE_GHOST_H

#include "engine/quake/quake_scene.h"

/* Adds the ghosts of the options as translucent players, except one that the camera is inside.
 * After quake_place_camera. */
void quake_add_ghosts(struct quake_build *build);

#endif
