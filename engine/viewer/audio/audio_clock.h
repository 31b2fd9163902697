/* When the device takes a sample, by its own clock, which is neither ours nor told: learnt from
 * when it asks for samples, and smoothed, since it asks for many at once and now and then late.
 *
 * Pure: told everything. A delay-locked loop of second order. One thread. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_CLOCK_H
#define ENGINE_VIEWER_AUDIO_AUDIO_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct audio_clock { /* start from {0} */
    bool begun;
    int64_t frames; /* taken before `time`, */
    double time;    /* when the next one is, smoothed */
    double began;
    double seconds; /* a sample takes */
};

/* At `now` (s) the device, nominally of `rate` samples a second, asked for more after having taken
 * `frames`. */
void audio_clock_tick(struct audio_clock *clock, int rate, int64_t frames, double now);
/* When it takes the sample of that number; `now` where nothing is known yet. */
double audio_clock_when(const struct audio_clock *clock, int64_t frame, double now);

#endif
