#include "assets/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/platform.h"

enum { PATH_SIZE = SEARCH_PATH, PLACES_MAX = 48, PARENTS_MAX = 12 };

/* Where to look, in order. */
struct places {
    char paths[PLACES_MAX][PATH_SIZE];
    int count;
    bool no_memory; /* to look into all of them */
};

/* What was found: the folder around id1, id1 itself, and what to lay over it ("" = nothing): the
 * layers, then the overlay. */
struct location {
    char base[PATH_SIZE];
    char id1[PATH_SIZE];
    char layers[SEARCH_LAYERS][PATH_SIZE];
    char overlay[PATH_SIZE];
};

static bool join(char out[PATH_SIZE], const char *folder, const char *name)
{
    int written = snprintf(out, PATH_SIZE, "%s/%s", folder, name);
    return written > 0 && written < PATH_SIZE;
}

/* Cuts the last name off; false at the root. */
static bool go_to_parent(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || path[1] == '\0') {
        return false;
    }
    slash[slash == path] = '\0';
    return true;
}

static void add_place(struct places *s, const char *path)
{
    char absolute[PATH_SIZE];
    if (s->count == PLACES_MAX || strlen(path) >= PATH_SIZE) {
        return;
    }
    if (platform_absolute_path(path, absolute, sizeof(absolute)) < 0) {
        snprintf(absolute, sizeof(absolute), "%s", path);
    }
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->paths[i], absolute) == 0) {
            return;
        }
    }
    memcpy(s->paths[s->count++], absolute, PATH_SIZE);
}

/* The demo's folder and those above it. */
static void add_demo_places(struct places *s, const char *demo_path)
{
    char folder[PATH_SIZE];
    if (platform_absolute_path(demo_path, folder, sizeof(folder)) < 0) {
        return;
    }
    for (int i = 0; i < PARENTS_MAX && go_to_parent(folder); i++) {
        add_place(s, folder);
    }
}

/* False where there is no such folder, or no memory, which is noted. */
static bool list_names(struct places *s, const char *folder, char ***names, size_t *count)
{
    if (platform_list_directory(folder, names, count) == 0) {
        return true;
    }
    s->no_memory = s->no_memory || errno == ENOMEM;
    return false;
}

static void add_home_places(struct places *s, const char *home)
{
    static const char *const below_home[] = {
        ".quake", ".steam/steam/steamapps/common/Quake",
        ".local/share/Steam/steamapps/common/Quake",
        "Library/Application Support/Steam/steamapps/common/Quake"};
    char path[PATH_SIZE];
    for (size_t i = 0; i < sizeof(below_home) / sizeof(below_home[0]); i++) {
        if (join(path, home, below_home[i])) {
            add_place(s, path);
        }
    }
    char gog[PATH_SIZE];
    char **names = NULL;
    size_t count = 0;
    if (!join(gog, home, "GOG Games") || !list_names(s, gog, &names, &count)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (strncmp(names[i], "Quake", 5) == 0 && join(path, gog, names[i])) {
            add_place(s, path);
        }
    }
    platform_free_names(names, count);
}

static struct places *list_places(const struct search_options *options)
{
    struct places *s = calloc(1, sizeof(*s));
    if (!s) {
        return NULL;
    }
    if (options->basedir) {
        add_place(s, options->basedir);
        return s;
    }
    const char *from_environment = getenv("QUAKEREEL_BASEDIR");
    if (from_environment && *from_environment) {
        add_place(s, from_environment);
    }
    if (options->demo_path) {
        add_demo_places(s, options->demo_path);
    }
    if (options->remembered) {
        add_place(s, options->remembered);
    }
    add_place(s, ".");
    const char *home = getenv("HOME");
    if (home && *home) {
        add_home_places(s, home);
    }
    if (options->base) {
        add_place(s, "/usr/share/games/quake3");
        add_place(s, "/usr/share/games/openarena");
        add_place(s, "/usr/lib/openarena");
        return s;
    }
    add_place(s, "/usr/share/games/quake");
    add_place(s, "/usr/local/games/quake");
    return s;
}

/* The entry of a folder with that name whatever its case; the exact one is preferred. */
static bool find_entry(struct places *s, const char *folder, const char *name, char out[PATH_SIZE])
{
    char **names = NULL;
    size_t count = 0;
    const char *match = NULL;
    if (!list_names(s, folder, &names, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0 || (!match && name_equal_nocase(names[i], name))) {
            match = names[i];
        }
    }
    bool found = match && join(out, folder, match);
    platform_free_names(names, count);
    return found;
}

static bool find_folder(struct places *s, const char *folder, const char *name, char out[PATH_SIZE])
{
    return find_entry(s, folder, name, out) && platform_is_directory(out);
}

/* Whether the place holds a folder of that name, or is it. */
static bool look_for_base(struct places *s, const char *place, const char *base,
                          struct location *found)
{
    char parent[PATH_SIZE];
    memcpy(found->base, place, strlen(place) + 1);
    if (find_folder(s, place, base, found->id1)) {
        return true;
    }
    memcpy(parent, place, strlen(place) + 1);
    if (!go_to_parent(parent) || !find_folder(s, parent, base, found->id1) ||
        strcmp(found->id1, place) != 0) {
        return false;
    }
    memcpy(found->base, parent, sizeof(parent));
    return true;
}

/* Whether game data is here: an id1 folder, or a pak. A folder with a pak beside an id1 is a
 * modification of it; id1 itself stands for the folder around it. Another base (or NULL) has to
 * be there by its name. */
