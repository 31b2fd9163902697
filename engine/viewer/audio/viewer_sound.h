/* What is heard: keys for it, what is remembered of it, and the demo's sound that goes as its
 * picture goes. */
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
    int volume; /* percent, 0 .. VIEWER_VOLUME_MAX */
    bool muted;
    struct audio *audio;       /* owned; NULL = none was asked for, or none is to be had */
    struct audio_track *track; /* owned, the open demo's; NULL = none yet, or it failed */
    bool failed;               /* this demo's sound could not be opened */
    bool told;                 /* that there is no device, or no more */
    double waits_until;        /* for the device, before the first demo begins */
    /* What the audio was last told of play. */
    double time, at, speed;
    bool moving, reverse;
    uint32_t jumps, slices;
    double slice_from, slice_seconds;
};

/* The volume asked for, or remembered. */
void viewer_begin_sound(struct viewer_sound *sound, const struct viewer_base *base);
/* Opens the device, in a thread of its own. */
void viewer_open_sound(struct viewer_sound *sound, struct viewer_base *base);
void viewer_end_sound(struct viewer_sound *sound);
/* Play waits for the device, for a moment, so that picture and sound begin together. */
bool viewer_sound_is_coming(const struct viewer_sound *sound, double now);
/* Tells the audio how play stands now, and opens the demo's sound once there is a device. */
void viewer_follow_sound(struct viewer *viewer, double now);
/* The demo is about to be closed: its sound is needed no more. */
void viewer_close_demo_sound(struct viewer_sound *sound);
/* A step went there: so much of the demo from there on is heard. */
void viewer_hear_step(struct viewer_sound *sound, double from, double seconds);

/* Louder or softer by so many percent; sound off or on. They say what it is now, and remember it.
 */
void viewer_change_volume(struct viewer_sound *sound, struct viewer_base *base, double percent);
void viewer_mute(struct viewer_sound *sound, struct viewer_base *base);

#endif
