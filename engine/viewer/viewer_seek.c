#include "engine/viewer/viewer_seek.h"

#include <math.h>
#include <stdio.h>

#include "engine/playback/event_stop.h"
#include "engine/playback/pov_select.h"
#include "engine/playback/transport.h"
#include "engine/viewer/audio/viewer_sound.h"
#include "engine/viewer/keys/event_filter.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "engine/viewer/saved/option_settings.h"
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

/* Shows what follows with the eyes of a frag's killer or victim, if the demo has them there. */
static bool take_eyes(struct viewer_demo *demo, enum event_eyes eyes, const struct event_stop *stop,
                      char text[POV_SELECT_TEXT])
{
    struct playback_context *player = &demo->player;
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const int slot = eyes == EVENT_EYES_KILLER   ? stop->event.player
                     : eyes == EVENT_EYES_VICTIM ? stop->event.other
                                                 : -1;
    if (slot < 0 || playback_go_time(player, stop->time) < 0) {
        return false;
    }
    const uint32_t total = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    if (!pov_select_number(players, count, (uint32_t)slot + 1, &player->scene_options.follow,
                           text)) {
        return false;
    }
    player->follow = NULL;
    return true;
}

static void seek_to_event(struct viewer_demo *demo, struct viewer_base *base, enum event_eyes eyes,
                          const struct event_stop *stop)
{
    char text[POV_SELECT_TEXT];
    transport_seek(&demo->transport, stop->time);
    if (take_eyes(demo, eyes, stop, text)) {
        viewer_say(base, "%s (%s)", stop->event.text, text);
    } else {
        viewer_say(base, "%s", stop->event.text);
    }
}

/* The nearest event of these kinds, or mark, that way. */
static bool find_stop(const struct viewer_demo *demo, bool ahead, uint32_t kinds, bool marks,
                      double lead, struct event_stop *stop)
{
    double from = ahead ? demo->transport.time : previous_from(demo);
    bool found = ahead ? event_stop_next(demo->player.timeline, from, kinds, lead, stop)
                       : event_stop_previous(demo->player.timeline, from, kinds, lead, stop);
    for (size_t i = 0; marks && i < demo->bookmarks.marks.count; i++) {
        const struct demo_mark *one = &demo->bookmarks.marks.items[i];
        const double mark = one->time;
        bool nearer = ahead ? mark > from && (!found || mark < stop->time)
                            : mark < from && (!found || mark >= stop->time);
        if (nearer) {
            found = true;
            *stop = (struct event_stop){.time = mark, .event = {.player = -1, .other = -1}};
            snprintf(stop->event.text, sizeof(stop->event.text),
                     one->name[0] ? "mark: %s" : "mark%s", one->name);
        }
    }
    return found;
}

void viewer_seek_event(struct viewer_demo *demo, struct viewer_base *base, enum event_filter filter,
                       const struct viewer_landing *landing, double amount)
{
    struct event_stop stop;
    const bool ahead = amount > 0.0;
    if (find_stop(demo, ahead, event_filter_kinds(filter), event_filter_marks(filter),
                  landing->lead, &stop)) {
        seek_to_event(demo, base, landing->eyes, &stop);
    } else {
        viewer_say(base, filter == EVENTS_ALL ? "no %s event" : "no %s event (%s)",
                   ahead ? "further" : "earlier", event_filter_name(filter));
    }
}

void viewer_begin_landing(struct viewer_landing *landing, const struct viewer_base *base)
{
    struct options options = *base->options->asked;
    option_settings_read(&base->settings, "event-lead", "", &options);
    option_settings_read(&base->settings, "event-eyes", "", &options);
    landing->lead = options.play.event_lead;
    landing->eyes = (enum event_eyes)options.play.event_eyes;
}

static void keep_landing(const struct viewer_landing *landing, struct viewer_base *base,
                         const char *setting)
{
    struct options options = *base->options->asked;
    options.play.event_lead = landing->lead;
    options.play.event_eyes = landing->eyes;
    viewer_keep(base, option_settings_write(&base->settings, setting, "", &options));
}

void viewer_cycle_lead(struct viewer_landing *landing, struct viewer_base *base)
{
    static const double leads[] = {0.0, 1.0, 2.0, 5.0};
    const double before = landing->lead;
    landing->lead = leads[0];
    for (size_t i = sizeof(leads) / sizeof(leads[0]); i-- > 0 && leads[i] > before;) {
        landing->lead = leads[i];
    }
    keep_landing(landing, base, "event-lead");
    if (landing->lead > 0.0) {
        viewer_say(base, "next and previous event: %g s before it", landing->lead);
    } else {
        viewer_say(base, "next and previous event: at the event");
    }
}

void viewer_cycle_eyes(struct viewer_landing *landing, struct viewer_base *base)
{
    static const char *const texts[EVENT_EYES] = {"whoever is followed", "the killer's",
                                                  "the victim's"};
    landing->eyes = (enum event_eyes)((landing->eyes + 1) % EVENT_EYES);
    keep_landing(landing, base, "event-eyes");
    viewer_say(base, "eyes of the next and previous frag: %s", texts[landing->eyes]);
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
    struct event_stop stop;
    if (find_stop(demo, ahead, 1u << DEMO_EVENT_LEVEL, true, 0.0, &stop)) {
        seek_to_event(demo, base, EVENT_EYES_SAME, &stop);
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
