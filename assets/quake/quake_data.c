#include "assets/quake/quake_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/name_map.h"

enum { CONCHARS_BYTES = 128 * 128, LOAN_PALETTE = 0, LOAN_COLORMAP, LOAN_WAD };

struct known_picture {
    struct files_ref ref; /* empty for a built-in or missing picture */
    struct lmp_picture picture;
    int code;
    struct known_picture *next;
};

struct quake_pictures {
    struct name_map map; /* struct known_picture */
    struct known_picture *first;
};

/* ---- What every frame needs ---- */

static void log_stand_in(struct quake_data *data, const char *name)
{
    char line[128];
    snprintf(line, sizeof(line), "%s: not found, the built-in one is used", name);
    if (data->found) {
        files_log(data->files, line);
    }
}

/* A file of at least `need` bytes: the user's, else the built-in one, else NULL. Returns NULL if
 * out of memory. */
static const uint8_t *load_or_builtin(struct quake_data *data, const char *name, size_t need,
                                      struct files_ref *ref)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    const int code = files_get(data->files, name, ref);
    if (code == FORMAT_MEMORY || (code == FORMAT_OK && ref->size >= need)) {
        return ref->data;
    }
    if (code == FORMAT_OK) {
        struct format_error err = {0};
        format_fail(&err, FORMAT_TRUNCATED, ref->size, "%zu bytes are needed", need);
        files_report_damage(data->files, name, &err);
        files_release(data->files, ref);
    }
    log_stand_in(data, name);
    return builtin_find(name, &bytes, &size) && size >= need ? bytes : NULL;
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

static void load_wad(struct quake_data *data)
{
    static const char name[] = "gfx.wad";
    struct files_ref *ref = &data->refs[LOAN_WAD];
    const uint8_t *bytes = NULL;
    size_t size = 0;
    struct format_error err = {0};
    struct wad builtin = {0};
    if (builtin_find(name, &bytes, &size) && wad_open(&builtin, bytes, size, NULL) < 0) {
        builtin = (struct wad){0};
    }
    const int code = files_get(data->files, name, ref);
    if (code == FORMAT_MEMORY) {
        return;
    }
    bool have = code == FORMAT_OK;
    if (have && wad_open(&data->wad, ref->data, ref->size, &err) < 0) {
        files_report_damage(data->files, name, &err);
        files_release(data->files, ref);
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

static int load_pictures(struct quake_data *data, struct format_error *err)
{
    data->palette =
        load_or_builtin(data, "gfx/palette.lmp", PALETTE_BYTES, &data->refs[LOAN_PALETTE]);
    data->colormap =
        load_or_builtin(data, "gfx/colormap.lmp", COLORMAP_BYTES, &data->refs[LOAN_COLORMAP]);
    load_wad(data);
    if (files_lacked_memory(data->files)) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (!data->palette || !data->colormap || !data->conchars) {
        return format_fail(err, FORMAT_MISSING, 0, "%s not found",
                           !data->palette    ? "gfx/palette.lmp"
                           : !data->colormap ? "gfx/colormap.lmp"
                                             : "gfx.wad with conchars");
    }
    return FORMAT_OK;
}

int quake_data_open(struct quake_data *data, const struct game_files *game, int threads,
                    struct format_error *err)
{
    *data = (struct quake_data){.files = game->files, .found = game->found};
    int code = load_pictures(data, err);
    if (code == FORMAT_OK) {
        data->models = model_store_create(data->files);
        data->skyboxes = skybox_store_create(data->files, data->palette);
        data->skins = skin_store_create(data->files);
        data->places = loc_store_create(data->files);
        data->overviews = overview_store_create(data->palette);
        data->pictures = calloc(1, sizeof(*data->pictures));
        data->replacements = data->models ? replacement_store_create(data->files, data->models,
                                                                     data->palette, threads)
                                          : NULL;
        if (!data->skyboxes || !data->skins || !data->places || !data->overviews ||
            !data->pictures || !data->replacements) {
            code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
    }
    if (code < 0) {
        quake_data_close(data);
    }
    return code;
}

/* ---- Pictures by name ---- */

/* A file of the game, or of the built-in pack when there is no game data. */
static int load_picture(struct quake_data *data, const char *name, struct known_picture *known)
{
    struct format_error err = {0};
    const uint8_t *bytes = NULL;
    size_t size = 0;
    int code = files_get(data->files, name, &known->ref);
    if (code == FORMAT_OK) {
        bytes = known->ref.data;
        size = known->ref.size;
    } else if (!data->found && builtin_find(name, &bytes, &size)) {
        code = FORMAT_OK;
    }
    if (code == FORMAT_OK) {
        code = lmp_read(&known->picture, bytes, size, &err);
        if (code < 0) {
            files_report_damage(data->files, name, &err);
            files_release(data->files, &known->ref);
            known->picture = (struct lmp_picture){0};
        }
    }
    return code;
}

static int get_picture(struct quake_data *data, const char *name, struct lmp_picture *picture)
{
    struct known_picture *known = name_map_get(&data->pictures->map, name);
    if (!known) {
        known = calloc(1, sizeof(*known));
        if (!known) {
            files_note_lack(data->files);
            return FORMAT_MEMORY;
        }
        known->code = load_picture(data, name, known);
        if (known->code == FORMAT_MEMORY || name_map_put(&data->pictures->map, name, known) < 0) {
            files_note_lack(data->files);
            files_release(data->files, &known->ref);
            free(known);
            return FORMAT_MEMORY;
        }
        known->next = data->pictures->first;
        data->pictures->first = known;
    }
    *picture = known->picture;
    return known->code;
}

int quake_data_picture(struct quake_data *data, const char *name, struct lmp_picture *picture)
{
    struct format_error err = {0};
    struct wad_lump lump;
    *picture = (struct lmp_picture){0};
    if (strchr(name, '/')) {
        return get_picture(data, name, picture);
    }
    int code = wad_find(&data->wad, name, &lump, &err);
    if (code == FORMAT_OK) {
        code = lmp_read(picture, lump.data, lump.size, &err);
    }
    if (code < 0 && code != FORMAT_MISSING) {
        files_report_damage(data->files, name, &err);
    }
    return code;
}

static void free_pictures(struct quake_data *data)
{
    if (!data->pictures) {
        return;
    }
    while (data->pictures->first) {
        struct known_picture *known = data->pictures->first;
        data->pictures->first = known->next;
        files_release(data->files, &known->ref);
        free(known);
    }
    name_map_clear(&data->pictures->map, NULL);
    free(data->pictures);
}

void quake_data_close(struct quake_data *data)
{
    overview_store_destroy(data->overviews);
    loc_store_destroy(data->places);
    skin_store_destroy(data->skins);
    skybox_store_destroy(data->skyboxes);
    replacement_store_destroy(data->replacements);
    model_store_destroy(data->models);
    free_pictures(data);
    for (int i = 0; i < QUAKE_DATA_LOANS; i++) {
        files_release(data->files, &data->refs[i]);
    }
    *data = (struct quake_data){0};
}
