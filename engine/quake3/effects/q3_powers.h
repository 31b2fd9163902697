/* Teleports and Team Arena's effects: kamikaze, invulnerability, obelisks, medkits.
 *
 * Source: the original's client game (cg_effects, cg_localents), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_POWERS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_POWERS_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

void q3_teleport_add(struct q3_build *build, const struct q3_effect *effect);
void q3_kamikaze_add(struct q3_build *build, const struct q3_effect *effect);
void q3_obelisk_add(struct q3_build *build, const struct q3_effect *effect);
void q3_medkit_add(struct q3_build *build, const struct q3_effect *effect);
void q3_invulnerability_impact_add(struct q3_build *build, const struct q3_effect *effect);
void q3_juiced_add(struct q3_build *build, const struct q3_effect *effect);

/* Adds the shield of an invulnerable player at `origin`. It grows for 250 ms after a
 * Q3_EFFECT_SHIELD_RISES; q3_lowered_shield_add draws it shrinking after a Q3_EFFECT_SHIELD_FALLS.
 */
void q3_shield_add(struct q3_build *build, int32_t player, const float origin[3]);
void q3_lowered_shield_add(struct q3_build *build, const struct q3_effect *effect);

/* Kamikaze: radius of each shape, units, 0 = not drawn; brightness, 0..1. */
struct q3_kamikaze_look {
    float wave, wave_light;
    float ball, ball_light, light; /* light: radius of the dynamic light, units */
    float second, second_light;
};
void q3_kamikaze_at(double age, struct q3_kamikaze_look *look);

#endif
