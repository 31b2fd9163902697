/* Resampling: the original's step against its formula; the sinc against ideal sines, without loops,
 * through loops and at the extremes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/dmath.h"
#include "formats/media/resample.h"
#include "tests/support/scarce.h"

static const uint32_t rates[] = {8000,  11025, 11127, 22050, 32000,
                                 44000, 44100, 48000, 64000, 96000};
enum { NUM_RATES = sizeof(rates) / sizeof(rates[0]) };

/* `hertz` at a height of `height`, to be freed. The second channel is the first one upside down. */
static struct pcm make_tone(uint32_t rate, uint32_t length, double hertz, double height,
                            int channels)
{
    struct pcm pcm = {.channels = channels,
                      .width = 2,
                      .rate = rate,
                      .length = length,
                      .loop_start = PCM_NO_LOOP};
    pcm.samples = malloc((size_t)length * (size_t)channels * 2);
    for (uint32_t i = 0; i < length; i++) {
        const double value = height * sin(2 * DMATH_PI * fmod(hertz * i / rate, 1));
        for (int c = 0; c < channels; c++) {
            pcm.samples[i * (size_t)channels + (size_t)c] = (int16_t)lround(c ? -value : value);
        }
    }
    return pcm;
}

static struct pcm by_sinc(const struct pcm *in, uint32_t rate)
{
    struct resample_kernel kernel;
    struct pcm out;
    struct format_error err;
    cr_assert_eq(resample_kernel_make(&kernel, in->rate, rate, &err), 0);
    cr_assert(resample_kernel_fits(&kernel, in->rate, rate));
    cr_assert_eq(resample_sinc(&out, in, rate, &kernel, &err), 0, "%s", err.what);
    cr_assert_eq(out.rate, rate);
    cr_assert_eq(out.width, 2);
    cr_assert_eq(out.channels, in->channels);
    resample_kernel_free(&kernel);
    const struct resample_extent extent = resample_sinc_extent(in, rate);
    cr_assert(extent.frames == out.length && extent.loop_start == out.loop_start,
              "%u from %d, not %u from %d", extent.frames, extent.loop_start, out.length,
              out.loop_start);
    return out;
}

/* --- step
 * ----------------------------------------------------------------------------------------- */

Test(resample, steps_are_the_originals)
{
    for (int a = 0; a < NUM_RATES; a++) {
        for (int b = 0; b < NUM_RATES; b++) {
            struct pcm in = make_tone(rates[a], 1000 + (uint32_t)b, 440, 20000, 1 + b % 2);
            struct pcm out;
            in.loop_start = b % 3 ? 700 : PCM_NO_LOOP;
            in.width = 1 + a % 2;
            cr_assert_eq(resample_step(&out, &in, rates[b], NULL), 0);
            const double scale = (double)rates[a] / rates[b];
            cr_expect_eq(out.length, (uint32_t)(in.length / scale + 1e-9));
            cr_expect_eq(out.loop_start, b % 3 ? (int32_t)(700 / scale + 1e-9) : PCM_NO_LOOP);
            cr_expect_eq(out.width, in.width);
            cr_expect_eq(out.channels, in.channels);
            for (size_t i = 0; i < out.length; i++) {
                const size_t from = i * rates[a] / rates[b];
                cr_assert_lt(from, in.length);
                const size_t channels = (size_t)in.channels;
                cr_assert_eq(
                    memcmp(out.samples + i * channels, in.samples + from * channels, channels * 2),
                    0);
            }
            pcm_free(&out);
            pcm_free(&in);
        }
    }
}

Test(resample, steps_of_very_short_sounds)
{
    struct pcm in = make_tone(384000, 3, 440, 20000, 1), out;
    in.loop_start = 2;
    in.samples[0] = 55;
    cr_assert_eq(resample_step(&out, &in, 8000, NULL), 0);
    cr_expect_eq(out.length, 1);
    cr_expect_eq(out.loop_start, 0);
    cr_expect_eq(out.samples[0], 55);
    pcm_free(&out);
    in.rate = 1000;
    cr_assert_eq(resample_step(&out, &in, 192000, NULL), 0);
    cr_expect_eq(out.length, 3 * 192);
    cr_expect_eq(out.loop_start, 2 * 192);
    cr_expect_eq(out.samples[191], 55);
    cr_expect_eq(out.samples[3 * 192 - 1], in.samples[2]);
    pcm_free(&out);
    pcm_free(&in);
}

