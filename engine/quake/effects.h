/* Particles, dynamic lights and beams, in closed form and for every family.
 *
 * A state keeps events: what happened, where, when on the server's clock, and a seed taken from
 * the demo position. What an event looks like at a moment follows from the event alone, so nothing
 * is carried from picture to picture. The motions solve the differential equations that WinQuake's
 * R_DrawParticles takes one step of per drawn frame; counts, colours, spreads and lifetimes are
 * those of r_part.c and cl_tent.c.
 *
 * Events are plain memory without pointers and without padding: states hash and copy them as
 * bytes. */
#ifndef ENGINE_QUAKE_EFFECTS_H
#define ENGINE_QUAKE_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette/scene_palette.h"

enum effect_kind {
    EFFECT_NONE = 0,
    EFFECT_SPLASH,            /* count particles of one colour group moving with velocity */
    EFFECT_EXPLOSION,         /* a rocket's */
    EFFECT_COLORED_EXPLOSION, /* count colours from color on */
    EFFECT_BLOB_EXPLOSION,
    EFFECT_LAVA_SPLASH,
    EFFECT_TELEPORT_SPLASH,
    EFFECT_TRAIL, /* color: enum effect_trail */
    EFFECT_LIGHT,
    EFFECT_BEAM,
    EFFECT_ANIMATION /* count frames of a sprite from frame number key on, each span seconds */
};

/* Trails, with the numbers of R_RocketTrail. */
enum effect_trail {
    EFFECT_TRAIL_ROCKET = 0,
    EFFECT_TRAIL_SMOKE = 1,
    EFFECT_TRAIL_BLOOD = 2,
    EFFECT_TRAIL_TRACER = 3,
    EFFECT_TRAIL_SLIGHT_BLOOD = 4,
    EFFECT_TRAIL_TRACER2 = 5,
    EFFECT_TRAIL_VOOR = 6,
    EFFECT_TRAIL_BY_MODEL = 254, /* from the model's flags: effect_trail_of_flags */
    EFFECT_TRAIL_NONE = 255
};

/* Longest life of any trail: what a state must keep segments for. */
#define EFFECT_TRAIL_LIFE 2.0

struct effect_event {
    double start; /* server clock, seconds: age 0 */
    double end;   /* nothing of it shows after */
    float origin[3];
    union {
        float velocity[3]; /* SPLASH, units per second */
        float target[3];   /* TRAIL, BEAM: where it ends */
        struct {
            float radius, decay, min_light; /* decay in units per second */
        } light;
    } u;
    float span;     /* TRAIL: seconds from origin to target; ANIMATION: of a frame */
    uint32_t seed;  /* dmath_hash(block, offset of the message, ...) */
    uint16_t model; /* TRAIL, BEAM, ANIMATION: the family's number of the model */
    uint16_t key;   /* LIGHT, BEAM, TRAIL: the entity, 0 = none; ANIMATION: the first frame */
    uint16_t count; /* SPLASH: particles; ANIMATION: frames; COLORED_EXPLOSION: colours; TRAIL:
                       particles left before (tracers alternate) */
    uint8_t kind;   /* enum effect_kind */
    uint8_t color;  /* palette index; TRAIL: enum effect_trail */
};

/* Fill an event; end follows from the kind. */
struct effect_event effect_make_particles(enum effect_kind kind, double start,
                                          const float origin[3], uint32_t seed);
/* A count of 1024 is a rocket explosion, as R_RunParticleEffect has it. */
struct effect_event effect_make_splash(double start, const float origin[3], const float velocity[3],
                                       uint8_t color, uint16_t count, uint32_t seed);
struct effect_event effect_make_light(double start, const float origin[3], float radius,
                                      float decay, float min_light, double life, uint16_t key);
struct effect_event effect_make_beam(double start, const float from[3], const float to[3],
                                     uint16_t model, uint16_t key, uint32_t seed);
/* The way of an entity between two updates; the particles appear along it during span seconds. */
struct effect_mover {
    enum effect_trail trail;
    uint16_t model, key; /* as in struct effect_event */
    uint32_t seed;
};
struct effect_event effect_make_trail(double start, float span, const float from[3],
                                      const float to[3], const struct effect_mover *mover);

/* A new light or beam of an entity ends the one it has. Call before adding event to the others. */
void effect_end_replaced(struct effect_event *events, uint32_t count,
                         const struct effect_event *event);
/* Drops what ended before `time` or starts after `latest` (a clock that went back); keeps the
 * order. Returns how many are left. */
uint32_t effect_prune(struct effect_event *events, uint32_t count, double time, double latest);

/* The trail of an alias model, from its MDL_* flags. */
enum effect_trail effect_trail_of_flags(uint32_t mdl_flags);
/* Number of particles of a trail between two points. */
uint32_t effect_trail_count(const float from[3], const float to[3], enum effect_trail trail);

/* Add to the scene what an event looks like at `time`. Nothing before start or after end. */
void effect_add_particles(struct palette_scene *scene, const struct effect_event *event,
                          double time);
void effect_add_light(struct palette_scene *scene, const struct effect_event *event, double time);
/* from: the beam's current start (a beam of the viewed player follows the player). turn: seed of
 * the segments' roll. */
void effect_add_beam(struct palette_scene *scene, const struct effect_event *event,
                     const float from[3], const struct model *model, uint32_t turn, double time);
/* The cloud of specks around an entity with EF_BRIGHTFIELD. */
void effect_add_field(struct palette_scene *scene, const float origin[3], double time);

#endif
