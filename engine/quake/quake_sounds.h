/* What Quake's and QuakeWorld's clients sound by themselves: impacts and explosions, the beep of
 * talk, and what a server stuffs with `play`. Plain events for who listens.
 *
 * Source: CL_ParseTEnt and CL_ParsePrint of WinQuake and QuakeWorld; the names need not be in the
 * demo's list. What the originals leave to chance comes from the seed. */
#ifndef ENGINE_QUAKE_QUAKE_SOUNDS_H
#define ENGINE_QUAKE_QUAKE_SOUNDS_H

#include "engine/family/demo_sounds.h"

/* Where a sound's names begin: below this folder. */
#define QUAKE_SOUND_FOLDER "sound/"

/* demo_family.ambiences: of water and sky; slime and lava never had one. */
#define QUAKE_AMBIENCES                                                                            \
    {                                                                                              \
        QUAKE_SOUND_FOLDER "ambience/water1.wav", QUAKE_SOUND_FOLDER "ambience/wind2.wav"          \
    }

/* A temporary entity at a place. type: its number, the same in both games up to 11 (DEM 1.0.9
 * section 7.24); most have no sound. 0 or FORMAT_MEMORY. */
int quake_sound_effect(struct demo_sounds *sounds, uint32_t type, const float origin[3],
                       uint32_t seed) MUST_CHECK;

/* Somebody talks. audience as in struct demo_sound. 0 or FORMAT_MEMORY. */
int quake_sound_talk(struct demo_sounds *sounds, uint32_t audience, uint32_t seed) MUST_CHECK;

/* A CD's track plays, over and over: the file music/trackNN. A CD of Quake has data in the place of
 * track 1, and there is no track 0: then music ends. 0 or FORMAT_MEMORY. */
int quake_sound_track(struct demo_sounds *sounds, uint8_t track) MUST_CHECK;

/* The words of a stuffed command: `play NAME...`, which tells of countdowns and the like, is a
 * sound; all else, and names that lead out of the folder of sounds, are nothing. 0 or
 * FORMAT_MEMORY. */
int quake_sound_command(struct demo_sounds *sounds, char *const words[], int count,
                        uint32_t audience, uint32_t seed) MUST_CHECK;

#endif
