#include "engine/viewer/audio/audio_clock.h"

#include <math.h>

/* A device that asks this much from when it should was stopped in between. */
#define LOST_AFTER 0.25
/* So far off from its nominal rate no clock is; drivers without a device are, nearly. */
#define MAX_OFF 0.1
/* Loop bandwidth, Hz: initial, and after it has settled. */
#define BAND_FIRST 1.0
#define BAND_LATER 0.1
#define LEARNING 3.0 /* s */

static void begin_estimate(struct audio_clock *clock, int rate, int64_t frames, double now)
{
    *clock = (struct audio_clock){
        .begun = true, .frames = frames, .time = now, .began = now, .seconds = 1.0 / rate};
}

void audio_clock_tick(struct audio_clock *clock, int rate, int64_t frames, double now)
{
    const double passed = (double)(frames - clock->frames) * clock->seconds;
    const double error = now - (clock->time + passed);
    if (!clock->begun || !(fabs(error) < LOST_AFTER)) {
        begin_estimate(clock, rate, frames, now);
        return;
    }
    if (frames <= clock->frames) {
        return;
    }
    const double band = now - clock->began < LEARNING ? BAND_FIRST : BAND_LATER;
    const double omega = fmin(2.0 * 3.14159265358979323846 * band * passed, 0.5);
    const double nominal = 1.0 / rate;
    clock->time += passed + 1.4142135623730951 * omega * error;
    clock->seconds += omega * omega * error / (double)(frames - clock->frames);
    clock->seconds = fmax(clock->seconds, nominal * (1.0 - MAX_OFF));
    clock->seconds = fmin(clock->seconds, nominal * (1.0 + MAX_OFF));
    clock->frames = frames;
}

double audio_clock_when(const struct audio_clock *clock, int64_t frame, double now)
{
    return clock->begun ? clock->time + (double)(frame - clock->frames) * clock->seconds : now;
}
