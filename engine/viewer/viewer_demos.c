/* The demos the viewer plays: opening, beginning, leaving them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_time.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"

/* Nobody needs to be told that he left right after the beginning or just before the end. */
#define RESUME_MARGIN 2.0
#define TITLE_SECONDS 0.25

void viewer_close_demo(struct viewer *v)
{
    if (!v->open) {
        return;
    }
    double left = v->transport.time;
    bool inside =
        left > RESUME_MARGIN && left < timeline_length(v->player.timeline) - RESUME_MARGIN;
    demo_notes_set_resume(&v->notes, inside ? left : 0.0);
    if (v->notes.path[0] && demo_notes_save(&v->notes, v->player.source.name) != 0) {
        viewer_trouble(v, "%s: %s", v->notes.path, strerror(errno));
    }
    demo_notes_free(&v->notes);
    v->bad |=
        v->told_damage ? player_is_damaged(&v->player) : tell_damage(&v->player, &v->listener);
    player_close(&v->player);
    free(v->name);
    v->name = NULL;
    v->open = false;
}

/* A time of the command line. Only what counts from the end needs to know where that is. */
static double find_time(const struct viewer *v, const char *text, double otherwise)
{
    double time = otherwise;
    double length = INFINITY;
    if (text && (text[0] == '-' || strchr(text, '%'))) {
        timeline_wait(v->player.timeline, false);
        length = timeline_length(v->player.timeline);
    }
    if (text && !demo_time_parse(text, length, &time)) {
        time = otherwise; /* cmd_play has checked that it is a time */
    }
    return time;
}

void viewer_follow_index(struct viewer *v)
{
    struct format_error damage;
    struct timeline_extent extent = timeline_extent(v->player.timeline);
    if (extent.complete && !v->told_damage) {
        v->told_damage = true;
        v->bad |= player_damage(&v->player, &damage) && tell_damage(&v->player, &v->listener);
    }
    if (extent.complete != v->transport.complete || extent.length != v->transport.length) {
        transport_set_length(&v->transport, extent.length, extent.complete);
        v->dirty = true;
    }
}

/* Where play begins: as the command line says, or where it stopped last time. The part to play is
 * that of the first demo: others have other lengths. */
static void begin_play(struct viewer *v)
{
    const struct viewer_options *o = v->options;
    struct transport *t = &v->transport;
    char time[OSD_TIME];
    transport_init(t);
    transport_set_speed(t, o->speed);
    t->reverse = o->reverse;
    t->repeat = o->repeat;
    const char *start = v->began ? NULL : o->start, *end = v->began ? NULL : o->end;
    v->began = true;
    t->from = find_time(v, start, 0.0);
    t->to = find_time(v, end, INFINITY);
    t->to = fmax(t->from, t->to);
    viewer_follow_index(v);
    if (v->notes.resume > 0.0 && o->resume) {
        transport_seek(t, v->notes.resume);
    } else if (o->reverse && end) {
        transport_seek(t, t->to);
    } else if (o->reverse) {
        transport_seek_share(t, 1.0);
    } else if (start) {
        transport_seek(t, t->from);
    } else if (v->notes.resume > 0.0 && !o->no_osd) {
        osd_format_time(time, v->notes.resume, 0);
        viewer_say(v, "Enter goes on at %s, where you stopped", time);
    }
    t->undo = -1.0; /* the beginning is no seek to undo */
}

void viewer_level(const struct viewer *v, struct demo_event *level)
{
    level->text[0] = '\0';
    timeline_previous_event(v->player.timeline, nextafter(v->transport.time, INFINITY),
                            1u << DEMO_EVENT_LEVEL, level);
}

void viewer_follow_title(struct viewer *v, double now)
{
    struct demo_event level;
    char title[512];
    if (now < v->title_due) {
        return;
    }
    v->title_due = now + TITLE_SECONDS;
    viewer_level(v, &level);
    const char *name = v->player.source.name;
    const char *slash = strrchr(name, '/');
    name = slash && slash[1] != '\0' ? slash + 1 : name;
    snprintf(title, sizeof(title), "%s%s%s", name, level.text[0] ? " - " : "", level.text);
    window_set_title(v->window, title);
}

bool viewer_open_demo(struct viewer *v, size_t place)
{
    const struct timeline_options index = {.key_frame_bytes = v->options->seek_bytes,
                                           .background = true,
                                           .prints = true};
    struct player player;
    char *name = NULL; /* the playlist may be another one while the demo is open */
    if (v->playlist[place] && !(name = strdup(v->playlist[place]))) {
        viewer_trouble(v, "no memory");
        return false;
    }
    v->listener = (struct tell_listener){viewer_hear, v};
    const struct player_options options = viewer_player_options(v);
    const int code = tell_open(&player, name, &options, &index, &v->listener);
    if (code < 0) {
        v->bad = true;
        free(name);
        return false;
    }
    viewer_close_demo(v);
    v->name = name;
    v->current = place;
    v->failed_after = 0;
    notices_change_demo(&v->notices);
    v->told_damage = false;
    v->player = player;
    v->open = true;
    viewer_begin_missing(v);
    v->seen = 0.0;
    v->dragging = false;
    demo_notes_load(&v->notes, v->player.source.data, v->player.source.size);
    begin_play(v);
    v->title_due = 0.0; /* at once */
    v->moved = false;   /* opening it is no slow picture */
    viewer_show_bar(v);
    return true;
}

bool viewer_reopen_demo(struct viewer *v)
{
    const struct transport transport = v->transport;
    const double seen = v->seen;
    const bool bad = v->bad;
    const bool chosen = v->player.follow == NULL; /* by keys, not by the command line */
    const uint32_t follow = v->player.scene_options.follow;
    if (!viewer_open_demo(v, v->current)) {
        v->bad = bad; /* it plays on, as good as it was */
        return false;
    }
    const double known = v->transport.length;
    v->transport = transport;
    transport_set_length(&v->transport, known, false);
    transport_seek(&v->transport, transport.time);
    v->transport.undo = transport.undo;
    v->seen = seen;
    if (chosen) {
        v->player.follow = NULL;
        v->player.scene_options.follow = follow;
    }
    notices_jump(&v->notices); /* where watching began does not matter now */
    viewer_follow_index(v);
    return true;
}
