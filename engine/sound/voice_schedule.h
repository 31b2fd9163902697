/* Voice schedule: turns sound events into voices with start and end in mix samples. Sample 0 is
 * demo time 0.
 *
 * The voices at a sample are looked up, not accumulated: play, seek and film get the same ones. A
 * voice ends with its sound, when another sound takes its entity's channel, when it is stopped, or
 * when a level begins. Events come in the order of time, so the schedule up to the last event's
 * time is final. Unlike the original mixers it does not limit the number of voices; only equal
 * sounds of an entity are limited (demo_sound.most), and an announcer's sounds are queued
 * (demo_sound.queue).
 *
 * Source: S_StartSound, S_StaticSound and S_StopSound of WinQuake; of Quake III's, loops, equal
 * sounds and its client game's queues. */
#ifndef ENGINE_SOUND_VOICE_SCHEDULE_H
#define ENGINE_SOUND_VOICE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_sounds.h"

/* Length of a sound, in mix samples. */
struct sound_length {
    int64_t frames; /* 0 = missing sound, silent */
    int64_t loop;   /* loop start; negative = no loop */
};
/* Returns 0 or FORMAT_MEMORY; the event is then tried again by the next voice_schedule_extend. */
typedef int (*sound_measure_fn)(void *context, const char *name, struct sound_length *length);

struct voice_schedule_options {
    uint32_t rate; /* mix samples per second */
    bool spread;   /* Quake: when equal sounds start together, the others skip up to 0.1 s of their
                      start, so that they do not add up to one louder sound */
    sound_measure_fn measure;
    void *context;
};

#define VOICE_NEVER_ENDS INT64_MAX

struct scheduled_voice {
    int64_t start, end;         /* mix samples, [start, end) */
    int64_t skip;               /* start offset in its sound, samples */
    uint32_t event;             /* index into voice_schedule_sounds */
    struct sound_length length; /* of its sound */
};

struct voice_schedule; /* One thread may change it, or several may call the functions that take it
                          as const. */

/* Returns NULL if out of memory. */
struct voice_schedule *voice_schedule_create(const struct voice_schedule_options *options);
void voice_schedule_destroy(struct voice_schedule *schedule);

/* The events; the caller appends to them in the order of time. voice_schedule_extend processes the
 * new ones. Returns 0 or FORMAT_MEMORY: the remaining events are processed by the next call. */
struct demo_sounds *voice_schedule_sounds(struct voice_schedule *schedule);
int voice_schedule_extend(struct voice_schedule *schedule) MUST_CHECK;

const struct demo_sound *voice_schedule_event(const struct voice_schedule *schedule,
                                              const struct scheduled_voice *voice);

/* Fills `voices` with those audible in mix samples [from, to), by ascending start, and returns the
 * count. If there are more than `max`, the ones that start last are returned. */
size_t voice_schedule_find(const struct voice_schedule *schedule, int64_t from, int64_t to,
                           const struct scheduled_voice **voices, size_t max);

/* True if the voice ends before its sound does. */
bool voice_is_cut(const struct scheduled_voice *voice);

/* Sample of its sound that a voice plays at mix sample `sample`; negative = not playing. */
int64_t voice_position(const struct scheduled_voice *voice, int64_t sample);

#endif
