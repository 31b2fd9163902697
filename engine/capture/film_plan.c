#include "engine/capture/film_plan.h"

#include <math.h>
#include <stddef.h>

/* Parses digits, with one decimal point if decimals is not NULL: *value without the point,
 * *decimals digits after it. Returns the rest of the text; NULL: no number, or above `most`. */
static const char *read_number(const char *text, uint64_t most, uint64_t *value, int *decimals)
{
    bool point = false, digits = false;
    *value = 0;
    for (;; text++) {
        if (*text == '.' && decimals && !point) {
            point = true;
        } else if (*text >= '0' && *text <= '9') {
            *value = *value * 10 + (uint64_t)(*text - '0');
            digits = true;
            if (point) {
                ++*decimals;
            }
            if (*value > most) {
                return NULL;
            }
        } else {
            return digits ? text : NULL;
        }
    }
}

/* Common NTSC rates rounded to 2 or 3 decimals mean the exact rate: 23.976 is 24000 / 1001. */
static struct film_rate name_rounded(struct film_rate rate)
{
    static const uint32_t known[] = {24, 30, 48, 60, 120};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (fabs((double)rate.num / rate.den - known[i] * 1000.0 / 1001.0) < 0.005) {
            return (struct film_rate){known[i] * 1000, 1001};
        }
    }
    return rate;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool film_rate_parse(const char *text, struct film_rate *rate)
{
    uint64_t num, den = 1;
    int decimals = 0;
    text = read_number(text, FILM_FPS_PART_MAX, &num, &decimals);
    if (!text || num == 0) {
        return false;
    }
    if (*text == '/' && decimals == 0) {
        text = read_number(text + 1, FILM_FPS_PART_MAX, &den, NULL);
    }
    const bool rounded = decimals > 0;
    for (; decimals > 0 && den <= FILM_FPS_PART_MAX; decimals--) {
        den *= 10;
    }
    if (!text || *text != '\0' || den == 0 || den > FILM_FPS_PART_MAX || num > den * FILM_FPS_MAX ||
        num * 100 < den) {
        return false;
    }
    const uint32_t divisor = common_divisor((uint32_t)num, (uint32_t)den);
    *rate = (struct film_rate){(uint32_t)num / divisor, (uint32_t)den / divisor};
    *rate = rounded ? name_rounded(*rate) : *rate;
    return true;
}

uint64_t film_stretch_frames(const struct film_stretch *stretch)
{
    const double seconds = (stretch->to - stretch->from) / stretch->speed;
    /* Demo times are floats: a stretch within 1/1000 frame above a whole count has that count. */
    const double frames = ceil(seconds * stretch->fps.num / stretch->fps.den - 1e-3);
    const double all = (frames < 1.0 ? 1.0 : frames) + (double)stretch->held;
    return all > FILM_FRAMES_MAX ? FILM_FRAMES_MAX : (uint64_t)all;
}

double film_stretch_time(const struct film_stretch *stretch, uint64_t frame, double shift)
{
    const uint64_t i = frame - stretch->first;
    const uint64_t forward = stretch->reverse ? stretch->frames - 1 - i : i;
    if (forward >= stretch->frames - stretch->held) {
        return stretch->to;
    }
    const double at = (double)forward + (stretch->reverse ? -shift : shift);
    return stretch->from + at * stretch->fps.den * stretch->speed / stretch->fps.num;
}

uint64_t film_samples_before(struct film_rate fps, uint32_t sample_rate, uint64_t frame)
{
    const uint64_t whole = frame / fps.num, rest = frame % fps.num;
    const uint64_t each = (uint64_t)sample_rate * fps.den; /* samples in num frames */
    return whole * each + rest * each / fps.num;
}

struct film_piece film_piece_of(uint64_t frames, uint32_t number, uint32_t count)
{
    return (struct film_piece){frames * (number - 1) / count, frames * number / count};
}
