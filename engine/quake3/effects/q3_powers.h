/* Teleports, and what Team Arena's things do: kamikaze, invulnerability, obelisks, medkits.
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

/* The shield of an invulnerable player at `origin`, which grows for a while from the moment he
 * raised it, where that was seen; and what is left of it when he lowers it. */
void q3_shield_add(struct q3_build *build, int32_t player, const float origin[3]);
void q3_lowered_shield_add(struct q3_build *build, const struct q3_effect *effect);

/* How large its waves and its ball are, in units, 0 = there is none; and how bright, 0 .. 1. */
struct q3_kamikaze_look {
    float wave, wave_light;
    float ball, ball_light, light; /* light: radius of the light it gives */
    float second, second_light;
};
void q3_kamikaze_at(double age, struct q3_kamikaze_look *look);

#endif
