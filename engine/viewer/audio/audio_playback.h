/* Renders the next samples for the device from the demo's samples, play state and volume.
 *
 * At speed 1 the output is the demo's samples, bit for bit. At speeds 0.5..2, forward or backward,
 * they are resampled, or stretched to keep the pitch. At other speeds, while paused and while muted
 * the output is silence. At a discontinuity (seek, pause, change of direction or speed, another
 * demo) the old signal fades out and the new one fades in over FADE; volume changes take
 * GAIN_SECONDS. No clicks.
 *
 * The device has its own clock. If sound and picture are more than SLACK apart, playback speed is
 * corrected by DRIFT_GAIN times the difference in seconds, at most DRIFT_CORRECTION_MAX. If they
 * are more than TOO_FAR apart, playback jumps as for a seek.
 *
 * Pure: the caller supplies times; no clock, no device. Not thread-safe. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_PLAYBACK_H
#define ENGINE_VIEWER_AUDIO_AUDIO_PLAYBACK_H

#include "engine/sound/audio_resample.h"
#include "engine/viewer/audio/audio_source.h"
#include "engine/viewer/audio/audio_stretch.h"

#define AUDIO_FADE_SECONDS 0.008
#define AUDIO_GAIN_SECONDS 0.02
#define AUDIO_SLACK 0.003
#define AUDIO_TOO_FAR 0.1
#define AUDIO_DRIFT_GAIN 2.0
#define AUDIO_DRIFT_CORRECTION_MAX 0.03
#define AUDIO_DRIFT_CORRECTION_SLEW 0.05 /* how fast that changes */

enum {
    AUDIO_CHUNK = 256,    /* most samples made at once */
    AUDIO_FADE_MAX = 480, /* samples */
    AUDIO_GAIN_ONE = 65536
};

/* Play state at a time, set by the main thread. */
struct audio_order {
    double time, at; /* the play head was at `time` when the clock was at `at`, s */
    double speed;
    bool moving; /* time advances */
    bool reverse;
    uint32_t jumps; /* a seek, a loop: another number than before */
    /* A slice to play while paused: `slices` changes for each new one. */
    uint32_t slices;
    double slice_from, slice_seconds;
    bool keep_pitch;
    float volume; /* 0..1.5; 0 = muted */
};

enum audio_head_kind { AUDIO_SILENT, AUDIO_PLAIN, AUDIO_STRETCHED, AUDIO_SLICE };

/* Current reading position. Positions count samples along the direction of play
 * (audio_reader_read). */
struct audio_head {
    enum audio_head_kind kind;
    int direction;
    double speed;
    int64_t whole;
    uint32_t part; /* 2^-32 */
    int64_t left;  /* samples left of a slice */
};

struct audio_playback { /* start with audio_playback_init */
    int rate;
    struct audio_kernel kernel;
    struct audio_reader reader;
    struct audio_stretch stretch;
    struct audio_order order; /* the last one */
    bool ordered;
    struct audio_head head;
    double drift_correction; /* relative speed change that compensates the device's clock */
    int16_t tail[2 * AUDIO_FADE_MAX]; /* the signal before a discontinuity, faded out */
    int fade, tail_at, fade_in;       /* its samples; how many of each are done */
    int32_t gain;
    int64_t prepared; /* end of the blocks that the source was asked to load */
};

/* rate: samples per second, of source and output. */
void audio_playback_init(struct audio_playback *playback, int rate);
/* Another source from now on (NULL: none); the one before is asked for the last time in here. */
void audio_playback_source(struct audio_playback *playback, const struct audio_source *source);
/* Renders the next `count` samples, at most AUDIO_CHUNK. when: time at which the first is heard. */
void audio_playback_make(struct audio_playback *playback, const struct audio_order *order,
                         double when, int count, int16_t *out);
/* Lets the source load a part of the next second in advance. */
void audio_playback_prepare(struct audio_playback *playback);
/* Lag of the sound behind the picture at the samples rendered last, s. Valid only while sound
 * plays. */
double audio_playback_lag(const struct audio_playback *playback, double when);

#endif
