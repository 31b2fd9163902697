/* Source of a demo's samples, with a cache of a few blocks. Not thread-safe. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_SOURCE_H
#define ENGINE_VIEWER_AUDIO_AUDIO_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/sound/mixer.h"

struct audio_source {
    /* The samples block * MIXER_BLOCK and on, left and right side by side, counted from the demo's
     * time 0; in any order. Negative: there are none now, which is silence until it is asked again.
     */
    int (*mix)(void *context, int64_t block, int16_t out[2 * MIXER_BLOCK]);
    /* Loads what the block needs, before it is asked for; NULL = nothing to load. */
    void (*prepare)(void *context, int64_t block);
    void *context;
};

enum { AUDIO_KEPT_BLOCKS = 32 }; /* 0.34 s at 48000 */

struct audio_reader {                /* start with audio_reader_init */
    struct audio_source source;      /* mix may be NULL: silence */
    int64_t kept[AUDIO_KEPT_BLOCKS]; /* which blocks; -1 = none */
    int16_t samples[AUDIO_KEPT_BLOCKS][2 * MIXER_BLOCK];
};

void audio_reader_init(struct audio_reader *reader, const struct audio_source *source);

/* `count` samples from `first` on along the direction of play (1 or -1): backward, sample n is the
 * demo's sample -n. What lies before the demo is silence. */
void audio_reader_read(struct audio_reader *reader, int direction, int64_t first, int count,
                       int16_t *out);

#endif
