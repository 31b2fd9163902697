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
#ifndef ENGINE_SOUND_SCORE_H
#define ENGINE_SOUND_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_sounds.h"

/* How long a sound is, in samples of the mix. */
struct score_length {
    int64_t frames; /* 0 = there is no such sound, and silence in its place */
    int64_t loop;   /* where it goes on when it is over; negative = it ends */
};
/* Negative: there is no memory to find out. */
typedef int (*score_measure_fn)(void *context, const char *name, struct score_length *length);

struct score_options {
    uint32_t rate; /* samples a second */
    bool spread;   /* Quake: equal sounds of one moment begin up to 1/10 s inside themselves, but
                      for the first, so that they are not one louder sound */
    score_measure_fn measure;
    void *context;
};

#define SCORE_NEVER INT64_MAX

struct score_voice {
    int64_t start, end;         /* the first sample that is heard, the first one that is not */
    int64_t skip;               /* what it begins inside of its sound, samples */
    uint32_t event;             /* its place in score.sounds */
    struct score_length length; /* of its sound */
};

struct score; /* one thread, or several that only ask */

/* NULL without memory. */
struct score *score_create(const struct score_options *options);
void score_destroy(struct score *score);

/* The events, for the caller to add to in the order of time; score_extend then makes voices of the
 * new ones. 0 or FORMAT_MEMORY: from some event on they are not, and are tried the next time. */
struct demo_sounds *score_sounds(struct score *score);
int score_extend(struct score *score) MUST_CHECK;

const struct demo_sound *score_event(const struct score *score, const struct score_voice *voice);

/* What is heard in the samples from..to: fills at most `most` voices, by rising start, and returns
 * how many. Where there are more the latest ones count. */
size_t score_find(const struct score *score, int64_t from, int64_t to,
                  const struct score_voice **voices, size_t most);

/* Whether it ends before its sound does. */
bool score_is_cut(const struct score_voice *voice);

/* Which sample of its sound a voice is at; negative: it is not heard at this sample. */
int64_t score_position(const struct score_voice *voice, int64_t sample);

#endif
