/* Sound of the viewer: volume keys and settings, the device, and the open demo's soundtrack. */
#ifndef ENGINE_VIEWER_AUDIO_VIEWER_SOUND_H
#define ENGINE_VIEWER_AUDIO_VIEWER_SOUND_H

#include <stdbool.h>
#include <stdint.h>

struct viewer;
struct viewer_base;

struct audio;
struct audio_track;

enum { VIEWER_VOLUME_MAX = 150 }; /* percent */

struct viewer_sound {
    int volume; /* percent, 0..VIEWER_VOLUME_MAX */
    bool muted;
    struct audio *audio;       /* owned; NULL = disabled, or no device */
    struct audio_track *track; /* owned, the open demo's; NULL = none yet, or it failed */
    bool failed;               /* this demo's sound could not be opened */
    bool told;                 /* the missing device was reported */
    double waits_until;        /* for the device, before the first demo begins */
    /* Last play state sent to the audio thread. */
    double time, at, speed;
    bool moving, reverse;
    uint32_t jumps, slices;
    double slice_from, slice_seconds;
};

/* The volume asked for, or remembered. */
void viewer_begin_sound(struct viewer_sound *sound, const struct viewer_base *base);
/* Opens the device in another thread. */
void viewer_open_sound(struct viewer_sound *sound, struct viewer_base *base);
void viewer_end_sound(struct viewer_sound *sound);
/* Play waits for the device, for a moment, so that picture and sound begin together. */
bool viewer_sound_is_coming(const struct viewer_sound *sound, double now);
/* Tells the audio how play stands now, and opens the demo's sound once there is a device. */
void viewer_follow_sound(struct viewer *viewer, double now);
/* The demo is about to be closed: its sound is needed no more. */
void viewer_close_demo_sound(struct viewer_sound *sound);
/* After a step: plays the sound of [from, from + seconds) once. */
void viewer_hear_step(struct viewer_sound *sound, double from, double seconds);

/* Change the volume by a percentage; toggle mute. Show the new value and save it. */
void viewer_change_volume(struct viewer_sound *sound, struct viewer_base *base, double percent);
void viewer_mute(struct viewer_sound *sound, struct viewer_base *base);

#endif
