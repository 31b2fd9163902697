/* A film's sound samples.
 *
 * At speed 1 they are the soundtrack's samples, bit for bit. At speeds 0.5..2 they are resampled in
 * integer arithmetic, so the pitch changes; at other speeds they are silent, as in the viewer. A
 * reversed film has the forward film's samples in reverse order. A sample depends only on its
 * number, so pieces have the same samples as the whole film. Where the picture is held the sound
 * ends in 8 ms.
 *
 * Not thread-safe; may run in another thread than the drawing. */
#ifndef ENGINE_CAPTURE_FILM_SOUND_H
#define ENGINE_CAPTURE_FILM_SOUND_H

#include "engine/capture/film_plan.h"
#include "engine/playback/soundtrack.h"
#include "engine/sound/audio_resample.h"

enum { FILM_SOUND_KEPT = 8 /* cached blocks */ };

struct film_sound {
    struct soundtrack *soundtrack; /* borrowed */
    struct sound_eyes eyes;
    uint32_t rate;
    struct audio_kernel kernel;
    int64_t kept[FILM_SOUND_KEPT]; /* block numbers; -1 = empty */
    int16_t blocks[FILM_SOUND_KEPT][2 * MIXER_BLOCK];
};

/* rate: the soundtrack's, samples per second. */
void film_sound_begin(struct film_sound *sound, struct soundtrack *soundtrack,
                      const struct sound_eyes *eyes, uint32_t rate);

/* Samples [first, last) of the film, all within this stretch, left and right interleaved. Returns 0
 * or FORMAT_MEMORY. */
int film_sound_take(struct film_sound *sound, const struct film_stretch *stretch, uint64_t first,
                    uint64_t last, int16_t *samples) MUST_CHECK;

#endif
