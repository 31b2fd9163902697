/* Interpolation between samples. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/sound/audio_resample.h"
#include "formats/base/dmath.h"

enum { COUNT = 4096, RATE = 48000 };

struct tone {
    struct audio_kernel kernel;
    int16_t samples[2 * (COUNT + 2 * AUDIO_MARGIN)];
};

static double tone_at(double hz, double at)
{
    return 16000.0 * dmath_sin(2.0 * DMATH_PI * hz * at / RATE);
}

static const int16_t *begin(struct tone *t, double hz)
{
    audio_kernel_init(&t->kernel);
    for (int i = 0; i < COUNT + 2 * AUDIO_MARGIN; i++) {
        t->samples[2 * i] = (int16_t)tone_at(hz, i - AUDIO_MARGIN);
        t->samples[2 * i + 1] = (int16_t)-t->samples[2 * i];
    }
    return t->samples + 2 * AUDIO_MARGIN;
}

Test(audio_resample, at_the_samples_it_is_the_samples)
{
    struct tone t;
    int16_t out[2 * 1000];
    const int16_t *in = begin(&t, 1000.0);
    audio_resample(&t.kernel, in, 0, AUDIO_ONE, 1000, out);
    for (int i = 0; i < 2000; i++) {
        cr_assert_eq(out[i], in[i]);
    }
}

Test(audio_resample, between_them_it_is_the_wave)
{
    const double steps[] = {0.5, 0.999, 1.001, 1.37, 2.0};
    for (int k = 0; k < 5; k++) {
        struct tone t;
        int16_t out[2 * 1000];
        const int16_t *in = begin(&t, 2000.0);
        const int64_t step = (int64_t)(steps[k] * (double)AUDIO_ONE);
        audio_resample(&t.kernel, in, 1u << 30, step, 1000, out);
        for (int i = 0; i < 1000; i++) {
            const double wanted = tone_at(2000.0, 0.25 + i * steps[k]);
            cr_assert(abs(out[2 * i] - (int)wanted) <= 24, "step %g, sample %d: %d, not %g",
                      steps[k], i, out[2 * i], wanted);
            cr_assert_leq(abs(out[2 * i] + out[2 * i + 1]), 1);
        }
    }
}

/* At twice the speed 20 kHz would come out as 8 kHz. */
Test(audio_resample, nothing_folds_back)
{
    struct tone t;
    int16_t out[2 * 1000];
    const int16_t *in = begin(&t, 20000.0);
    audio_resample(&t.kernel, in, 0, 2 * AUDIO_ONE, 1000, out);
    for (int i = 0; i < 2000; i++) {
        cr_assert_leq(abs(out[i]), 160, "%d", out[i]); /* 40 dB below */
    }
}

Test(audio_resample, a_constant_stays_and_the_loudest_does_not_turn_over)
{
    struct tone t;
    int16_t out[2 * 1000];
    const int16_t *in = begin(&t, 0.0);
    for (int i = 0; i < COUNT + 2 * AUDIO_MARGIN; i++) {
        t.samples[2 * i] = 12345;
        t.samples[2 * i + 1] = i / 40 % 2 ? 32767 : -32768;
    }
    audio_resample(&t.kernel, in, 12345678, AUDIO_ONE * 3 / 2, 1000, out);
    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(out[2 * i], 12345);
        const int at = (AUDIO_MARGIN + i * 3 / 2) % 40;
        if (at > 4 && at < 35) {
            const int high = (AUDIO_MARGIN + i * 3 / 2) / 40 % 2;
            cr_assert(high ? out[2 * i + 1] > 20000 : out[2 * i + 1] < -20000);
        }
    }
}
