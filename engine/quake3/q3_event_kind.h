/* Quake III's entity events, independent of the game: each game numbers them differently.
 *
 * A number that the game does not have, or whose event is never drawn, heard or listed, is
 * Q3_EVENT_OTHER, which callers ignore.
 *
 * Source: bg_public.h of the original, Team Arena and OpenArena; published facts about CPMA and
 * Quake Live. Constant data. */
#ifndef ENGINE_QUAKE3_Q3_EVENT_KIND_H
#define ENGINE_QUAKE3_Q3_EVENT_KIND_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"

/* The comments give the meaning of eventParm, and of other fields if the event is an entity. */
enum q3_event_kind {
    Q3_EVENT_OTHER,

    /* A player moves. */
    Q3_EVENT_FOOTSTEP,
    Q3_EVENT_FOOTSTEP_METAL,
    Q3_EVENT_FOOTSTEP_SNOW, /* these up to glass: OpenArena's later ones; Quake Live's: two */
    Q3_EVENT_FOOTSTEP_WOOD,
    Q3_EVENT_FOOTSTEP_SAND,
    Q3_EVENT_FOOTSTEP_GRAVEL,
    Q3_EVENT_FOOTSTEP_FOLIAGE,
    Q3_EVENT_FOOTSTEP_ICE,
    Q3_EVENT_FOOTSTEP_GLASS,
    Q3_EVENT_FOOT_SPLASH,
    Q3_EVENT_FOOT_WADE,
    Q3_EVENT_SWIM,
    Q3_EVENT_STEP, /* up a stair, of whatever height; nothing in a demo */
    Q3_EVENT_FALL_SHORT,
    Q3_EVENT_FALL_MEDIUM,
    Q3_EVENT_FALL_FAR,
    Q3_EVENT_JUMP_PAD,
    Q3_EVENT_JUMP,
    Q3_EVENT_WATER_TOUCH, /* feet in */
    Q3_EVENT_WATER_LEAVE, /* feet out */
    Q3_EVENT_WATER_UNDER, /* head in */
    Q3_EVENT_WATER_CLEAR, /* head out */

    /* Items. */
    Q3_EVENT_ITEM_PICKUP,        /* the item's number */
    Q3_EVENT_GLOBAL_ITEM_PICKUP, /* the item's number; heard everywhere */
    Q3_EVENT_ITEM_RESPAWN,
    Q3_EVENT_ITEM_POP,
    Q3_EVENT_USE_NOTHING, /* there is no holdable to use */
    Q3_EVENT_USE_TELEPORTER,
    Q3_EVENT_USE_MEDKIT,
    Q3_EVENT_USE_KAMIKAZE,
    Q3_EVENT_USE_PORTAL,
    Q3_EVENT_USE_INVULNERABILITY,
    Q3_EVENT_USE_FLIGHT,

    /* Weapons. */
    Q3_EVENT_NO_AMMO,
    Q3_EVENT_CHANGE_WEAPON,
    Q3_EVENT_DROP_WEAPON,
    Q3_EVENT_FIRE_WEAPON,
    Q3_EVENT_GRAPPLE_FIRE,
    Q3_EVENT_GRENADE_BOUNCE,
    Q3_EVENT_BULLET_FLESH, /* the victim; other: the shooter */
    Q3_EVENT_BULLET_WALL,  /* direction; other: the shooter */
    Q3_EVENT_BULLET_WOOD,  /* as BULLET_WALL; these four: later OpenArena */
    Q3_EVENT_BULLET_SAND,
    Q3_EVENT_BULLET_SNOW,
    Q3_EVENT_BULLET_GLASS,
    Q3_EVENT_MISSILE_HIT,        /* direction; other: the victim */
    Q3_EVENT_MISSILE_MISS,       /* direction */
    Q3_EVENT_MISSILE_MISS_METAL, /* direction */
    Q3_EVENT_RAIL_TRAIL,         /* direction, 255: it hits nothing; client: the shooter; origin2 */
    Q3_EVENT_SHOTGUN,            /* seed; other: the shooter; origin2 */
    Q3_EVENT_LIGHTNING_BOLT,
    Q3_EVENT_LIGHTNING_DISCHARGE,
    Q3_EVENT_PROX_STICK, /* flags of the surface */
    Q3_EVENT_PROX_TRIGGER,
    Q3_EVENT_HEADSHOT,

    /* Damage, death and states of players. */
    Q3_EVENT_PAIN, /* health */
    Q3_EVENT_DEATH_1,
    Q3_EVENT_DEATH_2,
    Q3_EVENT_DEATH_3,
    Q3_EVENT_DROWN,    /* dies under water */
    Q3_EVENT_OBITUARY, /* means of death; other: victim; other2: attacker */
    Q3_EVENT_GIB,
    Q3_EVENT_TELEPORT_IN,
    Q3_EVENT_TELEPORT_OUT,
    Q3_EVENT_POWERUP_QUAD, /* it makes a hit stronger */
    Q3_EVENT_POWERUP_BATTLE_SUIT,
    Q3_EVENT_POWERUP_REGENERATION,
    Q3_EVENT_POWERUP_ARMOR_REGENERATION,
    Q3_EVENT_KAMIKAZE,
    Q3_EVENT_INVULNERABILITY_IMPACT,
    Q3_EVENT_JUICED,
    Q3_EVENT_THAW_PLAYER,
    Q3_EVENT_THAW_TICK,
    Q3_EVENT_INFECTED,

    /* Taunts. */
    Q3_EVENT_TAUNT,
    Q3_EVENT_TAUNT_YES,
    Q3_EVENT_TAUNT_NO,
    Q3_EVENT_TAUNT_FOLLOW_ME,
    Q3_EVENT_TAUNT_GET_FLAG,
    Q3_EVENT_TAUNT_GUARD_BASE,
    Q3_EVENT_TAUNT_PATROL,

    /* The level and the match. */
    Q3_EVENT_GENERAL_SOUND, /* number of a sound */
    Q3_EVENT_GLOBAL_SOUND,  /* number of a sound; heard everywhere */
    Q3_EVENT_TEAM_SOUND,    /* enum q3_team_sound */
    Q3_EVENT_STOP_LOOP,     /* the entity's looping sound ends */
    Q3_EVENT_OBELISK_EXPLODE,
    Q3_EVENT_OBELISK_PAIN,
    Q3_EVENT_SCORE_PLUM,  /* other: player who scored; time: points */
    Q3_EVENT_DAMAGE_PLUM, /* Quake Live's */
    Q3_EVENT_OVERTIME,
    Q3_EVENT_GAME_OVER,
    Q3_EVENT_RACE_START,
    Q3_EVENT_RACE_CHECKPOINT,
    Q3_EVENT_RACE_FINISH,
    Q3_EVENT_AWARD,
    Q3_EVENT_KINDS
};

/* event: number in the game's list, without Q3_EVENT_BITS. */
enum q3_event_kind q3_event_kind_of(const struct q3_game *game, enum q3_mod mod, int32_t event);

#endif
