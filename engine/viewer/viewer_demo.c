#include "engine/viewer/viewer_demo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/playback/demo_place.h"
#include "engine/report/report.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/saved/play_history.h"
#include "engine/viewer/viewer_autosave.h"
#include "engine/viewer/viewer_internal.h"

#define TITLE_SECONDS 0.25

void viewer_close_demo(struct viewer_demo *demo, struct viewer_path *path,
                       struct viewer_sound *sound, struct viewer_base *base)
{
    if (!demo->open) {
        return;
    }
    viewer_close_demo_sound(sound);
    viewer_note_place(demo);
    viewer_save_bookmarks(demo, base, SAVED_WAIT);
    (void)!play_history_note(demo->name, (int64_t)time(NULL)); /* it is a list only */
    viewer_end_path(path);
    demo_bookmarks_free(&demo->bookmarks);
    base->bad |= demo->told_damage ? playback_is_damaged(&demo->player)
                                   : report_damage(&demo->player, &base->listener);
    report_missing(&demo->player, NULL);
    speed_trace_free(&demo->speeds);
    playback_close(&demo->player);
    free(demo->name);
    demo->name = NULL;
    demo->open = false;
}

/* A place of the command line. Only what counts from the end, or is looked for, waits for the
 * index.
 */
static double find_time(const struct viewer_demo *demo, struct viewer_base *base, const char *text,
                        double otherwise)
{
    struct demo_place_found place;
    struct demo_places places = {.timeline = demo->player.timeline,
                                 .length = INFINITY,
                                 .marks = demo->bookmarks.marks.items,
                                 .num_marks = demo->bookmarks.marks.count};
    if (!text) {
        return otherwise;
    }
    if (demo_place_needs_index(text)) {
        (void)!timeline_wait(demo->player.timeline, false); /* report_damage prints the error */
        places.length = timeline_length(demo->player.timeline);
    }
    if (demo_place_find(text, &places, &place) == DEMO_PLACE_MISSING) {
        viewer_say(base, "there is no %s", text);
        return otherwise;
    }
    return place.seconds;
}

void viewer_follow_index(struct viewer_demo *demo, struct viewer_base *base)
{
    struct format_error damage;
    struct timeline_extent extent = timeline_extent(demo->player.timeline);
    if (extent.complete && !demo->told_damage) {
        demo->told_damage = true;
        base->bad |= playback_damage(&demo->player, &damage) &&
                     report_damage(&demo->player, &base->listener);
    }
    if (extent.complete != demo->transport.complete || extent.length != demo->transport.length) {
        transport_set_length(&demo->transport, extent.length, extent.complete);
        base->dirty = true;
    }
}

/* Seeks to the start: from the options, or the saved resume position. The options apply to the
 * first demo only, because others differ in length. */
static void begin_play(struct viewer_demo *demo, struct viewer_base *base)
{
    const struct options *o = base->options->asked;
    struct transport *t = &demo->transport;
    char time[OSD_TIME], key[KEY_HELP_TEXT];
    transport_init(t);
    transport_set_speed(t, o->speed);
    t->reverse = o->reverse;
    t->repeat = o->play.repeat;
    const char *start = demo->began ? NULL : o->from, *end = demo->began ? NULL : o->to;
    demo->began = true;
    t->from = find_time(demo, base, start, 0.0);
    t->to = find_time(demo, base, end, INFINITY);
    t->to = fmax(t->from, t->to);
    viewer_follow_index(demo, base);
    if (demo->resume > 0.0 && o->play.resume) {
        transport_seek(t, demo->resume);
    } else if (o->reverse && end) {
        transport_seek(t, t->to);
    } else if (o->reverse) {
        transport_seek_share(t, 1.0);
    } else if (start) {
        transport_seek(t, t->from);
    } else if (demo->resume > 0.0 && !o->play.no_osd) {
        osd_format_time(time, demo->resume, 0);
        viewer_name_key(base, ACTION_RESUME, key);
        if (key[0]) {
            viewer_say(base, "%s goes on at %s, where you stopped", key, time);
        }
    }
    t->undo = -1.0; /* the beginning is no seek to undo */
}

void viewer_level(const struct viewer_demo *demo, struct demo_event *level)
{
    level->text[0] = '\0';
    timeline_previous_event(demo->player.timeline, nextafter(demo->transport.time, INFINITY),
                            1u << DEMO_EVENT_LEVEL, level);
}

void viewer_follow_title(struct viewer_demo *demo, struct window *window, double now)
{
    struct demo_event level;
    char title[512];
    if (now < demo->title_due) {
        return;
    }
    demo->title_due = now + TITLE_SECONDS;
    if (!demo->open) {
        window_set_title(window, "quakereel");
        return;
    }
    viewer_level(demo, &level);
    const char *name = demo->player.source.name;
    const char *slash = strrchr(name, '/');
    name = slash && slash[1] != '\0' ? slash + 1 : name;
    snprintf(title, sizeof(title), "%s%s%s", name, level.text[0] ? " - " : "", level.text);
    window_set_title(window, title);
}

