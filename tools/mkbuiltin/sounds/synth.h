/* A small synthesizer: clips of sound that oscillators and noise are added to, and that filters,
 * echoes and envelopes change in place.
 *
 * Clips are at SYNTH_RATE; times are seconds, frequencies Hz, levels 1 = full scale. A looping clip
 * is circular: sound added past the end continues at the start, and filters and echoes run as if
 * the loop had always played, so that it has no seam. */
#ifndef TOOLS_MKBUILTIN_SOUNDS_SYNTH_H
#define TOOLS_MKBUILTIN_SOUNDS_SYNTH_H

#include "tools/mkbuiltin/pak_out.h"

enum { SYNTH_RATE = 22050 };

struct clip {
    int length; /* samples */
    int loops;
    double *s;
};

struct clip clip_make(double seconds, int loops);
void clip_free(struct clip *c);

enum wave { WAVE_SINE, WAVE_SAW, WAVE_SQUARE };

/* Rises in `attack` to its level and falls from there to a 1/e of it in every `fall`; gone, without
 * a click, at `seconds`. fall 0: it stays. */
struct tone {
    enum wave wave;
    double at, seconds;
    double from, to; /* glides evenly in pitch */
    double level, attack, fall;
    double vibrato, vibrato_rate; /* part of the frequency; Hz */
};
void clip_tone(struct clip *c, const struct tone *tone);

/* White noise all over the clip; seed: which. */
void clip_noise(struct clip *c, double level, int seed);
/* Sparse impulses of either sign, about `rate` a second, of levels up to `level`. */
void clip_crackle(struct clip *c, double rate, double level, int seed);

enum filter { FILTER_LOW, FILTER_BAND, FILTER_HIGH };
/* 12 dB an octave, gliding in pitch over the clip; for one that loops `to` must be `from`.
 * sharpness: 0.7 = flat, more rings at that frequency. FILTER_BAND passes its middle unchanged. */
void clip_filter(struct clip *c, enum filter kind, double from, double to, double sharpness);
/* The same with its middle wandering between the two, `turns` times over the clip. */
void clip_wander(struct clip *c, double low, double high, double turns, double sharpness);

/* The shape of a tone's level over the whole clip. */
void clip_envelope(struct clip *c, double attack, double fall);
/* Louder and softer by `depth` 0..1, `turns` times over the clip. */
void clip_tremble(struct clip *c, double depth, double turns);
/* Bends what is loud: 1 hardly, 8 strongly. */
void clip_drive(struct clip *c, double amount);
/* Repeats after `delay`, each time `feedback` as loud and duller. */
void clip_echo(struct clip *c, double delay, double feedback);
/* Adds another clip, from the time `at` on. */
void clip_add(struct clip *c, const struct clip *other, double at, double level);
/* A clip that is not to be used otherwise. */
void clip_add_and_free(struct clip *c, struct clip *other, double at, double level);

/* Adds a sound file whose loudest sample is `peak`, at SYNTH_RATE divided by `divisor` (1 or 2),
 * of 8 or 16 bits, and frees the clip. A looping clip gets a cue point. */
void clip_save(struct clip *c, struct pak_out *pak, const char *name, int divisor, int bits,
               double peak);

#endif
