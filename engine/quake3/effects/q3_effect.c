#include "engine/quake3/effects/q3_effect.h"

#include "formats/base/dmath.h"

uint32_t q3_effect_random(const struct q3_effect *effect, uint32_t salt)
{
    return dmath_hash(effect->seed, salt, 0x9e3779b9u);
}

float q3_effect_unit(const struct q3_effect *effect, uint32_t salt)
{
    return (float)(q3_effect_random(effect, salt) >> 8) / 16777216.0f;
}

float q3_effect_both_ways(const struct q3_effect *effect, uint32_t salt)
{
    return 2.0f * q3_effect_unit(effect, salt) - 1.0f;
}

/* --- the ring --------------------------------------------------------------------------------- */

void q3_effects_clear(struct q3_effects *effects)
{
    effects->noted = effects->first = effects->count = 0;
    effects->soonest = 0;
    effects->plum_height = 0.0f;
}

void q3_effects_add(struct q3_effects *effects, const struct q3_effect *effect)
{
    if (effects->count == Q3_EFFECTS) {
        effects->first = (effects->first + 1) % Q3_EFFECTS;
        effects->count--;
    }
    if (effects->count == 0 || effect->end < effects->soonest) {
        effects->soonest = effect->end;
    }
    effects->at[(effects->first + effects->count++) % Q3_EFFECTS] = *effect;
}
