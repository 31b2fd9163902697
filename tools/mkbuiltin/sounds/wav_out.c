/* From a clip to a sound file. */
#include <string.h>

#include "formats/base/dmath.h"
#include "tools/mkbuiltin/sounds/synth.h"

enum { HALF_TAPS = 31 }; /* taps on each side of the half-band filter */

#define LOWEST_HERTZ 25.0 /* high-pass corner: removes DC */
#define FADE_OUT 0.006    /* at the end of clips that do not loop */

/* Windowed sinc, -6 dB at 0.225 of the rate. */
static double half_tap(int i)
{
    const double cut = 0.225;
    double x = 2 * cut * i * MKB_PI;
    double window = 0.5 + 0.5 * dmath_cos(MKB_PI * i / (HALF_TAPS + 1));
    return 2 * cut * (i ? dmath_sin(x) / x : 1) * window;
}

static struct clip halve(const struct clip *c)
{
    struct clip half = {c->length / 2, c->loops, NULL};
    half.s = mkb_alloc((size_t)half.length, sizeof *half.s);
    for (int i = 0; i < half.length; i++) {
        for (int k = -HALF_TAPS; k <= HALF_TAPS; k++) {
            int from = 2 * i + k;
            from = c->loops ? (from + c->length) % c->length : from;
            half.s[i] += from >= 0 && from < c->length ? c->s[from] * half_tap(k) : 0;
        }
    }
    return half;
}

static void finish(struct clip *c, int rate, double peak)
{
    double most = 0;
    for (int i = 0; i < c->length; i++) {
        double left = (double)(c->length - 1 - i) / rate;
        c->s[i] *= c->loops ? 1 : mkb_step(0, FADE_OUT, left);
        most = mkb_max(most, mkb_abs(c->s[i]));
    }
    for (int i = 0; i < c->length && most > 0; i++) {
        c->s[i] *= peak / most;
    }
}

static void write_cue(struct buf *out)
{
    buf_bytes(out, "cue ", 4);
    buf_i32(out, 28);
    buf_i32(out, 1); /* point */
    buf_i32(out, 1); /* its name */
    buf_i32(out, 0);
    buf_bytes(out, "data", 4);
    buf_zero(out, 12); /* sample 0 */
}

static void write_file(struct buf *out, const struct clip *c, int rate, int bits)
{
    int bytes = bits / 8;
    size_t start = out->size;
    buf_bytes(out, "RIFF\0\0\0\0WAVEfmt ", 16);
    buf_i32(out, 16);
    buf_i16(out, 1); /* PCM */
    buf_i16(out, 1); /* channel */
    buf_i32(out, rate);
    buf_i32(out, rate * bytes);
    buf_i16(out, bytes);
    buf_i16(out, bits);
    if (c->loops) {
        write_cue(out);
    }
    buf_bytes(out, "data", 4);
    buf_i32(out, c->length * bytes);
    for (int i = 0; i < c->length; i++) {
        if (bits == 8) {
            buf_u8(out, (int)mkb_floor(c->s[i] * 127 + 0.5) + 128);
        } else {
            buf_i16(out, (int)mkb_floor(c->s[i] * 32767 + 0.5));
        }
    }
    buf_align(out, 2);
    buf_patch_i32(out, start + 4, (int)(out->size - start - 8));
}

void clip_save(struct clip *c, struct pak_out *pak, const char *name, int divisor, int bits,
               double peak)
{
    clip_filter(c, FILTER_HIGH, LOWEST_HERTZ, LOWEST_HERTZ, 0.7);
    if (divisor == 2) {
        struct clip half = halve(c);
        clip_free(c);
        *c = half;
    }
    finish(c, SYNTH_RATE / divisor, peak);
    write_file(pak_out_add(pak, name), c, SYNTH_RATE / divisor, bits);
    clip_free(c);
}
