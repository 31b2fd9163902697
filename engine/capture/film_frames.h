/* The pictures of a film, drawn by a player.
 *
 * Each is a pure function of the demo, the game data, the player's options, its moment and the
 * quality. Finer pictures are averages of several, of all their pixels' colours as they are, in
 * whole numbers, a half upward:
 * - supersample N: drawn N times as wide and as high; N x N pixels become one.
 * - blur N: N pictures while the shutter is open, evenly over its time, which lies around the
 *   frame's moment: so the picture is the same forward and backward.
 * One thread. */
#ifndef ENGINE_CAPTURE_FILM_FRAMES_H
#define ENGINE_CAPTURE_FILM_FRAMES_H

#include "engine/capture/film_plan.h"
#include "engine/playback/playback_context.h"

enum {
    FILM_MOST_SUPERSAMPLE = 8,
    FILM_MOST_BLUR = 256,
    FILM_MOST_SHARES = 256 /* supersample * supersample * blur */
};

struct film_quality {
    int supersample; /* 1 = as drawn */
    int blur;        /* 1 = none */
    double shutter;  /* degrees it is open of a frame's 360: 180 is half of its time */
};

struct film_frames {
    struct playback_context *player; /* borrowed */
    struct film_quality quality;
    int width, height;
    uint32_t *drawn; /* supersample * width by supersample * height; NULL where none are averaged */
    uint16_t *sums;  /* width * height * 3 */
};

/* Sets the player's size. player outlives the frames. 0, or FORMAT_MEMORY; free in any case. */
int film_frames_open(struct film_frames *frames, struct playback_context *player, int width,
                     int height, const struct film_quality *quality) MUST_CHECK;
void film_frames_free(struct film_frames *frames);

/* Frame `frame` of the film as width * height of 0x00RRGGBB. 0 or FORMAT_MEMORY. */
int film_frames_draw(struct film_frames *frames, const struct film_stretch *stretch, uint64_t frame,
                     uint32_t *pixels) MUST_CHECK;

#endif
