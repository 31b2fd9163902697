#include "formats/media/resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"

enum {
    TAPS = 96,    /* length of a kernel that does not lower the rate */
    PHASES = 512, /* phases of those kernels; between two of them coefficients are interpolated */
    MIN_PHASES = 16,  /* phases of longer kernels, which are proportionally smoother */
    UNIT_BITS = 22,   /* fraction bits of a coefficient */
    TAPS_STEP = 16,   /* kernel lengths are multiples of this */
    BLOCK = 384,      /* taps at a time */
    BLEND_BITS = 15,  /* between two phases */
    SHORT_LOOP = 4096 /* output samples: shorter loops are repeated before they are fitted */
};

/* Kaiser's window for 90 dB, and where the response is half: a transition of that window's width
 * (Oppenheim and Schafer, Discrete-Time Signal Processing, section 7.5.3) ends at half the rate. */
#define KAISER_BETA 8.96
#define CUTOFF 0.4703

/* The modified Bessel function of order zero, by its series. */
static double bessel_i0(double x)
{
    const double quarter = x * x / 4;
    double sum = 1, term = 1;
    for (int k = 1; term > sum * 0x1p-60; k++) {
        term *= quarter / ((double)k * k);
        sum += term;
    }
    return sum;
}

/* At `x` input samples from the middle; `stretch` times as wide as one that does not lower the
 * rate. */
static double kernel_at(double x, double half, double stretch)
{
    const double place = x / half;
    if (place <= -1 || place >= 1) {
        return 0;
    }
    const double angle = 2 * DMATH_PI * CUTOFF * x / stretch;
    const double sinc = angle == 0 ? 1 : dmath_sin(angle) / angle;
    return sinc * bessel_i0(KAISER_BETA * sqrt(1 - place * place));
}

static void store_number(const struct resample_kernel *kernel, size_t at, int32_t number)
{
    kernel->high[at] = (int16_t)floor((number + 128) / 256.0);
    kernel->low[at] = (int16_t)(number - kernel->high[at] * 256);
}

/* One phase: `values` add up to one exactly, so that a constant stays what it is. The one next to
 * the middle takes what rounding left of it. */
static void store_phase(const struct resample_kernel *kernel, uint32_t phase, const double *values)
{
    const size_t first = phase * kernel->taps;
    const size_t middle = kernel->taps / 2 - (phase * 2 < kernel->phases);
    double sum = 0;
    for (size_t i = 0; i < kernel->taps; i++) {
        sum += values[i];
    }
    int32_t left = 1 << UNIT_BITS;
    for (size_t i = 0; i < kernel->taps; i++) {
        if (i != middle) {
            const int32_t number = (int32_t)floor(values[i] / sum * (1 << UNIT_BITS) + 0.5);
            store_number(kernel, first + i, number);
            left -= number;
        }
    }
    store_number(kernel, first + middle, left);
}

/* A multiple of 16. */
static size_t count_taps(uint32_t from, uint32_t to)
{
    return from > to ? (size_t)(((uint64_t)TAPS * from / to + 16) / 16 * 16) : TAPS;
}

int resample_kernel_make(struct resample_kernel *kernel, uint32_t from, uint32_t to,
                         struct format_error *err)
{
    *kernel = (struct resample_kernel){.from = 1, .to = 1, .phases = PHASES, .taps = TAPS};
    double stretch = 1;
    if (from > to) {
        kernel->from = from;
        kernel->to = to;
        stretch = (double)from / to;
        kernel->taps = count_taps(from, to);
        while (kernel->phases > MIN_PHASES &&
               (uint64_t)kernel->phases * from > (uint64_t)PHASES * to) {
            kernel->phases /= 2;
        }
    }
    const size_t size = (kernel->phases + 1) * kernel->taps;
    kernel->high = malloc(size * sizeof(*kernel->high));
    kernel->low = malloc(size * sizeof(*kernel->low));
    double *values = malloc(kernel->taps * sizeof(*values));
    if (!kernel->high || !kernel->low || !values) {
        free(values);
        resample_kernel_free(kernel);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (resampler of %zu taps)", size);
    }
    for (uint32_t phase = 0; phase <= kernel->phases; phase++) {
        const double half = TAPS / 2 * stretch;
        for (size_t i = 0; i < kernel->taps; i++) {
            const double x = (double)i - (double)(kernel->taps / 2 - 1);
            values[i] = kernel_at(x - (double)phase / kernel->phases, half, stretch);
        }
        store_phase(kernel, phase, values);
    }
    free(values);
    return FORMAT_OK;
}

