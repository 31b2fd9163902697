#include "engine/quake3/sounds/q3_level_sounds.h"

#include <string.h>

#include "engine/quake3/effects/q3_gibs.h"
#include "engine/quake3/q3_constants.h"

/* ---- water ----------------------------------------------------------------------------------- */

/* Heights above the player's origin that must be under water for the underwater sound; false = this
 * game has none. */
static bool find_depths(const struct q3_sound_emitter *h, int32_t legs_anim, int8_t depths[3])
{
    enum { TEST_EVENTS = 13 };
    static const int8_t standing[2][3] = {{-23, 1, 26}, {3, 3, 3}},
                        crouching[2][3] = {{-23, -6, 12}, {-11, -11, -11}};
    const int32_t legs = legs_anim & ~Q3_ANIM_TOGGLE;
    const bool crouches = legs == Q3_LEGS_CROUCH || legs == Q3_LEGS_CROUCH_STILL;
    const int openarena = h->mod == Q3_MOD_OPENARENA;
    if (h->game->live || h->game->event_entity < TEST_EVENTS || h->mod == Q3_MOD_CPMA) {
        return false;
    }
    memcpy(depths, crouches ? crouching[openarena] : standing[openarena], 3);
    return true;
}

/* Limits the next sounds to above water. False: this game has no underwater sound, so no limit. */
static bool begin_dry(struct q3_sound_emitter *h, const struct q3_pain_source *source)
{
    const bool gurgles = find_depths(h, source->legs_anim, h->depths);
    h->water = gurgles ? DEMO_SOUND_IN_THE_DRY : DEMO_SOUND_ANYWHERE;
    return gurgles;
}

static void end_water(struct q3_sound_emitter *h)
{
    h->water = DEMO_SOUND_ANYWHERE;
    memset(h->depths, 0, sizeof(h->depths));
}

void q3_emit_pain(struct q3_sound_emitter *h, const struct q3_pain_source *source, const char *what)
{
    const bool gurgles = begin_dry(h, source);
    q3_emit_player(h, source->entity, source->origin, Q3_CHANNEL_VOICE, what);
    if (gurgles) {
        h->water = DEMO_SOUND_UNDER_WATER;
        q3_emit_from(h, source->entity, source->origin, Q3_CHANNEL_VOICE,
                     q3_emit_random(h, 3, 2) != 0 ? "sound/player/gurp1.wav"
                                                  : "sound/player/gurp2.wav");
    }
    end_water(h);
}

void q3_emit_dying(struct q3_sound_emitter *h, const struct q3_pain_source *source,
                   const char *what)
{
    const bool gurgles = begin_dry(h, source);
    q3_emit_player(h, source->entity, source->origin, Q3_CHANNEL_VOICE, what);
    if (gurgles) {
        h->water = DEMO_SOUND_UNDER_WATER;
        q3_emit_player(h, source->entity, source->origin, Q3_CHANNEL_VOICE, "drown.wav");
    }
    end_water(h);
}

/* ---- gibs ------------------------------------------------------------------------------------ */

/* The event's visual effect, whose seed determines the gibs. NULL: the ring of effects has
 * overwritten it. */
static const struct q3_effect *find_effect(const struct q3_state *c, const struct q3_event *event)
{
    for (uint32_t i = c->effects.count; i > 0; i--) {
        const struct q3_effect *effect = q3_effects_at(&c->effects, i - 1);
        if ((effect->kind == Q3_EFFECT_GIB || effect->kind == Q3_EFFECT_JUICED) &&
            effect->entity == event->entity && effect->time == event->time) {
            return effect;
        }
    }
    return NULL;
}

void q3_emit_gibs(struct q3_sound_emitter *h, const struct q3_event *event)
{
    static const char *const names[] = {NULL, "sound/player/gibimp1.wav",
                                        "sound/player/gibimp2.wav", "sound/player/gibimp3.wav"};
    const struct q3_effect *effect = find_effect(h->state, event);
    struct q3_gib gibs[Q3_GIBS];
    if (!effect) {
        return;
    }
    q3_gibs_of(effect, gibs);
    for (int i = 0; i < Q3_GIBS; i++) {
        const uint32_t sound = q3_gib_sound(effect, &gibs[i]);
        if (sound > 0) {
            q3_emit_thrown(h, effect->origin, gibs[i].velocity, gibs[i].start - effect->time,
                           gibs[i].life, names[sound]);
        }
    }
}
