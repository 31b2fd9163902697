/* Staging of demos: entities with baselines, scripted motion, and the messages of every update.
 *
 * A script moves entities and queues messages; demo_update writes one block as a protocol 15 server
 * would: time, queued events, clientdata, entity differences from their baselines. */
#ifndef TOOLS_MKBUILTIN_DEMOS_DEMO_H
#define TOOLS_MKBUILTIN_DEMOS_DEMO_H

#include "formats/netquake/nq_message.h"
#include "tools/mkbuiltin/level.h"

enum { DEMO_ENTITIES_MAX = 128 };

/* Effects bits of an entity update. */
enum { EF_BRIGHTFIELD = 1, EF_MUZZLEFLASH = 2, EF_BRIGHTLIGHT = 4, EF_DIMLIGHT = 8 };

/* Item bits of clientdata. */
enum {
    IT_SHOTGUN = 1,
    IT_NAILGUN = 4,
    IT_ROCKET_LAUNCHER = 32,
    IT_LIGHTNING = 64,
    IT_SHELLS = 256,
    IT_NAILS = 512,
    IT_ROCKETS = 1024,
    IT_CELLS = 2048,
    IT_AXE = 4096,
    IT_ARMOR1 = 8192,
    IT_KEY1 = 1 << 17,
    IT_QUAD = 1 << 22,
};

/* The models every demo of the pack lists, in this order from 1. */
enum demo_model {
    MODEL_WORLD = 1,
    MODEL_DOOR,
    MODEL_LIFT,
    MODEL_PLAYER,
    MODEL_GRUNT,
    MODEL_MISSILE,
    MODEL_GRENADE,
    MODEL_GIB,
    MODEL_FLAME,
    MODEL_ARMOR,
    MODEL_QUAD,
    MODEL_BOLT,
    MODEL_SPIKE,
    MODEL_W_SPIKE,
    MODEL_EXPLOSION,
    MODEL_BUBBLE,
    MODEL_HEALTH,
    MODEL_V_SHOT,
    MODEL_V_NAIL,
    MODEL_V_ROCK,
};

enum demo_sound {
    SOUND_SHOTGUN = 1,
    SOUND_NAIL,
    SOUND_ROCKET,
    SOUND_EXPLODE,
    SOUND_LIGHTNING,
    SOUND_DOOR,
    SOUND_LIFT,
    SOUND_PAIN,
    SOUND_DEATH,
    SOUND_ITEM,
    SOUND_ARMOR,
    SOUND_QUAD,
    SOUND_SPLASH,
    SOUND_SECRET,
    SOUND_TELEPORT,
    SOUND_FIRE,
    SOUND_WATER,
};

struct demo_entity {
    int active; /* sent at all */
    int model, frame, colormap, skin, effects;
    struct vec3 origin, angles;
    int jump; /* 1: do not interpolate to this update (cleared when written) */
    struct nq_entity_state base;
};

struct demo {
    struct byte_writer file, block;
    struct nq_protocol protocol;
    const struct level *world; /* entities out of sight are not sent; NULL: all are */
    struct demo_entity entities[DEMO_ENTITIES_MAX];
    int entity_count;
    int view_entity;
    struct nq_clientdata client;
    struct vec3 view_angles;
    double time;
    struct quakeworld
        *quakeworld; /* QuakeWorld recording state (demo_quakeworld.h); NULL = NetQuake */
};

/* The lists of every demo, one name behind the other, an empty one at the end. */
extern const char demo_model_names[], demo_sound_names[];

void demo_begin(struct demo *d, const struct level *world, int track);
/* Appends the finished file to `out` and releases everything. */
void demo_end(struct demo *d, struct buf *out);
void demo_send(struct demo *d, const struct nq_message *m);
/* Ends the block of the messages sent so far. */
void demo_flush(struct demo *d);
/* Messages in the order of a server's first blocks. */
void demo_signon(struct demo *d, int max_clients, int deathmatch, const char *level_name,
                 const char *const styles[][2]);
/* Parts of it that both recordings have: the flames on the walls, and the light styles. */
void demo_send_torches(struct demo *d);
void demo_send_lightstyles(struct demo *d);
/* Does the viewer's leaf see any of the leafs around the entity? */
int demo_in_sight(const struct demo *d, const struct demo_entity *e);
/* Makes the entity's present state its baseline. */
void demo_baseline(struct demo *d, int entity);
void demo_update(struct demo *d);

void demo_text(struct demo *d, int id, const char *text); /* print, centerprint, stufftext */
void demo_print(struct demo *d, const char *text);
void demo_flash(struct demo *d); /* what an item's taking stuffs */
void demo_simple(struct demo *d, int id);
void demo_setview(struct demo *d, int entity);
void demo_lightstyle(struct demo *d, int style, const char *letters);
void demo_stat(struct demo *d, int stat, int value);
void demo_name(struct demo *d, int player, const char *name, int colors);
void demo_frags(struct demo *d, int player, int frags);
void demo_sound(struct demo *d, int entity, int channel, int sound, struct vec3 at);
void demo_particles(struct demo *d, struct vec3 at, struct vec3 dir, int color, int count);
void demo_damage(struct demo *d, int armor, int blood, struct vec3 from);
void demo_point_effect(struct demo *d, int type, struct vec3 at);
void demo_beam(struct demo *d, int type, int entity, struct vec3 from, struct vec3 to);

/* Motion. */

struct demo_key {
    double t;
    struct vec3 p; /* place, or angles */
};
/* Smooth path through the keys (cubic, no overshoot in time); constant outside them. */
struct vec3 demo_path(const struct demo_key *keys, int count, double t);
/* 1 in the one update of length `step` that contains `when`. */
static inline int demo_now(double t, double step, double when)
{
    const double rounding = 1e-6; /* t is a multiple of the step only up to its last bits */
    return when > t - step + rounding && when <= t + rounding;
}
struct vec3 demo_forward(struct vec3 angles);
/* Pitch, yaw that look along dir (a model's pitch has the other sign than a view's). */
struct vec3 demo_angles(struct vec3 dir);

/* A figure of player.mdl or grunt.mdl. */
struct demo_actor {
    int entity;
    const struct demo_key *path;
    int path_count;
    double born, dies, gone; /* gone: disappears (gibbed or respawned); < 0 never */
    double shots[16];        /* 0 ends */
    double pains[8];
    int faces_motion; /* else faces `target` */
};
void demo_act(struct demo *d, const struct demo_actor *a, struct vec3 target, double t,
              double step);

/* Flights of rockets, nails and gibs. */
struct demo_shot {
    double fired, flight; /* seconds */
    struct vec3 from, to;
    double arc; /* gravity in units per second squared */
    int model, entity, explodes;
    int effect; /* temp entity on arrival; -1 none */
};
enum { DEMO_SHOTS_MAX = 48 };
struct demo_shots {
    struct demo_shot list[DEMO_SHOTS_MAX];
    int count;
};
/* Starts a flight now; it takes the entity of one that has ended, or the next one from
 * `first_entity`. */
void demo_launch(struct demo_shots *shots, struct demo_shot shot, int first_entity, double t);
void demo_fly(struct demo *d, const struct demo_shot *s, double t, double step);

#endif
