/* Watching demos in a window: keys, mouse, the bar, cameras, a playlist. */
#ifndef ENGINE_VIEWER_VIEWER_H
#define ENGINE_VIEWER_VIEWER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/playback/player.h"
#include "engine/sound/mixer.h"

/* Volumes are percent, 0 to 150. */
struct viewer_sound_options {
    bool off;        /* no device is opened */
    bool own_volume; /* volume and mute override the saved settings */
    double volume, music_volume;
    bool mute;
    bool keep_pitch; /* where play is faster or slower */
    enum mixer_look look;
};

struct viewer_options {
    struct player_options player; /* how demos are opened and drawn */
    struct viewer_sound_options sound;
    int width, height;        /* window size; 0 = default */
    const char *const *demos; /* the playlist, borrowed; none = the built-in demo */
    size_t num_demos;
    bool choose;                  /* they are an archive's: show the list to choose from */
    const char *start, *end;      /* the part to play (demo_time_parse), NULL = all */
    bool own_gamma, own_contrast; /* player.light's was asked for: not what is remembered */
    int scale; /* 1 to PICTURE_SCALES, 0 = as fast as the screen; counts where own_scale is set */
    bool own_scale;
    double speed;
    bool repeat; /* the part, or the whole demo, again and again */
    bool reverse;
    bool resume;      /* begin where watching stopped last time */
    bool no_spoilers; /* hide everything after the latest time shown */
    bool no_osd;      /* neither bar nor messages until a key asks for them */
    bool fullscreen;
    size_t seek_bytes;               /* budget of the key frames */
    int record_width, record_height; /* size of recorded films; 0 = that of the window's picture */
    const char *program;             /* that makes them, a path; NULL = this one */
};

enum viewer_end {
    VIEWER_GOOD,
    VIEWER_BAD,      /* something could not be opened, was damaged, or went wrong */
    VIEWER_NO_WINDOW /* nothing was played; why is in reason */
};

/* Plays until the user leaves. Main thread only. */
enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size);

#endif
