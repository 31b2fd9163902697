/* Shots, explosions and ricochets. */
#include <stdio.h>

#include "tools/mkbuiltin/sounds/sounds.h"
#include "tools/mkbuiltin/sounds/synth.h"

/* A burst of noise, swept from one pitch to another. */
static struct clip burst(double seconds, int seed, enum filter kind, double from, double to,
                         double sharpness, double attack, double fall)
{
    struct clip c = clip_make(seconds, 0);
    clip_noise(&c, 1, seed);
    clip_filter(&c, kind, from, to, sharpness);
    clip_envelope(&c, attack, fall);
    return c;
}

static void thump(struct clip *c, double at, double seconds, double from, double to, double level)
{
    const struct tone t = {.wave = WAVE_SINE,
                           .at = at,
                           .seconds = seconds,
                           .from = from,
                           .to = to,
                           .level = level,
                           .attack = 0.002,
                           .fall = seconds * 0.35};
    clip_tone(c, &t);
}

/* Two pieces of metal. */
static void clack(struct clip *c, double at, double pitch, double level, int seed)
{
    struct clip tick = burst(0.06, seed, FILTER_BAND, pitch, pitch * 0.8, 4, 0.0005, 0.012);
    clip_add_and_free(c, &tick, at, level * 3);
    const struct tone ring = {.wave = WAVE_SINE,
                              .at = at,
                              .seconds = 0.07,
                              .from = pitch * 0.61,
                              .to = pitch * 0.6,
                              .level = level * 0.25,
                              .attack = 0.001,
                              .fall = 0.018};
    clip_tone(c, &ring);
}

static void add_shotgun(struct pak_out *pak)
{
    struct clip c = clip_make(0.72, 0);
    struct clip blast = burst(0.4, 11, FILTER_LOW, 7000, 500, 0.8, 0.0008, 0.065);
    clip_add_and_free(&c, &blast, 0, 1.6);
    thump(&c, 0, 0.24, 150, 48, 1.2);
    clip_drive(&c, 2.6);
    clack(&c, 0.40, 2100, 0.32, 12);
    clack(&c, 0.54, 2600, 0.4, 13);
    clip_save(&c, pak, "sound/weapons/guncock.wav", 1, 8, 0.92);
}

static void add_nailgun(struct pak_out *pak)
{
    struct clip c = clip_make(0.24, 0);
    struct clip hiss = burst(0.2, 21, FILTER_BAND, 4200, 1800, 1.2, 0.0006, 0.028);
    clip_add_and_free(&c, &hiss, 0, 1.5);
    thump(&c, 0, 0.12, 320, 90, 0.9);
    clack(&c, 0.012, 3300, 0.3, 22);
    clip_drive(&c, 1.8);
    clip_save(&c, pak, "sound/weapons/rocket1i.wav", 1, 8, 0.8);
}

static void add_rocket(struct pak_out *pak)
{
    struct clip c = clip_make(0.9, 0);
    struct clip rush = burst(0.9, 31, FILTER_BAND, 380, 2300, 0.9, 0.012, 0.24);
    struct clip roar = burst(0.9, 32, FILTER_LOW, 900, 180, 0.8, 0.004, 0.2);
    clip_add_and_free(&c, &rush, 0.01, 1.3);
    clip_add_and_free(&c, &roar, 0, 1.8);
    thump(&c, 0, 0.3, 120, 42, 1.1);
    clip_drive(&c, 1.8);
    clip_save(&c, pak, "sound/weapons/sgun1.wav", 2, 8, 0.88);
}

static void add_explosion(struct pak_out *pak)
{
    struct clip c = clip_make(1.7, 0);
    struct clip crack = burst(0.5, 41, FILTER_LOW, 8000, 700, 0.8, 0.0008, 0.07);
    struct clip body = burst(1.7, 42, FILTER_LOW, 1600, 90, 0.9, 0.006, 0.34);
    struct clip rumble = burst(1.7, 43, FILTER_LOW, 160, 70, 1.2, 0.03, 0.5);
    struct clip debris = clip_make(1.4, 0);
    clip_crackle(&debris, 120, 1, 44);
    clip_filter(&debris, FILTER_BAND, 2600, 1100, 2);
    clip_envelope(&debris, 0.12, 0.3);
    clip_add_and_free(&c, &crack, 0, 1.4);
    clip_add_and_free(&c, &body, 0, 2.4);
    clip_add_and_free(&c, &rumble, 0, 5);
    thump(&c, 0, 0.7, 85, 26, 1.6);
    clip_drive(&c, 1.7);
    clip_add_and_free(&c, &debris, 0.2, 0.8);
    clip_echo(&c, 0.083, 0.25);
    clip_save(&c, pak, "sound/weapons/r_exp3.wav", 2, 16, 0.97);
}

