#include "engine/library/library_walk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/demo_list.h"
#include "formats/base/arrays.h"

enum { PATH = 4096 };

struct names {
    char **items; /* owned */
    size_t count, room;
};

struct walk {
    const struct library_visitor *visitor;
    char path[PATH]; /* of the folder that is being read, as it is visited */
    char real[PATH]; /* the same without links */
    int depth;
    struct names done;  /* real paths of the folders that were begun with */
    struct names links; /* paths of links to folders, for later */
    int code;           /* why the walk ended */
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool library_is_archive(const char *name)
{
    static const char *const endings[] = {".zip", ".pk3", ".pak", ".dz"};
    const size_t length = strlen(name);
    bool is = false;
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        const size_t ending = strlen(endings[i]);
        bool same = length > ending;
        for (size_t k = 0; k < ending && same; k++) {
            same = lower(name[length - ending + k]) == endings[i][k];
        }
        is |= same;
    }
    return is;
}

static int add_name(struct names *names, const char *path)
{
    if (array_reserve(&names->items, &names->room, names->count + 1, sizeof(*names->items)) < 0 ||
        !(names->items[names->count] = strdup(path))) {
        return FORMAT_MEMORY;
    }
    names->count++;
    return 0;
}

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
    free(names->items);
}

/* Adds "/name" to a path. False: it does not fit, and the path is as it was. */
static bool push(char path[PATH], const char *name)
{
    const size_t before = strlen(path), length = strlen(name);
    const bool slash = before == 0 || path[before - 1] != '/';
    if (before + slash + length >= PATH) {
        return false;
    }
    path[before] = '/';
    memcpy(path + before + slash, name, length + 1);
    return true;
}

static int read_folder(struct walk *walk);

/* Reads a folder below the current one, or keeps it for later if it is a link. */
static int enter(struct walk *walk, size_t real_length)
{
    char real[PATH];
    const char *name = strrchr(walk->path, '/') + 1;
    if (platform_absolute_path(walk->path, real, sizeof(real)) < 0 ||
        walk->depth >= LIBRARY_DEPTH) {
        return 0; /* it is gone, or too deep */
    }
    if (!push(walk->real, name) || strcmp(walk->real, real) != 0) {
        walk->real[real_length] = '\0';
        return add_name(&walk->links, walk->path);
    }
    walk->depth++;
    const int code = read_folder(walk);
    walk->depth--;
    return code;
}

/* An entry of the folder that is being read; a visitor of platform_visit_directory. */
static int see_entry(void *context, const char *name)
{
    struct walk *walk = context;
    const size_t length = strlen(walk->path), real_length = strlen(walk->real);
    if (name[0] == '.' || !push(walk->path, name)) {
        return 0;
    }
    const bool is_demo = demo_list_is_demo(name), is_archive = library_is_archive(name);
    if (platform_is_directory(walk->path)) {
        walk->code = enter(walk, real_length);
    } else if (is_demo || is_archive) {
        walk->code = walk->visitor->visit(walk->visitor->context, walk->path, is_archive);
    }
    walk->path[length] = '\0';
    walk->real[real_length] = '\0';
    return walk->code ? EINTR : 0;
}

/* What cannot be read is passed over. */
static int read_folder(struct walk *walk)
{
    if (platform_visit_directory(walk->path, see_entry, walk) < 0 && walk->code == 0) {
        walk->visitor->skip(walk->visitor->context, walk->path, errno);
    }
    return walk->code;
}

/* True if `path` is the folder or lies in it. */
static bool is_in(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 &&
           (path[length] == '\0' || path[length] == '/' || folder[length - 1] == '/');
}

/* True if a link's target is read anyway, or would read again what was. */
static bool is_known(const struct walk *walk, const char *real)
{
    bool known = false;
    for (size_t i = 0; i < walk->done.count; i++) {
        known |= is_in(real, walk->done.items[i]) || is_in(walk->done.items[i], real);
    }
    return known;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Reads what links lead to, and then what links there lead to. */
static int follow_links(struct walk *walk)
{
    while (walk->links.count > 0 && walk->code == 0) {
        struct names links = walk->links;
        walk->links = (struct names){0};
        qsort(links.items, links.count, sizeof(*links.items), compare_names);
        for (size_t i = 0; i < links.count && walk->code == 0; i++) {
            if (platform_absolute_path(links.items[i], walk->real, PATH) < 0 ||
                is_known(walk, walk->real)) {
                continue;
            }
            snprintf(walk->path, PATH, "%s", links.items[i]);
            walk->code = add_name(&walk->done, walk->real);
            walk->code = walk->code == 0 ? read_folder(walk) : walk->code;
        }
        free_names(&links);
    }
    return walk->code;
}

int library_walk(const char *folder, const struct library_visitor *visitor,
                 struct format_error *err)
{
    struct walk *walk = calloc(1, sizeof(*walk));
    int code = FORMAT_MEMORY;
    if (walk && strlen(folder) < PATH && add_name(&walk->done, folder) == 0) {
        walk->visitor = visitor;
        snprintf(walk->path, PATH, "%s", folder);
        snprintf(walk->real, PATH, "%s", folder);
        if (platform_visit_directory(folder, see_entry, walk) < 0 && walk->code == 0) {
            code = format_fail(err, FORMAT_UNREADABLE, 0, "%s", strerror(errno));
        } else {
            code = walk->code == 0 ? follow_links(walk) : walk->code;
        }
    }
    if (code == FORMAT_MEMORY) {
        (void)format_fail(err, code, 0, "out of memory");
    }
    if (walk) {
        free_names(&walk->done);
        free_names(&walk->links);
    }
    free(walk);
    return code;
}
