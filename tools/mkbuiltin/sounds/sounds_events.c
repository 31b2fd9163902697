/* Voices, items, doors and messages. */
#include "formats/base/dmath.h"
#include "tools/mkbuiltin/sounds/sounds.h"
#include "tools/mkbuiltin/sounds/synth.h"

/* --- voices ----------------------------------------------------------------------------------- */

struct vowel {
    double formants[3];
};
static const struct vowel vowel_a = {{760, 1180, 2550}};
static const struct vowel vowel_o = {{430, 820, 2350}};

/* A throat that glides in pitch, with a mouth that goes from one vowel to another. */
static struct clip voice(double seconds, double from, double to, const struct vowel *first,
                         const struct vowel *last, double attack, double fall, int seed)
{
    struct clip out = clip_make(seconds, 0);
    struct clip throat = clip_make(seconds, 0);
    const struct tone cords = {.wave = WAVE_SAW,
                               .seconds = seconds,
                               .from = from,
                               .to = to,
                               .level = 1,
                               .attack = attack,
                               .vibrato = 0.025,
                               .vibrato_rate = 23};
    clip_tone(&throat, &cords);
    clip_noise(&throat, 0.18, seed);
    clip_filter(&throat, FILTER_LOW, 2600, 1500, 0.7);
    for (int i = 0; i < 3; i++) {
        struct clip part = clip_make(seconds, 0);
        clip_add(&part, &throat, 0, 1);
        clip_filter(&part, FILTER_BAND, first->formants[i], last->formants[i], 5);
        clip_add_and_free(&out, &part, 0, i == 0 ? 1 : i == 1 ? 0.7 : 0.35);
    }
    clip_add_and_free(&out, &throat, 0, 0.05);
    clip_drive(&out, 2.5);
    clip_envelope(&out, attack, fall);
    return out;
}

static void add_voices(struct pak_out *pak)
{
    struct clip pain = voice(0.38, 172, 108, &vowel_a, &vowel_o, 0.012, 0.12, 101);
    clip_save(&pain, pak, "sound/player/pain1.wav", 2, 8, 0.85);
    struct clip death = clip_make(1.15, 0);
    struct clip cry = voice(1.0, 205, 74, &vowel_a, &vowel_o, 0.02, 0.38, 102);
    struct clip breath = clip_make(0.6, 0);
    clip_noise(&breath, 1, 103);
    clip_filter(&breath, FILTER_BAND, 1100, 500, 1.5);
    clip_envelope(&breath, 0.2, 0.12);
    clip_add_and_free(&death, &cry, 0, 1);
    clip_add_and_free(&death, &breath, 0.5, 0.35);
    clip_save(&death, pak, "sound/player/death1.wav", 2, 8, 0.9);
}

/* --- items ------------------------------------------------------------------------------------ */

/* A bell's partials. */
static void bell(struct clip *c, double at, double pitch, double level, double fall)
{
    static const double partials[4][2] = {{1, 1}, {2.01, 0.45}, {3.02, 0.2}, {5.43, 0.1}};
    for (int i = 0; i < 4; i++) {
        double hertz = pitch * partials[i][0];
        const struct tone t = {.wave = WAVE_SINE,
                               .at = at,
                               .seconds = fall * 4.5,
                               .from = hertz,
                               .to = hertz,
                               .level = level * partials[i][1],
                               .attack = 0.003,
                               .fall = fall / (1 + 0.5 * i)};
        if (hertz < SYNTH_RATE * 0.45) {
            clip_tone(c, &t);
        }
    }
}

static void plate(struct clip *c, double at, double pitch, double level)
{
    static const double partials[5] = {1, 1.48, 2.17, 2.83, 3.71};
    for (int i = 0; i < 5; i++) {
        const struct tone t = {.wave = WAVE_SINE,
                               .at = at,
                               .seconds = 0.3,
                               .from = pitch * partials[i],
                               .to = pitch * partials[i],
                               .level = level / (1 + 0.4 * i),
                               .attack = 0.001,
                               .fall = 0.06 / (1 + 0.3 * i)};
        clip_tone(c, &t);
    }
}

