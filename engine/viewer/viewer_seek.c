#include "engine/viewer/viewer_seek.h"

#include <math.h>
#include <stdio.h>

#include "engine/playback/transport.h"
#include "engine/viewer/audio/viewer_sound.h"
#include "engine/viewer/keys/event_filter.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "engine/viewer/viewer_autosave.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

/* While playing, "previous" within this many seconds of a place means the place before it. */
#define PREVIOUS_GRACE 1.0

void viewer_step_updates(struct viewer_demo *demo, struct viewer_sound *sound, double amount)
{
    const struct timeline *timeline = demo->player.timeline;
    double time = demo->transport.time;
    int64_t update = timeline_update_at(timeline, time);
    bool between = time > timeline_update_time(timeline, (uint32_t)update);
    update += (int64_t)amount + (amount < 0.0 && between ? 1 : 0);
    int64_t last = (int64_t)timeline_extent(timeline).num_updates - 1;
    update = update < 0 ? 0 : update > last ? last : update;
    time = timeline_update_time(timeline, (uint32_t)update);
    transport_step_to(&demo->transport, time);
    if (update < last) {
        viewer_hear_step(sound, time, timeline_update_time(timeline, (uint32_t)update + 1) - time);
    }
}

/* The time "previous" counts from. */
static double previous_from(const struct viewer_demo *demo)
{
    return demo->transport.time - (transport_is_moving(&demo->transport) ? PREVIOUS_GRACE : 0.0);
}

static void seek_to_event(struct viewer_demo *demo, struct viewer_base *base,
                          const struct demo_event *event)
{
    transport_seek(&demo->transport, event->time);
    viewer_say(base, "%s", event->text);
}

/* The nearest event of these kinds, or mark, that way. */
static bool find_stop(const struct viewer_demo *demo, bool ahead, uint32_t kinds, bool marks,
                      struct demo_event *event)
{
    double from = ahead ? demo->transport.time : previous_from(demo);
    bool found = ahead ? timeline_next_event(demo->player.timeline, from, kinds, event)
                       : timeline_previous_event(demo->player.timeline, from, kinds, event);
    for (size_t i = 0; marks && i < demo->bookmarks.marks.count; i++) {
        const struct demo_mark *one = &demo->bookmarks.marks.items[i];
        const double mark = one->time;
        bool nearer = ahead ? mark > from && (!found || mark < event->time)
                            : mark < from && (!found || mark >= event->time);
        if (nearer) {
            found = true;
            event->time = mark;
            snprintf(event->text, sizeof(event->text), one->name[0] ? "mark: %s" : "mark%s",
                     one->name);
        }
    }
    return found;
}

void viewer_seek_event(struct viewer_demo *demo, struct viewer_base *base, enum event_filter filter,
                       double amount)
{
    struct demo_event event;
    const bool ahead = amount > 0.0;
    if (find_stop(demo, ahead, event_filter_kinds(filter), event_filter_marks(filter), &event)) {
        seek_to_event(demo, base, &event);
    } else {
        viewer_say(base, filter == EVENTS_ALL ? "no %s event" : "no %s event (%s)",
                   ahead ? "further" : "earlier", event_filter_name(filter));
    }
}

void viewer_cycle_filter(enum event_filter *filter, struct viewer_base *base)
{
    (*filter) = (enum event_filter)(((*filter) + 1) % EVENT_FILTERS);
    viewer_say(base, "next and previous event: %s", event_filter_name((*filter)));
}

/* The next or previous level or mark. */
void viewer_seek_level(struct viewer_demo *demo, struct viewer_base *base, double amount)
{
    const bool ahead = amount > 0.0;
    struct demo_event event;
    if (find_stop(demo, ahead, 1u << DEMO_EVENT_LEVEL, true, &event)) {
        seek_to_event(demo, base, &event);
    } else if (!ahead) {
        transport_seek(&demo->transport, 0.0);
    } else {
        viewer_say(base, "no further level or mark");
    }
}

void viewer_seek_percent(struct viewer_demo *demo, const struct viewer_base *base, double percent)
{
    if (base->options->asked->play.no_spoilers) { /* percent of the part already watched */
        transport_seek(&demo->transport, demo->seen * percent / 100.0);
    } else {
        transport_seek_share(&demo->transport, percent / 100.0);
    }
}

void viewer_step_frames(struct viewer_demo *demo, struct viewer_sound *sound, double amount)
{
    transport_step_to(&demo->transport, demo->transport.time + amount * TRANSPORT_FRAME);
    viewer_hear_step(sound, demo->transport.time, TRANSPORT_FRAME);
}
