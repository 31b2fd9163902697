#include "engine/viewer/scale/frame_stats.h"

#include <math.h>
#include <stdlib.h>

/* Longer intervals are ignored: the window was hidden, or the machine slept. */
#define LONGEST_INTERVAL 2.0

double frame_stats_add(struct frame_stats *p, double now, const struct frame_cost *cost,
                       bool moving)
{
    struct frame_stats_picture *picture = &p->pictures[p->next % FRAME_STATS_KEPT];
    double interval = 0.0;
    if (moving && p->count > 0) {
        interval = now - p->pictures[(p->next + FRAME_STATS_KEPT - 1) % FRAME_STATS_KEPT].shown;
        interval = interval > 0.0 && interval < LONGEST_INTERVAL ? interval : 0.0;
    }
    *picture = (struct frame_stats_picture){now, *cost, interval};
    p->next = (p->next + 1) % FRAME_STATS_KEPT;
    p->count += p->count < FRAME_STATS_KEPT;
    return interval;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

struct frame_stats_figures frame_stats_figures(const struct frame_stats *p, double now,
                                               double period)
{
    struct frame_stats_figures figures = {0};
    double draws[FRAME_STATS_KEPT], uploads[FRAME_STATS_KEPT];
    double seconds = 0.0;
    size_t drawn = 0;
    unsigned moved = 0;
    for (size_t i = 1; i <= p->count; i++) {
        const struct frame_stats_picture *picture =
            &p->pictures[(p->next + FRAME_STATS_KEPT - i) % FRAME_STATS_KEPT];
        if (drawn > 0 && now - picture->shown > 1.0) {
            break; /* the newest frame always counts */
        }
        uploads[drawn] = picture->cost.upload;
        draws[drawn++] = picture->cost.picture + picture->cost.over;
        if (picture->interval > 0.0) {
            const double refreshes = round(picture->interval / period);
            moved++;
            seconds += picture->interval;
            figures.late += refreshes > 1.0 ? (unsigned)refreshes - 1 : 0;
        }
    }
    if (drawn > 0) {
        qsort(draws, drawn, sizeof(draws[0]), compare_doubles);
        qsort(uploads, drawn, sizeof(uploads[0]), compare_doubles);
        figures.upload_median = uploads[drawn / 2];
        figures.draw_median = draws[drawn / 2];
        figures.draw_worst = draws[drawn - 1];
    }
    figures.rate = moved > 0 ? moved / seconds : 0.0;
    return figures;
}
