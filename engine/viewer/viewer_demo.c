#include "engine/viewer/viewer_demo.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_time.h"
#include "engine/report/report.h"
#include "engine/viewer/viewer_internal.h"

/* Nobody needs to be told that he left right after the beginning or just before the end. */
#define RESUME_MARGIN 2.0
#define TITLE_SECONDS 0.25

void viewer_close_demo(struct viewer *v)
{
    if (!v->demo.open) {
        return;
    }
    viewer_close_demo_sound(v);
    double left = v->demo.transport.time;
    bool inside =
        left > RESUME_MARGIN && left < timeline_length(v->demo.player.timeline) - RESUME_MARGIN;
    demo_bookmarks_set_resume(&v->demo.bookmarks, inside ? left : 0.0);
    if (v->demo.bookmarks.path[0] &&
        demo_bookmarks_save(&v->demo.bookmarks, v->demo.player.source.name) != 0) {
        viewer_trouble(v, "%s: %s", v->demo.bookmarks.path, strerror(errno));
    }
    viewer_end_path(v);
    demo_bookmarks_free(&v->demo.bookmarks);
    v->bad |= v->demo.told_damage ? player_is_damaged(&v->demo.player)
                                  : report_damage(&v->demo.player, &v->listener);
    player_close(&v->demo.player);
    free(v->demo.name);
    v->demo.name = NULL;
    v->demo.open = false;
}

/* A time of the command line. Only what counts from the end needs to know where that is. */
static double find_time(const struct viewer *v, const char *text, double otherwise)
{
    double time = otherwise;
    double length = INFINITY;
    if (text && (text[0] == '-' || strchr(text, '%'))) {
        (void)!timeline_wait(v->demo.player.timeline, false); /* report_damage tells of it */
        length = timeline_length(v->demo.player.timeline);
    }
    if (text && !demo_time_parse(text, length, &time)) {
        time = otherwise; /* cmd_play has checked that it is a time */
    }
    return time;
}

void viewer_follow_index(struct viewer *v)
{
    struct format_error damage;
    struct timeline_extent extent = timeline_extent(v->demo.player.timeline);
    if (extent.complete && !v->demo.told_damage) {
        v->demo.told_damage = true;
        v->bad |=
            player_damage(&v->demo.player, &damage) && report_damage(&v->demo.player, &v->listener);
    }
    if (extent.complete != v->demo.transport.complete ||
        extent.length != v->demo.transport.length) {
        transport_set_length(&v->demo.transport, extent.length, extent.complete);
        v->dirty = true;
    }
}

/* Where play begins: as the command line says, or where it stopped last time. The part to play is
 * that of the first demo: others have other lengths. */
static void begin_play(struct viewer *v)
{
    const struct viewer_options *o = v->options;
    struct transport *t = &v->demo.transport;
    char time[OSD_TIME], key[KEY_HELP_TEXT];
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
    if (v->demo.bookmarks.resume > 0.0 && o->resume) {
        transport_seek(t, v->demo.bookmarks.resume);
    } else if (o->reverse && end) {
        transport_seek(t, t->to);
    } else if (o->reverse) {
        transport_seek_share(t, 1.0);
    } else if (start) {
        transport_seek(t, t->from);
    } else if (v->demo.bookmarks.resume > 0.0 && !o->no_osd) {
        osd_format_time(time, v->demo.bookmarks.resume, 0);
        viewer_name_key(v, ACTION_RESUME, key);
        if (key[0]) {
            viewer_say(v, "%s goes on at %s, where you stopped", key, time);
        }
    }
    t->undo = -1.0; /* the beginning is no seek to undo */
}

void viewer_level(const struct viewer *v, struct demo_event *level)
{
    level->text[0] = '\0';
    timeline_previous_event(v->demo.player.timeline, nextafter(v->demo.transport.time, INFINITY),
                            1u << DEMO_EVENT_LEVEL, level);
}

void viewer_follow_title(struct viewer *v, double now)
{
    struct demo_event level;
    char title[512];
    if (now < v->demo.title_due) {
        return;
    }
    v->demo.title_due = now + TITLE_SECONDS;
    if (!v->demo.open) {
        window_set_title(v->window, "quakereel");
        return;
    }
    viewer_level(v, &level);
    const char *name = v->demo.player.source.name;
    const char *slash = strrchr(name, '/');
    name = slash && slash[1] != '\0' ? slash + 1 : name;
    snprintf(title, sizeof(title), "%s%s%s", name, level.text[0] ? " - " : "", level.text);
    window_set_title(v->window, title);
}

bool viewer_open_demo(struct viewer *v, size_t place)
{
    const struct timeline_options index = {.key_frame_bytes = v->options->seek_bytes,
                                           .background = true,
                                           .prints = true,
                                           .sounds = !v->options->sound.off};
    struct player player;
    char *name = NULL; /* the playlist may be another one while the demo is open */
    if (v->playlist.names[place] && !(name = strdup(v->playlist.names[place]))) {
        viewer_trouble(v, "no memory");
        snprintf(v->demo.open_error, sizeof(v->demo.open_error), "no memory");
        return false;
    }
    v->listener = (struct report_listener){viewer_hear, v};
    const struct player_options options = viewer_player_options(v);
    struct format_error why;
    if (report_open(&player, name, &options, &index, &v->listener, &why) < 0) {
        snprintf(v->demo.open_error, sizeof(v->demo.open_error), "%s", why.what);
        v->bad = true;
        free(name);
        return false;
    }
    viewer_end_range(v);
    viewer_close_demo(v);
    viewer_close_error(v);
    v->demo.name = name;
    v->playlist.current = place;
    v->playlist.failed_after = 0;
    osd_messages_change_demo(&v->messages);
    v->demo.told_damage = false;
    v->demo.player = player;
    v->demo.open = true;
    viewer_begin_missing(v);
    viewer_follow_light(v);
    v->demo.seen = 0.0;
    v->demo.strip = (struct seek_bar_strip){0};
    v->mouse.dragging = false;
    demo_bookmarks_load(&v->demo.bookmarks, v->demo.player.source.data, v->demo.player.source.size);
    viewer_begin_path(v);
    begin_play(v);
    v->demo.title_due = 0.0;  /* at once */
    v->picture.moved = false; /* opening it is no slow picture */
    viewer_show_bar(v);
    return true;
}

bool viewer_reopen_demo(struct viewer *v)
{
    const struct transport transport = v->demo.transport;
    const double seen = v->demo.seen;
    const bool bad = v->bad;
    const bool chosen = v->demo.player.follow == NULL; /* by keys, not by the command line */
    const uint32_t follow = v->demo.player.scene_options.follow;
    const bool recording = v->record.begun;
    v->record.begun = false;
    const bool opened = viewer_open_demo(v, v->playlist.current);
    v->record.begun = recording; /* goes on */
    if (!opened) {
        v->bad = bad; /* it plays on, as good as it was */
        return false;
    }
    const double known = v->demo.transport.length;
    v->demo.transport = transport;
    transport_set_length(&v->demo.transport, known, false);
    transport_seek(&v->demo.transport, transport.time);
    v->demo.transport.undo = transport.undo;
    v->demo.seen = seen;
    if (chosen) {
        v->demo.player.follow = NULL;
        v->demo.player.scene_options.follow = follow;
    }
    osd_messages_jump(&v->messages); /* where watching began does not matter now */
    viewer_follow_index(v);
    return true;
}
