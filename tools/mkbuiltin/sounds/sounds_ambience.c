/* Looping ambient sounds: fire, water and wind. */
#include "tools/mkbuiltin/sounds/sounds.h"
#include "tools/mkbuiltin/sounds/synth.h"

static void add_fire(struct pak_out *pak)
{
    struct clip c = clip_make(2.6, 1);
    clip_noise(&c, 1, 201);
    clip_filter(&c, FILTER_LOW, 190, 190, 0.7);
    clip_tremble(&c, 0.5, 7);
    clip_tremble(&c, 0.3, 17);
    struct clip hiss = clip_make(2.6, 1);
    clip_noise(&hiss, 1, 202);
    clip_filter(&hiss, FILTER_BAND, 1100, 1100, 0.7);
    clip_tremble(&hiss, 0.6, 11);
    clip_add_and_free(&c, &hiss, 0, 0.06);
    struct clip sparks = clip_make(2.6, 1);
    clip_crackle(&sparks, 34, 1, 203);
    clip_filter(&sparks, FILTER_BAND, 2300, 2300, 1.6);
    clip_add_and_free(&c, &sparks, 0, 0.9);
    clip_save(&c, pak, "sound/ambience/fire1.wav", 2, 8, 0.5);
}

static void add_water(struct pak_out *pak)
{
    struct clip c = clip_make(4, 1);
    clip_noise(&c, 1, 211);
    clip_wander(&c, 260, 460, 5, 0.9);
    clip_filter(&c, FILTER_LOW, 1300, 1300, 0.7);
    clip_tremble(&c, 0.35, 3);
    for (int i = 0; i < 26; i++) {
        double pitch = 240 + 560 * noise_unit(i, 5, 212);
        const struct tone bubble = {.wave = WAVE_SINE,
                                    .at = 4 * noise_unit(i, 6, 212),
                                    .seconds = 0.11,
                                    .from = pitch,
                                    .to = pitch * 1.6,
                                    .level = 0.1 + 0.2 * noise_unit(i, 7, 212),
                                    .attack = 0.015,
                                    .fall = 0.035};
        clip_tone(&c, &bubble);
    }
    clip_save(&c, pak, "sound/ambience/water1.wav", 2, 8, 0.6);
}

static void add_wind(struct pak_out *pak)
{
    struct clip c = clip_make(5, 1);
    clip_noise(&c, 1, 221);
    clip_wander(&c, 210, 520, 2, 3);
    clip_tremble(&c, 0.4, 2);
    struct clip whistle = clip_make(5, 1);
    clip_noise(&whistle, 1, 222);
    clip_wander(&whistle, 620, 1050, 3, 14);
    clip_tremble(&whistle, 0.85, 3);
    clip_add_and_free(&c, &whistle, 0, 0.5);
    struct clip low = clip_make(5, 1);
    clip_noise(&low, 1, 223);
    clip_filter(&low, FILTER_LOW, 120, 120, 0.7);
    clip_add_and_free(&c, &low, 0, 1.2);
    clip_save(&c, pak, "sound/ambience/wind2.wav", 2, 8, 0.6);
}

void sounds_add_ambience(struct pak_out *pak)
{
    add_fire(pak);
    add_water(pak);
    add_wind(pak);
}
