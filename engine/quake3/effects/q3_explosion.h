/* Explosions (a model or sprite with a dynamic light) and blood sprites.
 *
 * Source: the original's client game (cg_effects, cg_localents), as facts. Times: ms. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EXPLOSION_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EXPLOSION_H

#include <stdint.h>

#include "engine/quake3/scene/q3_build.h"

struct q3_explosion {
    const char *model;    /* NULL = a sprite */
    const char *material; /* shader; NULL = the model's own */
    float light;          /* initial radius of the light, units; 0 = none */
    float light_color[3];
    int32_t life; /* ms */
};

/* Appearance by elapsed fraction of the life, 0..1. */
float q3_explosion_light(const struct q3_explosion *explosion,
                         double passed);   /* radius of the light, units */
uint8_t q3_explosion_alpha(double passed); /* sprite opacity */
float q3_explosion_radius(double passed);  /* sprite radius, units */

/* Adds an explosion of time `time` on a surface with that normal. As in the original it begins up
 * to 63 ms earlier, by the seed. color: entity colour for rgbGen entity shaders. */
void q3_explosion_add(struct q3_build *build, const struct q3_explosion *explosion,
                      const float origin[3], const float normal[3], const uint8_t color[4],
                      double time, uint32_t seed);

/* Adds the blood of a client that was hit at `time`. */
void q3_blood_add(struct q3_build *build, const float origin[3], int32_t client, double time,
                  uint32_t seed);

/* Axes whose first is `normal` (unit length), rotated about it by `degrees`. */
void q3_axes_about(const float normal[3], double degrees, float axis[3][3]);

#endif
