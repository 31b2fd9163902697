#include "engine/quake3/q3_event_kind.h"

#include <stddef.h>

#define NO_EVENTS_3 Q3_EVENT_OTHER, Q3_EVENT_OTHER, Q3_EVENT_OTHER

#define EVENTS_OF_MOVES                                                                            \
    Q3_EVENT_OTHER, Q3_EVENT_FOOTSTEP, Q3_EVENT_FOOTSTEP_METAL, Q3_EVENT_FOOT_SPLASH,              \
        Q3_EVENT_FOOT_WADE, Q3_EVENT_SWIM

#define EVENTS_OF_FALLS                                                                            \
    Q3_EVENT_FALL_SHORT, Q3_EVENT_FALL_MEDIUM, Q3_EVENT_FALL_FAR, Q3_EVENT_JUMP_PAD,               \
        Q3_EVENT_JUMP, Q3_EVENT_WATER_TOUCH, Q3_EVENT_WATER_LEAVE, Q3_EVENT_WATER_UNDER,           \
        Q3_EVENT_WATER_CLEAR, Q3_EVENT_ITEM_PICKUP, Q3_EVENT_GLOBAL_ITEM_PICKUP

/* 0 to 46: the same in all games but Quake Live. The numbers of items to use (24 to 39) are theirs
 * as holdables. */
#define EVENTS_BEFORE_TEAM_SOUND                                                                   \
    EVENTS_OF_MOVES, Q3_EVENT_STEP, Q3_EVENT_STEP, Q3_EVENT_STEP, Q3_EVENT_STEP, EVENTS_OF_FALLS,  \
        Q3_EVENT_NO_AMMO, Q3_EVENT_CHANGE_WEAPON, Q3_EVENT_FIRE_WEAPON, Q3_EVENT_USE_NOTHING,      \
        Q3_EVENT_USE_TELEPORTER, Q3_EVENT_USE_MEDKIT, Q3_EVENT_USE_KAMIKAZE, Q3_EVENT_USE_PORTAL,  \
        Q3_EVENT_USE_INVULNERABILITY, NO_EVENTS_3, NO_EVENTS_3, NO_EVENTS_3, Q3_EVENT_OTHER,       \
        Q3_EVENT_ITEM_RESPAWN, Q3_EVENT_ITEM_POP, Q3_EVENT_TELEPORT_IN, Q3_EVENT_TELEPORT_OUT,     \
        Q3_EVENT_GRENADE_BOUNCE, Q3_EVENT_GENERAL_SOUND, Q3_EVENT_GLOBAL_SOUND

#define EVENTS_OF_POWERUPS                                                                         \
    Q3_EVENT_POWERUP_QUAD, Q3_EVENT_POWERUP_BATTLE_SUIT, Q3_EVENT_POWERUP_REGENERATION

#define EVENTS_OF_DEATHS Q3_EVENT_PAIN, Q3_EVENT_DEATH_1, Q3_EVENT_DEATH_2, Q3_EVENT_DEATH_3

#define EVENTS_OF_TEAM_ARENA                                                                       \
    Q3_EVENT_PROX_STICK, Q3_EVENT_PROX_TRIGGER, Q3_EVENT_KAMIKAZE, Q3_EVENT_OBELISK_EXPLODE,       \
        Q3_EVENT_OBELISK_PAIN, Q3_EVENT_INVULNERABILITY_IMPACT, Q3_EVENT_JUICED,                   \
        Q3_EVENT_LIGHTNING_BOLT

#define EVENTS_OF_TAUNTS                                                                           \
    Q3_EVENT_TAUNT, Q3_EVENT_TAUNT_YES, Q3_EVENT_TAUNT_NO, Q3_EVENT_TAUNT_FOLLOW_ME,               \
        Q3_EVENT_TAUNT_GET_FLAG, Q3_EVENT_TAUNT_GUARD_BASE, Q3_EVENT_TAUNT_PATROL

/* 1.11 to 1.17: 47 is where the team sounds would be. */
static const uint8_t test_game[] = {
    EVENTS_BEFORE_TEAM_SOUND, Q3_EVENT_BULLET_FLESH,
    Q3_EVENT_BULLET_WALL,     Q3_EVENT_MISSILE_HIT,
    Q3_EVENT_MISSILE_MISS,    Q3_EVENT_RAIL_TRAIL,
    Q3_EVENT_SHOTGUN,         Q3_EVENT_OTHER, /* a bullet: never sent */
    EVENTS_OF_DEATHS,         Q3_EVENT_OBITUARY,
    EVENTS_OF_POWERUPS,       Q3_EVENT_GIB,
    Q3_EVENT_OTHER, /* a line to debug with */
    Q3_EVENT_TAUNT,
};

/* Q3_EVENT_OTHER where the line to debug with is. What is behind the taunts only OpenArena has. */
static const uint8_t classic[] = {
    EVENTS_BEFORE_TEAM_SOUND,
    Q3_EVENT_TEAM_SOUND,
    Q3_EVENT_BULLET_FLESH,
    Q3_EVENT_BULLET_WALL,
    Q3_EVENT_MISSILE_HIT,
    Q3_EVENT_MISSILE_MISS,
    Q3_EVENT_MISSILE_MISS_METAL,
    Q3_EVENT_RAIL_TRAIL,
    Q3_EVENT_SHOTGUN,
    Q3_EVENT_OTHER, /* a bullet: never sent */
    EVENTS_OF_DEATHS,
    Q3_EVENT_OBITUARY,
    EVENTS_OF_POWERUPS,
    Q3_EVENT_GIB,
    Q3_EVENT_SCORE_PLUM,
    EVENTS_OF_TEAM_ARENA,
    Q3_EVENT_OTHER,
    Q3_EVENT_STOP_LOOP,
    EVENTS_OF_TAUNTS,
    Q3_EVENT_FOOTSTEP_SNOW,
    Q3_EVENT_FOOTSTEP_WOOD,
    Q3_EVENT_FOOTSTEP_SAND,
    Q3_EVENT_FOOTSTEP_GRAVEL,
    Q3_EVENT_FOOTSTEP_FOLIAGE,
    Q3_EVENT_FOOTSTEP_ICE,
    Q3_EVENT_FOOTSTEP_GLASS,
    Q3_EVENT_BULLET_WOOD,
    Q3_EVENT_BULLET_SAND,
    Q3_EVENT_BULLET_SNOW,
    Q3_EVENT_BULLET_GLASS,
};

