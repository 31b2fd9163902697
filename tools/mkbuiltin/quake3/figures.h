/* Actors of a demo: figures with their movements and shots, and traces of both. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_FIGURES_H
#define TOOLS_MKBUILTIN_QUAKE3_FIGURES_H

#include "tools/mkbuiltin/level.h"
#include "tools/mkbuiltin/quake3/record.h"

/* Numbers of the game. */
enum {
    ET_GENERAL,
    ET_PLAYER,
    ET_ITEM,
    ET_MISSILE,
    ET_MOVER,
    ET_PUSH = 8,
    ET_INVISIBLE = 10,
    ET_EVENTS = 13
};
enum { TR_STATIONARY, TR_INTERPOLATE, TR_LINEAR, TR_LINEAR_STOP };
enum { FL_DEAD = 1, FL_TELEPORT = 4, FL_NODRAW = 0x80, FL_FIRING = 0x100 };
enum { WP_MACHINEGUN = 2, WP_ROCKET = 5 };
enum {
    ANIM_DEATH1 = 0,
    ANIM_DEAD1 = 1,
    ANIM_GESTURE = 6,
    ANIM_ATTACK = 7,
    ANIM_DROP = 9,
    ANIM_RAISE = 10,
    ANIM_STAND = 11,
    ANIM_WALK = 14,
    ANIM_RUN = 15,
    ANIM_BACK = 16,
    ANIM_JUMP = 18,
    ANIM_LAND = 19,
    ANIM_IDLE = 22,
    ANIM_TOGGLE = 128
};
enum {
    EV_FOOTSTEP = 1,
    EV_FALL_SHORT = 10,
    EV_JUMP_PAD = 13,
    EV_JUMP = 14,
    EV_ITEM_PICKUP = 19,
    EV_CHANGE_WEAPON = 22,
    EV_FIRE_WEAPON = 23,
    EV_ITEM_RESPAWN = 40,
    EV_TELEPORT_IN = 42,
    EV_BULLET_HIT_WALL = 49,
    EV_BULLET_HIT_FLESH = 48,
    EV_MISSILE_HIT = 50,
    EV_MISSILE_MISS = 51,
    EV_PAIN = 56,
    EV_DEATH1 = 57,
    EV_OBITUARY = 60
};
enum { MOD_ROCKET = 6, MOD_MACHINEGUN = 3 };
enum {
    ITEM_SHARD = 1,
    ITEM_ARMOR = 2,
    ITEM_HEALTH = 5,
    ITEM_HEALTH_LARGE = 6,
    ITEM_MEGA = 7,
    ITEM_ROCKETL = 12,
    ITEM_BULLETS = 19,
    ITEM_ROCKETS = 23,
    ITEM_QUAD = 28
};
enum {
    CS_SCORES1 = 6,
    CS_SCORES2 = 7,
    CS_VERSION = 20,
    CS_LEVEL_START = 21,
    CS_ITEMS = 27,
    CS_PLAYERS = 544
};
enum { STAT_HEALTH = 0, STAT_WEAPONS = 2, STAT_ARMOR = 3, STAT_MAX_HEALTH = 6 };
enum {
    GROUND_WORLD = 1022,
    GROUND_NONE = 1023,
    SOLID_PLAYER = 15 | 24 << 8 | 64 << 16,
    SOLID_MODEL = 0xffffff
};

enum {
    NUM_VIEWER,
    NUM_FLINT,
    NUM_MARA,
    NUM_FIRST_ITEM = 64,
    NUM_DOOR = 90,
    NUM_PUSH,
    NUM_CORPSE,
    NUM_FIRST_EVENT = 100, /* and flights */
    NUM_LAST_EVENT = 160
};

/* A figure: which motions it shows, and since when. */
struct actor {
    int legs, torso;    /* as sent, with their toggles */
    double torso_until; /* a motion that runs to its end */
    struct vec3 last;   /* place one step ago */
    int is_placed;
    int events; /* counter in its event field */
    double air; /* since when it is off the ground; < 0 = it is on it */
};

struct flight {
    int active, exploded;
    double start, end, gone;
    struct vec3 from, to, normal;
    int victim; /* -1 = a wall */
};

enum { FLIGHTS = 8, SPARKS = 24 };

struct show {
    struct record r;
    const struct level *world;
    double t;
    struct actor viewer, flint, mara;
    int weapon, health, armor, rockets, bullets, score, quad_until;
    double weapon_ready; /* after a change or a shot */
    struct flight flights[FLIGHTS];
    struct {
        double gone;
    } sparks[SPARKS];
};

/* True if the step contains the time, or lies between the two times. */
int show_now(const struct show *s, double when);
int show_between(const struct show *s, double from, double to);

/* A motion of the torso that runs to its end, from the start even where it is the same as before.
 */
void figure_torso(struct show *s, struct actor *a, int motion, double seconds);
/* Movement direction relative to the view, 0..7. */
int figure_direction(struct vec3 velocity, double yaw);
/* Chooses the motions of legs and torso by how it moves. */
void figure_move(struct show *s, struct actor *a, struct vec3 velocity, int direction,
                 double floor_z, double z);
double figure_floor(const struct show *s, struct vec3 p);
/* Ends the program if a figure is in a wall. */
void figure_check(const struct show *s, const char *who, struct vec3 p);
void figure_event(struct q3_entity_state *e, struct actor *a, int event, int parm);
/* A player's entity at a place, looking at another. */
void figure_act(struct show *s, int number, struct actor *a, struct vec3 p, struct vec3 target,
                int weapon);
/* Its last moments, since then: it falls where it stands. */
void figure_die(struct show *s, int number, struct actor *a, struct vec3 p, double since);

/* An entity that carries an event for some seconds. */
struct q3_entity_state *shot_spark(struct show *s, int event, struct vec3 at, double seconds);
void shot_end_sparks(struct show *s);
/* victim: a player's number, or -1: they fly till they meet a wall. */
void shot_bullet(struct show *s, int shooter, struct vec3 from, struct vec3 dir, int victim);
void shot_rocket(struct show *s, struct vec3 from, struct vec3 to, int victim);
/* Moves all rockets on to now. */
void shot_fly(struct show *s);

#endif
