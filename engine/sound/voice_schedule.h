/* Which sound of a demo is heard from when to when: its events become voices, each with its first
 * and its last sample on the grid of the mix, whose sample 0 is the demo's time 0.
 *
 * So what sounds at a moment is a question, not a history: straight play, a seek and a film ask the
 * same and hear the same. A voice ends with its sound, or when another one takes its entity's
 * channel, it is stopped, or a level begins; these come in the order of time, so what is known up
 * to a moment is final up to there. There is no limit of voices as the original mixers had: what
 * they would have dropped is heard. Only of equal sounds of an entity some are too many, where the
 * event says so; and an announcer's sounds wait for each other (demo_sound.queue).
 *
 * Source: S_StartSound, S_StaticSound and S_StopSound of WinQuake; of Quake III's, loops, equal
 * sounds and its client game's queues. */
#ifndef ENGINE_SOUND_VOICE_SCHEDULE_H
#define ENGINE_SOUND_VOICE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_sounds.h"

/* How long a sound is, in samples of the mix. */
struct sound_length {
    int64_t frames; /* 0 = there is no such sound, and silence in its place */
    int64_t loop;   /* where it goes on when it is over; negative = it ends */
};
/* Negative: there is no memory to find out. */
typedef int (*sound_measure_fn)(void *context, const char *name, struct sound_length *length);

struct voice_schedule_options {
    uint32_t rate; /* samples a second */
    bool spread;   /* Quake: equal sounds of one moment begin up to 1/10 s inside themselves, but
                      for the first, so that they are not one louder sound */
    sound_measure_fn measure;
    void *context;
};

#define VOICE_NEVER_ENDS INT64_MAX

struct scheduled_voice {
    int64_t start, end;         /* the first sample that is heard, the first one that is not */
    int64_t skip;               /* what it begins inside of its sound, samples */
    uint32_t event;             /* its place in schedule.sounds */
    struct sound_length length; /* of its sound */
};

struct voice_schedule; /* one thread, or several that only ask */

/* NULL without memory. */
struct voice_schedule *voice_schedule_create(const struct voice_schedule_options *options);
void voice_schedule_destroy(struct voice_schedule *schedule);

/* The events, for the caller to add to in the order of time; voice_schedule_extend then makes
 * voices of the new ones. 0 or FORMAT_MEMORY: from some event on they are not, and are tried the
 * next time. */
struct demo_sounds *voice_schedule_sounds(struct voice_schedule *schedule);
int voice_schedule_extend(struct voice_schedule *schedule) MUST_CHECK;

const struct demo_sound *voice_schedule_event(const struct voice_schedule *schedule,
                                              const struct scheduled_voice *voice);

/* What is heard in the samples from..to: fills at max `max` voices, by rising start, and returns
 * how many. Where there are more the latest ones count. */
size_t voice_schedule_find(const struct voice_schedule *schedule, int64_t from, int64_t to,
                           const struct scheduled_voice **voices, size_t max);

/* Whether it ends before its sound does. */
bool voice_is_cut(const struct scheduled_voice *voice);

/* Which sample of its sound a voice is at; negative: it is not heard at this sample. */
int64_t voice_position(const struct scheduled_voice *voice, int64_t sample);

#endif