/* --- sinc
 * ----------------------------------------------------------------------------------------- */

Test(resample, equal_rates_change_nothing)
{
    struct pcm in = make_tone(44100, 5000, 3000, 30000, 2);
    in.loop_start = 77;
    struct pcm out = by_sinc(&in, 44100);
    cr_expect_eq(out.length, in.length);
    cr_expect_eq(out.loop_start, 77);
    cr_expect_eq(memcmp(out.samples, in.samples, 5000 * 4), 0);
    pcm_free(&out);
    for (int i = 0; i < 256; i++) {
        in.samples[i] = (int16_t)(i - 128);
    }
    in.width = 1;
    in.length = 128;
    out = by_sinc(&in, 44100);
    for (int i = 0; i < 256; i++) {
        cr_assert_eq(out.samples[i], (i - 128) * 256);
    }
    pcm_free(&out);
    pcm_free(&in);
}

/* The largest difference from the ideal sine, where the sound's ends are not in reach. */
static double error_of_tone(uint32_t from, uint32_t to, double hertz, double height, double wanted)
{
    struct pcm in = make_tone(from, from / 4, hertz, height, 1);
    struct pcm out = by_sinc(&in, to);
    const uint32_t margin = (uint32_t)(100.0 * to / (from < to ? from : to)) + 1;
    double most = 0;
    cr_assert_eq(out.length, (uint64_t)in.length * to / from);
    for (uint32_t i = margin; i < out.length - margin; i++) {
        const double ideal = wanted * sin(2 * DMATH_PI * fmod(hertz * i / to, 1));
        most = fmax(most, fabs(out.samples[i] - ideal));
    }
    pcm_free(&out);
    pcm_free(&in);
    return most;
}

/* Same amplitude and phase, and no aliases: images of the tone would be differences. */
Test(resample, tones_below_both_nyquist_limits_stay)
{
    for (int a = 0; a < NUM_RATES; a++) {
        for (int b = 0; b < NUM_RATES; b++) {
            const double low = rates[a] < rates[b] ? rates[a] : rates[b];
            for (int part = 1; part <= 4; part++) {
                const double hertz = low * RESAMPLE_PASS * part / 4;
                const double error = error_of_tone(rates[a], rates[b], hertz, 30000, 30000);
                cr_expect_lt(error, 3.0, "%u to %u, %.0f Hz: %.2f", rates[a], rates[b], hertz,
                             error);
            }
        }
    }
}

Test(resample, tones_above_the_lower_nyquist_limit_vanish)
{
    for (int a = 0; a < NUM_RATES; a++) {
        for (int b = 0; b < a; b++) {
            for (int part = 0; part <= 4; part++) {
                const double low = rates[b] * 0.5;
                const double hertz = low + (rates[a] * 0.5 - low) * part / 4.5;
                const double error = error_of_tone(rates[a], rates[b], hertz, 30000, 0);
                cr_expect_lt(error, 3.0, "%u to %u, %.0f Hz: %.2f", rates[a], rates[b], hertz,
                             error);
            }
        }
    }
}

Test(resample, a_constant_stays_exactly)
{
    static const int16_t values[] = {INT16_MIN, INT16_MAX, -1, 1, 12345};
    for (int a = 0; a < NUM_RATES; a++) {
        struct pcm in = make_tone(rates[a], 3000, 0, 0, 2);
        for (uint32_t i = 0; i < 6000; i++) {
            in.samples[i] = values[(a + i % 2) % 5];
        }
        struct pcm out = by_sinc(&in, 48000);
        for (uint32_t i = out.length / 3; i < out.length * 2 / 3; i++) {
            cr_assert_eq(out.samples[2 * i], values[a % 5]);
            cr_assert_eq(out.samples[2 * i + 1], values[(a + 1) % 5]);
        }
        pcm_free(&out);
        pcm_free(&in);
    }
}