/* Quake Live: no stair steps; some events are inserted between the original's. */
static const uint8_t live[] = {
    EVENTS_OF_MOVES,
    EVENTS_OF_FALLS,
    Q3_EVENT_NO_AMMO,
    Q3_EVENT_CHANGE_WEAPON,
    Q3_EVENT_DROP_WEAPON,
    Q3_EVENT_FIRE_WEAPON,
    Q3_EVENT_USE_NOTHING,
    Q3_EVENT_USE_TELEPORTER,
    Q3_EVENT_USE_MEDKIT,
    Q3_EVENT_USE_KAMIKAZE,
    Q3_EVENT_USE_PORTAL,
    Q3_EVENT_USE_INVULNERABILITY,
    Q3_EVENT_USE_FLIGHT,
    NO_EVENTS_3,
    NO_EVENTS_3,
    NO_EVENTS_3,
    Q3_EVENT_ITEM_RESPAWN,
    Q3_EVENT_ITEM_POP,
    Q3_EVENT_TELEPORT_IN,
    Q3_EVENT_TELEPORT_OUT,
    Q3_EVENT_GRENADE_BOUNCE,
    Q3_EVENT_GENERAL_SOUND,
    Q3_EVENT_GLOBAL_SOUND,
    Q3_EVENT_TEAM_SOUND,
    Q3_EVENT_BULLET_FLESH,
    Q3_EVENT_BULLET_WALL,
    Q3_EVENT_MISSILE_HIT,
    Q3_EVENT_MISSILE_MISS,
    Q3_EVENT_MISSILE_MISS_METAL,
    Q3_EVENT_RAIL_TRAIL,
    Q3_EVENT_SHOTGUN,
    Q3_EVENT_OTHER, /* a bullet: never sent */
    EVENTS_OF_DEATHS,
    Q3_EVENT_DROWN,
    Q3_EVENT_OBITUARY,
    EVENTS_OF_POWERUPS,
    Q3_EVENT_POWERUP_ARMOR_REGENERATION,
    Q3_EVENT_GIB,
    Q3_EVENT_SCORE_PLUM,
    EVENTS_OF_TEAM_ARENA,
    Q3_EVENT_OTHER, /* a line to debug with */
    EVENTS_OF_TAUNTS,
    Q3_EVENT_FOOTSTEP_SNOW,
    Q3_EVENT_FOOTSTEP_WOOD,
    Q3_EVENT_OTHER, /* a spectator's copy of a pickup */
    Q3_EVENT_OVERTIME,
    Q3_EVENT_GAME_OVER,
    Q3_EVENT_OTHER, /* damage went through a wall */
    Q3_EVENT_THAW_PLAYER,
    Q3_EVENT_THAW_TICK,
    Q3_EVENT_HEADSHOT,
    Q3_EVENT_OTHER, /* a place of interest */
    Q3_EVENT_OTHER,
    Q3_EVENT_LIGHTNING_DISCHARGE,
    Q3_EVENT_RACE_START,
    Q3_EVENT_RACE_CHECKPOINT,
    Q3_EVENT_RACE_FINISH,
    Q3_EVENT_DAMAGE_PLUM,
    Q3_EVENT_AWARD,
    Q3_EVENT_INFECTED,
};

/* CPMA's own numbers; its holdables beyond the original's are numbered differently, too. */
static enum q3_event_kind cpma_kind(int32_t event)
{
    enum { SHARED = 66, LAST_SHARED_USE = 26, LAST_USE = 39 };
    switch (event) {
    case 30:
        return Q3_EVENT_USE_KAMIKAZE;
    case 31:
        return Q3_EVENT_USE_PORTAL;
    case 32:
        return Q3_EVENT_USE_INVULNERABILITY;
    case 66:
        return Q3_EVENT_STEP;
    case 67:
        return Q3_EVENT_GRAPPLE_FIRE;
    case 78:
        return Q3_EVENT_TAUNT;
    default:
        return event >= SHARED || (event > LAST_SHARED_USE && event <= LAST_USE)
                   ? Q3_EVENT_OTHER
                   : (enum q3_event_kind)classic[event];
    }
}

enum q3_event_kind q3_event_kind_of(const struct q3_game *game, enum q3_mod mod, int32_t event)
{
    enum { LAST_TAUNT = 82 };
    const bool old = game->event_entity < 13;
    const uint8_t *kinds = game->live ? live : old ? test_game : classic;
    const size_t count = game->live ? sizeof(live) : old ? sizeof(test_game) : sizeof(classic);
    if (event < 0 || (size_t)event >= count) {
        return Q3_EVENT_OTHER;
    }
    if (kinds == classic && mod == Q3_MOD_CPMA) {
        return cpma_kind(event);
    }
    if (kinds == classic && mod != Q3_MOD_OPENARENA && event > LAST_TAUNT) {
        return Q3_EVENT_OTHER;
    }
    return (enum q3_event_kind)kinds[event];
}