static void add_items(struct pak_out *pak)
{
    struct clip health = clip_make(0.6, 0);
    bell(&health, 0, 622.25, 0.6, 0.1);
    bell(&health, 0.09, 932.33, 0.6, 0.13);
    clip_save(&health, pak, "sound/items/health1.wav", 2, 8, 0.6);

    struct clip armor = clip_make(0.55, 0);
    struct clip cloth = clip_make(0.3, 0);
    clip_noise(&cloth, 1, 111);
    clip_filter(&cloth, FILTER_BAND, 900, 2200, 1);
    clip_envelope(&cloth, 0.03, 0.06);
    plate(&armor, 0.02, 740, 0.5);
    plate(&armor, 0.15, 930, 0.7);
    clip_add_and_free(&armor, &cloth, 0, 0.6);
    clip_save(&armor, pak, "sound/items/armor1.wav", 1, 8, 0.65);

    struct clip quad = clip_make(1.5, 0);
    for (int i = 0; i < 4; i++) {
        static const double chord[4] = {55, 82.6, 110.4, 165.3};
        const struct tone t = {.wave = WAVE_SAW,
                               .seconds = 1.48,
                               .from = chord[i] * 0.98,
                               .to = chord[i] * 1.02,
                               .level = 0.5,
                               .attack = 0.25,
                               .fall = 0.55,
                               .vibrato = 0.006,
                               .vibrato_rate = 5.5};
        clip_tone(&quad, &t);
    }
    clip_filter(&quad, FILTER_LOW, 220, 2600, 1.6);
    clip_drive(&quad, 1.6);
    clip_echo(&quad, 0.11, 0.35);
    clip_save(&quad, pak, "sound/items/damage.wav", 2, 8, 0.9);

    struct clip secret = clip_make(1.5, 0);
    static const double steps[5] = {440, 523.25, 659.26, 783.99, 1046.5};
    for (int i = 0; i < 5; i++) {
        bell(&secret, 0.11 * i, steps[i], 0.5, 0.16);
    }
    clip_echo(&secret, 0.165, 0.4);
    clip_save(&secret, pak, "sound/misc/secret.wav", 2, 8, 0.65);
}

/* --- the level -------------------------------------------------------------------------------- */

/* Iron that is let go. */
static void clunk(struct clip *c, double at, double pitch, double level, int seed)
{
    struct clip knock = clip_make(0.12, 0);
    clip_noise(&knock, 1, seed);
    clip_filter(&knock, FILTER_BAND, pitch * 9, pitch * 5, 1.2);
    clip_envelope(&knock, 0.001, 0.02);
    clip_add_and_free(c, &knock, at, level * 2);
    plate(c, at, pitch * 3.1, level * 0.25);
    const struct tone t = {.wave = WAVE_SINE,
                           .at = at,
                           .seconds = 0.25,
                           .from = pitch * 1.4,
                           .to = pitch,
                           .level = level,
                           .attack = 0.001,
                           .fall = 0.06};
    clip_tone(c, &t);
}

/* It runs while the door of the level rises: 1.4 s. */
static void add_door(struct pak_out *pak)
{
    struct clip c = clip_make(1.7, 0);
    struct clip grind = clip_make(1.4, 0);
    clip_noise(&grind, 1, 121);
    clip_filter(&grind, FILTER_LOW, 420, 700, 1);
    clip_tremble(&grind, 0.55, 23);
    struct clip scrape = clip_make(1.4, 0);
    clip_crackle(&scrape, 260, 1, 122);
    clip_filter(&scrape, FILTER_BAND, 1200, 1700, 1.5);
    clip_add_and_free(&grind, &scrape, 0, 0.8);
    clip_envelope(&grind, 0.06, 4);
    clip_add_and_free(&c, &grind, 0.03, 1.1);
    const struct tone motor = {.wave = WAVE_SAW,
                               .at = 0.02,
                               .seconds = 1.4,
                               .from = 52,
                               .to = 61,
                               .level = 0.22,
                               .attack = 0.05};
    clip_tone(&c, &motor);
    clip_filter(&c, FILTER_LOW, 1800, 1800, 0.7);
    clunk(&c, 0, 90, 0.8, 123);
    clunk(&c, 1.39, 74, 1.1, 124);
    clip_drive(&c, 1.2);
    clip_save(&c, pak, "sound/doors/drclos4.wav", 2, 8, 0.85);
}

