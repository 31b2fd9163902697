/* Numbers in Quake III demos that depend on protocol and game: means of death, powerups,
 * configstring indices. Events are in q3_event_kind.h.
 *
 * Source: numbers of the original game and of Quake Live, checked against the obituaries, item
 * pickups and team sounds of real demos. Constant data. */
#ifndef ENGINE_QUAKE3_Q3_GAME_H
#define ENGINE_QUAKE3_Q3_GAME_H

#include <stdbool.h>
#include <stdint.h>

enum q3_configstring_index { /* that are the same everywhere */
                             Q3_CS_SERVERINFO = 0,
                             Q3_CS_SYSTEMINFO = 1,
                             Q3_CS_MESSAGE = 3, /* the level's long name */
                             Q3_CS_WARMUP = 5, /* when the match begins, in ms; negative = waits for
                                                  players; 0 = it runs */
                             Q3_CS_SCORES1 = 6, /* red's or the first player's */
                             Q3_CS_SCORES2 = 7
};

enum { Q3_SCORE_NOT_PRESENT = -9999 };

/* Differences from the original game. */
enum q3_mod {
    Q3_MOD_NONE,
    Q3_MOD_TEAM_ARENA, /* Team Arena's weapons: it and Quake Live */
    Q3_MOD_OPENARENA,  /* those as well, and more items */
    Q3_MOD_CPMA        /* team sounds are about the other team */
};

/* eventParm of team sounds. Red or blue is the acting team; in CPMA it is the flag's team. */
enum q3_team_sound {
    Q3_TEAM_RED_CAPTURE,
    Q3_TEAM_BLUE_CAPTURE,
    Q3_TEAM_RED_RETURN,
    Q3_TEAM_BLUE_RETURN,
    Q3_TEAM_RED_TAKEN,
    Q3_TEAM_BLUE_TAKEN,
    Q3_TEAM_SOUNDS /* flag sounds only; the original has more */
};

enum { Q3_EVENT_BITS = 0x300 }; /* counts, so that the same event can happen twice in a row */

/* A game: its protocol and its mod. */
struct q3_game {
    uint8_t event_entity; /* an entity whose type is larger is an event: type - this */
    uint8_t item_pickup, obituary, team_sound; /* events; 0 = none */
    uint8_t sound, sound_for_all; /* events whose parm is a sound's number, heard from the entity or
                                     everywhere */
    uint8_t loop_ends;            /* event that ends the entity's looping sound */
    uint8_t fire_weapon, pain, fall_far,
        item_respawn;     /* events; the two numbers before fall_far are the lesser falls */
    uint16_t players;     /* configstrings of the players, Q3_PLAYERS of them */
    uint8_t models;       /* first configstring of models; model 0 is none */
    uint16_t shaders;     /* configstring: shaders drawn as others; 0 = none */
    uint8_t level_start;  /* configstring: time the level began, ms */
    uint8_t intermission; /* configstring: "1" while the scores are shown */
    uint8_t version;      /* configstring: name of the game and its version */
    bool live;            /* Quake Live: items, deaths and some texts differ */
    bool late_live;       /* its protocol 91: numbers of powerups, too */
};

/* Entity types. dm3 has no Q3_ET_TEAM. Larger numbers are event entities. */
enum q3_entity_type {
    Q3_ET_GENERAL,
    Q3_ET_PLAYER,
    Q3_ET_ITEM,
    Q3_ET_MISSILE,
    Q3_ET_MOVER,
    Q3_ET_BEAM,
    Q3_ET_PORTAL,
    Q3_ET_SPEAKER,
    Q3_ET_PUSH_TRIGGER,
    Q3_ET_TELEPORT_TRIGGER,
    Q3_ET_INVISIBLE,
    Q3_ET_GRAPPLE,
    Q3_ET_TEAM
};

/* Powerups by the original's numbers. */
enum q3_powerup {
    Q3_POWERUP_QUAD = 1,
    Q3_POWERUP_BATTLE_SUIT,
    Q3_POWERUP_HASTE,
    Q3_POWERUP_INVISIBILITY,
    Q3_POWERUP_REGENERATION,
    Q3_POWERUP_FLIGHT,
    Q3_POWERUP_RED_FLAG,
    Q3_POWERUP_BLUE_FLAG,
    Q3_POWERUP_NEUTRAL_FLAG,
    Q3_POWERUP_SCOUT,
    Q3_POWERUP_GUARD,
    Q3_POWERUP_DOUBLER,
    Q3_POWERUP_AMMO_REGENERATION,
    Q3_POWERUP_INVULNERABILITY,
    Q3_POWERUPS
};

/* Converts an entity's powerup bits to bits of enum q3_powerup: bit n is powerup n. */
uint32_t q3_game_powerups(const struct q3_game *game, uint32_t bits);

/* protocol: 43 to 91. */
const struct q3_game *q3_game_of(int protocol);

/* By the game's version ("cpma-1") and the gamename of its serverinfo. */
enum q3_mod q3_game_mod(const struct q3_game *game, const char *version, const char *name);

/* "railgun"; NULL where the number has no name. */
const char *q3_game_death(enum q3_mod mod, int32_t means);

/* "red takes the blue flag"; NULL = about no flag. */
const char *q3_game_team_sound(enum q3_mod mod, int32_t parm);

/* A line of chat without Quake Live's prefix: the speaker's number, two digits and a space. */
const char *q3_game_chat(const struct q3_game *game, const char *text);

/* "red", "blue", "spectator", or "" of a free one. */
const char *q3_game_team(int32_t team);

/* Copies text without colour codes (^ and the character after it; CPMA's ^xRGB) and without control
 * characters; keeps bytes above 127. Truncates to size, the NUL included. */
void q3_plain_text(const char *text, char *plain, uint32_t size);

#endif
