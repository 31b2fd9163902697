/* Decals: bullet holes, burns, blood. They last 10 s and fade in the last second.
 *
 * Source: the original's client game (cg_marks, cg_weapons): with more than 256 pieces the oldest
 * are removed, all of one time together; plasma marks fade by alpha and lose their glow in 3 s,
 * blood fades by alpha, the rest by colour. Pure functions of the time; the fragments of a decal
 * are cached (assets/quake3/level/level_cache.h). */
#ifndef ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_DECALS_H
#define ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_DECALS_H

#include "assets/quake3/level/level_decals.h"
#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

enum { Q3_DECAL_LIFE = 10000, Q3_DECAL_FADE = 1000, Q3_DECAL_PIECES = 256 };

/* Adds all decals at this time, the newest first. Nothing with --no-effects or without a level. */
void q3_decals_add(struct q3_build *build);

/* Adds fragments as polygons of one colour, the last first; nothing if the shader is missing. */
void q3_decals_put(struct q3_build *build, const char *shader,
                   const struct level_decal_fragments *pieces, const uint8_t color[4]);

#endif
