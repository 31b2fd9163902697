#include "engine/viewer/viewer_chooser.h"

#include <stdio.h>
#include <time.h>

#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/viewer_internal.h"
#include "engine/viewer/viewer_listing.h"

_Static_assert((int)CHOOSER_TOLD > (int)DEMO_FACTS_COLUMNS + 17, "a text about a demo fits");

/* Level, length, players and date in columns, and when it was watched last. */
static void tell_demo(void *context, const char *name, char text[CHOOSER_TOLD])
{
    struct viewer *v = context;
    char facts[DEMO_FACTS_TEXT], seen[24] = "";
    demo_facts_get(v->facts, name, facts);
    const time_t seconds = (time_t)play_history_find(&v->history, name);
    struct tm date;
    if (seconds > 0 && localtime_r(&seconds, &date)) {
        strftime(seen, sizeof(seen), " seen %Y-%m-%d", &date);
    }
    if (seen[0] != '\0') {
        snprintf(text, CHOOSER_TOLD, "%-*.*s%s", DEMO_FACTS_COLUMNS, DEMO_FACTS_COLUMNS, facts,
                 seen);
    } else {
        snprintf(text, CHOOSER_TOLD, "%s", facts);
    }
}

struct chooser_list viewer_chooser_list(struct viewer *v)
{
    const struct viewer_playlist *playlist = &v->playlist;
    if (v->chooser.of_marks) {
        return viewer_marks_list(&v->marks, &v->demo);
    }
    return (struct chooser_list){.names = playlist->names,
                                 .count = playlist->count,
                                 .current = playlist->elsewhere ? SIZE_MAX : playlist->current,
                                 .order = viewer_listing_order(playlist->order),
                                 .kind = CHOOSER_DEMOS,
                                 .tell = v->facts ? tell_demo : NULL,
                                 .context = v};
}

void viewer_show_list(struct chooser *chooser, struct viewer_playlist *playlist,
                      struct viewer_mouse *mouse, struct viewer_base *base)
{
    if (chooser->shown) {
        viewer_hide_list(chooser, base);
        return;
    }
    (void)!(playlist->count == 1 && viewer_take_neighbours(playlist, chooser));
    if (mouse->flying) {
        viewer_set_flying(mouse, false);
    }
    chooser_open(chooser, playlist->current);
    base->dirty = true;
}

void viewer_offer_list(struct chooser *chooser, struct viewer_demo *demo,
                       const struct viewer_playlist *playlist, struct viewer_base *base)
{
    demo->transport.paused = true;
    osd_messages_jump(
        &base->messages); /* what keys do over the demo is not what they do in the list */
    chooser_open(chooser, playlist->current);
}

void viewer_follow_list(struct viewer *v)
{
    const bool shown = v->chooser.shown && !v->chooser.of_marks;
    if (shown && !v->facts) {
        v->facts = demo_facts_begin();
    }
    if (shown && !v->has_history) {
        play_history_load(&v->history);
    } else if (!shown) {
        play_history_free(&v->history);
    }
    v->has_history = shown;
    v->base.dirty |= v->facts && demo_facts_is_new(v->facts);
}

void viewer_hide_list(struct chooser *chooser, struct viewer_base *base)
{
    chooser->shown = false;
    base->dirty = true;
}

/* Goes to the selected mark, unless the demo has changed meanwhile. */
static void go_to_mark(struct viewer *v)
{
    const struct demo_marks *marks = &v->demo.bookmarks.marks;
    if (v->demo.open && v->chooser.selected < marks->count) {
        transport_seek(&v->demo.transport, marks->items[v->chooser.selected].time);
    }
}

/* Plays the selected demo, or continues the open one. In the list of marks, goes to the selected
 * one. */
static void open_selected(struct viewer *v)
{
    const size_t place = v->chooser.selected;
    const struct chooser_list list = viewer_chooser_list(v);
    if (!chooser_has_choice(&v->chooser, &list)) {
        return;
    }
    viewer_hide_list(&v->chooser, &v->base);
    if (v->chooser.of_marks) {
        go_to_mark(v);
    } else if (place == v->playlist.current && !v->playlist.elsewhere && v->demo.open) {
        v->demo.transport.paused = false;
    } else if (viewer_open_demo(v, place)) {
        viewer_say_place(&v->playlist, &v->base);
    } else {
        viewer_show_error(v, place, v->demo.open_error);
    }
}

void viewer_chooser_text(struct viewer *v, char character)
{
    const struct chooser_list list = viewer_chooser_list(v);
    (void)!chooser_type(&v->chooser, &list, character);
    v->base.dirty = true;
}

bool viewer_chooser_key(struct viewer *v, const struct input_event *event)
{
    const int32_t code = event->key.code;
    const struct chooser_list list = viewer_chooser_list(v);
    const struct picture_fit *fit = &v->picture.fit;
    const double page = (double)chooser_page(fit->canvas_width, fit->canvas_height, list.count);
    const bool types = keycode_types(code) && !(event->mods & (KEY_CTRL | KEY_ALT));
    v->base.dirty = true;
    switch (code) {
    case KEYCODE_UP:
    case KEYCODE_DOWN:
        chooser_move(&v->chooser, &list, code == KEYCODE_UP ? -1.0 : 1.0);
        return true;
    case KEYCODE_PAGEUP:
    case KEYCODE_PAGEDOWN:
        chooser_move(&v->chooser, &list, code == KEYCODE_PAGEUP ? -page : page);
        return true;
    case KEYCODE_HOME:
    case KEYCODE_END:
        chooser_move(&v->chooser, &list, (code == KEYCODE_HOME ? -1.0 : 1.0) * (double)list.count);
        return true;
    case KEYCODE_TAB:
        if (!v->chooser.of_marks) {
            viewer_sort_list(v);
        }
        return true;
    case KEYCODE_LEFT:
    case KEYCODE_RIGHT:
        if (!v->chooser.of_marks && code == KEYCODE_LEFT) {
            viewer_list_folder_above(v);
        } else if (!v->chooser.of_marks) {
            viewer_list_folder_of_selected(v);
        }
        return true;
    case KEYCODE_RETURN:
    case KEYCODE_KP_ENTER:
        open_selected(v);
        return true;
    case KEYCODE_ESCAPE:
        if (!chooser_show_all(&v->chooser)) {
            viewer_hide_list(&v->chooser, &v->base);
        }
        return true;
    case KEYCODE_DELETE:
        if (v->chooser.of_marks) {
            viewer_remove_listed(&v->marks, &v->chooser, &v->demo, &v->base);
        }
        return true;
    case KEYCODE_BACKSPACE:
        (void)!chooser_erase(&v->chooser, &list);
        return true;
    default:
        v->key_was_bound = !types; /* what it types narrows the list */
        return types;
    }
}

void viewer_chooser_mouse(struct viewer *v, bool pressed)
{
    const struct chooser_list list = viewer_chooser_list(v);
    const struct picture_fit *fit = &v->picture.fit;
    size_t place;
    if (chooser_at(&v->chooser, &list, fit->canvas_width, fit->canvas_height, v->mouse.x,
                   v->mouse.y, &place)) {
        v->chooser.selected = place;
        if (pressed) {
            open_selected(v);
        }
    } else if (pressed) {
        viewer_hide_list(&v->chooser, &v->base);
    }
    v->base.dirty = true;
}
