/* Estimates when the device plays a sample, from the times of its requests. Requests cover many
 * samples and arrive late now and then, so the estimate is smoothed.
 *
 * Pure: the caller supplies times. A delay-locked loop of second order. Not thread-safe. */
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

/* At `now` (s) the device, nominally of `rate` samples per second, asked for more after having
 * taken `frames`. */
void audio_clock_tick(struct audio_clock *clock, int rate, int64_t frames, double now);
/* When it takes the sample of that number; `now` where nothing is known yet. */
double audio_clock_when(const struct audio_clock *clock, int64_t frame, double now);

#endif
