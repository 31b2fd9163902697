#include "tools/mkbuiltin/sounds/synth.h"

#include <stdlib.h>

#include "formats/base/dmath.h"

enum {
    GLIDE = 16, /* samples from one setting of a filter to the next */
    DULL_HERTZ = 2400
};

struct clip clip_make(double seconds, int loops)
{
    struct clip c = {(int)(seconds * SYNTH_RATE + 0.5), loops, NULL};
    c.s = mkb_alloc((size_t)c.length, sizeof *c.s);
    return c;
}

void clip_free(struct clip *c)
{
    free(c->s);
    *c = (struct clip){0, 0, NULL};
}

/* --- sources ---------------------------------------------------------------------------------- */

/* PolyBLEP: smooths a waveform's jump; step: phase per sample. */
static double round_corner(double phase, double step)
{
    if (phase < step) {
        double x = phase / step;
        return x + x - x * x - 1;
    }
    if (phase > 1 - step) {
        double x = (phase - 1) / step;
        return x * x + x + x + 1;
    }
    return 0;
}

static double wave_at(enum wave wave, double phase, double step)
{
    if (wave == WAVE_SINE) {
        return dmath_sin(2 * MKB_PI * phase);
    }
    double saw = 2 * phase - 1 - round_corner(phase, step);
    if (wave == WAVE_SAW) {
        return saw;
    }
    double half = phase < 0.5 ? phase + 0.5 : phase - 0.5;
    return saw - (2 * half - 1 - round_corner(half, step));
}

/* Index of a sample that may be after the end; negative: outside the clip. */
static int place(const struct clip *c, int i)
{
    return c->loops ? i % c->length : i < c->length ? i : -1;
}

void clip_tone(struct clip *c, const struct tone *t)
{
    int first = (int)(t->at * SYNTH_RATE + 0.5);
    int count = (int)(t->seconds * SYNTH_RATE + 0.5);
    double glide = dmath_pow(t->to / t->from, 1.0 / count);
    double fall = t->fall > 0 ? dmath_exp(-1 / (t->fall * SYNTH_RATE)) : 1;
    double frequency = t->from;
    double level = t->level;
    double phase = 0;
    for (int i = 0; i < count; i++) {
        double now = (double)i / SYNTH_RATE;
        double left = t->seconds - now;
        double sway = t->vibrato > 0 ? dmath_sin(2 * MKB_PI * t->vibrato_rate * now) : 0;
        double step = frequency * (1 + t->vibrato * sway) / SYNTH_RATE;
        double rise = t->attack > 0 ? mkb_step(0, t->attack, now) : 1;
        double end = mkb_step(0, mkb_min(0.02, t->seconds / 4), left);
        int at = place(c, first + i);
        if (at >= 0) {
            c->s[at] += wave_at(t->wave, phase, step) * level * rise * end;
        }
        phase += step;
        phase -= mkb_floor(phase);
        frequency *= glide;
        level *= rise < 1 ? 1 : fall;
    }
}

void clip_noise(struct clip *c, double level, int seed)
{
    for (int i = 0; i < c->length; i++) {
        c->s[i] += (noise_unit(i, 0, seed) * 2 - 1) * level;
    }
}

void clip_crackle(struct clip *c, double rate, double level, int seed)
{
    for (int i = 0; i < c->length; i++) {
        if (noise_unit(i, 1, seed) * SYNTH_RATE < rate) {
            double x = noise_unit(i, 2, seed) * 2 - 1;
            c->s[i] += x * mkb_abs(x) * level;
        }
    }
}

/* --- filters ---------------------------------------------------------------------------------- */

/* A state variable filter, by the trapezoidal rule. */
struct sieve {
    double first, second; /* what it remembers */
    double g, k, scale;
};

static void sieve_set(struct sieve *f, double hertz, double sharpness)
{
    f->g = dmath_tan(MKB_PI * mkb_clamp(hertz, 5, SYNTH_RATE * 0.45) / SYNTH_RATE);
    f->k = 1 / sharpness;
    f->scale = 1 / (1 + f->g * (f->g + f->k));
}

