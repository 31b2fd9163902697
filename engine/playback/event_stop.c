#include "engine/playback/event_stop.h"

#include <math.h>

#define LEVEL (1u << DEMO_EVENT_LEVEL)

/* An event at a stop's time plus the lead may be a rounding error later or earlier. */
#define ROUNDING 1e-6

enum { LEVELS_MAX = 8 /* within a lead; real demos have one */ };

/* The beginning of the level that an event is in. */
static double level_start(const struct timeline *timeline, double time)
{
    struct demo_event level;
    return timeline_previous_event(timeline, nextafter(time, INFINITY), LEVEL, &level) ? level.time
                                                                                       : 0.0;
}

static void set_stop(const struct timeline *timeline, double lead, struct event_stop *stop)
{
    const double time = stop->event.time;
    stop->time = lead > 0.0 ? fmax(time - lead, level_start(timeline, time)) : time;
}

/* Takes the candidate if it is there and nearer. */
static bool take_nearer(bool found, struct event_stop *stop, bool other_found, bool ahead,
                        const struct event_stop *other)
{
    if (other_found && (!found || (ahead ? other->time < stop->time : other->time > stop->time))) {
        *stop = *other;
    }
    return found || other_found;
}

/* Of kinds without levels, lead above 0. */
static bool find_next_led(const struct timeline *timeline, double time, uint32_t kinds, double lead,
                          struct event_stop *stop)
{
    const double to = time + lead + ROUNDING;
    struct event_stop other;
    struct demo_event level;
    bool found = timeline_next_event(timeline, to, kinds, &stop->event);
    if (found) {
        set_stop(timeline, lead, stop);
    }
    /* Soon after a level's beginning, which is after the time, the beginning is the stop. */
    if (timeline_next_event(timeline, time, LEVEL, &level) && level.time <= to &&
        timeline_next_event(timeline, nextafter(level.time, -INFINITY), kinds, &other.event)) {
        set_stop(timeline, lead, &other);
        found = take_nearer(found, stop, other.time > time, true, &other);
    }
    return found;
}

static bool find_previous_led(const struct timeline *timeline, double time, uint32_t kinds,
                              double lead, struct event_stop *stop)
{
    double before = time + lead - ROUNDING;
    for (int i = 0; i < LEVELS_MAX; i++) {
        if (!timeline_previous_event(timeline, before, kinds, &stop->event)) {
            return false;
        }
        set_stop(timeline, lead, stop);
        if (stop->time < time) {
            return true;
        }
        before = stop->time; /* the beginning of a level, after the time: not in that level */
    }
    return false;
}

/* A lead moves the stops of all events but levels. */
static bool find_stop(const struct timeline *timeline, double time, uint32_t kinds, double lead,
                      bool ahead, struct event_stop *stop)
{
    struct event_stop other;
    const uint32_t led = lead > 0.0 ? kinds & ~LEVEL : 0, exact = kinds & ~led;
    const bool found = led && (ahead ? find_next_led(timeline, time, led, lead, stop)
                                     : find_previous_led(timeline, time, led, lead, stop));
    const bool is_exact = ahead ? timeline_next_event(timeline, time, exact, &other.event)
                                : timeline_previous_event(timeline, time, exact, &other.event);
    other.time = is_exact ? other.event.time : 0.0;
    return take_nearer(found, stop, is_exact, ahead, &other);
}

bool event_stop_next(const struct timeline *timeline, double time, uint32_t kinds, double lead,
                     struct event_stop *stop)
{
    return find_stop(timeline, time, kinds, lead, true, stop);
}

bool event_stop_previous(const struct timeline *timeline, double time, uint32_t kinds, double lead,
                         struct event_stop *stop)
{
    return find_stop(timeline, time, kinds, lead, false, stop);
}