bool resample_kernel_fits(const struct resample_kernel *kernel, uint32_t from, uint32_t to)
{
    return from <= to ? kernel->from == kernel->to : kernel->from == from && kernel->to == to;
}

void resample_kernel_free(struct resample_kernel *kernel)
{
    free(kernel->high);
    free(kernel->low);
    *kernel = (struct resample_kernel){0};
}

/* Room for `frames`, and all of `out` but its samples. */
static int make_out(struct pcm *out, const struct pcm *in, uint32_t rate, uint64_t frames,
                    struct format_error *err)
{
    *out = (struct pcm){.channels = in->channels, .rate = rate, .loop_start = PCM_NO_LOOP};
    if (frames > RESAMPLE_MAX_FRAMES) {
        return format_fail(err, FORMAT_BAD, 0, "%llu samples are too many",
                           (unsigned long long)frames);
    }
    out->samples = malloc((size_t)frames * (size_t)in->channels * sizeof(*out->samples));
    if (!out->samples) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (%llu samples)",
                           (unsigned long long)frames);
    }
    out->length = (uint32_t)frames;
    return FORMAT_OK;
}

struct resample_extent resample_step_extent(const struct pcm *in, uint32_t rate)
{
    const uint64_t scaled = (uint64_t)in->length * rate / in->rate;
    const uint64_t frames = scaled > 0 ? scaled : 1;
    struct resample_extent extent = {(uint32_t)frames, PCM_NO_LOOP};
    if (frames > RESAMPLE_MAX_FRAMES) {
        return (struct resample_extent){0, PCM_NO_LOOP};
    }
    if (in->loop_start >= 0) {
        const uint64_t start = (uint64_t)in->loop_start * rate / in->rate;
        extent.loop_start = (int32_t)(start < frames ? start : frames - 1);
    }
    return extent;
}

int resample_step(struct pcm *out, const struct pcm *in, uint32_t rate, struct format_error *err)
{
    const uint64_t scaled = (uint64_t)in->length * rate / in->rate;
    const int code = make_out(out, in, rate, scaled > 0 ? scaled : 1, err);
    if (code < 0) {
        return code;
    }
    out->width = in->width;
    out->loop_start = resample_step_extent(in, rate).loop_start;
    const size_t channels = (size_t)in->channels;
    const uint32_t whole = in->rate / rate, part = in->rate % rate;
    size_t at = 0;
    uint32_t rest = 0; /* in units of 1 / rate: distance past `at` */
    for (uint32_t i = 0; i < out->length; i++) {
        const size_t from = at < in->length ? at : in->length - 1;
        for (size_t c = 0; c < channels; c++) {
            out->samples[i * channels + c] = in->samples[from * channels + c];
        }
        at += whole;
        rest += part;
        at += rest >= rate;
        rest -= rest >= rate ? rate : 0;
    }
    return FORMAT_OK;
}

/* Input position of each output sample: (first + i * step) / unit. */
struct grid {
    uint64_t first, step, unit;
    uint64_t frames;    /* output frames */
    int64_t loop_start; /* in output frames, or PCM_NO_LOOP */
    uint64_t last;      /* input sample that is reached, counted on through the loop */
};

static struct grid make_grid(const struct pcm *in, uint32_t rate, size_t taps)
{
    struct grid grid = {.step = in->rate, .unit = rate, .loop_start = PCM_NO_LOOP};
    if (in->loop_start < 0) {
        grid.frames = (uint64_t)in->length * rate / in->rate;
        grid.frames += grid.frames == 0;
    } else {
        const uint64_t start = (uint32_t)in->loop_start;
        uint64_t period = in->length - start;
        const uint64_t least = (uint64_t)SHORT_LOOP * in->rate / rate + 1;
        if (period < least) {
            period *= (least + period - 1) / period;
        }
        grid.step = period;
        grid.unit = (period * rate + in->rate / 2) / in->rate; /* samples of the loop */
        /* A sample is at the loop start. The kernel at the output's loop start reaches back to
         * input of the loop only. */
        const uint64_t before = start * grid.unit / period;
        grid.first = start * grid.unit - before * period;
        grid.loop_start = (int64_t)(before + (taps * grid.unit + period - 1) / period);
        grid.frames = (uint64_t)grid.loop_start + grid.unit;
    }
    grid.last = (grid.first + (grid.frames - 1) * grid.step) / grid.unit;
    return grid;
}

