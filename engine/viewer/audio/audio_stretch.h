/* Faster or slower sound at its own pitch: pieces of 20 ms, each laid over the end of the one
 * before where the two are most alike near the place that is due (WSOLA).
 *
 * Whole numbers and IEEE arithmetic alone: the same bits on every machine. One thread. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_STRETCH_H
#define ENGINE_VIEWER_AUDIO_AUDIO_STRETCH_H

#include "engine/viewer/audio/audio_source.h"

enum {
    AUDIO_STRETCH_HOP = 960, /* 20 ms at 48000 */
    AUDIO_STRETCH_SEEK = 480 /* how far to either side normalised_correlation is looked for */
};

struct audio_stretch {
    int direction;
    double due;      /* where the next piece should begin, along the direction of play */
    int64_t natural; /* position at which the last piece would continue */
    bool begun;
    int16_t ready[2 * AUDIO_STRETCH_HOP];
    int used; /* samples used of `ready` */
};

void audio_stretch_begin(struct audio_stretch *stretch, int direction, int64_t position);
/* Position of the next sample along the direction of play, within the search range; uses the speed
 * of the last piece. */
double audio_stretch_position(const struct audio_stretch *stretch, double speed);
void audio_stretch_make(struct audio_stretch *stretch, struct audio_reader *reader, double speed,
                        int count, int16_t *out);

#endif