/* Played when a lift starts, and when it is there. */
static void add_lift(struct pak_out *pak)
{
    struct clip c = clip_make(1.2, 0);
    struct clip steam = clip_make(0.9, 0);
    clip_noise(&steam, 1, 131);
    clip_filter(&steam, FILTER_BAND, 2600, 700, 0.9);
    clip_envelope(&steam, 0.02, 0.2);
    clip_add_and_free(&c, &steam, 0.06, 0.6);
    const struct tone motor = {.wave = WAVE_SAW,
                               .at = 0.02,
                               .seconds = 1.1,
                               .from = 46,
                               .to = 88,
                               .level = 0.4,
                               .attack = 0.05,
                               .fall = 0.4};
    clip_tone(&c, &motor);
    clip_filter(&c, FILTER_LOW, 1600, 900, 0.9);
    clunk(&c, 0, 66, 1.2, 132);
    clunk(&c, 0.16, 96, 0.5, 133);
    clip_drive(&c, 1.4);
    clip_save(&c, pak, "sound/plats/plat1.wav", 2, 8, 0.85);
}

static void add_splash(struct pak_out *pak)
{
    struct clip c = clip_make(0.9, 0);
    struct clip spray = clip_make(0.8, 0);
    clip_noise(&spray, 1, 141);
    clip_filter(&spray, FILTER_BAND, 1900, 480, 0.8);
    clip_envelope(&spray, 0.006, 0.13);
    clip_add_and_free(&c, &spray, 0, 1.5);
    for (int i = 0; i < 9; i++) {
        double pitch = 260 + 520 * noise_unit(i, 3, 142);
        const struct tone bubble = {.wave = WAVE_SINE,
                                    .at = 0.05 + 0.6 * noise_unit(i, 4, 142),
                                    .seconds = 0.09,
                                    .from = pitch,
                                    .to = pitch * 1.7,
                                    .level = 0.34,
                                    .attack = 0.01,
                                    .fall = 0.03};
        clip_tone(&c, &bubble);
    }
    clip_save(&c, pak, "sound/misc/h2ohit1.wav", 2, 8, 0.85);
}

static void add_teleport(struct pak_out *pak)
{
    struct clip c = clip_make(1.2, 0);
    for (int i = 0; i < 14; i++) {
        double pitch = 380 * dmath_pow(1.19, i);
        const struct tone t = {.wave = WAVE_SINE,
                               .at = 0.022 * i,
                               .seconds = 0.6,
                               .from = pitch,
                               .to = pitch * 0.55,
                               .level = 0.3,
                               .attack = 0.02,
                               .fall = 0.16,
                               .vibrato = 0.03,
                               .vibrato_rate = 9 + i};
        clip_tone(&c, &t);
    }
    struct clip air = clip_make(0.9, 0);
    clip_noise(&air, 1, 151);
    clip_filter(&air, FILTER_BAND, 600, 3600, 2);
    clip_envelope(&air, 0.1, 0.2);
    clip_add_and_free(&c, &air, 0, 1.1);
    clip_echo(&c, 0.07, 0.4);
    clip_save(&c, pak, "sound/misc/r_tele1.wav", 2, 8, 0.8);
}

static void add_talk(struct pak_out *pak)
{
    struct clip c = clip_make(0.2, 0);
    for (int i = 0; i < 2; i++) {
        const struct tone t = {.wave = WAVE_SQUARE,
                               .at = 0.075 * i,
                               .seconds = 0.06,
                               .from = i ? 1175 : 880,
                               .to = i ? 1175 : 880,
                               .level = 0.4,
                               .attack = 0.004,
                               .fall = 0.04};
        clip_tone(&c, &t);
    }
    clip_filter(&c, FILTER_LOW, 3000, 3000, 0.7);
    clip_save(&c, pak, "sound/misc/talk.wav", 2, 8, 0.5);
}

void sounds_add_events(struct pak_out *pak)
{
    add_voices(pak);
    add_items(pak);
    add_door(pak);
    add_lift(pak);
    add_splash(pak);
    add_teleport(pak);
    add_talk(pak);
}