/* The sums of a kernel must not leave 32 bits, whatever the samples are. */
Test(resample, extreme_samples_do_not_overflow)
{
    static const uint32_t pairs[][2] = {{1, 1}, {384000, 8000}, {48000, 44100}, {22050, 11025}};
    for (int p = 0; p < 4; p++) {
        struct resample_kernel kernel;
        cr_assert_eq(resample_kernel_make(&kernel, pairs[p][0], pairs[p][1], NULL), 0);
        for (uint32_t phase = 0; phase <= kernel.phases; phase++) {
            int64_t high = 0, sum = 0;
            for (size_t i = phase * kernel.taps; i < (phase + 1) * kernel.taps; i++) {
                high += abs(kernel.high[i]);
                cr_assert(kernel.low[i] >= -128 && kernel.low[i] <= 127);
                sum += kernel.high[i] * 256 + kernel.low[i];
            }
            cr_assert_lt(high * 32768, INT32_MAX, "phase %u", (unsigned)phase);
            cr_assert_eq(sum, 1 << 22);
        }
        resample_kernel_free(&kernel);
    }
}

/* --- loops
 * ---------------------------------------------------------------------------------------- */

/* A tone whose period divides its loop: with the loop played three times it must be one tone
 * without a seam. */
static void expect_seamless(uint32_t from, uint32_t to, uint32_t start, uint32_t period, int waves)
{
    const double hertz = (double)waves * from / period;
    struct pcm in = make_tone(from, start + period, hertz, 20000, 1);
    in.loop_start = (int32_t)start;
    struct pcm out = by_sinc(&in, to);
    cr_assert(out.loop_start >= 0 && out.loop_start < (int32_t)out.length);
    const uint32_t loop = out.length - (uint32_t)out.loop_start;
    /* As many waves as there were in as many runs, and the pitch moved by that. */
    const double cycles = round(hertz * loop / to) / loop;
    cr_expect_lt(fabs(cycles * to / hertz - 1), 0.00013);
    const double phase = (double)start / period * waves;
    const uint32_t anchor = (uint32_t)((uint64_t)start * to / from);
    /* The output has a sample at the loop start. */
    double most = 0, best = 1e9;
    for (uint32_t shift = anchor > 2 ? anchor - 2 : 0; shift <= anchor + 2; shift++) {
        most = 0;
        for (uint32_t i = (uint32_t)out.loop_start; i < out.length + 2 * loop; i++) {
            const uint32_t at =
                i < out.length ? i : (uint32_t)out.loop_start + (i - out.length) % loop;
            const double turns = phase + cycles * ((double)i - shift);
            most = fmax(most, fabs(out.samples[at] - 20000 * sin(2 * DMATH_PI * fmod(turns, 1))));
        }
        best = fmin(best, most);
    }
    cr_expect_lt(best, 3.0, "%u to %u, loop %u + %u: %.2f", from, to, start, period, best);
    pcm_free(&out);
    pcm_free(&in);
}

Test(resample, loops_have_no_seam)
{
    static const uint32_t starts[] = {0, 1, 50, 5000};
    static const uint32_t periods[] = {100, 441, 5003};
    for (int a = 0; a < NUM_RATES; a++) {
        if (rates[a] == 48000) {
            continue;
        }
        for (int s = 0; s < 4; s++) {
            for (int p = 0; p < 3; p++) {
                expect_seamless(rates[a], 48000, starts[s], periods[p], (int)periods[p] / 12);
            }
        }
    }
}

Test(resample, the_part_before_a_loop_plays_once)
{
    struct pcm in = make_tone(11025, 20000, 0, 0, 1);
    in.loop_start = 10000;
    for (int i = 0; i < 20000; i++) {
        in.samples[i] = (int16_t)(i < 10000 ? 10000 : -7000);
    }
    struct pcm out = by_sinc(&in, 44100);
    cr_expect_eq(out.length - (uint32_t)out.loop_start, 40000u);
    cr_expect_eq(out.samples[20000], 10000);
    for (uint32_t i = (uint32_t)out.loop_start; i < out.length; i++) {
        cr_assert_eq(out.samples[i], -7000, "%u", (unsigned)i);
    }
    pcm_free(&out);
    pcm_free(&in);
}

