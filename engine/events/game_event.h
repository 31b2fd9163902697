/* What happens in a demo, in one shape for all families: frags, pickups, talk, levels ...; and
 * where the players are at each update.
 *
 * Read in one pass (events_read.h). Coordinates: Quake units, z up; angles in degrees; times in
 * seconds. "Slot": number of a player in the demo, from 0. Texts are plain ASCII. */
#ifndef ENGINE_EVENTS_GAME_EVENT_H
#define ENGINE_EVENTS_GAME_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, "name", what happens: player, other, text, value) */
#define GAME_EVENT_KINDS_LIST(X)                                                                   \
    X(LEVEL, "level", "a level begins; text: its file's name")                                     \
    X(FINISH, "finish", "a level is finished; value: its time")                                    \
    X(ROUND, "round", "a match or a round begins or ends; text: which of it")                      \
    X(FRAG, "frag", "player kills other; weapon; text: the means")                                 \
    X(TEAM_KILL, "team_kill", "likewise, a team mate")                                             \
    X(SUICIDE, "suicide", "player dies by himself; weapon; text: the means")                       \
    X(DEATH, "death", "player dies by the world or a monster, or nobody knows by whom")            \
    X(KILL, "kill", "a monster dies; value: how many so far")                                      \
    X(DAMAGE, "damage", "player hurts other, value: points; player may be unknown")                \
    X(PICKUP, "pickup", "player takes an item; text: which")                                       \
    X(DROP, "drop", "player drops an item; text: which")                                           \
    X(POWERUP, "powerup", "a powerup of player begins; text: which")                               \
    X(POWERUP_END, "powerup_end", "it ends; value: how long it was")                               \
    X(FLAG, "flag", "a flag is taken, dropped or returned; text: flag and act")                    \
    X(CAPTURE, "capture", "player captures a flag; text: which; value: how long he had it")        \
    X(SECRET, "secret", "a secret is found; value: how many so far")                               \
    X(CHAT, "chat", "player says text")                                                            \
    X(TEAM, "team", "player is in another team; text: which")                                      \
    X(JOIN, "join", "player joins the game")                                                       \
    X(LEAVE, "leave", "player leaves it")                                                          \
    X(JUMP, "jump", "player leaves the ground upward")                                             \
    X(LAND, "land", "player is on the ground again; value: how long he flew")

enum game_event_kind {
#define GAME_EVENT_KIND(NAME, name, what) GAME_EVENT_##NAME,
    GAME_EVENT_KINDS_LIST(GAME_EVENT_KIND)
#undef GAME_EVENT_KIND
        GAME_EVENT_KINDS
};

/* What kills, in one list for all families: X(NAME, "name") */
#define GAME_WEAPONS_LIST(X)                                                                       \
    X(NONE, "")                                                                                    \
    X(AXE, "axe")                                                                                  \
    X(GAUNTLET, "gauntlet")                                                                        \
    X(MACHINEGUN, "machinegun")                                                                    \
    X(SHOTGUN, "shotgun")                                                                          \
    X(SUPER_SHOTGUN, "super_shotgun")                                                              \
    X(NAILGUN, "nailgun")                                                                          \
    X(SUPER_NAILGUN, "super_nailgun")                                                              \
    X(GRENADE, "grenade")                                                                          \
    X(ROCKET, "rocket")                                                                            \
    X(LIGHTNING, "lightning")                                                                      \
    X(DISCHARGE, "discharge")                                                                      \
    X(RAILGUN, "railgun")                                                                          \
    X(PLASMA, "plasma")                                                                            \
    X(BFG, "bfg")                                                                                  \
    X(GRAPPLE, "grapple")                                                                          \
    X(PROXIMITY_MINE, "proximity_mine")                                                            \
    X(CHAINGUN, "chaingun")                                                                        \
    X(KAMIKAZE, "kamikaze")                                                                        \
    X(TELEFRAG, "telefrag")                                                                        \
    X(STOMP, "stomp")                                                                              \
    X(CRUSH, "crush")                                                                              \
    X(WATER, "water")                                                                              \
    X(SLIME, "slime")                                                                              \
    X(LAVA, "lava")                                                                                \
    X(FALL, "fall")                                                                                \
    X(TRAP, "trap")                                                                                \
    X(MONSTER, "monster")                                                                          \
    X(SELF, "self") /* the kill command, or nothing is told */                                     \
    X(OTHER, "other")

enum game_weapon {
#define GAME_WEAPON(NAME, name) GAME_WEAPON_##NAME,
    GAME_WEAPONS_LIST(GAME_WEAPON)
#undef GAME_WEAPON
        GAME_WEAPONS
};

enum { GAME_PLAYERS = 256 /* slots */, GAME_NAME = 64, GAME_TEXT = 240, GAME_NOBODY = -1 };

/* One side of an event. */
struct game_side {
    int32_t slot;     /* GAME_NOBODY = none, or not known */
    const char *name; /* "" = none, or not known; never NULL */
    const char *team; /* likewise */
    bool has_place;
    float place[3]; /* of the body's middle, at the last update that told it */
};

struct game_event { /* pointers are valid during the call */
    enum game_event_kind kind;
    double time;        /* of playback, as --from has it: of the first update that shows it */
    double server_time; /* NAN = not known */
    uint32_t block;     /* number in the demo, from 0, of the block that tells it */
    size_t offset;      /* of that block in the file */
    uint32_t level;     /* of the demo's levels, from 0 */
    struct game_side player, other;
    enum game_weapon weapon; /* FRAG .. DEATH, DAMAGE */
    bool derived;            /* the demo does not tell it: it is concluded from what it shows */
    bool viewed;             /* the demo shows it through player's eyes */
    double value;            /* NAN = none, or not known */
    double total;            /* KILL, SECRET, FINISH: of so many; NAN = not known */
    int32_t item;            /* PICKUP, DROP, POWERUP: enum demo_item_kind; -1 = another item */
    bool to_team;            /* CHAT: only to the team */
    const char *text;        /* "" = none; never NULL */
    /* FRAG, where known: */
    double air; /* seconds that the victim of a direct hit flew; NAN = it stood, or not known */
    double distance;   /* units from the shot to the hit; NAN = not known */
    double turn;       /* railgun: degrees of the view over two updates before; NAN = not known */
    double turn_speed; /* railgun: degrees per second, the fastest of the last four updates */
};

/* A player at an update, as far as the demo tells. */
struct game_body {
    int32_t slot;
    const char *name, *team; /* "" = none, or not known; never NULL */
    bool viewed;             /* the demo shows this player's view */
    bool alive;              /* not known to be dead */
    bool has_health;         /* health and armor are told */
    bool has_ping;
    float origin[3]; /* of the body's middle */
    float velocity[3];
    int32_t health, armor;
    int32_t frags;           /* by the server */
    enum game_weapon weapon; /* in hand; NONE = not known */
    uint16_t status;         /* DEMO_STATUS_* of powerups and flags (demo_status.h) */
    int32_t ping, loss;      /* ms, percent */
    int32_t accuracy;        /* percent of shots that hit; 0 = none, or not told */
};

struct game_update { /* pointers are valid during the call */
    double time, server_time;
    uint32_t level;
    uint32_t num_bodies; /* only players whose place the update tells */
    const struct game_body *bodies;
};

const char *game_event_kind_name(enum game_event_kind kind);
/* In words, as the schema has it. */
const char *game_event_kind_words(enum game_event_kind kind);
/* GAME_EVENT_KINDS = there is none of that name. */
enum game_event_kind game_event_kind_find(const char *name);
const char *game_weapon_name(enum game_weapon weapon);

#endif
