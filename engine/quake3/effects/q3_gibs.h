/* What bursts of a player, and how each piece is thrown.
 *
 * Source: the original's client game (cg_effects), as facts. Pure functions of the effect. Who
 * draws the pieces and who hears them fall ask the same. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_GIBS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_GIBS_H

#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"

enum {
    Q3_GIBS = 10,     /* of a player */
    Q3_GIB_SALTS = 32 /* the n-th has the effect's chances from n * Q3_GIB_SALTS + the salt on */
};

/* What is left to chance of one thing that is thrown: shells of cartridges have the same. */
enum q3_gib_salt {
    Q3_GIB_EARLIER = 0x66720000,
    Q3_GIB_FORWARD,
    Q3_GIB_LEFT,
    Q3_GIB_UP,
    Q3_GIB_LIFE,
    Q3_GIB_ANGLES, /* and two more */
    Q3_GIB_CHOICE = Q3_GIB_ANGLES + 3,
    Q3_GIB_RADIUS,
    Q3_GIB_TURN,
    Q3_GIB_PUFF, /* and above it one each */
    Q3_GIB_SOUND = 0x66730000
};

struct q3_gib {
    const char *model;
    uint32_t salt;     /* of its own: see q3_effect_random */
    int32_t start;     /* ms of the server */
    int32_t life;      /* ms */
    float velocity[3]; /* units a second; it begins where the effect is */
};

/* effect: of kind Q3_EFFECT_GIB or _JUICED. */
void q3_gibs_of(const struct q3_effect *effect, struct q3_gib gibs[Q3_GIBS]);

/* What is heard where a piece meets something first: 1 .. 3 of the game's sounds, 0 = nothing, as
 * of every second one. */
uint32_t q3_gib_sound(const struct q3_effect *effect, const struct q3_gib *gib);

#endif
