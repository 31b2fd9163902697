#include "engine/playback/level_sounds.h"

#include <string.h>

#include "assets/quake3/level/level_debris.h"

static bool is_there(const struct q3_level *level)
{
    return level && !level->missing;
}

bool level_sounds_hear(const struct q3_level *level, const struct demo_sound *sound)
{
    const uint32_t liquids = Q3_CONTENTS_WATER | Q3_CONTENTS_SLIME | Q3_CONTENTS_LAVA;
    bool under = is_there(level) && sound->water != DEMO_SOUND_ANYWHERE;
    for (int i = 0; under && i < 3; i++) {
        const float at[3] = {sound->origin[0], sound->origin[1],
                             sound->origin[2] + (float)sound->depths[i]};
        under = q3_bsp_point_contents(&level->bsp, at, liquids) != 0;
    }
    return sound->water == DEMO_SOUND_ANYWHERE || under == (sound->water == DEMO_SOUND_UNDER_WATER);
}

/* Removes objects whose time is over. */
static void make_room(struct level_sounds *s, double time)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->num_air; i++) {
        if (s->air[i].heard || s->air[i].gone > time) {
            s->air[kept++] = s->air[i];
        }
    }
    s->num_air = kept;
}

void level_sounds_throw(struct level_sounds *s, const struct q3_level *level,
                        const struct demo_sound *sound)
{
    /* The bounce factor has no effect before the first hit. */
    struct level_launch thrown = {.bounce = 0.0f, .life = sound->flight};
    struct level_debris flight;
    if (s->num_air == LEVEL_SOUNDS_IN_AIR) {
        make_room(s, sound->time);
    }
    if (!is_there(level) || s->num_air == LEVEL_SOUNDS_IN_AIR) {
        return;
    }
    memcpy(thrown.origin, sound->origin, sizeof(thrown.origin));
    memcpy(thrown.velocity, sound->velocity, sizeof(thrown.velocity));
    level_debris_make(level, &thrown, &flight);
    const double start = sound->time + sound->delay / 1000.0;
    s->air[s->num_air].heard = flight.bounced < sound->flight;
    s->air[s->num_air].gone = start + sound->flight / 1000.0;
    struct demo_sound *to = &s->air[s->num_air++].sound;
    *to = *sound;
    to->flight = to->delay = 0;
    if (flight.bounced < sound->flight) {
        to->time = start + flight.bounced / 1000.0;
        memcpy(to->origin, flight.mark, sizeof(to->origin));
    }
}

const struct demo_sound *level_sounds_next(const struct level_sounds *s, double time)
{
    const struct demo_sound *next = NULL;
    for (uint32_t i = 0; i < s->num_air; i++) {
        const struct demo_sound *sound = &s->air[i].sound;
        if (s->air[i].heard && sound->time <= time && (!next || sound->time < next->time)) {
            next = sound;
        }
    }
    return next;
}

void level_sounds_drop(struct level_sounds *s, const struct demo_sound *next)
{
    for (uint32_t i = 0; i < s->num_air; i++) {
        if (&s->air[i].sound == next) {
            s->air[i].heard = false; /* its slot stays in use until then */
        }
    }
}

void level_sounds_clear(struct level_sounds *s)
{
    s->num_air = 0;
}
