#include "engine/commands/options_sound.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VOLUME = 150 };

struct sound_choice sound_choice_default(void)
{
    return (struct sound_choice){.look = MIXER_EXACT, .volume = 100.0, .music_volume = 100.0};
}

static bool take_look(void *target, const char *text)
{
    struct sound_choice *choice = target;
    const bool faithful = strcmp(text, "faithful") == 0;
    choice->look = faithful ? MIXER_FAITHFUL : MIXER_EXACT;
    return faithful || strcmp(text, "exact") == 0;
}

static bool take_volume(void *target, const char *text)
{
    struct sound_choice *choice = target;
    int percent;
    if (!options_parse_int(text, 0, MOST_VOLUME, &percent)) {
        return false;
    }
    choice->volume = percent;
    choice->own_volume = true;
    return true;
}

void options_fill_sound(struct option table[OPTIONS_SOUND], struct sound_choice *choice)
{
    const struct option options[OPTIONS_SOUND] = {
        {"sound", "LOOK", "exact (default), or faithful: the original's 32 levels and resampling",
         .parse = take_look, .target = choice, .range = "exact or faithful"},
        {"volume", "N", "of all, 0 to 150 percent (100; in a window as it was left)",
         .parse = take_volume, .target = choice, .least = 0, .most = MOST_VOLUME},
        {"music-volume", "N", "of music besides, 0 to 150 percent (100)",
         .real = &choice->music_volume, .low = 0.0, .high = MOST_VOLUME},
        {.name = NULL},
    };
    memcpy(table, options, sizeof options);
}