static bool look_at_place(struct places *s, const char *place, const char *base,
                          struct location *found)
{
    *found = (struct location){0};
    if (base) {
        return look_for_base(s, place, base, found);
    }
    char pak[PATH_SIZE];
    char parent[PATH_SIZE];
    if (find_folder(s, place, "id1", found->id1)) {
        memcpy(found->base, place, strlen(place) + 1);
        return true;
    }
    if (!find_entry(s, place, "pak0.pak", pak)) {
        return false;
    }
    memcpy(parent, place, strlen(place) + 1);
    if (go_to_parent(parent) && find_folder(s, parent, "id1", found->id1)) {
        memcpy(found->base, parent, sizeof(parent));
        if (strcmp(found->id1, place) != 0) {
            memcpy(found->overlay, place, strlen(place) + 1);
        }
        return true;
    }
    memcpy(found->base, place, strlen(place) + 1);
    memcpy(found->id1, place, strlen(place) + 1);
    return true;
}

static bool find_location(struct places *s, const char *base, struct location *found)
{
    for (int i = 0; i < s->count && !s->no_memory; i++) {
        if (look_at_place(s, s->paths[i], base, found)) {
            return true;
        }
    }
    *found = (struct location){0};
    return false;
}

/* The folder right below the base that the demo lies in. */
static void overlay_demo_folder(struct location *at, const char *demo_path)
{
    char base[PATH_SIZE];
    char folder[PATH_SIZE];
    if (platform_absolute_path(at->base, base, sizeof(base)) < 0 ||
        platform_absolute_path(demo_path, folder, sizeof(folder)) < 0) {
        return;
    }
    char parent[PATH_SIZE];
    while (go_to_parent(folder)) {
        memcpy(parent, folder, sizeof(parent));
        if (go_to_parent(parent) && strcmp(parent, base) == 0) {
            const char *name = strrchr(folder, '/') + 1;
            if (!name_equal_nocase(name, "id1")) {
                memcpy(at->overlay, folder, sizeof(folder));
            }
            return;
        }
    }
}

static bool name_is_plain(const char *name)
{
    return *name && *name != '.' && strpbrk(name, "/\\:") == NULL && strstr(name, "..") == NULL;
}

/* Each folder once, at its highest place. */
static void find_layers(struct places *s, struct location *at, const struct search_options *options)
{
    for (int i = 0; i < SEARCH_LAYERS; i++) {
        const char *name = options->layers[i];
        bool there = name && name_is_plain(name) && find_folder(s, at->base, name, at->layers[i]) &&
                     strcmp(at->layers[i], at->id1) != 0 && strcmp(at->layers[i], at->overlay) != 0;
        for (int above = i + 1; there && above < SEARCH_LAYERS; above++) {
            there = !options->layers[above] || !name_equal_nocase(name, options->layers[above]);
        }
        if (!there) {
            at->layers[i][0] = '\0';
        }
    }
}

static void add_folder(struct search_result *result, const char *path)
{
    memcpy(result->folders[result->num_folders++], path, strlen(path) + 1);
}

/* What is laid over id1, for a place that was found. */
static int find_game_folders(struct search_result *result, const struct search_options *options,
                             struct places *s, struct location *at, struct format_error *err)
{
    if (options->game) {
        if (!name_is_plain(options->game)) {
            return format_fail(err, FORMAT_BAD, 0, "-game %.80s: not a plain folder name",
                               options->game);
        }
        if (!find_folder(s, at->base, options->game, at->overlay) && !s->no_memory) {
            return format_fail(err, FORMAT_MISSING, 0, "-game %.40s: no such folder in %.100s",
                               options->game, at->base);
        }
    } else if (options->demo_path) {
        overlay_demo_folder(at, options->demo_path);
    }
    find_layers(s, at, options);
    add_folder(result, at->id1);
    for (int i = 0; i < SEARCH_LAYERS; i++) {
        if (at->layers[i][0]) {
            add_folder(result, at->layers[i]);
        }
    }
    if (at->overlay[0] && strcmp(at->overlay, at->id1) != 0) {
        add_folder(result, at->overlay);
    }
    memcpy(result->basedir, at->base, strlen(at->base) + 1);
    return FORMAT_OK;
}

int search_find(struct search_result *result, const struct search_options *options,
                struct format_error *err)
{
    *result = (struct search_result){0};
    struct places *places = list_places(options);
    if (!places) {
        return format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    struct location at;
    const bool found = find_location(places, options->base, &at);
    int code = found ? find_game_folders(result, options, places, &at, err) : FORMAT_OK;
    if (places->no_memory) {
        *result = (struct search_result){0};
        code = format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    free(places);
    if (code == FORMAT_OK && !found && options->basedir) {
        return format_fail(err, FORMAT_MISSING, 0,
                           "-basedir %.120s: there is no %.20s folder in it", options->basedir,
                           options->base ? options->base : "id1");
    }
    return code;
}

void search_describe(const struct search_options *options, char *text, size_t size)
{
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    struct places *s = list_places(options);
    size_t used = 0;
    for (int i = 0; s && i < s->count; i++) {
        int written = snprintf(text + used, size - used, "%s\n", s->paths[i]);
        if (written < 0 || (size_t)written >= size - used) {
            break;
        }
        used += (size_t)written;
    }
    text[used] = '\0';
    if (!s) {
        snprintf(text, size, "(no memory to tell)\n");
    }
    free(s);
}
