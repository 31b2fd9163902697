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

/* By how much more a picture takes when it is finer: less than by its pixels, since words, bar and
 * enlarging take the same. */
#define GROWTH 1.6

/* Pictures come late although they are made in time: then the way to the screen takes the rest, and
 * coarser ones help if making them takes a share worth saving, but not where the rest alone is so
 * much (waiting for a refresh is a part of it) that nothing would bring them in time. */
#define LATE 1.5
#define WORTH_SAVING 0.4
#define HOPELESS 2.0

#define FIRST_PATIENCE 3.0
#define MOST_PATIENCE 240.0
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
    a->scale = 1;
    while (a->scale < PICTURE_SCALES &&
           (double)width * height / (a->scale * a->scale) > FIRST_PIXELS) {
        a->scale++;
    }
    a->patience = FIRST_PATIENCE;
    a->refined = -1.0;
    look_anew(a);
}

static int compare(const void *x, const void *y)
{
    const double a = *(const double *)x;
    const double b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static bool become_coarser(struct auto_scale *a, double now)
{
    if (a->refined >= 0.0 && now - a->refined < REGRET_SECONDS) {
        a->patience = a->patience * 2.0 < MOST_PATIENCE ? a->patience * 2.0 : MOST_PATIENCE;
    }
    a->refined = -1.0;
    if (a->scale >= PICTURE_SCALES) {
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

bool auto_scale_add(struct auto_scale *a, double now, double draw, double interval, double period)
{
    if (a->skip > 0) {
        a->skip--;
        return false;
    }
    const bool late = interval > LATE * period && draw > WORTH_SAVING * period &&
                      interval - draw < HOPELESS * period;
    a->seconds[a->seen++] = late ? interval : draw;
    if (a->seen < AUTO_SCALE_PICTURES) {
        return false;
    }
    a->seen = 0;
    /* Not the slowest few: a disk, another program. */
    qsort(a->seconds, AUTO_SCALE_PICTURES, sizeof(a->seconds[0]), compare);
    const double slow = a->seconds[SLOW_PLACE];
    const double finer = a->scale > 1 ? pow((double)a->scale / (a->scale - 1), GROWTH) : 1.0;
    if (slow > TOO_SLOW * period) {
        return become_coarser(a, now);
    }
    if (slow * finer < EASY * period) {
        return become_finer(a, now);
    }
    a->easy_since = -1.0;
    return false;
}
