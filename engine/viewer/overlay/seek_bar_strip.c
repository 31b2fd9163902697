#include "engine/viewer/overlay/seek_bar_strip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/overlay/seek_bar_ticks.h"

enum { WORD = 64 /* bits */, EVENTS_AT_ONCE = 64 };

int seek_bar_num_columns(const struct seek_bar_layout *at)
{
    return at->good > SEEK_BAR_MAX_COLUMNS ? SEEK_BAR_MAX_COLUMNS : at->good;
}

int seek_bar_x_of_column(const struct seek_bar_layout *at, int column)
{
    return at->left + (int)((int64_t)column * at->good / seek_bar_num_columns(at));
}

static int column_of(const struct seek_bar_layout *at, int x)
{
    return (int)((int64_t)(x - at->left) * seek_bar_num_columns(at) / at->good);
}

/* --- one walk over the events ------------------------------------------------------------------
 */

/* Nothing later is shown. */
static double latest_time(const struct seek_bar *bar)
{
    return bar->no_spoilers ? bar->seen : (double)INFINITY;
}

/* False: those that follow are too late. */
static bool add_event(struct seek_bar_strip *strip, const struct seek_bar_layout *at,
                      const struct demo_event *event, double now)
{
    if (event->time > strip->latest) {
        return false;
    }
    const int column = column_of(at, seek_bar_x_of(at, event->time));
    strip->columns[event->kind].words[column / WORD] |= UINT64_C(1) << column % WORD;
    strip->kinds |= 1u << event->kind;
    if (event->kind == DEMO_EVENT_LEVEL && event->time <= now) {
        memcpy(strip->level, event->text, sizeof(strip->level));
        strip->level_from = event->time;
    } else if (event->kind == DEMO_EVENT_LEVEL && event->time < strip->level_until) {
        strip->level_until = event->time;
    }
    return true;
}

static void make_columns(struct seek_bar_strip *strip, const struct seek_bar *bar,
                         const struct seek_bar_layout *at)
{
    struct demo_event events[EVENTS_AT_ONCE];
    memset(strip, 0, sizeof(*strip));
    strip->num_events = bar->extent.num_events;
    strip->range = at->range;
    strip->latest = latest_time(bar);
    strip->left = at->left;
    strip->good = at->good;
    strip->level_from = (double)-INFINITY;
    strip->level_until = (double)INFINITY;
    for (uint32_t first = 0; first < strip->num_events; first += EVENTS_AT_ONCE) {
        const uint32_t left = strip->num_events - first;
        const uint32_t count = left < EVENTS_AT_ONCE ? left : EVENTS_AT_ONCE;
        timeline_events(bar->timeline, first, count, events);
        for (uint32_t i = 0; i < count; i++) {
            if (!add_event(strip, at, &events[i], bar->transport->time)) {
                return;
            }
        }
    }
}

void seek_bar_strip_follow(struct seek_bar_strip *strip, const struct seek_bar *bar,
                           const struct seek_bar_layout *at)
{
    const double now = bar->transport->time;
    const bool same = strip->num_events > 0 && strip->num_events == bar->extent.num_events &&
                      strip->range == at->range && strip->latest == latest_time(bar) &&
                      strip->left == at->left && strip->good == at->good;
    if (!same || !(now >= strip->level_from && now < strip->level_until)) {
        make_columns(strip, bar, at);
    }
}

/* --- the mouse ---------------------------------------------------------------------------------
 */

/* The first event that lies at x or to the right of it: times rise, and so do places. */
static uint32_t first_event_at(const struct seek_bar *bar, const struct seek_bar_layout *at, int x)
{
    uint32_t low = 0;
    for (uint32_t high = bar->extent.num_events; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (seek_bar_x_of(at, timeline_event(bar->timeline, middle).time) < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int seek_bar_strip_near(const struct seek_bar *bar, const struct seek_bar_layout *at, int reach,
                        struct demo_event *near)
{
    const double latest = latest_time(bar);
    int best = -1;
    if (bar->extent.num_events == 0) {
        return best;
    }
    for (uint32_t i = first_event_at(bar, at, bar->mouse_x - reach); i < bar->extent.num_events;
         i++) {
        const struct demo_event event = timeline_event(bar->timeline, i);
        const int distance = abs(seek_bar_x_of(at, event.time) - bar->mouse_x);
        if (event.time > latest || distance > reach) {
            break;
        }
        if (best < 0 || distance < best ||
            (distance == best && seek_bar_rank(event.kind) > seek_bar_rank(near->kind))) {
            best = distance;
            *near = event;
        }
    }
    return best;
}

/* --- runs --------------------------------------------------------------------------------------
 */

/* The first column from there on where something is; `count` when there is none. */
static int next_column(const struct seek_bar_columns *columns, int count, int from)
{
    while (from < count) {
        uint64_t word = columns->words[from / WORD] >> from % WORD;
        if (word == 0) {
            from = (from / WORD + 1) * WORD;
            continue;
        }
        for (; !(word & 0xff); word >>= 8) {
            from += 8;
        }
        for (; !(word & 1); word >>= 1) {
            from++;
        }
        break;
    }
    return from < count ? from : count;
}

bool seek_bar_next_run(const struct seek_bar_columns *columns, int count, int near, int from,
                       struct seek_bar_run *run)
{
    from = next_column(columns, count, from);
    if (from >= count) {
        return false;
    }
    run->from = from;
    do {
        run->to = from + 1;
        from = next_column(columns, count, run->to);
    } while (from < count && from - (run->to - 1) < near);
    return true;
}
