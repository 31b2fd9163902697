/* Sounds that need the level (demo_sound.water, .flight): the water test, and where and when thrown
 * objects land.
 *
 * A pure function of the sounds in their order and of the level. At most LEVEL_SOUNDS_IN_AIR
 * objects are in the air; the newest are dropped. Without a level nothing is under water and
 * nothing lands. Not thread-safe. */
#ifndef ENGINE_PLAYBACK_LEVEL_SOUNDS_H
#define ENGINE_PLAYBACK_LEVEL_SOUNDS_H

#include "assets/quake3/level.h"
#include "engine/family/demo_sounds.h"

enum { LEVEL_SOUNDS_IN_AIR = 512 };

struct level_sounds { /* initialise to {0} */
    struct {
        struct demo_sound sound; /* time and origin of its landing */
        double gone;             /* time until which it counts */
        bool heard;              /* it lands */
    } air[LEVEL_SOUNDS_IN_AIR];
    uint32_t num_air;
};

/* True if the sound's water condition holds. level may be NULL.
 */
bool level_sounds_hear(const struct q3_level *level, const struct demo_sound *sound);

/* Adds a thrown object; sound->flight > 0. */
void level_sounds_throw(struct level_sounds *sounds, const struct q3_level *level,
                        const struct demo_sound *sound);

/* The next object that lands at or before `time`; NULL = none. level_sounds_drop removes it. */
const struct demo_sound *level_sounds_next(const struct level_sounds *sounds, double time);
void level_sounds_drop(struct level_sounds *sounds, const struct demo_sound *next);

/* Removes all objects: a level begins. */
void level_sounds_clear(struct level_sounds *sounds);

#endif
