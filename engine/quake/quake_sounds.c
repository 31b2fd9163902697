#include "engine/quake/quake_sounds.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/dmath.h"

enum { FULL = 255, NAME_BYTES = 128, FIRST_TRACK = 2 };

/* Temporary entities that sound. */
enum {
    SPIKE = 0,
    SUPER_SPIKE = 1,
    EXPLOSION = 3,
    TAR_EXPLOSION = 4,
    WIZARD_SPIKE = 7,
    KNIGHT_SPIKE = 8
};

/* Four of five spikes ring dully, the fifth is one of three ricochets. */
static const char *spike_name(uint32_t seed)
{
    static const char *const ricochets[] = {"weapons/ric3.wav", "weapons/ric1.wav",
                                            "weapons/ric2.wav", "weapons/ric3.wav"};
    return dmath_hash(seed, 1, 0) % 5 != 0 ? "weapons/tink1.wav"
                                           : ricochets[dmath_hash(seed, 2, 0) & 3];
}

int quake_sound_effect(struct demo_sounds *sounds, uint32_t type, const float origin[3],
                       uint32_t seed)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ORIGIN,
                               .origin = {origin[0], origin[1], origin[2]},
                               .attenuation = 1.0f,
                               .entity = DEMO_SOUND_NOBODY,
                               .volume = FULL,
                               .seed = seed};
    const char *name = NULL;
    switch (type) {
    case SPIKE:
    case SUPER_SPIKE:
        name = spike_name(seed);
        break;
    case EXPLOSION:
    case TAR_EXPLOSION:
        name = "weapons/r_exp3.wav";
        break;
    case WIZARD_SPIKE:
        name = "wizard/hit.wav";
        break;
    case KNIGHT_SPIKE:
        name = "hknight/hit.wav";
        break;
    default:
        return 0;
    }
    return demo_sounds_add(sounds, &sound, QUAKE_SOUND_FOLDER, name);
}

static int add_local(struct demo_sounds *sounds, uint32_t audience, uint32_t seed, const char *name)
{
    const struct demo_sound sound = {.kind = DEMO_SOUND_START,
                                     .place = DEMO_SOUND_AT_LISTENER,
                                     .entity = DEMO_SOUND_NOBODY,
                                     .volume = FULL,
                                     .audience = audience,
                                     .seed = seed};
    return demo_sounds_add(sounds, &sound, QUAKE_SOUND_FOLDER, name);
}

int quake_sound_talk(struct demo_sounds *sounds, uint32_t audience, uint32_t seed)
{
    return add_local(sounds, audience, seed, "misc/talk.wav");
}

int quake_sound_track(struct demo_sounds *sounds, uint8_t track)
{
    const struct demo_sound sound = {.kind = DEMO_SOUND_MUSIC};
    char name[16] = "";
    if (track >= FIRST_TRACK) {
        snprintf(name, sizeof(name), "track%02u", track);
    }
    return demo_sounds_add(sounds, &sound, "music/", name);
}

/* A file of the game's sounds, named as it is from their folder. */
static bool stays_inside(const char *name)
{
    return name[0] != '\0' && name[0] != '/' && !strstr(name, "..") && !strpbrk(name, "\\:");
}

int quake_sound_command(struct demo_sounds *sounds, const struct stufftext_words *words,
                        uint32_t audience, uint32_t seed)
{
    int status = 0;
    if (words->count < 2 || !stufftext_is_command(words->at[0], "play")) {
        return 0;
    }
    for (int i = 1; status == 0 && i < words->count; i++) {
        const char *word = words->at[i];
        char name[NAME_BYTES];
        const char *ending = strchr(word, '.') ? "" : ".wav";
        const int length = snprintf(name, sizeof(name), "%s%s", word, ending);
        if (length < NAME_BYTES && stays_inside(word)) {
            status = add_local(sounds, audience, dmath_hash(seed, (uint32_t)i, 0), name);
        }
    }
    return status;
}
