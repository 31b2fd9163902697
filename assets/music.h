/* A looped music track of the game data at the mix rate, optionally preceded by an intro; random
 * access to its samples.
 *
 * The samples are a pure function of the file and the position. Decoded parts of an OGG stay in
 * memory (see formats/media/vorbis.h). Not thread-safe. */
#ifndef ASSETS_MUSIC_H
#define ASSETS_MUSIC_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/files.h"

struct music;

/* Opens a track. name: without extension ("music/track02"), or two names separated by a line end:
 * an intro and the loop after it (missing = silence). Loads NAME.ogg or NAME.wav from the directory
 * with the higher precedence; in the same directory the OGG. rate:
 * RESAMPLE_MIN_RATE..RESAMPLE_MAX_RATE. step: nearest sample, else windowed sinc. Returns 0 or
 * FORMAT_MEMORY. *music is NULL if the file is damaged (logged) or missing (not logged: few users
 * have music files). */
int music_open(struct music **music, struct files *files, const char *name, uint32_t rate,
               bool step) MUST_CHECK;
void music_close(struct music *music); /* NULL is fine */

/* Reads `frames` interleaved stereo frames from `position` (0 or more); loops at the end. Returns 0
 * or FORMAT_MEMORY. */
int music_read(struct music *music, int64_t position, uint32_t frames, int16_t *out) MUST_CHECK;

#endif
