/* Samples at another rate: what lies between two samples, by a windowed sinc of 16 samples, of more
 * where play is faster, so that nothing folds back from above the hearing of the result.
 *
 * Whole numbers throughout: the same bits on every machine. One thread may use a kernel at a time
 * with others, it never changes. */
#ifndef ENGINE_SOUND_AUDIO_RESAMPLE_H
#define ENGINE_SOUND_AUDIO_RESAMPLE_H

#include <stdint.h>

#define AUDIO_ONE ((int64_t)1 << 32) /* a sample, in steps */

/* Demos are heard from half to twice as fast; there is silence outside of that. */
#define AUDIO_SPEED_MIN 0.5
#define AUDIO_SPEED_MAX 2.0

enum {
    AUDIO_KERNEL_REACH = 8,   /* samples to either side */
    AUDIO_KERNEL_STEPS = 512, /* of the table, a sample */
    AUDIO_MAX_STEP = 3,       /* a step is no longer than that many samples */
    AUDIO_MARGIN = AUDIO_KERNEL_REACH * AUDIO_MAX_STEP + 1
};

struct audio_kernel {
    int32_t shape[AUDIO_KERNEL_REACH * AUDIO_KERNEL_STEPS + 2]; /* one side */
};

void audio_kernel_init(struct audio_kernel *kernel);

/* `count` samples (pairs), `step` apart (AUDIO_ONE: a sample), the first `part` of 2^32 behind
 * in[0]. Readable must be in[-2 * AUDIO_MARGIN] up to the last sample plus AUDIO_MARGIN. */
void audio_resample(const struct audio_kernel *kernel, const int16_t *in, uint32_t part,
                    int64_t step, int count, int16_t *out);

#endif