/* --- the rest
 * ------------------------------------------------------------------------------------- */

Test(resample, extremes)
{
    for (uint32_t length = 1; length <= 3; length++) {
        for (int loop = -1; loop < (int)length; loop++) {
            for (int r = 0; r < 4; r++) {
                struct pcm in = make_tone(r % 2 ? 384000 : 1000, length, 0, 0, 1);
                for (uint32_t i = 0; i < length; i++) {
                    in.samples[i] = i % 2 ? INT16_MIN : INT16_MAX;
                }
                in.loop_start = loop;
                struct pcm out = by_sinc(&in, r / 2 ? 192000 : 8000);
                cr_expect_geq(out.length, 1);
                cr_expect_eq(out.loop_start < 0, loop < 0);
                cr_expect_lt(out.loop_start, (int32_t)out.length);
                pcm_free(&out);
                pcm_free(&in);
            }
        }
    }
}

Test(resample, too_long_is_rejected)
{
    struct resample_kernel kernel;
    struct pcm in = make_tone(1000, 10, 0, 0, 1), out;
    struct format_error err;
    cr_assert_eq(resample_kernel_make(&kernel, 1000, 192000, NULL), 0);
    for (int loop = -1; loop < 2; loop++) {
        static const uint32_t lengths[] = {RESAMPLE_MAX_FRAMES / 192 + 1, INT32_MAX};
        for (int i = 0; i < 2; i++) { /* samples that are not there are not touched */
            in.length = lengths[i];
            in.loop_start = loop;
            cr_expect_eq(resample_sinc(&out, &in, 192000, &kernel, &err), FORMAT_BAD);
            cr_expect_null(out.samples);
            cr_expect_eq(resample_step(&out, &in, 192000, &err), FORMAT_BAD);
            cr_expect_null(out.samples);
        }
    }
    resample_kernel_free(&kernel);
    pcm_free(&in);
}

Test(resample, out_of_memory)
{
    struct pcm in = make_tone(11025, 1000, 440, 20000, 2), out;
    struct resample_kernel kernel;
    for (uint64_t from = 1; from <= 3; from++) {
        scarce_begin_from(from);
        cr_expect_eq(resample_kernel_make(&kernel, 48000, 11025, NULL), FORMAT_MEMORY);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0);
    }
    cr_assert_eq(resample_kernel_make(&kernel, 11025, 48000, NULL), 0);
    cr_expect(resample_kernel_fits(&kernel, 44100, 48000));
    cr_expect_not(resample_kernel_fits(&kernel, 48000, 44100));
    for (uint64_t from = 1; from <= 3; from++) {
        scarce_begin_from(from);
        cr_expect_eq(resample_sinc(&out, &in, 48000, &kernel, NULL), FORMAT_MEMORY);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0);
    }
    scarce_begin_from(1);
    cr_expect_eq(resample_step(&out, &in, 48000, NULL), FORMAT_MEMORY);
    scarce_end();
    resample_kernel_free(&kernel);
    pcm_free(&in);
}

/* The same bits on every machine. */
Test(resample, known_hashes)
{
    uint32_t crc = 0;
    struct pcm in = {.channels = 2, .width = 2, .length = 3000, .loop_start = PCM_NO_LOOP};
    int16_t samples[6000];
    for (uint32_t i = 0; i < 6000; i++) {
        samples[i] = (int16_t)dmath_hash(i, 1, 2);
    }
    in.samples = samples;
    for (int a = 0; a < NUM_RATES; a++) {
        in.rate = rates[a];
        in.loop_start = a % 2 ? 1000 : PCM_NO_LOOP;
        struct pcm out = by_sinc(&in, 44100);
        for (size_t i = 0; i < (size_t)out.length * 2; i++) {
            const uint8_t bytes[2] = {(uint8_t)out.samples[i],
                                      (uint8_t)((uint16_t)out.samples[i] >> 8)};
            crc = checksum_crc32(crc, bytes, 2);
        }
        pcm_free(&out);
    }
    cr_expect_eq(crc, 0x45113bccu, "%08x", (unsigned)crc);
}
