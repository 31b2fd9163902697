#include "engine/quake3/effects/q3_gibs.h"

enum { JUICED_TIME = 5000 /* ms from the squeeze to the burst */ };

void q3_gibs_of(const struct q3_effect *effect, struct q3_gib gibs[Q3_GIBS])
{
    static const char *const models[Q3_GIBS] = {
        "models/gibs/skull.md3",   "models/gibs/abdomen.md3",   "models/gibs/arm.md3",
        "models/gibs/chest.md3",   "models/gibs/fist.md3",      "models/gibs/foot.md3",
        "models/gibs/forearm.md3", "models/gibs/intestine.md3", "models/gibs/leg.md3",
        "models/gibs/leg.md3"};
    const int32_t wait = effect->kind == Q3_EFFECT_JUICED ? JUICED_TIME : 0;
    for (uint32_t i = 0; i < Q3_GIBS; i++) {
        const uint32_t salt = i * Q3_GIB_SALTS;
        struct q3_gib *gib = &gibs[i];
        const bool brain = i == 0 && q3_effect_random(effect, salt + Q3_GIB_CHOICE) % 2 == 0;
        gib->model = brain ? "models/gibs/brain.md3" : models[i];
        gib->salt = salt;
        gib->start = effect->time < INT32_MAX - wait ? effect->time + wait : effect->time;
        gib->life = 5000 + (int32_t)(3000.0f * q3_effect_unit(effect, salt + Q3_GIB_LIFE));
        gib->velocity[0] = 250.0f * q3_effect_both_ways(effect, salt + Q3_GIB_FORWARD);
        gib->velocity[1] = 250.0f * q3_effect_both_ways(effect, salt + Q3_GIB_LEFT);
        gib->velocity[2] = 250.0f + 250.0f * q3_effect_both_ways(effect, salt + Q3_GIB_UP);
    }
}

uint32_t q3_gib_sound(const struct q3_effect *effect, const struct q3_gib *gib)
{
    static const uint8_t sounds[8] = {0, 0, 0, 0, 1, 2, 3, 3};
    return sounds[q3_effect_random(effect, gib->salt + Q3_GIB_SOUND) % 8];
}
