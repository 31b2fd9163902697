/* Gibs of a player: models, start times and velocities.
 *
 * Source: the original's client game (cg_effects), as facts. Pure functions of the effect. Both the
 * drawing of gibs and their impact sounds use them. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_GIBS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_GIBS_H

#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"

enum {
    Q3_GIBS = 10,     /* gibs per player */
    Q3_GIB_SALTS = 32 /* gib n uses salts n * Q3_GIB_SALTS + enum q3_gib_salt */
};

/* Random values of one thrown piece: gibs and ejected shells. */
enum q3_gib_salt {
    Q3_GIB_EARLIER = 0x66720000,
    Q3_GIB_FORWARD,
    Q3_GIB_LEFT,
    Q3_GIB_UP,
    Q3_GIB_LIFE,
    Q3_GIB_ANGLES, /* and the next two */
    Q3_GIB_CHOICE = Q3_GIB_ANGLES + 3,
    Q3_GIB_RADIUS,
    Q3_GIB_TURN,
    Q3_GIB_PUFF, /* one salt per puff from here on */
    Q3_GIB_SOUND = 0x66730000
};

struct q3_gib {
    const char *model;
    uint32_t salt;     /* this gib's, see q3_effect_random */
    int32_t start;     /* server ms */
    int32_t life;      /* ms */
    float velocity[3]; /* units per second; the start is the effect's origin */
};

/* effect: a Q3_EFFECT_GIB or Q3_EFFECT_JUICED. */
void q3_gibs_of(const struct q3_effect *effect, struct q3_gib gibs[Q3_GIBS]);

/* Number of the sound of a gib's first impact, 1..3 (gibimp1..3); 0 = silent, as every second gib
 * is. */
uint32_t q3_gib_sound(const struct q3_effect *effect, const struct q3_gib *gib);

#endif
