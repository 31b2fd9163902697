/* Draws a film's frames, with supersampling and motion blur.
 *
 * A frame is a pure function of demo, game data, playback options, time and quality. Samples are
 * averaged per colour channel, in integers, without gamma, halves rounded up:
 * - supersample N: drawn N times as wide and high; N x N pixels become one.
 * - blur N: N samples spread evenly over the shutter's time, which is centred on the frame's time,
 *   so that forward and backward films have the same frames.
 * Not thread-safe. */
#ifndef ENGINE_CAPTURE_FILM_FRAMES_H
#define ENGINE_CAPTURE_FILM_FRAMES_H

#include "engine/capture/film_plan.h"
#include "engine/playback/playback_context.h"

enum {
    FILM_SUPERSAMPLE_MAX = 8,
    FILM_BLUR_MAX = 256,
    FILM_SHARES_MAX = 256 /* supersample * supersample * blur */
};

struct film_quality {
    int supersample; /* factor per axis; 1 = off */
    int blur;        /* samples in time; 1 = off */
    double shutter;  /* degrees, 360 = the whole time of a frame */
};

struct film_frames {
    struct playback_context *player; /* borrowed */
    struct film_quality quality;
    int width, height;
    uint32_t *drawn; /* supersample * width by supersample * height; NULL = nothing is averaged */
    uint16_t *sums;  /* width * height * 3 */
};

/* Sets the player's frame size. Borrows player. Returns 0 or FORMAT_MEMORY; free in any case. */
int film_frames_open(struct film_frames *frames, struct playback_context *player, int width,
                     int height, const struct film_quality *quality) MUST_CHECK;
void film_frames_free(struct film_frames *frames);

/* Draws frame `frame` of the film: width * height pixels, 0x00RRGGBB. Returns 0 or FORMAT_MEMORY.
 */
int film_frames_draw(struct film_frames *frames, const struct film_stretch *stretch, uint64_t frame,
                     uint32_t *pixels) MUST_CHECK;

#endif
