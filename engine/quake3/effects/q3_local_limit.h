/* The original's limit of local entities (smoke, bubbles, explosions, fragments), which it keeps
 * from picture to picture: a further one frees the oldest (CG_AllocLocalEntity).
 *
 * Pure: of the entities of one picture the newest by birth stay. So one that has been freed may
 * come back when newer ones end before it; the original has lost it. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_LOCAL_LIMIT_H
#define ENGINE_QUAKE3_EFFECTS_Q3_LOCAL_LIMIT_H

#include <stddef.h>

#include "render/rgb/scene_rgb.h"

enum { Q3_LOCAL_ENTITIES = 512 };

/* Removes the oldest of the scene's entities from index `first` on until at most Q3_LOCAL_ENTITIES
 * are left; of equally old ones those added first. Birth: shader_time, in ms; an entity without one
 * (0) is of unknown age and stays, unless those alone are too many. The others keep their order. */
void q3_local_limit(struct rgb_scene *scene, size_t first);

#endif
