/* Sound events that Quake's and QuakeWorld's clients make themselves: impacts and explosions,
 * the chat beep, and stuffed `play` commands.
 *
 * Source: CL_ParseTEnt and CL_ParsePrint of WinQuake and QuakeWorld; the names need not be in
 * the demo's list. Random choices of the originals come from the seed. */
#ifndef ENGINE_QUAKE_QUAKE_SOUNDS_H
#define ENGINE_QUAKE_QUAKE_SOUNDS_H

#include "engine/family/demo_sounds.h"
#include "engine/quake/stufftext.h"

/* Folder that sound names are relative to. */
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

/* Handles a stuffed command: `play NAME...`, used for countdowns, emits a sound; other commands,
 * and names outside the sound folder, are ignored. Returns 0 or FORMAT_MEMORY. */
int quake_sound_command(struct demo_sounds *sounds, const struct stufftext_words *words,
                        uint32_t audience, uint32_t seed) MUST_CHECK;

#endif
