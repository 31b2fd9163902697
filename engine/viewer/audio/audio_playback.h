/* What the loudspeaker gets next, as play goes: which of the demo's samples, how fast, how loud.
 *
 * At speed 1 it gets the demo's samples, bit for bit. From half to twice as fast, forward or
 * backward, they are resampled, with their pitch, or stretched without it. Outside of that, while
 * play stands and while muted there is silence. What cuts (a seek, pause, another direction or
 * speed, another demo) fades out and in over FADE, the one over the other; loudness goes to a new
 * one within GAIN_SECONDS. Nothing clicks.
 *
 * The device has a clock of its own. Where sound and picture are more than SLACK apart, sound is
 * played a little faster or slower until they are not: by DRIFT_GAIN for each second, at most
 * DRIFT_CORRECTION_MAX. Where they are more than TOO_FAR apart, it jumps there, as for a seek.
 *
 * Pure: no clock, no device, told everything. One thread. */
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

/* How play stands, as the window tells it. */
struct audio_order {
    double time, at; /* the play head stood at `time` when the clock stood at `at`, s */
    double speed;
    bool moving; /* play goes on by itself */
    bool reverse;
    uint32_t jumps; /* a seek, a loop: another number than before */
    /* A moment to be heard although play stands: another number, and the part of the demo. */
    uint32_t slices;
    double slice_from, slice_seconds;
    bool keep_pitch;
    float volume; /* 0 .. 1.5; 0 = muted */
};

enum audio_head_kind { AUDIO_SILENT, AUDIO_PLAIN, AUDIO_STRETCHED, AUDIO_SLICE };

/* What is played. Positions are samples along the direction of play (audio_reader_read). */
struct audio_head {
    enum audio_head_kind kind;
    int direction;
    double speed;
    int64_t whole;
    uint32_t part; /* 2^-32 */
    int64_t left;  /* of a slice */
};

struct audio_playback { /* start with audio_playback_init */
    int rate;
    struct audio_kernel kernel;
    struct audio_reader reader;
    struct audio_stretch stretch;
    struct audio_order order; /* the last one */
    bool ordered;
    struct audio_head head;
    double drift_correction;          /* so much faster, for the device's clock */
    int16_t tail[2 * AUDIO_FADE_MAX]; /* the rest of what was cut, faded out */
    int fade, tail_at, fade_in;       /* its samples; how many of each are done */
    int32_t gain;
    int64_t prepared; /* the block behind those the source was told to load */
};

/* rate: samples a second of the source and of what is made. */
void audio_playback_init(struct audio_playback *playback, int rate);
/* Another source from now on (NULL: none); the one before is asked for the last time in here. */
void audio_playback_source(struct audio_playback *playback, const struct audio_source *source);
/* The next `count` samples (at most AUDIO_CHUNK), of which the first is heard at `when`. */
void audio_playback_make(struct audio_playback *playback, const struct audio_order *order,
                         double when, int count, int16_t *out);
/* Lets the source load a little of what comes within the next second, while there is time. */
void audio_playback_prepare(struct audio_playback *playback);
/* How far what is heard lags behind the picture, s, as of the last samples made. Only while play is
 * heard. */
double audio_playback_lag(const struct audio_playback *playback, double when);

#endif
