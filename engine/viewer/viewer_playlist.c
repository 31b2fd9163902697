#include "engine/viewer/viewer_playlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/report.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"
#include "formats/base/plural.h"

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; i++) {
        free(names[i]);
    }
    free(names);
}

void viewer_free_playlist(struct viewer_playlist *playlist, struct chooser *chooser)
{
    free_names(playlist->names, playlist->count);
    demo_list_free(&playlist->dropped);
    chooser_free(chooser);
}

bool viewer_make_playlist(struct viewer_playlist *playlist, const struct viewer_base *base)
{
    const struct viewer_options *options = base->options;
    playlist->count = playlist->capacity = options->num_demos ? options->num_demos : 1;
    playlist->names = calloc(playlist->count, sizeof(*playlist->names));
    bool good = playlist->names != NULL;
    for (size_t i = 0; good && i < options->num_demos; i++) {
        playlist->names[i] = strdup(options->demos[i]);
        good = playlist->names[i] != NULL;
    }
    playlist->stays = options->choose;
    return good;
}

/* Opens the demo at that index, or the next one in that direction that can be opened. Errors are
 * reported. False if none can be opened. */
static bool open_from(struct viewer *v, size_t place, bool ahead)
{
    for (; place < v->playlist.count; place += ahead ? 1 : SIZE_MAX) {
        if (viewer_open_demo(v, place)) {
            return true;
        }
    }
    return false;
}

/* Opens a demo the user chose: if none can be opened, shows the error panel of the first. While a
 * panel fills the window each demo is tried alone. */
static bool open_asked(struct viewer *v, size_t place, bool ahead)
{
    char reason[sizeof(v->demo.open_error)];
    const bool empty = !v->demo.open && v->error.shown;
    const size_t next = place + (ahead ? 1 : SIZE_MAX);
    if (viewer_open_demo(v, place)) {
        return true;
    }
    memcpy(reason, v->demo.open_error, sizeof(reason));
    if (!empty && open_from(v, next, ahead)) {
        return true;
    }
    viewer_show_error(v, place, reason);
    return false;
}

bool viewer_open_any(struct viewer *v)
{
    const bool open = open_asked(v, 0, true);
    if (open && v->base.options->choose) {
        viewer_offer_list(&v->chooser, &v->demo, &v->playlist, &v->base);
    }
    return open;
}

void viewer_retry_open(struct viewer *v)
{
    if (v->playlist.count > 0) {
        (void)!open_asked(v, v->playlist.current, true);
    }
}

/* Takes the names of a list as the playlist. */
static void take_list(struct viewer_playlist *playlist, struct chooser *chooser,
                      struct demo_list *list, bool stays)
{
    free_names(playlist->names, playlist->count);
    playlist->names = list->names;
    playlist->count = list->count;
    playlist->capacity = list->capacity;
    playlist->stays = stays;
    playlist->order = LISTING_NAME;
    playlist->elsewhere = false;
    playlist->failed_after = 0;
    chooser_free(chooser); /* what it knew was of another list */
    *list = (struct demo_list){0};
}

void viewer_take_list(struct viewer_playlist *playlist, struct chooser *chooser,
                      struct demo_list *list)
{
    take_list(playlist, chooser, list, true);
}

bool viewer_take_neighbours(struct viewer_playlist *playlist, struct chooser *chooser)
{
    struct demo_list list = {0};
    struct format_error err;
    size_t place = 0;
    const char *name = playlist->count == 1 ? playlist->names[0] : NULL;
    if (!name || demo_list_add_neighbours(&list, name, &place, &err) < 0 || list.count < 2) {
        demo_list_free(&list);
        return false;
    }
    take_list(playlist, chooser, &list, true);
    playlist->current = place;
    return true;
}

void viewer_say_place(const struct viewer_playlist *playlist, struct viewer_base *base)
{
    const char *name = playlist->names[playlist->current] ? playlist->names[playlist->current]
                                                          : "the built-in demo";
    const char *slash = strrchr(name, '/');
    viewer_say(base, "%zu of %zu: %s", playlist->current + 1, playlist->count,
               slash ? slash + 1 : name);
}

void viewer_step_playlist(struct viewer *v, double amount)
{
    const bool alone = v->playlist.count == 1;
    if (alone) {
        (void)!viewer_take_neighbours(&v->playlist, &v->chooser);
    }
    const double from = v->playlist.elsewhere && amount > 0.0 ? -1.0 : (double)v->playlist.current;
    const double place = from + amount;
    if (place < 0.0 || place >= (double)v->playlist.count) {
        const bool neighbours = v->playlist.count > 1 && alone;
        viewer_say(&v->base, "no %s demo%s", amount > 0.0 ? "further" : "earlier",
                   neighbours ? " in the folder" : "");
    } else if (open_asked(v, (size_t)place, amount > 0.0) || !v->demo.open) {
        viewer_say_place(&v->playlist, &v->base);
    }
}

void viewer_follow_playlist(struct viewer *v)
{
    if (transport_has_ended(&v->demo.transport) && !v->demo.transport.reverse &&
        !v->mouse.dragging && !v->playlist.stays && !v->chooser.shown &&
        v->playlist.current + 1 < v->playlist.count &&
        v->playlist.failed_after != v->playlist.current + 1 &&
        !open_from(v, v->playlist.current + 1, true)) {
        v->playlist.failed_after = v->playlist.current + 1; /* reported once */
    }
}

/* --- drops ------------------------------------------------------------------------------------ */

/* Puts one file behind the current demo and opens it. */
static void insert_demo(struct viewer *v, char *name)
{
    if (array_reserve(&v->playlist.names, &v->playlist.capacity, v->playlist.count + 1,
                      sizeof(*v->playlist.names)) < 0) {
        free(name);
        viewer_say(&v->base, "out of memory");
        return;
    }
    const size_t place = v->playlist.current + 1;
    char **to = v->playlist.names + place;
    chooser_free(&v->chooser); /* whose places are others now */
    memmove(to + 1, to, (v->playlist.count - place) * sizeof(*to));
    *to = name;
    v->playlist.count++;
    if (!viewer_open_demo(v, place)) {
        viewer_show_error(v, place, v->demo.open_error);
    }
}

void viewer_drop_file(struct viewer_playlist *playlist, struct viewer_base *base, const char *path)
{
    struct format_error err;
    int code = demo_list_add(&playlist->dropped, path, &err);
    if (code < 0 && code != FORMAT_MEMORY) { /* opening it reports the error */
        code = demo_list_add_name(&playlist->dropped, path, &err);
    } else if (code == 0 && playlist->dropped.left_out > 0) {
        const size_t count = playlist->dropped.left_out;
        viewer_trouble(base, "%s: %zu demo%s left out: %s", path, count, plural_s(count),
                       playlist->dropped.reason.what);
        base->bad = true;
    }
    if (code < 0) {
        viewer_trouble(base, "%s: %s", path, err.what);
        base->bad = true;
    }
}

void viewer_drop_end(struct viewer *v)
{
    struct demo_list list = v->playlist.dropped;
    v->playlist.dropped = (struct demo_list){0};
    if (list.count == 1) {
        insert_demo(v, list.names[0]);
        free(list.names);
    } else if (list.count > 1) {
        const bool archive = list.from == DEMO_LIST_ARCHIVE;
        take_list(&v->playlist, &v->chooser, &list, archive);
        v->playlist.current = 0;
        if (open_asked(v, 0, true) && archive) {
            viewer_offer_list(&v->chooser, &v->demo, &v->playlist, &v->base);
        }
    }
}
