#include "engine/viewer/viewer_seek.h"

#include <math.h>
#include <stdio.h>

#include "engine/viewer/viewer_internal.h"

/* While playing, "previous" within this many seconds of a place means the place before it. */
#define PREVIOUS_GRACE 1.0
#define UNMARK_WITHIN 2.0

void viewer_step_updates(struct viewer *v, double amount)
{
    const struct timeline *timeline = v->demo.player.timeline;
    double time = v->demo.transport.time;
    int64_t update = timeline_update_at(timeline, time);
    bool between = time > timeline_update_time(timeline, (uint32_t)update);
    update += (int64_t)amount + (amount < 0.0 && between ? 1 : 0);
    int64_t last = (int64_t)timeline_extent(timeline).num_updates - 1;
    update = update < 0 ? 0 : update > last ? last : update;
    time = timeline_update_time(timeline, (uint32_t)update);
    transport_step_to(&v->demo.transport, time);
    if (update < last) {
        viewer_hear_step(v, time, timeline_update_time(timeline, (uint32_t)update + 1) - time);
    }
    viewer_show_bar(v);
}

/* The time "previous" counts from. */
static double previous_from(const struct viewer *v)
{
    return v->demo.transport.time -
           (transport_is_moving(&v->demo.transport) ? PREVIOUS_GRACE : 0.0);
}

static void seek_to_event(struct viewer *v, const struct demo_event *event)
{
    transport_seek(&v->demo.transport, event->time);
    viewer_say(v, "%s", event->text);
}

/* The nearest event of these kinds, or mark, that way. */
static bool find_stop(const struct viewer *v, bool ahead, uint32_t kinds, bool marks,
                      struct demo_event *event)
{
    double from = ahead ? v->demo.transport.time : previous_from(v);
    bool found = ahead ? timeline_next_event(v->demo.player.timeline, from, kinds, event)
                       : timeline_previous_event(v->demo.player.timeline, from, kinds, event);
    for (size_t i = 0; marks && i < v->demo.bookmarks.num_marks; i++) {
        double mark = v->demo.bookmarks.marks[i];
        bool nearer = ahead ? mark > from && (!found || mark < event->time)
                            : mark < from && (!found || mark >= event->time);
        if (nearer) {
            found = true;
            event->time = mark;
            snprintf(event->text, sizeof(event->text), "mark");
        }
    }
    return found;
}

void viewer_seek_event(struct viewer *v, enum event_filter filter, double amount)
{
    struct demo_event event;
    const bool ahead = amount > 0.0;
    if (find_stop(v, ahead, event_filter_kinds(filter), event_filter_marks(filter), &event)) {
        seek_to_event(v, &event);
    } else {
        viewer_say(v, filter == EVENTS_ALL ? "no %s event" : "no %s event (%s)",
                   ahead ? "further" : "earlier", event_filter_name(filter));
    }
    viewer_show_bar(v);
}

void viewer_cycle_filter(struct viewer *v)
{
    v->filter = (enum event_filter)((v->filter + 1) % EVENT_FILTERS);
    viewer_say(v, "next and previous event: %s", event_filter_name(v->filter));
    viewer_show_bar(v);
}

/* The next or previous level or mark. */
void viewer_seek_level(struct viewer *v, double amount)
{
    const bool ahead = amount > 0.0;
    struct demo_event event;
    if (find_stop(v, ahead, 1u << DEMO_EVENT_LEVEL, true, &event)) {
        seek_to_event(v, &event);
    } else if (!ahead) {
        transport_seek(&v->demo.transport, 0.0);
    } else {
        viewer_say(v, "no further level or mark");
    }
    viewer_show_bar(v);
}

void viewer_change_mark(struct viewer *v, bool add)
{
    bool changed =
        add ? demo_bookmarks_add_mark(&v->demo.bookmarks, v->demo.transport.time)
            : demo_bookmarks_remove_mark(&v->demo.bookmarks, v->demo.transport.time, UNMARK_WITHIN);
    viewer_say(v, "%s",
               changed ? (add ? "mark added" : "mark removed")
                       : (add ? "there is a mark" : "no mark here"));
    viewer_show_bar(v);
}

void viewer_seek_percent(struct viewer *v, double percent)
{
    if (v->options->no_spoilers) { /* of what was seen: the rest is nobody's business */
        transport_seek(&v->demo.transport, v->demo.seen * percent / 100.0);
    } else {
        transport_seek_share(&v->demo.transport, percent / 100.0);
    }
}

void viewer_step_frames(struct viewer *v, double amount)
{
    transport_step_to(&v->demo.transport, v->demo.transport.time + amount * TRANSPORT_FRAME);
    viewer_hear_step(v, v->demo.transport.time, TRANSPORT_FRAME);
    viewer_show_bar(v);
}
