/* The list of demos and the way through it: what the command line, drops and neighbouring files
 * make it, which demo comes next, and choosing one from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; i++) {
        free(names[i]);
    }
    free(names);
}

void viewer_free_playlist(struct viewer *v)
{
    free_names(v->playlist, v->num_demos);
    demo_list_free(&v->dropped);
}

bool viewer_make_playlist(struct viewer *v)
{
    const struct viewer_options *options = v->options;
    v->num_demos = v->cap_demos = options->num_demos ? options->num_demos : 1;
    v->playlist = calloc(v->num_demos, sizeof(*v->playlist));
    bool good = v->playlist != NULL;
    for (size_t i = 0; good && i < options->num_demos; i++) {
        v->playlist[i] = strdup(options->demos[i]);
        good = v->playlist[i] != NULL;
    }
    v->stays = options->choose;
    return good;
}

/* Opens the demo at that place or, where it cannot be opened, the next one in that direction. What
 * failed was said; false: none could be opened. */
static bool open_from(struct viewer *v, size_t place, bool ahead)
{
    for (; place < v->num_demos; place += ahead ? 1 : SIZE_MAX) {
        if (viewer_open_demo(v, place)) {
            return true;
        }
    }
    return false;
}

bool viewer_open_any(struct viewer *v)
{
    const bool open = open_from(v, 0, true);
    if (open && v->options->choose) {
        v->transport.paused = true;
        chooser_open(&v->chooser, v->current);
    }
    return open;
}

/* Takes the names of a list as the playlist. */
static void take_list(struct viewer *v, struct demo_list *list, bool stays)
{
    free_names(v->playlist, v->num_demos);
    v->playlist = list->names;
    v->num_demos = list->count;
    v->cap_demos = list->capacity;
    v->stays = stays;
    v->chooser = (struct chooser){0}; /* what it knew was of another list */
    *list = (struct demo_list){0};
}

/* Makes the demos of the folder of the only demo there is the playlist. False: there are no others,
 * or it lies in no folder. */
static bool take_neighbours(struct viewer *v)
{
    struct demo_list list = {0};
    struct format_error err;
    size_t place = 0;
    const char *name = v->num_demos == 1 ? v->playlist[0] : NULL;
    if (!name || demo_list_add_neighbours(&list, name, &place, &err) < 0 || list.count < 2) {
        demo_list_free(&list);
        return false;
    }
    take_list(v, &list, true);
    v->current = place;
    return true;
}

static void say_place(struct viewer *v)
{
    const char *name = v->playlist[v->current] ? v->playlist[v->current] : "the built-in demo";
    const char *slash = strrchr(name, '/');
    viewer_say(v, "%zu of %zu: %s", v->current + 1, v->num_demos, slash ? slash + 1 : name);
}

void viewer_go_playlist(struct viewer *v, double amount)
{
    const bool alone = v->num_demos == 1;
    if (alone) {
        (void)!take_neighbours(v);
    }
    const double place = (double)v->current + amount;
    if (place < 0.0 || place >= (double)v->num_demos) {
        const bool neighbours = v->num_demos > 1 && alone;
        viewer_say(v, "no %s demo%s", amount > 0.0 ? "further" : "earlier",
                   neighbours ? " in the folder" : "");
    } else if (open_from(v, (size_t)place, amount > 0.0)) {
        say_place(v);
    }
}

void viewer_follow_playlist(struct viewer *v)
{
    if (transport_has_ended(&v->transport) && !v->transport.reverse && !v->dragging && !v->stays &&
        !v->chooser.shown && v->current + 1 < v->num_demos && v->failed_after != v->current + 1 &&
        !open_from(v, v->current + 1, true)) {
        v->failed_after = v->current + 1; /* once is enough to be told */
    }
}

/* --- drops ------------------------------------------------------------------------------------ */

