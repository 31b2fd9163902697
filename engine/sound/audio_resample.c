#include "engine/sound/audio_resample.h"

#include "formats/base/dmath.h"

#define SHAPE_ONE 32768.0

void audio_kernel_init(struct audio_kernel *kernel)
{
    const int count = (int)(sizeof(kernel->shape) / sizeof(kernel->shape[0]));
    kernel->shape[0] = (int32_t)SHAPE_ONE;
    for (int i = 1; i < count; i++) {
        const double x = DMATH_PI * i / AUDIO_KERNEL_STEPS;
        const double w = x / AUDIO_KERNEL_REACH;
        const double window = 0.42 + 0.5 * dmath_cos(w) + 0.08 * dmath_cos(2.0 * w); /* Blackman */
        const double value = SHAPE_ONE * window * dmath_sin(x) / x;
        kernel->shape[i] =
            i % AUDIO_KERNEL_STEPS == 0 || i >= AUDIO_KERNEL_REACH * AUDIO_KERNEL_STEPS
                ? 0
                : (int32_t)(value + (value < 0.0 ? -0.5 : 0.5));
    }
}

/* Kernel value at a table position in 2^-16 entries, interpolated linearly. */
static int64_t shape_at(const struct audio_kernel *kernel, uint64_t at)
{
    const uint64_t whole = at >> 16;
    const int64_t part = (int64_t)(at & 0xffff);
    if (whole >= AUDIO_KERNEL_REACH * AUDIO_KERNEL_STEPS) {
        return 0;
    }
    const int64_t a = kernel->shape[whole], b = kernel->shape[whole + 1];
    return a + (((b - a) * part) >> 16);
}

static int16_t divide_rounded(int64_t sum, int64_t weight)
{
    const int64_t half = sum < 0 ? -weight / 2 : weight / 2;
    const int64_t value = (sum + half) / weight;
    return (int16_t)(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}

void audio_resample(const struct audio_kernel *kernel, const int16_t *in, uint32_t part,
                    int64_t step, int count, int16_t *out)
{
    /* Kernel reach in samples, and table entries per sample in 2^-16. */
    const int64_t wide = step > AUDIO_ONE ? step : AUDIO_ONE;
    const int64_t reach = (AUDIO_KERNEL_REACH * wide) >> 32;
    const uint64_t per_sample = (((uint64_t)AUDIO_KERNEL_STEPS << 48) / (uint64_t)(wide >> 8)) >> 8;
    int64_t position = part; /* relative to in[0], 2^-32 frames */
    for (int i = 0; i < count; i++, position += step) {
        const int64_t at = position >> 32;
        const uint64_t behind = (uint64_t)(position & (AUDIO_ONE - 1)) >> 16; /* 2^-16 */
        int64_t left = 0, right = 0, weight = 0;
        for (int64_t k = -reach; k <= reach + 1; k++) {
            const uint64_t away =
                k <= 0 ? ((uint64_t)-k << 16) + behind : ((uint64_t)k << 16) - behind;
            const int64_t share = shape_at(kernel, (away * per_sample) >> 16);
            const int16_t *sample = in + 2 * (at + k);
            left += share * sample[0];
            right += share * sample[1];
            weight += share;
        }
        out[2 * i] = divide_rounded(left, weight);
        out[2 * i + 1] = divide_rounded(right, weight);
    }
}
