/* Resampler for playback speeds: a windowed sinc of 16 samples, widened at higher speeds to prevent
 * aliasing.
 *
 * Integer arithmetic: the same bits on every machine. A kernel is immutable; threads may share it.
 */
#ifndef ENGINE_SOUND_AUDIO_RESAMPLE_H
#define ENGINE_SOUND_AUDIO_RESAMPLE_H

#include <stdint.h>

#define AUDIO_ONE ((int64_t)1 << 32) /* one sample, in 2^-32 samples */

/* Playback speeds with sound; other speeds are silent. */
#define AUDIO_SPEED_MIN 0.5
#define AUDIO_SPEED_MAX 2.0

enum {
    AUDIO_KERNEL_REACH = 8,   /* samples on each side */
    AUDIO_KERNEL_STEPS = 512, /* table entries per sample */
    AUDIO_MAX_STEP = 3,       /* longest step, samples */
    AUDIO_MARGIN = AUDIO_KERNEL_REACH * AUDIO_MAX_STEP + 1
};

struct audio_kernel {
    int32_t shape[AUDIO_KERNEL_REACH * AUDIO_KERNEL_STEPS + 2]; /* right half; symmetric */
};

void audio_kernel_init(struct audio_kernel *kernel);

/* Writes `count` stereo frames, `step` apart (in 2^-32 frames), the first at in[0] plus `part` /
 * 2^32 frames. in[-2 * AUDIO_MARGIN] up to AUDIO_MARGIN frames after the last one must be readable.
 */
void audio_resample(const struct audio_kernel *kernel, const int16_t *in, uint32_t part,
                    int64_t step, int count, int16_t *out);

#endif
