/* Puffs of smoke, bubbles and other squares that face the view, and fade.
 *
 * Source: the original's client game (cg_localents), as facts. Times: ms of the server. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SPRITE_FX_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SPRITE_FX_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/scene/q3_build.h"

enum q3_sprite_fx_kind {
    Q3_SPRITE_FX_DRIFTS, /* moves, fades and, unless it keeps its size, grows */
    Q3_SPRITE_FX_STAYS   /* grows and fades where it is */
};

struct q3_sprite_fx {
    enum q3_sprite_fx_kind kind;
    bool keeps_size;
    float origin[3], velocity[3]; /* units a second */
    float radius;                 /* units */
    float alpha;                  /* at first, 0 .. 1 */
    uint8_t color[3];
    float rotation; /* degrees */
    double start, end;
};

/* How it looks at a time. */
struct q3_sprite_fx_look {
    float origin[3];
    float radius;
    uint8_t alpha;
};

/* False: it is not yet there, or no more. */
bool q3_sprite_fx_at(const struct q3_sprite_fx *puff, double time, struct q3_sprite_fx_look *look);

/* Adds it, where the view is not inside it. material: NULL = nothing. */
void q3_sprite_fx_add(struct q3_build *build, const struct q3_sprite_fx *puff,
                      const struct material *material);

/* A square as it is; NULL: the place is none, or there is no memory or material. */
struct rgb_entity *q3_sprite_add(struct q3_build *build, const struct material *material,
                                 const float origin[3], float radius);

/* A shader of the game's, NULL = it has none such. */
const struct material *q3_effect_material(struct q3_build *build, const char *name);

/* Bubbles on the way from one point to another, one in so many units, as of an effect's time.
 * seed: for what is random of them. */
void q3_bubbles_add(struct q3_build *build, const float from[3], const float to[3], float spacing,
                    double start, uint32_t seed);

#endif
