/* The samples of a stretch of a demo: its voices, as loud at each ear as their distance and side
 * make them.
 *
 * Sound is made in blocks of MIXER_BLOCK samples, counted from the demo's time 0. A block is a pure
 * function of the schedule, the sounds and the listener at its two ends, between which loudness
 * goes evenly from the one to the other: the same bits for a loudspeaker, a film and a seek, in any
 * order.
 *
 * Source: SND_Spatialize and S_TransferPaintBuffer of WinQuake, S_SpatializeOrigin of Quake III. */
#ifndef ENGINE_SOUND_MIXER_H
#define ENGINE_SOUND_MIXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_listener.h"
#include "engine/sound/voice_schedule.h"
#include "formats/media/pcm.h"

enum { MIXER_BLOCK = 512, MIXER_MAX_VOICES = 2048 };

/* In the exact look a voice that is cut off fades in its last samples, so many: the schedule has to
 * know what happens up to as many behind a block. */
enum { MIXER_FADE = 128 };

enum mixer_attenuation {
    MIXER_ATTENUATION_QUAKE, /* and QuakeWorld's */
    MIXER_ATTENUATION_QUAKE3
};

enum mixer_look {                /* as pictures have them */
                  MIXER_EXACT,   /* floats, loudness without steps */
                  MIXER_FAITHFUL /* the original's whole numbers: 32 levels for sounds of 8 bits,
                                    and loudness that changes once a block */
};

struct mixer_listener {
    float origin[3];   /* his eyes, Quake units */
    float right[3];    /* of length 1 */
    int32_t entity;    /* his own: what it sounds is in both ears; DEMO_SOUND_NOBODY = none is */
    uint64_t audience; /* his bit of demo_sound.audience; 0 = he is no player */
    bool own_eyes;     /* as demo_listener has it: demo_sound.own tells what is his own */
    const struct demo_place *places; /* where entities are, by ascending number; others are where */
    size_t num_places;               /* their sounds began */
};

/* How loud a sound is at the left and at the right ear. Quake: 1 is the full volume of a sound
 * straight ahead at no distance; up to 2 for one at one side. Quake III: 1 is that of a sound of
 * the listener's own, half of it that of one straight ahead; up to 1 for one at one side. */
void mixer_loudness(enum mixer_attenuation attenuation, const struct demo_sound *sound,
                    const struct mixer_listener *listener, float ears[2]);

/* The sound of that name (demo_sounds_name), one channel at the mix's rate, as long and looped as
 * the schedule was told; NULL = silence. Must stay until the next one is asked for. */
typedef const struct pcm *(*mixer_sound_fn)(void *context, uint32_t name);

/* What sounds everywhere alike, as it is in the block: what surrounds the listener, and music. */
struct mixer_unpositioned {
    const int16_t *samples; /* MIXER_BLOCK of each channel, side by side */
    int channels;           /* 1 or 2 */
    int width;              /* as struct pcm has it */
    float ends[2];          /* how loud it is at the block's two ends; 1 = full */
    bool is_music;          /* mixer_options.volume is not its affair */
};

struct mixer_options {
    enum mixer_attenuation attenuation;
    enum mixer_look look;
    float volume; /* of all, 0 .. 2 */
    mixer_sound_fn sound;
    void *context;
    const struct mixer_unpositioned *unpositioned; /* of this block */
    size_t num_unpositioned;
};

/* The samples block * MIXER_BLOCK and on, left and right side by side. ends: the listener at the
 * first of them, and at the first one behind. */
void mixer_mix(const struct mixer_options *options, const struct voice_schedule *schedule,
               int64_t block, const struct mixer_listener ends[2], int16_t out[2 * MIXER_BLOCK]);

#endif
