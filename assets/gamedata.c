#include "assets/gamedata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/name_map.h"
#include "assets/platform.h"
#include "formats/archives/pak.h"

enum { PATH_SIZE = 1024, PLACES_MAX = 48, PARENTS_MAX = 12, CONCHARS_BYTES = 128 * 128 };

/* Where to look, in order. */
struct search {
    char places[PLACES_MAX][PATH_SIZE];
    int count;
};

/* What was found: the folder around id1, id1 itself, and what to lay over it ("" = nothing): the
 * layers, then the overlay. */
struct location {
    char base[PATH_SIZE];
    char id1[PATH_SIZE];
    char layers[GAMEDATA_LAYERS][PATH_SIZE];
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

static void add_place(struct search *s, const char *path)
{
    char absolute[PATH_SIZE];
    if (s->count == PLACES_MAX || strlen(path) >= PATH_SIZE) {
        return;
    }
    if (platform_absolute_path(path, absolute, sizeof(absolute)) < 0) {
        snprintf(absolute, sizeof(absolute), "%s", path);
    }
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->places[i], absolute) == 0) {
            return;
        }
    }
    memcpy(s->places[s->count++], absolute, PATH_SIZE);
}

/* The demo's folder and those above it. */
static void add_demo_places(struct search *s, const char *demo_path)
{
    char folder[PATH_SIZE];
    if (platform_absolute_path(demo_path, folder, sizeof(folder)) < 0) {
        return;
    }
    for (int i = 0; i < PARENTS_MAX && go_to_parent(folder); i++) {
        add_place(s, folder);
    }
}

static void add_home_places(struct search *s, const char *home)
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
    if (!join(gog, home, "GOG Games") || platform_list_directory(gog, &names, &count) < 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (strncmp(names[i], "Quake", 5) == 0 && join(path, gog, names[i])) {
            add_place(s, path);
        }
    }
    platform_free_names(names, count);
}

