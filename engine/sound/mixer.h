/* Mixer: adds up the voices of a block, with the volume that distance and direction give each ear.
 *
 * Sound is made in blocks of MIXER_BLOCK samples, counted from demo time 0. A block is a pure
 * function of the schedule, the sounds and the listener at its two ends; volume is interpolated
 * linearly between them. Playback, film and seek get the same bits, in any order.
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

/* Samples over which a voice that is cut off fades out (exact only). The schedule has to be known
 * this far beyond a block. */
enum { MIXER_FADE = 128 };

enum mixer_attenuation {
    MIXER_ATTENUATION_QUAKE, /* also QuakeWorld */
    MIXER_ATTENUATION_QUAKE3
};

enum mixer_look {                /* as --sound selects */
                  MIXER_EXACT,   /* floats, continuous volume */
                  MIXER_FAITHFUL /* the original's integers: 32 volume levels for 8-bit sounds,
                                    constant volume within a block */
};

struct mixer_listener {
    float origin[3];   /* camera position, Quake units */
    float right[3];    /* unit vector */
    int32_t entity;    /* its sounds are not attenuated; DEMO_SOUND_NOBODY = none */
    uint64_t audience; /* the player's bit of demo_sound.audience; 0 = not a player */
    bool own_eyes;     /* as in demo_listener: demo_sound.own marks the listener's sounds */
    const struct demo_place *places; /* origins of entities, by ascending number; sounds of other */
    size_t num_places;               /* entities stay at the origin of their event */
};

/* Volume of a sound at the left and right ear. Quake, 0..2: 1 = a sound at distance 0 straight
 * ahead, 2 = fully to one side. Quake III, 0..1: 1 = the listener's own sound or fully to one side,
 * 0.5 = straight ahead. */
void mixer_loudness(enum mixer_attenuation attenuation, const struct demo_sound *sound,
                    const struct mixer_listener *listener, float ears[2]);

/* Returns the sound with that name index (demo_sounds_name): mono, at the mix rate, with the length
 * and loop that were reported to the schedule; NULL = silence. Valid until the next call. */
typedef const struct pcm *(*mixer_sound_fn)(void *context, uint32_t name);

/* Non-positional source, already rendered for this block: ambient loops, music. */
struct mixer_unpositioned {
    const int16_t *samples; /* MIXER_BLOCK frames, interleaved */
    int channels;           /* 1 or 2 */
    int width;              /* bytes per sample of the source file, as in struct pcm */
    float ends[2];          /* volume at the block's two ends; 1 = full */
    bool is_music;          /* music ignores mixer_options.volume */
};

struct mixer_options {
    enum mixer_attenuation attenuation;
    enum mixer_look look;
    float volume; /* master volume, 0..2 */
    mixer_sound_fn sound;
    void *context;
    const struct mixer_unpositioned *unpositioned; /* sources of this block */
    size_t num_unpositioned;
};

/* Mixes samples [block * MIXER_BLOCK, (block + 1) * MIXER_BLOCK) into interleaved stereo. `ends`:
 * the listener at the first sample and at the one after the last. */
void mixer_mix(const struct mixer_options *options, const struct voice_schedule *schedule,
               int64_t block, const struct mixer_listener ends[2], int16_t out[2 * MIXER_BLOCK]);

#endif
