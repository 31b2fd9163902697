/* Resamples a sound: by the original's nearest sample, or by a windowed sinc.
 *
 * Both use integer arithmetic and our own sine table: the same samples on every machine. A sound is
 * resampled once, when it is loaded. Thread-safe; kernels are immutable.
 *
 * Step, the original's: sample i is input sample i * from / to, rounded down, without
 * interpolation. Length and loop start are divided the same way. The original counts in 256ths,
 * which is exact only between 11025, 22050 and 44100 Hz; this is exact between all rates.
 *
 * Sinc: frequencies up to RESAMPLE_PASS of the lower rate pass unchanged; those above half of it
 * are attenuated by 90 dB; there is no delay. Loops stay seamless: the loop's length is rounded to
 * whole samples, which changes its pitch by 0.2 cents at most, and its start is moved a few samples
 * later, to where the response to the part before it has ended. So length and loop start differ
 * from those of the step. If a loop starts with the sound, its first run still starts from silence.
 */
#ifndef FORMATS_MEDIA_RESAMPLE_H
#define FORMATS_MEDIA_RESAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/media/pcm.h"

enum {
    RESAMPLE_MIN_RATE = 8000, /* output rate */
    RESAMPLE_MAX_RATE = 192000,
    RESAMPLE_MAX_FRAMES = 1 << 27 /* output frames: 46 minutes at 48 kHz */
};

#define RESAMPLE_PASS 0.44

/* A sinc for one relation of rates, or for all in which the sound's rate is not the higher one. */
struct resample_kernel {
    uint32_t from, to; /* from <= to: as 1 and 1 */
    size_t taps;       /* input samples per output sample, a multiple of 16 */
    uint32_t phases;   /* positions between two input samples; the tables have one more */
    /* (phases + 1) * taps; a coefficient is (high * 256 + low) / 2^22. */
    int16_t *high, *low;
};

/* Free with resample_kernel_free. 0 or FORMAT_MEMORY. Rates as below. */
int resample_kernel_make(struct resample_kernel *kernel, uint32_t from, uint32_t to,
                         struct format_error *err) MUST_CHECK;
bool resample_kernel_fits(const struct resample_kernel *kernel, uint32_t from, uint32_t to);
void resample_kernel_free(struct resample_kernel *kernel);

/* Both resample `in` to `rate`, RESAMPLE_MIN_RATE..RESAMPLE_MAX_RATE, and keep the channels. out is
 * owned; free with pcm_free. Return 0, FORMAT_MEMORY, or FORMAT_BAD for more than
 * RESAMPLE_MAX_FRAMES; nothing is owned on failure. */

/* Width stays as well. */
int resample_step(struct pcm *out, const struct pcm *in, uint32_t rate,
                  struct format_error *err) MUST_CHECK;
/* Width becomes 2: 8-bit samples times 256. Equal rates change nothing else. The kernel must fit.
 */
int resample_sinc(struct pcm *out, const struct pcm *in, uint32_t rate,
                  const struct resample_kernel *kernel, struct format_error *err) MUST_CHECK;

/* Part of the result of resample_sinc for `in` without its loop: `count` frames from `first`, all
 * below in->length * rate / in->rate, to `out`. Reads only the input samples around; past the end
 * is silence. Returns 0 or FORMAT_MEMORY. */
int resample_sinc_part(int16_t *out, const struct pcm *in, uint32_t rate,
                       const struct resample_kernel *kernel, uint32_t first, uint32_t count,
                       struct format_error *err) MUST_CHECK;

/* Length and loop start (or PCM_NO_LOOP) of the result for `in`, without computing it: its samples
 * are not read. 0 frames: more than RESAMPLE_MAX_FRAMES. */
struct resample_extent {
    uint32_t frames;
    int32_t loop_start;
};
struct resample_extent resample_step_extent(const struct pcm *in, uint32_t rate);
struct resample_extent resample_sinc_extent(const struct pcm *in, uint32_t rate);

#endif
