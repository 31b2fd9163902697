#include "engine/viewer/viewer_autosave.h"

#include <errno.h>
#include <string.h>

#include "engine/viewer/host/window.h"
#include "engine/viewer/host/window_place.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

/* No place this close to beginning or end, s. */
#define MARGIN 2.0
#define SAVE_SECONDS 5.0

/* Reports a failure, once until saving succeeds. */
static void report_status(struct viewer_demo *demo, struct viewer_base *base, int status,
                          int failure)
{
    const char *path = demo->bookmarks.path;
    if (status < 0 && !demo->told_unsaved) {
        viewer_trouble(base, "%s: %s", path, strerror(failure));
    } else if (status == SAVED_WITHOUT_LOCK && !demo->told_unsaved) {
        viewer_trouble(base, "%s: saved, but another window holds the lock file beside it", path);
    }
    demo->told_unsaved = status != 0;
}

void viewer_save_bookmarks(struct viewer_demo *demo, struct viewer_base *base,
                           enum saved_patience patience)
{
    struct demo_bookmarks *bookmarks = &demo->bookmarks;
    if (bookmarks->path[0] == '\0') {
        return;
    }
    viewer_end_place_save(demo, base);
    const int status = demo_bookmarks_save(bookmarks, demo->player.source.name, patience);
    if (status < 0 && patience == SAVED_NO_WAIT && errno == EWOULDBLOCK) {
        return; /* the next one may succeed */
    }
    report_status(demo, base, status, errno);
}

/* Runs in a thread. */
static void *write_place(void *context)
{
    struct viewer_place_save *save = context;
    save->status = demo_bookmarks_save_resume(save->path, save->time, save->name);
    save->failure = errno;
    atomic_store(&save->done, true);
    return NULL;
}

/* False if there is no thread. */
static bool start_place_save(struct viewer_demo *demo)
{
    struct viewer_place_save *save = &demo->place_save;
    save->path = demo->bookmarks.path;
    save->name = demo->player.source.name;
    save->time = demo->bookmarks.resume;
    atomic_store(&save->done, false);
    save->running = pthread_create(&save->thread, NULL, write_place, save) == 0;
    if (save->running) {
        demo_bookmarks_resume_saved(&demo->bookmarks, true);
    }
    return save->running;
}

void viewer_end_place_save(struct viewer_demo *demo, struct viewer_base *base)
{
    struct viewer_place_save *save = &demo->place_save;
    if (save->running) {
        (void)pthread_join(save->thread, NULL);
        save->running = false;
        report_status(demo, base, save->status, save->failure);
        if (save->status < 0) {
            demo_bookmarks_resume_saved(&demo->bookmarks, false);
        }
    }
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
    if (demo->bookmarks.path[0] == '\0' ||
        (demo->place_save.running && !atomic_load(&demo->place_save.done))) {
        return;
    }
    viewer_end_place_save(demo, base);
    viewer_note_place(demo);
    if (demo->bookmarks.changed && (paused || now >= demo->save_due)) {
        demo->save_due = now + SAVE_SECONDS;
        /* Marks are left only by a save that failed. */
        if (demo->bookmarks.marks_changed || !start_place_save(demo)) {
            viewer_save_bookmarks(demo, base, SAVED_NO_WAIT);
        }
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
