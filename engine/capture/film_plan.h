/* Times and sample numbers of a film's frames.
 *
 * Each is computed from the frame number alone, never accumulated: frames can be made in any order
 * and by several processes, with the same result.
 *
 * Frame i of a stretch shows time from + i * speed / fps. A stretch has the frames before `to`, at
 * least one, then those that are held at `to`. A reversed film has the same frames and samples in
 * reverse order. */
#ifndef ENGINE_CAPTURE_FILM_PLAN_H
#define ENGINE_CAPTURE_FILM_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FILM_FPS_MAX = 1000,
    FILM_FPS_PART_MAX = 1000000, /* limit of num and of den */
    FILM_FRAMES_MAX = 2000000000,
    FILM_PIECES_MAX = 1000000
};

/* Frames per second: num / den, 1/100..FILM_FPS_MAX. */
struct film_rate {
    uint32_t num, den;
};

/* A time range of a demo. A film is one or several stretches in sequence. */
struct film_stretch {
    double from, to; /* demo seconds, from <= to */
    double speed;    /* demo seconds per film second, > 0 */
    bool reverse;
    struct film_rate fps;
    uint64_t held;   /* of its frames, those that show `to`, after the others; 0 by default */
    uint64_t first;  /* frames of the film before this stretch */
    uint64_t frames; /* frames of this stretch: film_stretch_frames */
};

/* Parses "60", "23.976" or "30000/1001". False: not a rate, or out of range. */
bool film_rate_parse(const char *text, struct film_rate *rate);

/* Frame count from from, to, speed, fps and held, 1..FILM_FRAMES_MAX. */
uint64_t film_stretch_frames(const struct film_stretch *stretch);

/* Demo time of frame `frame` of the film, [first, first + frames), plus `shift` frames (0.5 =
 * half-way to the next). */
double film_stretch_time(const struct film_stretch *stretch, uint64_t frame, double shift);

/* Samples before frame `frame`: floor(frame * sample_rate * den / num). Frame i has the samples
 * [before i, before i + 1). */
uint64_t film_samples_before(struct film_rate fps, uint32_t sample_rate, uint64_t frame);

/* Piece `number` (from 1) of `count` equal ones: frames [first, last), possibly empty. */
struct film_piece {
    uint64_t first, last;
};
struct film_piece film_piece_of(uint64_t frames, uint32_t number, uint32_t count);

#endif
