/* Which moments of a demo the frames and samples of a film show.
 *
 * A plan is arithmetic on its numbers alone, and nothing in it is added up from frame to frame: so
 * frames and samples can be made in any order, in pieces, by several processes, and are the same.
 *
 * Frame i of a stretch shows from + i * speed / fps; frames whose time lies before `to` belong to
 * it, and one does in any case. Backward a film is the same film from its end to its beginning:
 * the same pictures and the same samples in reverse order. */
#ifndef ENGINE_CAPTURE_FILM_PLAN_H
#define ENGINE_CAPTURE_FILM_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FILM_MOST_FPS = 1000,
    FILM_MOST_FPS_PART = 1000000,  /* numerator or denominator */
    FILM_MOST_FRAMES = 2000000000, /* of a film */
    FILM_MOST_PIECES = 1000000
};

/* Frames a second: num / den, from 1 / 100 up to FILM_MOST_FPS. */
struct film_rate {
    uint32_t num, den;
};

/* What of a demo goes into a film. A film is made of one or several stretches, one after the other.
 */
struct film_stretch {
    double from, to; /* demo seconds, from <= to */
    double speed;    /* demo seconds a second, greater than 0 */
    bool reverse;
    struct film_rate fps;
    uint64_t first;  /* the film's frames before this stretch */
    uint64_t frames; /* of this stretch: film_stretch_frames */
};

/* "60", "23.976", "30000/1001". False: none, or out of bounds. */
bool film_rate_parse(const char *text, struct film_rate *rate);

/* How many frames from, to, speed and fps make; at least 1, at most FILM_MOST_FRAMES. */
uint64_t film_stretch_frames(const struct film_stretch *stretch);

/* The demo time of frame `frame` of the film (first <= frame < first + frames), and `shift` frames
 * later: a half is half-way to the next one. */
double film_stretch_time(const struct film_stretch *stretch, uint64_t frame, double shift);

/* Samples of a film before its frame `frame`: floor(frame * sample_rate * den / num). Its frame i
 * is heard with the samples from that of i up to that of i + 1. */
uint64_t film_samples_before(struct film_rate fps, uint32_t sample_rate, uint64_t frame);

/* Piece `number` (from 1) of `count` equal ones of a film: frames first .. last - 1, perhaps none.
 */
struct film_piece {
    uint64_t first, last;
};
struct film_piece film_piece_of(uint64_t frames, uint32_t number, uint32_t count);

#endif
