/* Camera-facing sprites that fade: smoke puffs, bubbles.
 *
 * Source: the original's client game (cg_localents), as facts. Times: server ms. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SPRITE_FX_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SPRITE_FX_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/scene/q3_build.h"

enum q3_sprite_fx_kind {
    Q3_SPRITE_FX_DRIFTS, /* moves and fades; grows unless keeps_size */
    Q3_SPRITE_FX_STAYS   /* grows and fades in place */
};

struct q3_sprite_fx {
    enum q3_sprite_fx_kind kind;
    bool keeps_size;
    bool is_bubble;               /* stays when the camera is inside: its radius counts as 0 */
    float origin[3], velocity[3]; /* units per second */
    float radius;                 /* units */
    float alpha;                  /* initial opacity, 0..1 */
    uint8_t color[3];
    float rotation; /* degrees */
    double start, end;
};

/* Appearance at a time. */
struct q3_sprite_fx_look {
    float origin[3];
    float radius;
    uint8_t alpha;
};

/* False: `time` is outside [start, end). */
bool q3_sprite_fx_at(const struct q3_sprite_fx *puff, double time, struct q3_sprite_fx_look *look);

/* How rising puffs move: in OpenArena 0.8.8 they stay (CG_SmokePuff: TR_LINEAR_STOP of duration 0),
 * in baseq3 they drift (TR_LINEAR). */
enum q3_sprite_fx_kind q3_smoke_kind(const struct q3_build *build);

/* Adds the sprite unless the camera is inside its radius, or was at an earlier snapshot: the
 * original frees such a puff (CG_AddMoveScaleFade). NULL material: adds nothing. */
void q3_sprite_fx_add(struct q3_build *build, const struct q3_sprite_fx *puff,
                      const struct material *material);

/* Adds a plain sprite. Returns NULL if the origin is not finite, material is NULL, or out of
 * memory. */
struct rgb_entity *q3_sprite_add(struct q3_build *build, const struct material *material,
                                 const float origin[3], float radius);

/* Looks up a shader of the game data; NULL = missing. */
const struct material *q3_effect_material(struct q3_build *build, const char *name);

/* Adds bubbles along a line, one per `spacing` units. start: time of the shot. seed: for their
 * random offsets, velocities and lifetimes. */
void q3_bubbles_add(struct q3_build *build, const float from[3], const float to[3], float spacing,
                    double start, uint32_t seed);

#endif
