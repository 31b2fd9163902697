/* Options: sound. */
#include "engine/options/option_row.h"
#include "engine/playback/soundtrack.h"

static const struct option_word looks[] = {
    {"exact", MIXER_EXACT}, {"faithful", MIXER_FAITHFUL}, {NULL, 0}};
static const struct option_word pitches[] = {{"change", false}, {"keep", true}, {NULL, 0}};

enum { VOLUME_MAX = 150, HEARD = FOR(PLAY) | FOR(SOUND) | FOR(RENDER) };

static const struct option_row rows[] = {
    {.name = "no-sound",
     .help = "no sound; the window opens no device",
     OPTION_SWITCH(sound.off),
     .commands = FOR(PLAY) | FOR(RENDER)},
    {.name = "sound",
     .value = "LOOK",
     .help = "the mixer's arithmetic, faithful with the original's 32 volume levels",
     OPTION_ENUM(sound.look, looks),
     .initial = "exact",
     .commands = HEARD},
    {.name = "volume",
     .value = "N",
     .help = "volume of everything, percent",
     OPTION_INT(sound.volume, 0, VOLUME_MAX),
     .initial = "100",
     .unset = "100; in the window as it was left",
     .setting = "volume",
     .commands = HEARD,
     .flags = OPTION_OF_WINDOW},
    {.name = "music-volume",
     .value = "N",
     .help = "volume of music, percent, on top of --volume",
     OPTION_DOUBLE(sound.music_volume, 0, VOLUME_MAX),
     .initial = "100",
     .commands = HEARD},
    {.name = "mute",
     .help = "start muted (the key m unmutes)",
     OPTION_SWITCH(sound.mute),
     .setting = "muted",
     .commands = FOR(PLAY)},
    {.name = "no-music",
     .help = "no music",
     OPTION_SWITCH(sound.no_music),
     .commands = FOR(SOUND) | FOR(RENDER)},
    {.name = "rate",
     .value = "N",
     .help = "samples per second",
     OPTION_INT(sound.rate, SOUNDTRACK_MIN_RATE, SOUNDTRACK_MAX_RATE),
     .initial = "48000",
     .commands = FOR(SOUND) | FOR(RENDER)},
    {.name = "pitch",
     .value = "WHAT",
     .help = "keep or change the pitch at speeds from 0.5 to 2",
     OPTION_BOOL_ENUM(sound.keep_pitch, pitches),
     .initial = "change",
     .commands = FOR(PLAY)},
};

const struct option_table option_rows_sound = {OPTIONS_SOUND, rows, sizeof(rows) / sizeof(rows[0])};
