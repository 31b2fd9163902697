#include "assets/quake3/q3_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/builtin_textures.h"
#include "assets/quake3/level_store.h"
#include "assets/quake3/material_store.h"
#include "assets/quake3/q3_model_store.h"
#include "assets/quake3/q3_names.h"

struct kept_animations {
    struct q3_animations animations;
    bool found;
};

struct q3_data {
    struct files *files;
    int threads;
    struct script_store *scripts;
    struct texture_store *textures;
    struct material_store *materials;
    struct level_store *levels;
    struct level_cache *cache;
    struct q3_overview_store *overviews;
    struct q3_model_store *models;
    struct player_store *players;
    struct name_map animations; /* struct kept_animations, by name and flip_flop */
    struct name_map told;       /* lines */
};

int q3_data_open(struct q3_data **data, const struct game_files *game, int threads,
                 struct format_error *err)
{
    struct q3_data *d = calloc(1, sizeof(*d));
    bool whole = false;
    *data = NULL;
    if (d) {
        d->files = game->files;
        d->threads = threads;
        d->scripts = script_store_create(d->files);
        d->textures = texture_store_create(d->files, threads);
        d->materials = material_store_create(d->files, d->scripts, d->textures);
        d->levels = level_store_create(d->files, d->materials, d->textures);
        d->cache = level_cache_create();
        d->overviews = q3_overview_store_create(d->materials);
        d->models = q3_model_store_create(d->files, d->materials, d->levels);
        d->players = player_store_create(d, d->files);
        whole = d->scripts && d->textures && d->materials && d->levels && d->cache &&
                d->overviews && d->models && d->players;
    }
    if (!whole) {
        q3_data_close(d);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    *data = d;
    return FORMAT_OK;
}

void q3_data_close(struct q3_data *data)
{
    if (data) {
        name_map_clear(&data->animations, free);
        name_map_clear(&data->told, NULL);
        player_store_destroy(data->players);
        q3_model_store_destroy(data->models);
        q3_overview_store_destroy(data->overviews);
        level_cache_destroy(data->cache);
        level_store_destroy(data->levels);
        material_store_destroy(data->materials);
        texture_store_destroy(data->textures);
        script_store_destroy(data->scripts);
        free(data);
    }
}

void q3_data_set_overbright(struct q3_data *data, bool overbright)
{
    level_store_set_overbright(data->levels, overbright);
}

void q3_data_tell_once(struct q3_data *data, const char *line)
{
    if (data->told.count < Q3_DATA_TOLD && !name_map_get(&data->told, line) &&
        name_map_put(&data->told, line, data) == 0) {
        files_log(data->files, line);
    }
}

const struct material *q3_data_material(struct q3_data *data, const char *name, int32_t lightmap)
{
    return material_store_get(data->materials, name, lightmap, false);
}

const struct material *q3_data_material_if_there(struct q3_data *data, const char *name,
                                                 int32_t lightmap)
{
    const struct material *m = material_store_get(data->materials, name, lightmap, true);
    return m && !m->missing ? m : NULL;
}

const struct q3_level *q3_data_level(struct q3_data *data, const char *name)
{
    return level_store_get(data->levels, name);
}

const struct q3_overview *q3_data_overview(struct q3_data *data, const struct q3_level *level)
{
    return q3_overview_store_get(data->overviews, level);
}

struct level_cache *q3_data_level_cache(struct q3_data *data)
{
    return data->cache;
}

const struct q3_model *q3_data_model(struct q3_data *data, const char *name,
                                     const struct q3_level *level)
{
    return q3_model_store_get(data->models, name, level, false);
}

const struct q3_model *q3_data_model_if_there(struct q3_data *data, const char *name)
{
    return q3_model_store_get(data->models, name, NULL, true);
}

const struct q3_model_skin *q3_data_skin(struct q3_data *data, const char *name)
{
    return q3_model_store_skin(data->models, name);
}

static int load_animations(struct q3_data *data, const char *name, bool flip_flop,
                           struct kept_animations *kept)
{
    struct files_ref ref;
    struct format_error err = {0};
    int code = files_get(data->files, name, &ref);
    if (code < 0) {
        return code == FORMAT_MISSING ? FORMAT_OK : code;
    }
    code = q3_animations_read(&kept->animations, ref.data, ref.size, flip_flop, &err);
    files_release(data->files, &ref);
    kept->found = code == FORMAT_OK;
    if (code < 0 && code != FORMAT_MEMORY) {
        files_report_damage(data->files, name, &err);
        code = FORMAT_OK;
    }
    return code;
}

const struct q3_animations *q3_data_animations(struct q3_data *data, const char *name,
                                               bool flip_flop)
{
    char clean[Q3_NAME], key[Q3_KEY];
    if (!q3_name_clean(name, clean)) {
        return NULL;
    }
    q3_name_lower(clean);
    snprintf(key, sizeof(key), "%s@%d", clean, flip_flop);
    struct kept_animations *kept = name_map_get(&data->animations, key);
    if (!kept) {
        kept = calloc(1, sizeof(*kept));
        if (!kept || load_animations(data, clean, flip_flop, kept) < 0 ||
            name_map_put(&data->animations, key, kept) < 0) {
            free(kept);
            files_note_lack(data->files);
            return NULL;
        }
    }
    return kept->found ? &kept->animations : NULL;
}

const struct player_model *q3_data_player(struct q3_data *data,
                                          const struct player_model_request *request)
{
    return player_store_get(data->players, request);
}

void q3_data_preload(struct q3_data *data, const char *const *names, size_t count)
{
    if (q3_model_store_preload(data->models, data->textures, names, count, data->threads) < 0) {
        files_note_lack(data->files);
    }
}

bool q3_data_has_level(const struct q3_data *data, const char *name)
{
    return level_store_has(data->levels, name);
}

bool q3_data_has_file(struct q3_data *data, const char *name)
{
    char clean[Q3_NAME];
    return q3_name_clean(name, clean) && files_has(data->files, clean);
}

const struct texture *q3_data_builtin_texture(const struct q3_data *data,
                                              enum q3_builtin_texture which)
{
    return texture_store_builtin(data->textures, which);
}
