/* The options of what is heard, in a window or in a file. */
#ifndef ENGINE_COMMANDS_OPTIONS_SOUND_H
#define ENGINE_COMMANDS_OPTIONS_SOUND_H

#include "engine/commands/options.h"
#include "engine/sound/mixer.h"

struct sound_choice {
    enum mixer_look look;
    double volume;       /* of all, percent, 0 to 150 */
    double music_volume; /* of music besides, likewise */
    bool own_volume;     /* volume was asked for */
};

/* The exact look, all volumes 100. */
struct sound_choice sound_choice_default(void);

/* With the empty one that ends the table. */
enum { OPTIONS_SOUND = 4 };

/* Their values go to choice. */
void options_fill_sound(struct option table[OPTIONS_SOUND], struct sound_choice *choice);

#endif