struct resample_extent resample_sinc_extent(const struct pcm *in, uint32_t rate)
{
    const uint64_t plain = (uint64_t)in->length * rate / in->rate;
    struct grid grid = {.frames = plain, .loop_start = in->loop_start};
    if (rate != in->rate && plain <= RESAMPLE_MAX_FRAMES) {
        grid = make_grid(in, rate, count_taps(in->rate, rate));
    }
    if (grid.frames > RESAMPLE_MAX_FRAMES) {
        return (struct resample_extent){0, PCM_NO_LOOP};
    }
    return (struct resample_extent){(uint32_t)grid.frames, (int32_t)grid.loop_start};
}

/* Copies one channel to a row, padded by `taps` samples before the first and after the last that is
 * reached: silence before, silence or the repeated loop after. */
static int16_t *lay_out(const struct pcm *in, int channel, const struct grid *grid, size_t taps)
{
    const size_t size = (size_t)grid->last + 1 + 2 * taps;
    int16_t *row = calloc(size, sizeof(*row));
    const int scale = in->width == 1 ? 256 : 1;
    size_t from = 0;
    for (size_t i = taps; row && i < size && from < in->length; i++) {
        row[i] = (int16_t)(in->samples[from * (size_t)in->channels + (size_t)channel] * scale);
        from++;
        if (from == in->length && in->loop_start >= 0) {
            from = (size_t)in->loop_start;
        }
    }
    return row;
}

_Static_assert((int64_t)128 * 32768 * BLOCK <= INT32_MAX, "the lowest parts' sum");

/* The high and low bits of coefficients are multiplied separately: sums stay in 32 bits, and
 * processors can do several products at once. The absolute high parts of a phase add up to less
 * than 2^16; so do a block's low parts, each below 2^7. Counts are multiples of 16. */
static int64_t apply_taps(const int16_t *row, const int16_t *high, const int16_t *low, size_t taps)
{
    int64_t sum = 0;
    while (taps > 0) {
        const size_t count = (taps < BLOCK ? taps : BLOCK) / TAPS_STEP * TAPS_STEP;
        int32_t high_sum = 0, low_sum = 0;
        for (size_t i = 0; i < count; i++) {
            high_sum += row[i] * high[i];
            low_sum += row[i] * low[i];
        }
        sum += (int64_t)high_sum * 256 + low_sum;
        row += count;
        high += count;
        low += count;
        taps -= count;
    }
    return sum;
}

static int16_t round_sample(int64_t value)
{
    const int bits = UNIT_BITS + BLEND_BITS;
    const int64_t half = (int64_t)1 << (bits - 1);
    const int64_t rounded = value >= 0 ? (value + half) >> bits : -((half - value) >> bits);
    return (int16_t)(rounded > INT16_MAX ? INT16_MAX : rounded < INT16_MIN ? INT16_MIN : rounded);
}

static void fill_channel(struct pcm *out, int channel, const int16_t *row, const struct grid *grid,
                         const struct resample_kernel *kernel)
{
    const size_t taps = kernel->taps;
    /* The kernel's middle lies on the input sample. */
    size_t at = (size_t)(grid->first / grid->unit) + taps / 2 + 1;
    uint64_t rest = grid->first % grid->unit;
    const uint64_t whole = grid->step / grid->unit, part = grid->step % grid->unit;
    for (uint32_t i = 0; i < out->length; i++) {
        const uint64_t place = (rest * kernel->phases << BLEND_BITS) / grid->unit;
        const size_t phase = (size_t)(place >> BLEND_BITS);
        const int64_t blend = (int64_t)(place & ((1 << BLEND_BITS) - 1));
        const int16_t *high = kernel->high + phase * taps, *low = kernel->low + phase * taps;
        int64_t value = apply_taps(row + at, high, low, taps) * ((1 << BLEND_BITS) - blend);
        if (blend > 0) {
            value += apply_taps(row + at, high + taps, low + taps, taps) * blend;
        }
        out->samples[(size_t)i * (size_t)out->channels + (size_t)channel] = round_sample(value);
        at += whole;
        rest += part;
        if (rest >= grid->unit) {
            rest -= grid->unit;
            at++;
        }
    }
}

