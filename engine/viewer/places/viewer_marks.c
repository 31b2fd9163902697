#include "engine/viewer/places/viewer_marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/saved/demo_bookmarks.h"
#include "engine/viewer/viewer_autosave.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "formats/base/arrays.h"

/* A mark this near to the time that is shown, in seconds, is the one that is meant. */
#define MARK_WITHIN 2.0

enum { LINE = OSD_TIME + DEMO_MARK_NAME + 24 };

void viewer_change_mark(struct viewer_demo *demo, struct viewer_base *base, bool add)
{
    bool changed =
        add ? demo_bookmarks_add_mark(&demo->bookmarks, demo->transport.time)
            : demo_bookmarks_remove_mark(&demo->bookmarks, demo->transport.time, MARK_WITHIN);
    if (changed) {
        viewer_save_bookmarks(demo, base, SAVED_WAIT);
    }
    viewer_say(base, "%s",
               changed ? (add ? "mark added" : "mark removed")
                       : (add ? "there is a mark" : "no mark here"));
}

void viewer_ask_mark_name(struct viewer_marks *marks, struct viewer_demo *demo,
                          struct viewer_base *base)
{
    const double now = demo->transport.time;
    const struct demo_mark *mark = demo_bookmarks_near(&demo->bookmarks, now, MARK_WITHIN);
    if (!mark) {
        viewer_change_mark(demo, base, true);
        mark = demo_bookmarks_near(&demo->bookmarks, now, MARK_WITHIN);
    }
    if (mark) { /* else there are too many */
        marks->named = mark->time;
        prompt_open(&marks->name);
        snprintf(marks->name.text, sizeof(marks->name.text), "%s", mark->name);
    }
}

void viewer_name_mark(struct viewer_marks *marks, struct viewer_demo *demo,
                      struct viewer_base *base)
{
    char time[OSD_TIME];
    const struct demo_mark *mark = demo_bookmarks_name_mark(
        &demo->bookmarks, marks->named, DEMO_BOOKMARKS_SAME_MARK, marks->name.text);
    if (marks->name.text[0] != '\0') {
        prompt_accept(&marks->name);
    }
    marks->name.shown = false;
    if (mark) { /* else another window removed it */
        viewer_save_bookmarks(demo, base, SAVED_WAIT);
        osd_format_time(time, marks->named, 1);
        viewer_say(base, marks->name.text[0] ? "mark at %s: %s" : "mark at %s has no name%s", time,
                   marks->name.text);
    }
}

/* --- the list ----------------------------------------------------------------------------------
 */

void viewer_free_marks(struct viewer_marks *marks)
{
    for (size_t i = 0; i < marks->num_lines; i++) {
        free(marks->lines[i]);
    }
    free(marks->lines);
    marks->lines = NULL;
    marks->num_lines = marks->room = 0;
}

/* False if out of memory. */
static bool make_lines(struct viewer_marks *marks, const struct demo_marks *from)
{
    viewer_free_marks(marks);
    if (array_reserve(&marks->lines, &marks->room, from->count, sizeof(*marks->lines)) < 0) {
        return false;
    }
    for (size_t i = 0; i < from->count; i++) {
        char time[OSD_TIME];
        char *line = malloc(LINE);
        if (!line) {
            return false;
        }
        osd_format_time(time, from->items[i].time, 1);
        snprintf(line, LINE, "%3zu  %9s  %s", i + 1, time, from->items[i].name);
        marks->lines[marks->num_lines++] = line;
    }
    return true;
}

/* The last mark at or before the time that is shown, else the first. */
static size_t current_mark(const struct viewer_demo *demo)
{
    const struct demo_marks *marks = &demo->bookmarks.marks;
    size_t current = 0;
    for (size_t i = 0; i < marks->count && marks->items[i].time <= demo->transport.time; i++) {
        current = i;
    }
    return current;
}

struct chooser_list viewer_marks_list(const struct viewer_marks *marks,
                                      const struct viewer_demo *demo)
{
    return (struct chooser_list){.names = marks->lines,
                                 .count = marks->num_lines,
                                 .current = current_mark(demo),
                                 .kind = CHOOSER_MARKS};
}

void viewer_show_marks(struct viewer_marks *marks, struct chooser *chooser,
                       const struct viewer_demo *demo, struct viewer_base *base)
{
    if (demo->bookmarks.marks.count == 0) {
        char key[KEY_HELP_TEXT];
        viewer_name_key(base, ACTION_MARK, key);
        viewer_say(base, key[0] ? "no mark (%s sets one)" : "no mark", key);
    } else if (make_lines(marks, &demo->bookmarks.marks)) {
        chooser_open(chooser, current_mark(demo));
        chooser->of_marks = true;
    } else {
        viewer_say(base, "out of memory");
    }
    base->dirty = true;
}

void viewer_remove_listed(struct viewer_marks *marks, struct chooser *chooser,
                          struct viewer_demo *demo, struct viewer_base *base)
{
    const struct demo_marks *all = &demo->bookmarks.marks;
    const size_t place = chooser->selected;
    const struct chooser_list list = viewer_marks_list(marks, demo);
    if (!chooser_has_choice(chooser, &list) || place >= all->count) {
        return;
    }
    if (demo_bookmarks_remove_mark(&demo->bookmarks, all->items[place].time, 0.0)) {
        viewer_save_bookmarks(demo, base, SAVED_WAIT);
    }
    chooser->shown = false;
    if (all->count > 0 && make_lines(marks, all)) {
        chooser_open(chooser, place < all->count ? place : all->count - 1);
        chooser->of_marks = true;
    }
    base->dirty = true;
}