/* Puts one file behind the current demo and opens it. */
static void insert_demo(struct viewer *v, char *name)
{
    if (array_reserve(&v->playlist, &v->cap_demos, v->num_demos + 1, sizeof(*v->playlist)) < 0) {
        free(name);
        viewer_say(v, "no memory");
        return;
    }
    const size_t place = v->current + 1;
    char **to = v->playlist + place;
    memmove(to + 1, to, (v->num_demos - place) * sizeof(*to));
    *to = name;
    v->num_demos++;
    (void)!viewer_open_demo(v, place);
}

void viewer_drop_file(struct viewer *v, const char *path)
{
    struct format_error err;
    if (demo_list_add(&v->dropped, path, &err) < 0) {
        viewer_trouble(v, "%s: %s", path, err.what);
        v->bad = true;
    }
}

void viewer_drop_end(struct viewer *v)
{
    struct demo_list list = v->dropped;
    v->dropped = (struct demo_list){0};
    if (list.count == 1) {
        insert_demo(v, list.names[0]);
        free(list.names);
    } else if (list.count > 1) {
        const bool archive = list.from == DEMO_LIST_ARCHIVE;
        take_list(v, &list, archive);
        v->current = 0;
        if (open_from(v, 0, true) && archive) {
            v->transport.paused = true;
            chooser_open(&v->chooser, v->current);
        }
    }
}

/* --- choosing --------------------------------------------------------------------------------- */

struct chooser_list viewer_chooser_list(const struct viewer *v)
{
    return (struct chooser_list){v->playlist, v->num_demos, v->current};
}

void viewer_show_list(struct viewer *v)
{
    if (v->chooser.shown) {
        viewer_hide_list(v);
        return;
    }
    (void)!(v->num_demos == 1 && take_neighbours(v));
    if (v->flying) {
        viewer_set_flying(v, false);
    }
    chooser_open(&v->chooser, v->current);
    v->dirty = true;
}

void viewer_hide_list(struct viewer *v)
{
    v->chooser.shown = false;
    v->dirty = true;
}

/* Plays what is selected; the demo that is open goes on. */
static void choose(struct viewer *v)
{
    const size_t place = v->chooser.selected;
    viewer_hide_list(v);
    if (place == v->current) {
        v->transport.paused = false;
    } else if (viewer_open_demo(v, place)) {
        say_place(v);
    } else {
        v->chooser.shown = true;
    }
}

bool viewer_chooser_key(struct viewer *v, SDL_Keycode code)
{
    const struct chooser_list list = viewer_chooser_list(v);
    const struct scene_options *picture = &v->player.scene_options;
    const double page = (double)chooser_page(picture->width, picture->height, list.count);
    v->dirty = true;
    switch (code) {
    case SDLK_UP:
    case SDLK_DOWN:
        chooser_move(&v->chooser, &list, code == SDLK_UP ? -1.0 : 1.0);
        return true;
    case SDLK_PAGEUP:
    case SDLK_PAGEDOWN:
        chooser_move(&v->chooser, &list, code == SDLK_PAGEUP ? -page : page);
        return true;
    case SDLK_HOME:
    case SDLK_END:
        chooser_move(&v->chooser, &list, (code == SDLK_HOME ? -1.0 : 1.0) * (double)list.count);
        return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        choose(v);
        return true;
    case SDLK_ESCAPE:
        viewer_hide_list(v);
        return true;
    default:
        return false;
    }
}

void viewer_chooser_mouse(struct viewer *v, bool pressed)
{
    const struct chooser_list list = viewer_chooser_list(v);
    const struct scene_options *picture = &v->player.scene_options;
    size_t place;
    if (chooser_at(&v->chooser, &list, picture->width, picture->height, v->mouse_x, v->mouse_y,
                   &place)) {
        v->chooser.selected = place;
        if (pressed) {
            choose(v);
        }
    } else if (pressed) {
        viewer_hide_list(v);
    }
    v->dirty = true;
}
