/* The sound of a film: the samples each of its frames is heard with.
 *
 * At speed 1 these are the soundtrack's samples, bit for bit. From half to twice as fast they are
 * resampled, with their pitch, by whole numbers; outside of that there is silence, as in a window.
 * Backward they are those of the forward film in reverse order. Each sample is a pure function of
 * its number: pieces of a film have the samples of the whole.
 *
 * One thread, which may be another than the one that draws. */
#ifndef ENGINE_CAPTURE_FILM_SOUND_H
#define ENGINE_CAPTURE_FILM_SOUND_H

#include "engine/capture/film_plan.h"
#include "engine/playback/soundtrack.h"
#include "engine/sound/audio_resample.h"

enum { FILM_SOUND_KEPT = 8 /* blocks at hand */ };

struct film_sound {
    struct soundtrack *soundtrack; /* borrowed */
    struct sound_eyes eyes;
    uint32_t rate;
    struct audio_kernel kernel;
    int64_t kept[FILM_SOUND_KEPT]; /* which blocks; -1 = none */
    int16_t blocks[FILM_SOUND_KEPT][2 * MIXER_BLOCK];
};

/* rate: the soundtrack's. */
void film_sound_begin(struct film_sound *sound, struct soundtrack *soundtrack,
                      const struct sound_eyes *eyes, uint32_t rate);

/* The samples first .. last - 1 of the film, all of them this stretch's, left and right side by
 * side. 0 or FORMAT_MEMORY. */
int film_sound_take(struct film_sound *sound, const struct film_stretch *stretch, uint64_t first,
                    uint64_t last, int16_t *samples) MUST_CHECK;

#endif
