#include "engine/viewer/viewer_listing.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/viewer/saved/play_history.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/natural.h"

enum { PATH_BYTES = 4096 };

/* --- sorting ---------------------------------------------------------------------------------- */

struct entry {
    char *name;
    int64_t when; /* the greatest first */
    size_t place; /* before sorting */
};

const char *viewer_listing_order(enum listing_order order)
{
    static const char *const names[LISTING_ORDERS] = {
        [LISTING_NAME] = "by name",
        [LISTING_DATE] = "newest files first",
        [LISTING_WATCHED] = "watched last first",
    };
    return names[order];
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->when != y->when) {
        return x->when > y->when ? -1 : 1;
    }
    return natural_compare(x->name ? x->name : "", y->name ? y->name : "");
}

/* When the file was changed last; an archive's for its members; 0 = not known. */
static int64_t file_seconds(const char *name)
{
    char path[PATH_BYTES];
    size_t length = name ? strlen(name) : 0;
    while (length > 0 && length < sizeof(path)) {
        struct disk_file file;
        memcpy(path, name, length);
        path[length] = '\0';
        if (platform_open_file(path, &file) == 0) {
            const int64_t seconds = file.seconds;
            platform_close_file(&file);
            return seconds;
        }
        while (length > 0 && name[--length] != '/') {
        }
    }
    return 0;
}

static int64_t entry_time(const char *name, enum listing_order order,
                          const struct play_history *history)
{
    return order == LISTING_DATE      ? file_seconds(name)
           : order == LISTING_WATCHED ? play_history_find(history, name)
                                      : 0;
}

void viewer_sort_list(struct viewer *v)
{
    struct viewer_playlist *list = &v->playlist;
    const enum listing_order order = (list->order + 1) % LISTING_ORDERS;
    struct entry *entries = calloc(list->count + 1, sizeof(*entries));
    struct play_history history = {0};
    if (!entries) {
        viewer_say(&v->base, "out of memory");
        return;
    }
    if (order == LISTING_WATCHED) {
        play_history_load(&history);
    }
    for (size_t i = 0; i < list->count; i++) {
        entries[i] = (struct entry){list->names[i], entry_time(list->names[i], order, &history), i};
    }
    play_history_free(&history);
    qsort(entries, list->count, sizeof(*entries), compare_entries);
    size_t current = list->current, selected = v->chooser.selected;
    for (size_t i = 0; i < list->count; i++) {
        list->names[i] = entries[i].name;
        current = entries[i].place == list->current ? i : current;
        selected = entries[i].place == v->chooser.selected ? i : selected;
    }
    free(entries);
    list->current = current;
    list->failed_after = 0;
    list->order = order;
    chooser_open(&v->chooser, selected); /* what was typed has other places now */
    v->base.dirty = true;
}

/* --- folders ---------------------------------------------------------------------------------- */

/* The absolute path of the last folder in a path. False: there is none. */
static bool find_folder(const char *name, char folder[PATH_BYTES])
{
    char path[PATH_BYTES];
    const int written = snprintf(path, sizeof(path), "%s", name);
    if (written < 0 || written >= (int)sizeof(path)) {
        return false;
    }
    while (!platform_is_directory(path)) {
        char *slash = strrchr(path, '/');
        if (!slash) {
            return platform_absolute_path(".", folder, PATH_BYTES) == 0;
        }
        slash[slash == path] = '\0';
    }
    return platform_absolute_path(path, folder, PATH_BYTES) == 0;
}

/* The folder that all listed demos are in. */
static bool find_shared_folder(const struct viewer_playlist *list, char folder[PATH_BYTES])
{
    char path[PATH_BYTES];
    const size_t shared = demo_list_shared_folder(list->names, list->count);
    if (list->count == 0 || !list->names[0] || shared >= sizeof(path)) {
        return false;
    }
    snprintf(path, sizeof(path), "%.*s", (int)shared, list->names[0]);
    return find_folder(shared > 0 ? path : ".", folder);
}

/* Place of a demo in a list, by its file. */
static size_t find_place(const struct demo_list *list, const char *name)
{
    char wanted[PATH_BYTES];
    if (name && platform_absolute_path(name, wanted, sizeof(wanted)) == 0) {
        for (size_t i = 0; i < list->count; i++) {
            if (strcmp(list->names[i], wanted) == 0) {
                return i;
            }
        }
    }
    return SIZE_MAX;
}

static void list_folder(struct viewer *v, const char *folder)
{
    struct demo_list list = {0};
    struct format_error err;
    const bool there = demo_list_add(&list, folder, &err) == 0 && list.from == DEMO_LIST_FOLDER &&
                       list.count > 0 && demo_list_is_demo(list.names[0]);
    if (!there) {
        viewer_say(&v->base, "no demos in %s", folder);
        demo_list_free(&list);
        return;
    }
    const size_t open = find_place(&list, v->demo.open ? v->demo.name : NULL);
    const size_t place = open != SIZE_MAX ? open : 0;
    viewer_take_list(&v->playlist, &v->chooser, &list);
    v->playlist.current = place;
    v->playlist.elsewhere = open == SIZE_MAX;
    chooser_open(&v->chooser, place);
    v->base.dirty = true;
}

void viewer_list_folder_above(struct viewer *v)
{
    char folder[PATH_BYTES];
    if (!find_shared_folder(&v->playlist, folder)) {
        viewer_say(&v->base, "these demos are in no folder");
        return;
    }
    char *slash = strrchr(folder, '/');
    if (slash && slash[1] != '\0') {
        slash[slash == folder] = '\0';
    }
    list_folder(v, folder);
}

void viewer_list_folder_of_selected(struct viewer *v)
{
    char folder[PATH_BYTES];
    const size_t place = v->chooser.selected;
    const char *name = place < v->playlist.count ? v->playlist.names[place] : NULL;
    /* An archive's members are in no folder of their own. */
    if (name && platform_is_file(name) && find_folder(name, folder)) {
        list_folder(v, folder);
    }
}
