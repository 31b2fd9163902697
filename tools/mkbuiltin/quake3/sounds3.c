#include "tools/mkbuiltin/quake3/sounds3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/mkbuiltin/sounds/synth.h"

/* By their names here and there. */
static const struct {
    const char *name, *from;
} shared[] = {
    {"sound/weapons/rocket/rocklf1a.wav", "sound/weapons/sgun1.wav"},
    {"sound/weapons/rocket/rocklx1a.wav", "sound/weapons/r_exp3.wav"},
    {"sound/weapons/machinegun/ric1.wav", "sound/weapons/ric1.wav"},
    {"sound/weapons/machinegun/ric2.wav", "sound/weapons/ric2.wav"},
    {"sound/weapons/machinegun/ric3.wav", "sound/weapons/ric3.wav"},
    {"sound/misc/ar1_pkup.wav", "sound/weapons/tink1.wav"},
    {"sound/misc/am_pkup.wav", "sound/weapons/tink1.wav"},
    {"sound/items/n_health.wav", "sound/items/health1.wav"},
    {"sound/items/l_health.wav", "sound/items/health1.wav"},
    {"sound/player/sarge/death1.wav", "sound/player/death1.wav"},
    {"sound/player/sarge/pain100_1.wav", "sound/player/pain1.wav"},
    {"sound/player/talk.wav", "sound/misc/talk.wav"},
    {"sound/world/telein.wav", "sound/misc/r_tele1.wav"},
};

static void add_shared(struct pk3_out *pk3, const struct pak_out *quake)
{
    for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++) {
        int found = 0;
        for (int j = 0; j < quake->count; j++) {
            if (strcmp(quake->files[j].name, shared[i].from) == 0) {
                const struct buf *data = &quake->files[j].data;
                buf_bytes(pk3_out_add(pk3, shared[i].name), data->data, data->size);
                found = 1;
            }
        }
        if (!found) {
            mkb_fail("%s is not in the pak", shared[i].from);
        }
    }
}

/* Noise that dies away, with a low tone under it. */
static void add_knock(struct pak_out *pak, const char *name, double seconds, int seed, double pitch,
                      double to, double thump)
{
    struct clip c = clip_make(seconds, 0);
    const struct tone low = {.wave = WAVE_SINE,
                             .seconds = seconds,
                             .from = thump,
                             .to = thump * 0.5,
                             .level = 0.8,
                             .attack = 0.002,
                             .fall = seconds * 0.25};
    clip_noise(&c, 1, seed);
    clip_filter(&c, FILTER_LOW, pitch, to, 0.8);
    clip_envelope(&c, 0.001, seconds * 0.2);
    clip_tone(&c, &low);
    clip_drive(&c, 2);
    clip_save(&c, pak, name, 2, 8, 0.7);
}

static void add_knocks(struct pak_out *pak)
{
    char name[64];
    for (int i = 1; i <= 4; i++) {
        (void)snprintf(name, sizeof(name), "sound/player/footsteps/boot%d.wav", i);
        add_knock(pak, name, 0.14, 310 + i, 1400 + 150 * i, 300, 95 + 6 * i);
        (void)snprintf(name, sizeof(name), "sound/weapons/machinegun/machgf%db.wav", i);
        add_knock(pak, name, 0.2, 320 + i, 6000 + 200 * i, 700, 150 + 8 * i);
    }
    add_knock(pak, "sound/player/land1.wav", 0.25, 331, 900, 150, 70);
    add_knock(pak, "sound/weapons/change.wav", 0.1, 332, 5200, 2600, 400);
    add_knock(pak, "sound/misc/ar2_pkup.wav", 0.16, 333, 4200, 1800, 300);
}

/* Glides from one pitch to the other. */
static void add_glide(struct pak_out *pak, const char *name, double seconds, double from, double to,
                      enum wave wave)
{
    struct clip c = clip_make(seconds, 0);
    const struct tone tone = {.wave = wave,
                              .seconds = seconds,
                              .from = from,
                              .to = to,
                              .level = 0.7,
                              .attack = 0.02,
                              .fall = seconds * 0.4,
                              .vibrato = 0.03,
                              .vibrato_rate = 9};
    clip_tone(&c, &tone);
    clip_filter(&c, FILTER_LOW, 2200, 1200, 0.8);
    clip_save(&c, pak, name, 2, 8, 0.6);
}

static void add_rocket_loop(struct pak_out *pak)
{
    struct clip c = clip_make(0.5, 1);
    clip_noise(&c, 1, 341);
    clip_filter(&c, FILTER_BAND, 500, 500, 0.9);
    clip_tremble(&c, 0.4, 9);
    clip_save(&c, pak, "sound/weapons/rocket/rockfly.wav", 2, 8, 0.6);
}

void sounds3_add(struct pk3_out *pk3, const struct pak_out *quake)
{
    struct pak_out *own = mkb_alloc(1, sizeof *own);
    add_shared(pk3, quake);
    add_knocks(own);
    add_glide(own, "sound/items/respawn1.wav", 0.6, 240, 720, WAVE_SINE);
    add_glide(own, "sound/items/damage3.wav", 0.5, 90, 70, WAVE_SAW);
    add_glide(own, "sound/world/jumppad.wav", 0.5, 130, 520, WAVE_SAW);
    add_glide(own, "sound/player/sarge/jump1.wav", 0.22, 170, 120, WAVE_SAW);
    add_glide(own, "sound/weapons/machinegun/buletby1.wav", 0.15, 2100, 900, WAVE_SINE);
    add_rocket_loop(own);
    for (int i = 0; i < own->count; i++) {
        buf_bytes(pk3_out_add(pk3, own->files[i].name), own->files[i].data.data,
                  own->files[i].data.size);
    }
    pak_out_free(own);
    free(own);
}