/* name: as viewer_demo.name. */
static bool names_open_demo(const struct viewer_demo *demo, const char *name)
{
    return demo->open && (name ? demo->name && strcmp(name, demo->name) == 0 : !demo->name);
}

bool viewer_open_demo(struct viewer *v, size_t place)
{
    const struct timeline_options index = {.key_frame_bytes =
                                               options_seek_bytes(v->base.options->asked),
                                           .background = true,
                                           .prints = true,
                                           .sounds = !v->base.options->asked->sound.off};
    struct playback_context player;
    char *name = NULL; /* the playlist may be another one while the demo is open */
    if (v->playlist.names[place] && !(name = strdup(v->playlist.names[place]))) {
        viewer_trouble(&v->base, "out of memory");
        snprintf(v->demo.open_error, sizeof(v->demo.open_error), "out of memory");
        return false;
    }
    v->base.listener = (struct report_listener){viewer_hear, &v->base};
    struct playback_options options = viewer_player_options(&v->data, &v->base);
    options.overbright = v->picture.overbright;
    options.look = v->picture.look;
    options.views = v->views.options;
    const struct beside_options beside =
        viewer_beside_of(&v->beside, !v->demo.began || names_open_demo(&v->demo, name));
    options.beside = beside;
    options.beside.optional = v->demo.began;
    const char *who = v->demo.open ? v->demo.player.follow : NULL;
    if (who && follow_target_find(who) != FOLLOW_PLAYER) {
        options.follow = who; /* as the key chose; outlives the demo */
    }
    options.ghosts.optional = v->demo.began; /* they were asked for beside the first demo */
    struct format_error why;
    if (report_open(&player, name, &options, &index, &v->base.listener, &why) < 0) {
        snprintf(v->demo.open_error, sizeof(v->demo.open_error), "%s", why.what);
        v->base.bad = true;
        free(name);
        return false;
    }
    viewer_end_range(v);
    viewer_end_clip(&v->clip, &v->demo, &v->base);
    viewer_close_demo(&v->demo, &v->path, &v->sound, &v->base);
    viewer_end_preview(&v->preview);
    v->marks.name.shown = false; /* what is typed and listed is of the old demo */
    v->chooser.shown = v->chooser.shown && !v->chooser.of_marks;
    viewer_close_error(&v->error, &v->base);
    v->demo.name = name;
    v->playlist.current = place;
    v->playlist.elsewhere = false;
    v->playlist.failed_after = 0;
    osd_messages_change_demo(&v->base.messages);
    v->demo.told_damage = false;
    v->demo.player = player;
    v->demo.open = true;
    v->beside.options = beside;
    viewer_begin_missing(&v->data, &v->demo);
    viewer_follow_light(&v->picture, &v->base, &v->demo);
    v->demo.seen = 0.0;
    v->demo.strip = (struct seek_bar_strip){0};
    v->mouse.dragging = false;
    demo_bookmarks_load(&v->demo.bookmarks, v->demo.player.source.data, v->demo.player.source.size);
    v->demo.resume = v->demo.bookmarks.resume;
    v->demo.was_moving = v->demo.told_unsaved = false;
    viewer_begin_path(&v->path, &v->demo, &v->base);
    begin_play(&v->demo, &v->base);
    v->demo.title_due = 0.0;  /* at once */
    v->picture.moved = false; /* opening it is no slow picture */
    viewer_show_bar(&v->bar, &v->base);
    return true;
}

bool viewer_reopen_demo(struct viewer *v)
{
    const struct transport transport = v->demo.transport;
    const double seen = v->demo.seen, resume = v->demo.resume;
    const bool bad = v->base.bad;
    const bool chosen = v->demo.player.follow == NULL; /* by keys, not by the command line */
    const uint32_t follow = v->demo.player.scene_options.follow;
    const char *others = v->views.options.others;
    char names[VIEW_NAMES];
    const bool recording = v->record.begun, clipping = v->clip.begun;
    v->record.begun = v->clip.begun = false;
    view_set_names(&v->demo.player.views, names);
    v->views.options.others = names;
    const bool opened = viewer_open_demo(v, v->playlist.current);
    v->views.options.others = others;
    v->record.begun = recording; /* recording continues */
    v->clip.begun = clipping;
    if (!opened) {
        v->base.bad = bad; /* the old demo stays open */
        return false;
    }
    const double known = v->demo.transport.length;
    v->demo.transport = transport;
    transport_set_length(&v->demo.transport, known, false);
    transport_seek(&v->demo.transport, transport.time);
    v->demo.transport.undo = transport.undo;
    v->demo.seen = seen;
    v->demo.resume = resume;
    if (chosen) {
        v->demo.player.follow = NULL;
        v->demo.player.scene_options.follow = follow;
    }
    osd_messages_jump(&v->base.messages); /* where watching began does not matter now */
    viewer_follow_index(&v->demo, &v->base);
    return true;
}