static struct search *make_search(const struct gamedata_options *options)
{
    struct search *s = calloc(1, sizeof(*s));
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
static bool find_entry(const char *folder, const char *name, char out[PATH_SIZE])
{
    char **names = NULL;
    size_t count = 0;
    const char *match = NULL;
    if (platform_list_directory(folder, &names, &count) < 0) {
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

static bool find_folder(const char *folder, const char *name, char out[PATH_SIZE])
{
    return find_entry(folder, name, out) && platform_is_directory(out);
}

/* Whether the place holds a folder of that name, or is it. */
static bool look_for_base(const char *place, const char *base, struct location *found)
{
    char parent[PATH_SIZE];
    memcpy(found->base, place, strlen(place) + 1);
    if (find_folder(place, base, found->id1)) {
        return true;
    }
    memcpy(parent, place, strlen(place) + 1);
    if (!go_to_parent(parent) || !find_folder(parent, base, found->id1) ||
        strcmp(found->id1, place) != 0) {
        return false;
    }
    memcpy(found->base, parent, sizeof(parent));
    return true;
}

/* Whether game data is here: an id1 folder, or a pak. A folder with a pak beside an id1 is a
 * modification of it; id1 itself stands for the folder around it. Another base (or NULL) has to
 * be there by its name. */
static bool look_at_place(const char *place, const char *base, struct location *found)
{
    *found = (struct location){0};
    if (base) {
        return look_for_base(place, base, found);
    }
    char pak[PATH_SIZE];
    char parent[PATH_SIZE];
    if (find_folder(place, "id1", found->id1)) {
        memcpy(found->base, place, strlen(place) + 1);
        return true;
    }
    if (!find_entry(place, "pak0.pak", pak)) {
        return false;
    }
    memcpy(parent, place, strlen(place) + 1);
    if (go_to_parent(parent) && find_folder(parent, "id1", found->id1)) {
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

static bool find_location(const struct search *s, const char *base, struct location *found)
{
    for (int i = 0; i < s->count; i++) {
        if (look_at_place(s->places[i], base, found)) {
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
static void find_layers(struct location *at, const struct gamedata_options *options)
{
    for (int i = 0; i < GAMEDATA_LAYERS; i++) {
        const char *name = options->layers[i];
        bool there = name && name_is_plain(name) && find_folder(at->base, name, at->layers[i]) &&
                     strcmp(at->layers[i], at->id1) != 0 && strcmp(at->layers[i], at->overlay) != 0;
        for (int above = i + 1; there && above < GAMEDATA_LAYERS; above++) {
            there = !options->layers[above] || !name_equal_nocase(name, options->layers[above]);
        }
        if (!there) {
            at->layers[i][0] = '\0';
        }
    }
}

static int add_game_folders(struct gamedata *data, const struct gamedata_options *options,
                            struct location *at, struct format_error *err)
{
    if (options->game) {
        if (!name_is_plain(options->game)) {
            return format_fail(err, FORMAT_BAD, 0, "-game %.80s: not a plain folder name",
                               options->game);
        }
        if (!find_folder(at->base, options->game, at->overlay)) {
            return format_fail(err, FORMAT_MISSING, 0, "-game %.40s: no such folder in %.100s",
                               options->game, at->base);
        }
    } else if (options->demo_path) {
        overlay_demo_folder(at, options->demo_path);
    }
    find_layers(at, options);
    int code = files_add_directory(data->files, at->id1);
    for (int i = 0; code == FORMAT_OK && i < GAMEDATA_LAYERS; i++) {
        if (at->layers[i][0]) {
            code = files_add_directory(data->files, at->layers[i]);
        }
    }
    if (code == FORMAT_OK && at->overlay[0] && strcmp(at->overlay, at->id1) != 0) {
        code = files_add_directory(data->files, at->overlay);
    }
    if (code < 0) {
        return format_fail(err, code, 0, "%.150s cannot be opened", at->base);
    }
    memcpy(data->basedir, at->base, strlen(at->base) + 1);
    return FORMAT_OK;
}

static int find_data(struct gamedata *data, const struct gamedata_options *options,
                     struct format_error *err)
{
    if (options->builtin) {
        data->found = true;
        if (files_add_pak(data->files, "built-in pack", builtin_pak, builtin_pak_size) < 0) {
            return format_fail(err, FORMAT_BAD, 0, "the built-in pack is damaged");
        }
        return FORMAT_OK;
    }
    struct search *search = make_search(options);
    if (!search) {
        return format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    struct location at;
    data->found = find_location(search, options->base, &at);
    free(search);
    if (data->found) {
        return add_game_folders(data, options, &at, err);
    }
    if (options->basedir) {
        return format_fail(err, FORMAT_MISSING, 0,
                           "-basedir %.120s: there is no %.20s folder in it", options->basedir,
                           options->base ? options->base : "id1");
    }
    return FORMAT_OK;
}

/* A file of the built-in pack, whether or not the pack is part of the game data. */
static bool find_builtin(const char *name, struct pak_member *out)
{
    struct pak pak;
    if (pak_open(&pak, builtin_pak, builtin_pak_size, NULL) < 0) {
        return false;
    }
    for (uint32_t i = 0; i < pak.num_members; i++) {
        if (pak_get(&pak, i, out, NULL) == FORMAT_OK && name_equal_nocase(out->name, name)) {
            return true;
        }
    }
    return false;
}

static void log_stand_in(struct gamedata *data, const char *name)
{
    char line[128];
    snprintf(line, sizeof(line), "%s: not found, the built-in one is used", name);
    if (data->found) {
        files_log(data->files, line);
    }
}

/* A file of at least `need` bytes: the user's, else the built-in one, else NULL. */
static const uint8_t *load_or_builtin(struct gamedata *data, const char *name, size_t need)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    if (files_load(data->files, name, &bytes, &size) == FORMAT_OK) {
        if (size >= need) {
            return bytes;
        }
        struct format_error err = {0};
        format_fail(&err, FORMAT_TRUNCATED, size, "%zu bytes are needed", need);
        files_report_damage(data->files, name, &err);
    }
    log_stand_in(data, name);
    struct pak_member member;
    return find_builtin(name, &member) && member.size >= need ? member.data : NULL;
}

static const uint8_t *find_conchars(const struct wad *wad)
{
    struct wad_lump lump;
    if (wad->num_lumps == 0 || wad_find(wad, "conchars", &lump, NULL) < 0 ||
        lump.size < CONCHARS_BYTES) {
        return NULL;
    }
    return lump.data; /* bare pixels, though some tools give it a picture's type */
}

static void load_wad(struct gamedata *data)
{
    static const char name[] = "gfx.wad";
    const uint8_t *bytes = NULL;
    size_t size = 0;
    struct format_error err = {0};
    struct pak_member member;
    struct wad builtin = {0};
    if (find_builtin(name, &member) && wad_open(&builtin, member.data, member.size, NULL) < 0) {
        builtin = (struct wad){0};
    }
    bool have = files_load(data->files, name, &bytes, &size) == FORMAT_OK;
    if (have && wad_open(&data->wad, bytes, size, &err) < 0) {
        files_report_damage(data->files, name, &err);
        have = false;
    }
    if (!have) {
        log_stand_in(data, name);
        data->wad = builtin;
    }
    data->conchars = find_conchars(&data->wad);
    if (!data->conchars) {
        log_stand_in(data, "gfx.wad, conchars");
        data->conchars = find_conchars(&builtin);
    }
}

int gamedata_open(struct gamedata *data, const struct gamedata_options *options,
                  struct format_error *err)
{
    *data = (struct gamedata){0};
    int code = FORMAT_OK;
    data->files = files_create(options->log, options->log_context);
    data->models = data->files ? model_store_create(data->files) : NULL;
    if (!data->models) {
        code = format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    if (code == FORMAT_OK) {
        code = find_data(data, options, err);
    }
    if (code == FORMAT_OK && !options->files_only) {
        data->palette = load_or_builtin(data, "gfx/palette.lmp", PALETTE_BYTES);
        data->colormap = load_or_builtin(data, "gfx/colormap.lmp", COLORMAP_BYTES);
        load_wad(data);
        if (!data->palette || !data->colormap || !data->conchars) {
            code = format_fail(err, FORMAT_MISSING, 0, "there is no %s to be found",
                               !data->palette    ? "gfx/palette.lmp"
                               : !data->colormap ? "gfx/colormap.lmp"
                                                 : "gfx.wad with conchars");
        }
    }
    if (code == FORMAT_OK && !options->files_only) {
        data->skyboxes = skybox_store_create(data->files, data->palette);
        data->skins = skin_store_create(data->files);
        if (!data->skyboxes || !data->skins) {
            code = format_fail(err, FORMAT_MEMORY, 0, "no memory");
        }
    }
    if (code < 0) {
        gamedata_close(data);
    }
    return code;
}

void gamedata_close(struct gamedata *data)
{
    skin_store_destroy(data->skins);
    skybox_store_destroy(data->skyboxes);
    model_store_destroy(data->models);
    files_destroy(data->files);
    *data = (struct gamedata){0};
}

void gamedata_describe_search(const struct gamedata_options *options, char *text, size_t size)
{
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    struct search *s = make_search(options);
    size_t used = 0;
    for (int i = 0; s && i < s->count; i++) {
        int written = snprintf(text + used, size - used, "%s\n", s->places[i]);
        if (written < 0 || (size_t)written >= size - used) {
            break;
        }
        used += (size_t)written;
    }
    text[used] = '\0';
    free(s);
}

int gamedata_picture(struct gamedata *data, const char *name, struct lmp_picture *picture)
{
    struct format_error err = {0};
    *picture = (struct lmp_picture){0};
    int code = FORMAT_OK;
    if (!strchr(name, '/')) {
        struct wad_lump lump;
        code = wad_find(&data->wad, name, &lump, &err);
        if (code == FORMAT_OK) {
            code = lmp_read(picture, lump.data, lump.size, &err);
        }
    } else {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        code = files_load(data->files, name, &bytes, &size);
        struct pak_member member;
        if (code < 0 && !data->found && find_builtin(name, &member)) {
            bytes = member.data;
            size = member.size;
            code = FORMAT_OK;
        }
        if (code == FORMAT_OK) {
            code = lmp_read(picture, bytes, size, &err);
        }
    }
    if (code < 0 && code != FORMAT_MISSING) {
        files_report_damage(data->files, name, &err);
    }
    return code;
}
