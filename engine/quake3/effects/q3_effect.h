/* Events that leave something to be seen for a while: shots, hits, explosions, teleports, gibs.
 *
 * Source: the original's client game (cg_event, cg_weapons, cg_effects), as facts. Part of struct
 * q3_state, which packs and hashes it: plain memory, words only, zeroed = none. What is drawn of an
 * event at a moment is a pure function of (event, moment, game data): all that is random in the
 * original comes from the event's seed, by q3_effect_random.
 * Times are ms of the server, coordinates Quake units, angles degrees (pitch, yaw, roll). */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"

enum {
    Q3_EFFECTS = 1024, /* that are kept at once; then the oldest goes, as in the original */
    Q3_PELLETS = 20    /* of a shotgun at most */
};

/* What members besides time, end, seed, entity and origin mean is told with each. */
enum q3_effect_kind {
    Q3_EFFECT_NONE,
    /* A weapon (2, 3, 11, 13, 14) was fired whose brass or smoke stays: entity, angles: the
     * shooter's, as he was drawn then; origin: his. */
    Q3_EFFECT_FIRE,
    /* A bullet met `parm`, a client: blood. other: the shooter, origin2: his muzzle, where
     * Q3_EFFECT_MUZZLE is set. */
    Q3_EFFECT_BULLET_FLESH,
    Q3_EFFECT_BULLET_WALL, /* likewise; parm: direction byte of the wall */
    /* A missile of `weapon` met a player (other), a wall or metal; parm: direction byte. */
    Q3_EFFECT_MISSILE_FLESH,
    Q3_EFFECT_MISSILE_WALL,
    Q3_EFFECT_MISSILE_METAL,
    /* origin2 to origin, shot by client; parm: direction byte of what was met, 255 = nothing. */
    Q3_EFFECT_RAIL,
    /* From origin toward origin2 (a direction), shot by other; parm: the pattern's seed; reach. */
    Q3_EFFECT_SHOTGUN,
    Q3_EFFECT_JUMP_PAD,
    Q3_EFFECT_TELEPORT_IN,
    Q3_EFFECT_TELEPORT_OUT,
    Q3_EFFECT_GIB,    /* a player bursts; entity: he */
    Q3_EFFECT_PLUM,   /* the player of the demo made `value` points */
    Q3_EFFECT_MEDKIT, /* used by entity */
    Q3_EFFECT_KAMIKAZE,
    Q3_EFFECT_OBELISK_EXPLODES,
    Q3_EFFECT_INVULNERABILITY_IMPACT, /* angles */
    Q3_EFFECT_JUICED,                 /* gibs come 5 s later, and stay as Q3_EFFECT_GIB's do */
    Q3_EFFECT_BOLT,                   /* lightning from origin2 to origin */
    Q3_EFFECT_SHIELD_RISES,           /* entity becomes invulnerable */
    Q3_EFFECT_SHIELD_FALLS,           /* no more */
    Q3_EFFECT_HASTE_PUFF,             /* where a runner was; time may lie between snapshots */
    Q3_EFFECT_MOVERS,                 /* no members as here: see q3_shot_movers.h */
    Q3_EFFECT_KINDS
};

enum q3_effect_flag {
    Q3_EFFECT_OWN = 1,   /* told by the player's state, not by an entity of the snapshot */
    Q3_EFFECT_MUZZLE = 2 /* origin2 is the shooter's muzzle */
};

/* Words only. */
struct q3_effect {
    int32_t kind;   /* enum q3_effect_kind */
    int32_t time;   /* of the snapshot that brought it, or q3_effects_missile_time */
    int32_t end;    /* from then on nothing of it is to be seen */
    uint32_t seed;  /* made of time, entity, kind and its place in the snapshot */
    int32_t entity; /* that it happened to */
    int32_t client, other, weapon, parm, value;
    int32_t flags; /* enum q3_effect_flag */
    float origin[3], origin2[3], angles[3];
    /* SHOTGUN: how far each pellet can go before it meets an entity of the snapshot, units, two
     * in a word, the first one lower; 0 = there is none in its way. */
    uint32_t reach[Q3_PELLETS / 2];
};

/* The part of a state that this is about. */
struct q3_effects {
    uint32_t noted;                  /* in the current snapshot */
    uint32_t first;                  /* place of the oldest */
    uint32_t count;                  /* that are kept */
    int32_t soonest;                 /* none ends before it */
    float plum_height;               /* of the last score plum */
    struct q3_effect at[Q3_EFFECTS]; /* a ring */
};

/* The i-th that is kept, the oldest first. */
static inline const struct q3_effect *q3_effects_at(const struct q3_effects *effects, uint32_t i)
{
    return &effects->at[(effects->first + i) % Q3_EFFECTS];
}

/* What is random of an event, for each use (salt: any number that no other use of this event has)
 * another: all bits; 0 <= x < 1; -1 <= x < 1. */
uint32_t q3_effect_random(const struct q3_effect *effect, uint32_t salt);
float q3_effect_unit(const struct q3_effect *effect, uint32_t salt);
float q3_effect_both_ways(const struct q3_effect *effect, uint32_t salt);

/* Ms since it happened, less than 0: it is still to come. */
static inline double q3_effect_age(const struct q3_effect *effect, double time)
{
    return time - effect->time;
}

/* How far pellet i can go, units; 0 = as far as the world lets it. */
static inline uint32_t q3_effect_reach(const struct q3_effect *effect, uint32_t pellet)
{
    return effect->reach[pellet / 2] >> (pellet % 2 * 16) & 0xffff;
}

struct q3_state;

/* False: a map_restart has wiped it away by that time. */
bool q3_effect_stands(const struct q3_state *state, const struct q3_effect *effect, double time);

/* --- For the files of the state alone. --- */

struct q3_event;

void q3_effects_clear(struct q3_effects *effects); /* as a gamestate does */
/* One more that is kept, as it is. */
void q3_effects_add(struct q3_effects *effects, const struct q3_effect *effect);
/* Its client draws some things ahead, and its servers tell whose missiles are. */
bool q3_effects_of_openarena(const struct q3_state *state, const struct q3_game *game);
/* From when on the current snapshot's missiles, and what they do, are to be seen: OpenArena's
 * client takes them over as soon as it knows the snapshot, which is at the time of the one before.
 */
int32_t q3_effects_missile_time(const struct q3_state *state, const struct q3_game *game);
/* A snapshot begins; what was over before it is forgotten. */
void q3_effects_begin(struct q3_state *state);
/* What goes on between the last snapshot and the current one without an event. */
void q3_effects_run(struct q3_state *state, const struct q3_game *game);
/* An event of the current snapshot. entity: whose it is, NULL = the player's own. */
void q3_effects_note(struct q3_state *state, const struct q3_game *game,
                     const struct q3_event *event, const struct q3_entity_state *entity);

#endif
