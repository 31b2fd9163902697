#include "assets/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/platform.h"

enum { PATH_SIZE = SEARCH_PATH, PLACES_MAX = 48, PARENTS_MAX = 12 };

/* Folders to search, in order. */
struct places {
    char paths[PLACES_MAX][PATH_SIZE];
    int given;  /* the first ones are those of -basedir */
    int common; /* from there on they are common install places */
    int count;
    bool must_list; /* a folder that is there has to be listed, whatever the reason is */
    int trouble;    /* errno of a folder that may hold the data and could not be listed; 0 = none */
};

/* A part of them: from first up to end, common install places from common on. */
struct stretch {
    int first, common, end;
};

/* Search result: the folder around id1, id1, then the folders over it ("" = none): layers, overlay.
 */
struct location {
    bool is_given; /* by -basedir */
    char base[PATH_SIZE];
    char id1[PATH_SIZE];
    char layers[SEARCH_LAYERS][PATH_SIZE];
    char overlay[PATH_SIZE];
};

static bool join_path(char out[PATH_SIZE], const char *folder, const char *name)
{
    int written = snprintf(out, PATH_SIZE, "%s/%s", folder, name);
    return written > 0 && written < PATH_SIZE;
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
    for (int i = 0; i < PARENTS_MAX && platform_go_to_parent(folder); i++) {
        add_place(s, folder);
    }
}

/* Reasons for which a place is passed over: it is none, or it is not for this user. */
static bool is_no_place(int reason, bool must_list)
{
    return reason == ENOENT || reason == ENOTDIR ||
           (!must_list &&
            (reason == EACCES || reason == EPERM || reason == ELOOP || reason == ENAMETOOLONG));
}

/* False if there is no such folder, or it cannot be listed. */
static bool list_names(struct places *s, const char *folder, char ***names, size_t *count)
{
    if (platform_list_directory(folder, names, count) == 0) {
        return true;
    }
    if (!is_no_place(errno, s->must_list) && s->trouble != ENOMEM) {
        s->trouble = errno;
    }
    return false;
}

/* other_base: not id1 is looked for. */
static void add_home_places(struct places *s, const char *home, bool other_base)
{
    static const char *const quake[] = {".quake", ".steam/steam/steamapps/common/Quake",
                                        ".local/share/Steam/steamapps/common/Quake",
                                        "Library/Application Support/Steam/steamapps/common/Quake",
                                        NULL};
    static const char *const quake3[] = {
        ".q3a",
        ".openarena",
        ".local/share/Quake3",
        ".local/share/openarena",
        ".steam/steam/steamapps/common/Quake 3 Arena",
        ".local/share/Steam/steamapps/common/Quake 3 Arena",
        ".steam/steam/steamapps/common/Quake Live",
        ".local/share/Steam/steamapps/common/Quake Live",
        "Library/Application Support/Quake3",
        "Library/Application Support/OpenArena",
        "Library/Application Support/Steam/steamapps/common/Quake 3 Arena",
        NULL};
    char path[PATH_SIZE];
    for (const char *const *below = other_base ? quake3 : quake; *below; below++) {
        if (join_path(path, home, *below)) {
            add_place(s, path);
        }
    }
    char gog[PATH_SIZE];
    char **names = NULL;
    size_t count = 0;
    if (!join_path(gog, home, "GOG Games") || !list_names(s, gog, &names, &count)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (strncmp(names[i], "Quake", 5) == 0 && join_path(path, gog, names[i])) {
            add_place(s, path);
        }
    }
    platform_free_names(names, count);
}

/* Each of the folders that stand in one text. */
static void add_list(struct places *s, const char *list)
{
    while (list && *list) {
        char path[PATH_SIZE];
        const size_t length = strcspn(list, "\n");
        if (length > 0 && length < sizeof(path)) {
            memcpy(path, list, length);
            path[length] = '\0';
            add_place(s, path);
        }
        list += length + (list[length] != '\0');
    }
}

static void list_places(struct places *s, const struct search_options *options)
{
    s->count = 0;
    s->must_list = false;
    s->trouble = 0;
    add_list(s, options->basedir);
    s->given = s->count;
    char path[PATH_SIZE];
    if (platform_path_variable("QUAKEREEL_BASEDIR", path, sizeof(path)) == 0) {
        add_place(s, path);
    }
    if (options->demo_path) {
        add_demo_places(s, options->demo_path);
    }
    add_list(s, options->remembered);
    add_place(s, ".");
    s->common = s->count;
    if (platform_user_folder(PLATFORM_HOME, path, sizeof(path)) == 0) {
        add_home_places(s, path, options->base != NULL);
    }
    static const char *const quake[] = {"/usr/share/games/quake", "/usr/local/games/quake", NULL};
    static const char *const quake3[] = {"/usr/share/games/quake3",
                                         "/usr/lib/ioquake3",
                                         "/usr/local/games/quake3",
                                         "/opt/quake3",
                                         "/usr/share/games/openarena",
                                         "/usr/lib/openarena",
                                         "/usr/lib/games/openarena",
                                         "/usr/local/games/openarena",
                                         NULL};
    for (const char *const *place = options->base ? quake3 : quake; *place; place++) {
        add_place(s, *place);
    }
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
    bool found = match && join_path(out, folder, match);
    platform_free_names(names, count);
    return found;
}

