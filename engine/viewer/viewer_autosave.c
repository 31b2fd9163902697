#include "engine/viewer/viewer_autosave.h"

#include <errno.h>
#include <string.h>

#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/window/window.h"
#include "engine/viewer/window/window_place.h"

/* No place this close to beginning or end, s. */
#define MARGIN 2.0
#define SAVE_SECONDS 5.0

void viewer_save_bookmarks(struct viewer_demo *demo, struct viewer_base *base,
                           enum saved_patience patience)
{
    struct demo_bookmarks *bookmarks = &demo->bookmarks;
    if (bookmarks->path[0] == '\0') {
        return;
    }
    const int status = demo_bookmarks_save(bookmarks, demo->player.source.name, patience);
    if (status < 0 && patience == SAVED_NO_WAIT && errno == EWOULDBLOCK) {
        return; /* the next one may succeed */
    }
    if (status < 0 && !demo->told_unsaved) {
        viewer_trouble(base, "%s: %s", bookmarks->path, strerror(errno));
    } else if (status == SAVED_WITHOUT_LOCK && !demo->told_unsaved) {
        viewer_trouble(base, "%s: saved, but another window holds the lock file beside it",
                       bookmarks->path);
    }
    demo->told_unsaved = status != 0;
}

void viewer_note_place(struct viewer_demo *demo)
{
    const struct transport *t = &demo->transport;
    if (t->time > MARGIN) {
        const bool at_end = t->complete && t->time >= t->length - MARGIN;
        demo_bookmarks_set_resume(&demo->bookmarks, at_end ? 0.0 : t->time);
    } else if (demo->seen > MARGIN) {
        demo_bookmarks_set_resume(&demo->bookmarks, 0.0);
    }
}

void viewer_follow_place(struct viewer_demo *demo, struct viewer_base *base, double now)
{
    const bool moving = transport_is_moving(&demo->transport);
    const bool paused = demo->was_moving && !moving;
    demo->was_moving = moving;
    viewer_note_place(demo);
    if (demo->bookmarks.changed && (paused || now >= demo->save_due)) {
        demo->save_due = now + SAVE_SECONDS;
        viewer_save_bookmarks(demo, base, SAVED_NO_WAIT);
    }
}

void viewer_note_window(struct viewer_base *base, const struct window *window)
{
    if (window && !base->options->asked->size.width && !base->options->asked->size.height) {
        const struct window_place place = window_get_place(window);
        viewer_keep(base, window_place_remember(&base->settings, &place));
    }
}

void viewer_follow_settings(struct viewer_base *base, const struct window *window, double now)
{
    if (now >= base->settings_due) {
        base->settings_due = now + SAVE_SECONDS;
        viewer_note_window(base, window);
        (void)settings_save(&base->settings, SAVED_NO_WAIT); /* reports a failure itself */
    }
}
