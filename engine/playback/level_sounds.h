/* What of a demo's sounds hangs on the level (demo_sound.water, .flight): which of them are heard,
 * and where and when what is thrown falls down.
 *
 * A pure function of the sounds, taken in their order, and of the levels. Of what is in the air at
 * once the newest stays out where it is too much, as the original forgets the oldest. Where there
 * is no level nothing is under water and nothing falls down. Not thread-safe. */
#ifndef ENGINE_PLAYBACK_LEVEL_SOUNDS_H
#define ENGINE_PLAYBACK_LEVEL_SOUNDS_H

#include "assets/quake3/level.h"
#include "engine/family/demo_sounds.h"

enum { LEVEL_SOUNDS_IN_AIR = 512 };

struct level_sounds { /* start from {0} */
    struct {
        struct demo_sound sound; /* time, origin: where it falls down */
        double gone;             /* it takes a place until then */
        bool heard;              /* it does */
    } air[LEVEL_SOUNDS_IN_AIR];
    uint32_t num_air;
};

/* A sound that is neither thrown nor bound to water is always heard. level: NULL = there is none.
 */
bool level_sounds_hear(const struct q3_level *level, const struct demo_sound *sound);

/* sound: with a flight. */
void level_sounds_throw(struct level_sounds *sounds, const struct q3_level *level,
                        const struct demo_sound *sound);

/* The next that falls down, before `time` or at it; NULL = none does. It stays the next until
 * level_sounds_drop. */
const struct demo_sound *level_sounds_next(const struct level_sounds *sounds, double time);
void level_sounds_drop(struct level_sounds *sounds, const struct demo_sound *next);

/* A level begins, or begins anew. */
void level_sounds_clear(struct level_sounds *sounds);

#endif
