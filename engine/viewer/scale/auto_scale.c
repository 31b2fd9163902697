#include "engine/viewer/scale/auto_scale.h"

#include <math.h>
#include <stdlib.h>

#include "engine/viewer/scale/picture_fit.h"

/* More pixels than these are not begun with. */
#define FIRST_PIXELS (2560.0 * 1440.0)

/* Shares of a refresh: above the first a picture is too slow, below the second, as it would be when
 * finer, it is easy. What lies between keeps the scale. */
#define TOO_SLOW 0.92
#define EASY 0.68

/* Estimated factor of the drawing time at a finer scale: at most the ratio of pixels, less because
 * part of the work is constant. 2D, enlarging and presenting do not change. */
#define MAX_GROWTH 2.0
#define MIN_GROWTH 1.6

/* Pictures come late although they are made in time: then the way to the screen takes the rest, and
 * counts, where making them takes a share worth saving. Waiting for a refresh is a part of it. */
#define LATE 1.5
#define WORTH_SAVING 0.4

/* Shares of the whole that a picture itself takes where no scale keeps the rate: above the first a
 * coarser one gains something, below the second, as it would be when finer, a finer one loses
 * little. */
#define GAINS 0.35
#define LOSES_LITTLE 0.25
/* And so small a share is no more than enlarging would take. */
#define SAVES_NOTHING 0.15

#define FIRST_PATIENCE 3.0
#define MAX_PATIENCE 240.0
/* Too slow so soon after becoming finer means that it was a mistake. */
#define REGRET_SECONDS 15.0

enum { SKIPPED = 6, SLOW_PLACE = AUTO_SCALE_PICTURES - 4 };

static void look_anew(struct auto_scale *a)
{
    a->skip = SKIPPED; /* while caches fill */
    a->seen = 0;
    a->easy_since = -1.0;
}

void auto_scale_begin(struct auto_scale *a, int width, int height)
{
    a->coarsest = 1;
    while (a->coarsest < PICTURE_SCALES && width / (a->coarsest + 1) >= AUTO_SCALE_WIDTH &&
           height / (a->coarsest + 1) >= AUTO_SCALE_HEIGHT) {
        a->coarsest++;
    }
    a->scale = 1;
    while (a->scale < a->coarsest &&
           (double)width * height / (a->scale * a->scale) > FIRST_PIXELS) {
        a->scale++;
    }
    a->patience = FIRST_PATIENCE;
    a->refined = -1.0;
    look_anew(a);
}

static int compare_doubles(const void *x, const void *y)
{
    const double a = *(const double *)x;
    const double b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static bool become_coarser(struct auto_scale *a, double now)
{
    if (a->refined >= 0.0 && now - a->refined < REGRET_SECONDS) {
        a->patience = a->patience * 2.0 < MAX_PATIENCE ? a->patience * 2.0 : MAX_PATIENCE;
    }
    a->refined = -1.0;
    if (a->scale >= a->coarsest) {
        return false;
    }
    a->scale++;
    look_anew(a);
    return true;
}

static bool become_finer(struct auto_scale *a, double now)
{
    if (a->easy_since < 0.0) {
        a->easy_since = now;
    }
    if (a->scale <= 1 || now - a->easy_since < a->patience) {
        return false;
    }
    a->scale--;
    a->refined = now;
    look_anew(a);
    return true;
}

/* High percentile of frame times, s. */
struct slow {
    double whole;   /* until shown, limited */
    double made;    /* until handed to the screen */
    double picture; /* drawing alone */
};

/* True if some scale can keep the rate. Presenting may include up to one refresh of waiting. */
static bool is_within_reach(const struct auto_scale *a, const struct slow *slow, double period)
{
    const double way = fmax(slow->whole - slow->made - period, 0.0);
    const double coarsest = pow((double)a->scale / a->coarsest, MIN_GROWTH);
    return slow->made - slow->picture + way + slow->picture * coarsest < TOO_SLOW * period;
}

static bool decide_scale(struct auto_scale *a, double now, const struct slow *slow, double period)
{
    const double growth = a->scale > 1 ? pow((double)a->scale / (a->scale - 1), MAX_GROWTH) : 1.0;
    const double finer_picture = slow->picture * growth;
    const double finer = slow->whole - slow->picture + finer_picture;
    if (slow->whole > TOO_SLOW * period) {
        const double share = slow->picture / slow->whole;
        const bool hopeless = !is_within_reach(a, slow, period);
        if (share > (hopeless ? GAINS : SAVES_NOTHING)) {
            return become_coarser(a, now);
        }
        if (hopeless && finer_picture < LOSES_LITTLE * finer) {
            return become_finer(a, now);
        }
    } else if (finer < EASY * period) {
        return become_finer(a, now);
    }
    a->easy_since = -1.0;
    return false;
}

/* Not the slowest few: a disk, another program. */
static double slow_one(double seconds[AUTO_SCALE_PICTURES])
{
    qsort(seconds, AUTO_SCALE_PICTURES, sizeof(seconds[0]), compare_doubles);
    return seconds[SLOW_PLACE];
}

bool auto_scale_add(struct auto_scale *a, double now, const struct frame_cost *cost,
                    double interval, double period)
{
    if (a->skip > 0) {
        a->skip--;
        return false;
    }
    const double made = cost->picture + cost->over + cost->upload;
    const bool late = interval > LATE * period && made > WORTH_SAVING * period;
    a->whole[a->seen] = late ? interval : made;
    a->made[a->seen] = made;
    a->picture[a->seen++] = cost->picture;
    if (a->seen < AUTO_SCALE_PICTURES) {
        return false;
    }
    a->seen = 0;
    const struct slow slow = {slow_one(a->whole), slow_one(a->made), slow_one(a->picture)};
    return decide_scale(a, now, &slow, period);
}
