/* The track all demos of the pack ask for: eight bars in D minor, 16 s, that run into each other.
 */
#include "formats/base/dmath.h"
#include "tools/mkbuiltin/sounds/sounds.h"
#include "tools/mkbuiltin/sounds/synth.h"

enum { BEATS = 32, CHORDS = 4, BEATS_EACH = BEATS / CHORDS };

#define BEAT 0.5 /* seconds */
#define LENGTH (BEATS * BEAT)

/* Semitones from A at 440 Hz. */
static double pitch(int semitones)
{
    return 440 * dmath_pow(2, semitones / 12.0);
}

static const int bass_notes[CHORDS] = {-31, -35, -38, -36};
static const int chords[CHORDS][3] = {
    {-19, -16, -12}, {-23, -19, -16}, {-26, -19, -11}, {-24, -17, -8}};

/* Strings, each note twice a little out of tune. */
static struct clip make_pad(void)
{
    struct clip c = clip_make(LENGTH, 1);
    for (int i = 0; i < CHORDS; i++) {
        for (int k = 0; k < 6; k++) {
            double hertz = pitch(chords[i][k / 2]) * (k % 2 ? 1.004 : 0.997);
            const struct tone t = {.wave = WAVE_SAW,
                                   .at = i * BEATS_EACH * BEAT,
                                   .seconds = BEATS_EACH * BEAT + 1.2,
                                   .from = hertz,
                                   .to = hertz,
                                   .level = 0.12,
                                   .attack = 1.1,
                                   .fall = 3.2,
                                   .vibrato = 0.002,
                                   .vibrato_rate = 4.7 + 0.3 * k};
            clip_tone(&c, &t);
        }
    }
    clip_filter(&c, FILTER_LOW, 850, 850, 0.8);
    clip_tremble(&c, 0.2, 8);
    return c;
}

static struct clip make_bass(void)
{
    static const int steps[8] = {0, 0, 12, 0,
                                 0, 7, 0,  12}; /* semitones above the root, by eighths */
    struct clip c = clip_make(LENGTH, 1);
    for (int i = 0; i < BEATS * 2; i++) {
        int note = bass_notes[i / (2 * BEATS_EACH)] + steps[i % 8];
        if (i % 8 == 3 || i % 8 == 6) {
            continue;
        }
        const struct tone t = {.wave = WAVE_SAW,
                               .at = i * BEAT / 2,
                               .seconds = BEAT * 0.48,
                               .from = pitch(note),
                               .to = pitch(note),
                               .level = 0.5,
                               .attack = 0.006,
                               .fall = 0.14};
        clip_tone(&c, &t);
    }
    clip_filter(&c, FILTER_LOW, 420, 420, 1.4);
    return c;
}

/* Drums: a deep one, and sand. */
static struct clip make_beat(void)
{
    struct clip c = clip_make(LENGTH, 1);
    for (int i = 0; i < BEATS; i++) {
        const struct tone drum = {.wave = WAVE_SINE,
                                  .at = i * BEAT,
                                  .seconds = 0.3,
                                  .from = 125,
                                  .to = 44,
                                  .level = i % 4 == 0 ? 1 : 0.7,
                                  .attack = 0.002,
                                  .fall = 0.09};
        if (i % 4 == 0 || i % 4 == 2 || i % 16 == 15) {
            clip_tone(&c, &drum);
        }
    }
    for (int i = 0; i < BEATS * 2; i++) {
        struct clip sand = clip_make(0.12, 0);
        clip_noise(&sand, 1, 301 + i % 4);
        clip_filter(&sand, FILTER_HIGH, 3000, 2600, 0.7);
        clip_envelope(&sand, 0.002, i % 4 == 2 ? 0.045 : 0.014);
        clip_add_and_free(&c, &sand, i * BEAT / 2, i % 4 == 2 ? 0.22 : i % 2 ? 0.07 : 0.1);
    }
    return c;
}

/* A few bells far away; the echo carries them over the end. */
static struct clip make_bells(void)
{
    static const struct {
        double beat;
        int note;
    } notes[] = {{1, 0},    {1.5, 5},  {2.5, 8},  {4.5, 7},  {9, 1},     {9.5, 5},
                 {10.5, 8}, {13, 5},   {17, 1},   {17.5, 5}, {18.5, 10}, {20.5, 8},
                 {25, 7},   {25.5, 4}, {26.5, 0}, {28.5, 4}, {30.5, -5}};
    struct clip c = clip_make(LENGTH, 1);
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        for (int k = 0; k < 3; k++) {
            static const double partials[3][2] = {{1, 0.5}, {2.76, 0.16}, {5.4, 0.05}};
            double hertz = pitch(notes[i].note) * partials[k][0];
            const struct tone t = {.wave = WAVE_SINE,
                                   .at = notes[i].beat * BEAT,
                                   .seconds = 1.4,
                                   .from = hertz,
                                   .to = hertz,
                                   .level = partials[k][1],
                                   .attack = 0.004,
                                   .fall = 0.32 / (1 + k)};
            clip_tone(&c, &t);
        }
    }
    clip_echo(&c, BEAT * 0.75, 0.5);
    return c;
}

void sounds_add_music(struct pak_out *pak)
{
    struct clip c = clip_make(LENGTH, 1);
    struct clip pad = make_pad();
    struct clip bass = make_bass();
    struct clip beat = make_beat();
    struct clip bells = make_bells();
    clip_echo(&pad, 0.21, 0.35);
    clip_add_and_free(&c, &pad, 0, 0.8);
    clip_add_and_free(&c, &bass, 0, 0.55);
    clip_add_and_free(&c, &beat, 0, 0.6);
    clip_add_and_free(&c, &bells, 0, 0.5);
    clip_save(&c, pak, "music/track04.wav", 2, 16, 0.6);
}
