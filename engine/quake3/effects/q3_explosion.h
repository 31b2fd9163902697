/* Explosions: a model or a square with a light, that are over after a while; and blood.
 *
 * Source: the original's client game (cg_effects, cg_localents), as facts. Times: ms. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EXPLOSION_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EXPLOSION_H

#include <stdint.h>

#include "engine/quake3/scene/q3_build.h"

struct q3_explosion {
    const char *model;    /* NULL = a square */
    const char *material; /* the model's or the square's; NULL = the model's own */
    float light;          /* radius of its light at first, 0 = none */
    float light_color[3];
    int32_t life; /* ms */
};

/* From 0 at first to 1 in the end: how it looks. */
float q3_explosion_light(const struct q3_explosion *explosion, double passed); /* radius */
uint8_t q3_explosion_alpha(double passed);                                     /* of a square */
float q3_explosion_radius(double passed);                                      /* of a square */

/* One that happens at a place with that normal at `time`, seed for what is random of it; it has
 * begun up to 63 ms earlier. color: of the model where its shader asks. */
void q3_explosion_add(struct q3_build *build, const struct q3_explosion *explosion,
                      const float origin[3], const float normal[3], const uint8_t color[4],
                      double time, uint32_t seed);

/* Blood of a client. */
void q3_blood_add(struct q3_build *build, const float origin[3], int32_t client, double time,
                  uint32_t seed);

/* Axes whose first is `normal` (of unit length), turned about it by so many degrees. */
void q3_axes_about(const float normal[3], double degrees, float axis[3][3]);

#endif
