/* Ring of timed visual effects made by events: shots, hits, explosions, teleports, gibs.
 *
 * Source: the original's client game (cg_event, cg_weapons, cg_effects), as facts. Part of struct
 * q3_state, which packs and hashes it: 32-bit members only, no pointers; zeroed = no effects. The
 * drawing of an effect is a pure function of (effect, time, game data). Values that the original
 * draws from rand() come from the effect's seed, by q3_effect_random. Times are server ms,
 * coordinates Quake units, angles degrees (pitch, yaw, roll). */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"

enum {
    Q3_EFFECTS = 1024, /* ring capacity; a further effect replaces the oldest, as in the original */
    Q3_PELLETS = 20    /* maximum pellets of one shotgun shot */
};

/* Each kind lists the members it uses in addition to time, end, seed, entity and origin. */
enum q3_effect_kind {
    Q3_EFFECT_NONE,
    /* A shot of a weapon that leaves brass or smoke (2, 3, 11, 13, 14). entity, origin, angles: the
       shooter's, as drawn then; of the player, as in the picture before. */
    Q3_EFFECT_FIRE,
    /* A bullet hit client `parm`: blood. other: the shooter; origin2: the muzzle if
       Q3_EFFECT_MUZZLE is set. */
    Q3_EFFECT_BULLET_FLESH,
    Q3_EFFECT_BULLET_WALL, /* as BULLET_FLESH; parm: direction byte of the wall */
    /* A missile of `weapon` hit a player (other), a wall or metal; parm: direction byte. */
    Q3_EFFECT_MISSILE_FLESH,
    Q3_EFFECT_MISSILE_WALL,
    Q3_EFFECT_MISSILE_METAL,
    /* From origin2 to origin, shot by client; parm: direction byte of the surface hit, 255 = none.
     */
    Q3_EFFECT_RAIL,
    /* From origin toward origin2 (a direction), shot by other; parm: the pattern's seed; reach. */
    Q3_EFFECT_SHOTGUN,
    Q3_EFFECT_JUMP_PAD,
    Q3_EFFECT_TELEPORT_IN,
    Q3_EFFECT_TELEPORT_OUT,
    Q3_EFFECT_GIB,    /* player `entity` is gibbed */
    Q3_EFFECT_PLUM,   /* the recorded player scored `value` points */
    Q3_EFFECT_MEDKIT, /* used by entity */
    Q3_EFFECT_KAMIKAZE,
    Q3_EFFECT_OBELISK_EXPLODES,
    Q3_EFFECT_INVULNERABILITY_IMPACT, /* angles */
    Q3_EFFECT_JUICED,       /* gibs start 5 s later, and last as long as those of Q3_EFFECT_GIB */
    Q3_EFFECT_BOLT,         /* lightning from origin2 to origin */
    Q3_EFFECT_SHIELD_RISES, /* entity becomes invulnerable */
    Q3_EFFECT_SHIELD_FALLS, /* entity stops being invulnerable */
    Q3_EFFECT_HASTE_PUFF,   /* position of a hasted runner; time may lie between snapshots */
    Q3_EFFECT_MOVERS,       /* members have other meanings: see q3_shot_movers.h */
    Q3_EFFECT_KINDS
};

enum q3_effect_flag {
    Q3_EFFECT_OWN = 1,   /* from the player state, not from an entity of the snapshot */
    Q3_EFFECT_MUZZLE = 2 /* origin2 is the shooter's muzzle */
};

/* 32-bit members only: q3_state packs them as such. */
struct q3_effect {
    int32_t kind;   /* enum q3_effect_kind */
    int32_t time;   /* the snapshot's server time, or q3_state_missile_time */
    int32_t end;    /* invisible from this time on */
    uint32_t seed;  /* hash of time, entity, kind and index within the snapshot */
    int32_t entity; /* entity number the effect belongs to */
    int32_t client, other, weapon, parm, value;
    int32_t flags; /* enum q3_effect_flag */
    float origin[3], origin2[3], angles[3];
    /* SHOTGUN: distance of each pellet to the first entity in its way, units; two per element, the
     * even pellet in the low 16 bits; 0 = no entity. */
    uint32_t reach[Q3_PELLETS / 2];
};

/* The effects of a q3_state. */
struct q3_effects {
    uint32_t noted;                  /* number of effects of the current snapshot */
    uint32_t first;                  /* index of the oldest */
    uint32_t count;                  /* number of effects in the ring */
    int32_t soonest;                 /* lower bound of all end times */
    float plum_height;               /* z of the last score plum */
    struct q3_effect at[Q3_EFFECTS]; /* a ring */
};

/* Effect i of the ring, 0 = the oldest. */
static inline const struct q3_effect *q3_effects_at(const struct q3_effects *effects, uint32_t i)
{
    return &effects->at[(effects->first + i) % Q3_EFFECTS];
}

/* Pseudo-random values of an effect: 32 bits; [0, 1); [-1, 1). salt: distinguishes the uses of one
 * effect. */
uint32_t q3_effect_random(const struct q3_effect *effect, uint32_t salt);
float q3_effect_unit(const struct q3_effect *effect, uint32_t salt);
float q3_effect_both_ways(const struct q3_effect *effect, uint32_t salt);

/* ms since the effect began; negative = before it. */
static inline double q3_effect_age(const struct q3_effect *effect, double time)
{
    return time - effect->time;
}

/* Distance of a pellet to the first entity in its way, units; 0 = no entity. */
static inline uint32_t q3_effect_reach(const struct q3_effect *effect, uint32_t pellet)
{
    return effect->reach[pellet / 2] >> (pellet % 2 * 16) & 0xffff;
}

void q3_effects_clear(struct q3_effects *effects); /* at a gamestate */
/* Appends a copy; replaces the oldest if the ring is full. */
void q3_effects_add(struct q3_effects *effects, const struct q3_effect *effect);
#endif
