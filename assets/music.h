/* A piece of music of the game data, at the rate of a mix: any of its samples, over and over, or
 * once and then another one over and over.
 *
 * The samples are a pure function of the file: the same wherever one begins. What an OGG decodes to
 * stays in memory, as far as it was needed: formats/media/vorbis.h says how much that is. One
 * thread. */
#ifndef ASSETS_MUSIC_H
#define ASSETS_MUSIC_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/files.h"

struct music;

/* name: without ending ("music/track02"), or two such and a line's end between them: an intro, and
 * what goes on behind it (silence, where that is not there). NAME.ogg or NAME.wav, whichever the
 * game's stronger directory has, and of both the OGG. rate: RESAMPLE_MIN_RATE .. RESAMPLE_MAX_RATE.
 * step: by the nearest sample, else windowed sinc. 0 and *music, which is NULL where there is a
 * damaged file, told in the log, or none: few have them, and that is not worth a line.
 * FORMAT_MEMORY with NULL as well. */
int music_open(struct music **music, struct files *files, const char *name, uint32_t rate,
               bool step) MUST_CHECK;
void music_close(struct music *music); /* NULL is fine */

/* `frames` of them from `position` (not negative) on, left and right side by side. Behind the end
 * it begins anew. 0 or FORMAT_MEMORY. */
int music_read(struct music *music, int64_t position, uint32_t frames, int16_t *out) MUST_CHECK;

#endif