static double sieve_run(struct sieve *f, enum filter kind, double x)
{
    double high = (x - (f->g + f->k) * f->first - f->second) * f->scale;
    double band = f->g * high + f->first;
    double low = f->g * band + f->second;
    f->first = band + f->g * high;
    f->second = low + f->g * band;
    return kind == FILTER_LOW ? low : kind == FILTER_BAND ? band * f->k : high;
}

/* Twice round a clip that loops: the first time only the filter learns what was before. */
static void run_filter(struct clip *c, enum filter kind, double low, double high, double turns,
                       double sharpness)
{
    struct sieve f = {0};
    double octaves = high / low;
    for (int pass = c->loops ? 0 : 1; pass < 2; pass++) {
        for (int i = 0; i < c->length; i++) {
            double part = (double)i / c->length;
            if (i % GLIDE == 0) {
                double way = turns > 0 ? 0.5 - 0.5 * dmath_cos(2 * MKB_PI * turns * part) : part;
                sieve_set(&f, low * dmath_pow(octaves, way), sharpness);
            }
            double y = sieve_run(&f, kind, c->s[i]);
            c->s[i] = pass ? y : c->s[i];
        }
    }
}

void clip_filter(struct clip *c, enum filter kind, double from, double to, double sharpness)
{
    run_filter(c, kind, from, to, 0, sharpness);
}

void clip_wander(struct clip *c, double low, double high, double turns, double sharpness)
{
    run_filter(c, FILTER_BAND, low, high, turns, sharpness);
}

/* --- shapes ----------------------------------------------------------------------------------- */

void clip_envelope(struct clip *c, double attack, double fall)
{
    double step = dmath_exp(-1 / (fall * SYNTH_RATE));
    double level = 1;
    for (int i = 0; i < c->length; i++) {
        double rise = attack > 0 ? mkb_step(0, attack, (double)i / SYNTH_RATE) : 1;
        c->s[i] *= level * rise;
        level *= rise < 1 ? 1 : step;
    }
}

void clip_tremble(struct clip *c, double depth, double turns)
{
    for (int i = 0; i < c->length; i++) {
        double part = (double)i / c->length;
        c->s[i] *= 1 - depth * (0.5 + 0.5 * dmath_sin(2 * MKB_PI * turns * part));
    }
}

void clip_drive(struct clip *c, double amount)
{
    for (int i = 0; i < c->length; i++) {
        double x = c->s[i] * amount;
        c->s[i] = x / (1 + mkb_abs(x));
    }
}

void clip_echo(struct clip *c, double delay, double feedback)
{
    int back = (int)(delay * SYNTH_RATE + 0.5);
    double dull = dmath_exp(-2 * MKB_PI * DULL_HERTZ / SYNTH_RATE);
    double *tail = mkb_alloc((size_t)back, sizeof *tail); /* what comes back, a ring */
    double memory = 0;
    /* Round a clip that loops until the first echoes have died away. */
    int rounds = c->loops ? 4 : 1;
    for (int i = 0; i < rounds * c->length; i++) {
        double x = c->s[i % c->length];
        double echo = tail[i % back];
        memory = echo + (memory - echo) * dull;
        tail[i % back] = (x + memory) * feedback;
        if (i >= (rounds - 1) * c->length) {
            c->s[i % c->length] = x + memory;
        }
    }
    free(tail);
}

void clip_add(struct clip *c, const struct clip *other, double at, double level)
{
    int first = (int)(at * SYNTH_RATE + 0.5);
    for (int i = 0; i < other->length; i++) {
        int to = place(c, first + i);
        if (to >= 0) {
            c->s[to] += other->s[i] * level;
        }
    }
}

void clip_add_and_free(struct clip *c, struct clip *other, double at, double level)
{
    clip_add(c, other, at, level);
    clip_free(other);
}