static bool find_folder(struct places *s, const char *folder, const char *name, char out[PATH_SIZE])
{
    return find_entry(s, folder, name, out) && platform_is_directory(out);
}

/* True if the place contains a folder of that name, or has that name. */
static bool look_for_base(struct places *s, const char *place, const char *base,
                          struct location *found)
{
    char parent[PATH_SIZE];
    memcpy(found->base, place, strlen(place) + 1);
    if (find_folder(s, place, base, found->id1)) {
        return true;
    }
    memcpy(parent, place, strlen(place) + 1);
    if (!platform_go_to_parent(parent) || !find_folder(s, parent, base, found->id1) ||
        strcmp(found->id1, place) != 0) {
        return false;
    }
    memcpy(found->base, parent, sizeof(parent));
    return true;
}

/* True if the place has game data: an id1 folder, or a pak. A folder with a pak next to an id1 is a
 * modification of it; for id1 itself the base is its parent. base: another base's folder name, or
 * NULL. */
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
    if (platform_go_to_parent(parent) && find_folder(s, parent, "id1", found->id1)) {
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

/* True if a folder has a pk3. installed: the one that every installed game has. */
static bool has_pk3(struct places *s, const char *folder, bool installed)
{
    char **names = NULL;
    size_t count = 0;
    bool found = false;
    if (!list_names(s, folder, &names, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *dot = strrchr(names[i], '.');
        found = found || (installed ? name_equal_nocase(names[i], "pak0.pk3")
                                    : dot && (name_equal_nocase(dot, ".pk3") ||
                                              name_equal_nocase(dot, ".pk3dir")));
    }
    platform_free_names(names, count);
    return found;
}

/* File a base folder must contain. */
enum base_need { NEED_NOTHING, NEED_PK3, NEED_INSTALLED };

static bool try_place(struct places *s, int place, const char *base, enum base_need need,
                      struct location *found)
{
    return base && look_at_place(s, s->paths[place], base, found) &&
           (need == NEED_NOTHING || has_pk3(s, found->id1, need == NEED_INSTALLED));
}

/* Among the places that are not common install places. */
static bool find_near(struct places *s, struct stretch in, const char *const bases[2],
                      enum base_need need, struct location *found)
{
    for (int i = in.first; i < in.common && s->trouble == 0; i++) {
        if (try_place(s, i, bases[0], need, found) || try_place(s, i, bases[1], need, found)) {
            return true;
        }
    }
    return false;
}

static bool find_common(struct places *s, struct stretch in, const char *const bases[2],
                        enum base_need need, struct location *found)
{
    for (int b = 0; b < 2; b++) {
        for (int i = in.common; i < in.end && s->trouble == 0; i++) {
            if (try_place(s, i, bases[b], need, found)) {
                return true;
            }
        }
    }
    return false;
}

static bool find_base(struct places *s, struct stretch in, const char *const bases[2],
                      struct location *found)
{
    if (!bases[0]) {
        for (int i = in.first; i < in.end && s->trouble == 0; i++) {
            if (look_at_place(s, s->paths[i], NULL, found)) {
                return true;
            }
        }
        return false;
    }
    return find_near(s, in, bases, NEED_PK3, found) ||
           find_near(s, in, bases, NEED_NOTHING, found) ||
           find_common(s, in, bases, NEED_PK3, found) ||
           find_common(s, in, bases, NEED_NOTHING, found);
}

/* The last name of a path. */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The installed game below a user's home folder; *under is zeroed if there is none. */
static void find_installed(struct places *s, struct stretch in, const struct location *found,
                           struct location *under)
{
    for (int i = in.first; i < in.end && s->trouble == 0; i++) {
        struct location at;
        if (try_place(s, i, last_name(found->id1), NEED_INSTALLED, &at)) {
            *under = at;
            break;
        }
    }
}

/* *under is the base below the one found, or zeroed. */
static bool find_location(struct places *s, const struct search_options *options,
                          struct location *found, struct location *under)
{
    const char *const bases[2] = {options->base, options->base ? options->other_base : NULL};
    const struct stretch given = {0, s->given, s->given};
    const struct stretch others = {s->given, s->common, s->count};
    *under = (struct location){0};
    s->must_list = true;
    const bool is_given = find_base(s, given, bases, found);
    s->must_list = false;
    if (is_given) {
        found->is_given = true;
        return true;
    }
    if (s->trouble == 0 && find_base(s, others, bases, found)) {
        if (bases[0] && !has_pk3(s, found->id1, true)) {
            find_installed(s, others, found, under);
        }
        return true;
    }
    *found = (struct location){0};
    return false;
}

/* A folder of -basedir that holds no game's data, NULL if each does. */
static const char *find_empty(struct places *s, const struct search_options *options)
{
    const char *const bases[] = {NULL, "baseq3", "baseoa", options->base, options->other_base};
    s->must_list = true;
    for (int i = 0; i < s->given; i++) {
        bool holds = false;
        for (size_t b = 0; b < sizeof(bases) / sizeof(bases[0]) && !holds; b++) {
            struct location at;
            holds = look_at_place(s, s->paths[i], bases[b], &at);
        }
        if (!holds) {
            return s->paths[i];
        }
    }
    s->must_list = false;
    return NULL;
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
    while (platform_go_to_parent(folder)) {
        memcpy(parent, folder, sizeof(parent));
        if (platform_go_to_parent(parent) && strcmp(parent, base) == 0) {
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
    if (path[0]) {
        memcpy(result->folders[result->num_folders++], path, strlen(path) + 1);
    }
}

/* Finds the layers and the overlay of the base below. */
static void find_layers_under(struct places *s, struct location *under, const struct location *at,
                              const struct search_options *options)
{
    if (!under->base[0]) {
        return;
    }
    find_layers(s, under, options);
    if (!at->overlay[0] || !find_folder(s, under->base, last_name(at->overlay), under->overlay) ||
        strcmp(under->overlay, at->overlay) == 0 || strcmp(under->overlay, under->id1) == 0) {
        under->overlay[0] = '\0';
    }
}

/* Finds the folders over id1 for a found place. */
static int find_game_folders(struct search_result *result, const struct search_options *options,
                             struct places *s, struct location *at, struct location *under,
                             struct format_error *err)
{
    if (options->game) {
        if (!name_is_plain(options->game)) {
            return format_fail(err, FORMAT_BAD, 0, "-game %.80s: not a plain folder name",
                               options->game);
        }
        const bool there =
            find_folder(s, at->base, options->game, at->overlay) ||
            (under->base[0] && find_folder(s, under->base, options->game, at->overlay));
        if (!there && s->trouble == 0) {
            return format_fail(err, FORMAT_MISSING, 0, "-game %.40s: no such folder in %.100s",
                               options->game, at->base);
        }
    } else if (options->demo_path) {
        overlay_demo_folder(at, options->demo_path);
    }
    find_layers(s, at, options);
    find_layers_under(s, under, at, options);
    add_folder(result, under->id1);
    add_folder(result, at->id1);
    for (int i = 0; i < SEARCH_LAYERS; i++) {
        add_folder(result, under->layers[i]);
        add_folder(result, at->layers[i]);
    }
    if (strcmp(at->overlay, at->id1) != 0) {
        add_folder(result, under->overlay);
        add_folder(result, at->overlay);
    }
    memcpy(result->basedir, at->base, strlen(at->base) + 1);
    result->is_given = at->is_given;
    return FORMAT_OK;
}

int search_find(struct search_result *result, const struct search_options *options,
                struct format_error *err)
{
    *result = (struct search_result){0};
    struct places places;
    struct location at, under;
    list_places(&places, options);
    const char *empty = find_empty(&places, options);
    if (empty && places.trouble == 0) {
        return format_fail(err, FORMAT_MISSING, 0,
                           "-basedir %.120s: there is no id1, baseq3 or baseoa folder in it",
                           empty);
    }
    const bool found = find_location(&places, options, &at, &under);
    int code = found ? find_game_folders(result, options, &places, &at, &under, err) : FORMAT_OK;
    if (places.trouble != 0) {
        *result = (struct search_result){0};
        code = places.trouble == ENOMEM
                   ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                   : format_fail(err, FORMAT_UNREADABLE, 0,
                                 "the folders of the game data cannot be listed: %s",
                                 strerror(places.trouble));
    }
    return code;
}

void search_describe(const struct search_options *options, char *text, size_t size)
{
    if (size == 0) {
        return;
    }
    struct places places;
    size_t used = 0;
    list_places(&places, options);
    for (int i = 0; i < places.count; i++) {
        int written = snprintf(text + used, size - used, "%s\n", places.paths[i]);
        if (written < 0 || (size_t)written >= size - used) {
            break;
        }
        used += (size_t)written;
    }
    text[used] = '\0';
}