static void add_lightning(struct pak_out *pak)
{
    struct clip c = clip_make(0.42, 0);
    struct clip sparks = clip_make(0.42, 0);
    const struct tone hum = {.wave = WAVE_SAW,
                             .at = 0,
                             .seconds = 0.42,
                             .from = 118,
                             .to = 104,
                             .level = 0.8,
                             .attack = 0.004,
                             .fall = 0.2,
                             .vibrato = 0.06,
                             .vibrato_rate = 47};
    clip_tone(&c, &hum);
    clip_filter(&c, FILTER_BAND, 2200, 1300, 0.8);
    clip_crackle(&sparks, 1500, 1, 51);
    clip_filter(&sparks, FILTER_HIGH, 2200, 1600, 0.8);
    clip_envelope(&sparks, 0.001, 0.14);
    clip_add_and_free(&c, &sparks, 0, 0.9);
    thump(&c, 0, 0.3, 61, 58, 0.5);
    clip_drive(&c, 2.2);
    clip_envelope(&c, 0.002, 0.2);
    clip_save(&c, pak, "sound/weapons/lhit.wav", 1, 8, 0.8);
}

/* A nail or a bullet whirls away. */
static void add_ricochets(struct pak_out *pak)
{
    static const struct {
        double from, to, seconds, whirl;
    } kinds[3] = {{2900, 1200, 0.5, 26}, {2300, 820, 0.6, 19}, {3400, 2100, 0.42, 34}};
    for (int i = 0; i < 3; i++) {
        char name[40];
        struct clip c = clip_make(kinds[i].seconds, 0);
        const struct tone whine = {.wave = WAVE_SINE,
                                   .at = 0.004,
                                   .seconds = kinds[i].seconds - 0.01,
                                   .from = kinds[i].from,
                                   .to = kinds[i].to,
                                   .level = 0.6,
                                   .attack = 0.006,
                                   .fall = kinds[i].seconds * 0.3,
                                   .vibrato = 0.02,
                                   .vibrato_rate = kinds[i].whirl};
        clip_tone(&c, &whine);
        struct clip air = burst(kinds[i].seconds - 0.02, 61 + i, FILTER_BAND, kinds[i].from * 1.02,
                                kinds[i].to * 1.02, 9, 0.006, kinds[i].seconds * 0.25);
        clip_add_and_free(&c, &air, 0.004, 1.4);
        clack(&c, 0, 3900, 0.5, 64 + i);
        snprintf(name, sizeof name, "sound/weapons/ric%d.wav", i + 1);
        clip_save(&c, pak, name, 2, 8, 0.7);
    }
}

static void add_hits(struct pak_out *pak)
{
    struct clip tink = clip_make(0.11, 0);
    clack(&tink, 0, 4300, 0.7, 71);
    clack(&tink, 0.021, 5600, 0.25, 72);
    clip_save(&tink, pak, "sound/weapons/tink1.wav", 1, 8, 0.6);

    struct clip acid = clip_make(0.45, 0);
    struct clip splat = burst(0.4, 73, FILTER_BAND, 2400, 420, 1.5, 0.002, 0.07);
    clip_add_and_free(&acid, &splat, 0, 1.6);
    const struct tone drop = {.wave = WAVE_SINE,
                              .at = 0.01,
                              .seconds = 0.3,
                              .from = 900,
                              .to = 180,
                              .level = 0.5,
                              .attack = 0.003,
                              .fall = 0.08};
    clip_tone(&acid, &drop);
    clip_save(&acid, pak, "sound/wizard/hit.wav", 2, 8, 0.75);

    struct clip flame = clip_make(0.5, 0);
    struct clip puff = burst(0.5, 74, FILTER_BAND, 1500, 260, 0.8, 0.004, 0.12);
    clip_add_and_free(&flame, &puff, 0, 1.6);
    thump(&flame, 0, 0.2, 160, 70, 0.7);
    clip_save(&flame, pak, "sound/hknight/hit.wav", 2, 8, 0.8);
}

void sounds_add_weapons(struct pak_out *pak)
{
    add_shotgun(pak);
    add_nailgun(pak);
    add_rocket(pak);
    add_explosion(pak);
    add_lightning(pak);
    add_ricochets(pak);
    add_hits(pak);
}