/* Copies without resampling; widens to 16 bits. */
static void copy_wide(struct pcm *out, const struct pcm *in)
{
    for (size_t i = 0; i < (size_t)in->length * (size_t)in->channels; i++) {
        out->samples[i] = (int16_t)(in->samples[i] * (in->width == 1 ? 256 : 1));
    }
    out->loop_start = in->loop_start;
}

int resample_sinc(struct pcm *out, const struct pcm *in, uint32_t rate,
                  const struct resample_kernel *kernel, struct format_error *err)
{
    const bool same = rate == in->rate;
    const uint64_t plain = (uint64_t)in->length * rate / in->rate;
    struct grid grid = {.frames = plain};
    if (!same && plain <= RESAMPLE_MAX_FRAMES) { /* no number of the grid overflows */
        grid = make_grid(in, rate, kernel->taps);
    }
    const int code = make_out(out, in, rate, grid.frames, err);
    if (code < 0) {
        return code;
    }
    out->width = 2;
    if (same) {
        copy_wide(out, in);
        return FORMAT_OK;
    }
    out->loop_start = (int32_t)grid.loop_start;
    for (int channel = 0; channel < in->channels; channel++) {
        int16_t *row = lay_out(in, channel, &grid, kernel->taps);
        if (!row) {
            pcm_free(out);
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory (resampling %lu samples)",
                               (unsigned long)in->length);
        }
        fill_channel(out, channel, row, &grid, kernel);
        free(row);
    }
    return FORMAT_OK;
}

/* Copies the part of that row that starts `taps` before input sample `from`. */
static void lay_out_part(int16_t *row, size_t size, const struct pcm *in, int channel, size_t from,
                         size_t taps)
{
    const int scale = in->width == 1 ? 256 : 1;
    for (size_t i = 0; i < size; i++) {
        const size_t place = from + i;
        const bool inside = place >= taps && place - taps < in->length;
        const size_t at = inside ? (place - taps) * (size_t)in->channels + (size_t)channel : 0;
        row[i] = (int16_t)(inside ? in->samples[at] * scale : 0);
    }
}

int resample_sinc_part(int16_t *out, const struct pcm *in, uint32_t rate,
                       const struct resample_kernel *kernel, uint32_t first, uint32_t count,
                       struct format_error *err)
{
    struct pcm part = {
        .channels = in->channels, .length = count, .width = 2, .rate = rate, .samples = out};
    const uint64_t start = (uint64_t)first * in->rate;
    const size_t from = (size_t)(start / rate);
    const struct grid grid = {.first = start % rate, .step = in->rate, .unit = rate};
    const size_t span = (size_t)((grid.first + (uint64_t)count * grid.step) / rate);
    const size_t size = span + 1 + 2 * kernel->taps;
    if (rate == in->rate) {
        for (size_t i = 0; i < (size_t)count * (size_t)in->channels; i++) {
            const size_t at = from * (size_t)in->channels + i;
            const bool inside = at < (size_t)in->length * (size_t)in->channels;
            out[i] = (int16_t)(inside ? in->samples[at] * (in->width == 1 ? 256 : 1) : 0);
        }
        return FORMAT_OK;
    }
    int16_t *row = malloc(size * sizeof(*row));
    if (!row) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (resampling %lu samples)",
                           (unsigned long)count);
    }
    for (int channel = 0; channel < in->channels; channel++) {
        lay_out_part(row, size, in, channel, from, kernel->taps);
        fill_channel(&part, channel, row, &grid, kernel);
    }
    free(row);
    return FORMAT_OK;
}
