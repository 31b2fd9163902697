#include "assets/quake3/q3_model_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/parallel_for.h"
#include "assets/quake3/level_placeholder.h"
#include "assets/quake3/q3_model_placeholder.h"
#include "assets/quake3/q3_names.h"

/* One of the three is there: a model, or that there is none. */
struct kept_model {
    struct q3_model model;
    bool found;   /* its file; false: only a placeholder can be had */
    bool damaged; /* the file exists but is damaged; logged */
    struct kept_model *next;
};

struct kept_skin {
    struct q3_model_skin skin;
    bool found;
    struct kept_skin *next;
};

struct q3_model_store {
    struct files *files;
    struct material_store *materials;
    struct level_store *levels;
    struct name_map models; /* struct kept_model */
    struct name_map skins;  /* struct kept_skin */
    struct name_map ready;  /* struct md3 by file: decoded already, while preloading */
    struct kept_model *first;
    struct kept_skin *first_skin;
    uint32_t next_id;
};

struct q3_model_store *q3_model_store_create(struct files *files, struct material_store *materials,
                                             struct level_store *levels)
{
    struct q3_model_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        store->materials = materials;
        store->levels = levels;
    }
    return store;
}

static void free_lod(struct q3_model_lod *lod)
{
    for (uint32_t i = 0; lod->materials && i < lod->md3.num_surfaces; i++) {
        free(lod->materials[i]);
    }
    free(lod->materials);
    md3_free(&lod->md3);
    *lod = (struct q3_model_lod){0};
}

static void free_model(struct kept_model *kept)
{
    for (int i = 0; i < Q3_MODEL_LODS; i++) {
        free_lod(&kept->model.lods[i]);
    }
    free(kept);
}

static void free_skin(struct kept_skin *kept)
{
    q3_skin_free(&kept->skin.lines);
    free(kept->skin.materials);
    free(kept);
}

void q3_model_store_destroy(struct q3_model_store *store)
{
    if (!store) {
        return;
    }
    while (store->first) {
        struct kept_model *next = store->first->next;
        free_model(store->first);
        store->first = next;
    }
    while (store->first_skin) {
        struct kept_skin *next = store->first_skin->next;
        free_skin(store->first_skin);
        store->first_skin = next;
    }
    name_map_clear(&store->models, NULL);
    name_map_clear(&store->skins, NULL);
    free(store);
}

/* ---- Models ---- */

/* Parts of players are drawn with skins: their own shaders are often some artist's folder. */
static bool is_skinned(const char *name)
{
    return strncmp(name, "models/players/", strlen("models/players/")) == 0;
}

static int find_materials(struct q3_model_store *store, const char *model, struct q3_model_lod *lod)
{
    const struct md3 *md3 = &lod->md3;
    const bool quietly = is_skinned(model);
    lod->materials = calloc(md3->num_surfaces + 1, sizeof(*lod->materials));
    for (uint32_t i = 0; lod->materials && i < md3->num_surfaces; i++) {
        const struct md3_surface *s = &md3->surfaces[i];
        const uint32_t count = s->num_shaders ? s->num_shaders : 1;
        lod->materials[i] = calloc(count, sizeof(*lod->materials[i]));
        if (!lod->materials[i]) {
            return FORMAT_MEMORY;
        }
        for (uint32_t j = 0; j < count; j++) {
            const char *name = s->num_shaders ? s->shaders[j] : "";
            lod->materials[i][j] =
                material_store_get(store->materials, name, Q3_LIGHT_NONE, quietly);
            if (!lod->materials[i][j]) {
                return FORMAT_MEMORY;
            }
        }
    }
    return lod->materials ? FORMAT_OK : FORMAT_MEMORY;
}

/* Loads a file's MD3. Returns FORMAT_MISSING, or FORMAT_BAD if it is damaged (logged). */
static int load_lod(struct q3_model_store *store, const char *name, struct q3_model_lod *lod)
{
    struct files_ref ref;
    struct format_error err = {0};
    struct md3 *ready = name_map_get(&store->ready, name);
    if (ready && ready->num_frames > 0) { /* else it is damaged, logged below */
        lod->md3 = *ready;
        *ready = (struct md3){0};
        return find_materials(store, name, lod);
    }
    int code = files_get(store->files, name, &ref);
    if (code < 0) {
        return code;
    }
    code = md3_read(&lod->md3, ref.data, ref.size, &err);
    files_release(store->files, &ref);
    if (code < 0 && code != FORMAT_MEMORY) {
        files_report_damage(store->files, name, &err);
        return FORMAT_BAD;
    }
    return code == FORMAT_OK ? find_materials(store, name, lod) : code;
}

static int set_placeholder(struct q3_model_store *store, struct q3_model *model)
{
    model->missing = true;
    model->num_lods = 1;
    const int code = q3_model_placeholder_make(&model->lods[0].md3, NULL);
    return code < 0 ? code : find_materials(store, model->name, &model->lods[0]);
}

/* "models/x.md3", "models/x_1.md3", "models/x_2.md3". */
static void name_lod(const char *bare, unsigned lod, char path[Q3_KEY])
{
    if (lod == 0) {
        snprintf(path, Q3_KEY, "%s.md3", bare);
    } else {
        snprintf(path, Q3_KEY, "%s_%u.md3", bare, lod);
    }
}

/* As many levels of detail as there are in a row. */
static int load_md3(struct q3_model_store *store, struct kept_model *kept, const char *name)
{
    struct q3_model *model = &kept->model;
    char bare[Q3_NAME], path[Q3_KEY];
    snprintf(bare, sizeof(bare), "%s", name);
    q3_name_strip(bare);
    int code = FORMAT_OK;
    while (model->num_lods < Q3_MODEL_LODS && code == FORMAT_OK) {
        const unsigned lod = (unsigned)model->num_lods;
        name_lod(bare, lod, path);
        code = load_lod(store, path, &model->lods[lod]);
        model->num_lods += code == FORMAT_OK;
    }
    kept->found = model->num_lods > 0;
    kept->damaged = code == FORMAT_BAD;
    if (code == FORMAT_MEMORY) {
        return code;
    }
    code = kept->found ? FORMAT_OK : set_placeholder(store, model);
    if (code == FORMAT_OK) {
        memcpy(model->mins, model->lods[0].md3.frames[0].mins, sizeof(model->mins));
        memcpy(model->maxs, model->lods[0].md3.frames[0].maxs, sizeof(model->maxs));
    }
    return code;
}

/* "*n" of a level; what it does not have is a part without surfaces. */
static int load_part(struct q3_model_store *store, struct kept_model *kept, const char *name,
                     const struct q3_level *level)
{
    struct q3_model *model = &kept->model;
    uint32_t n = 0;
    const char *digit = name + 1;
    const uint32_t count = level ? level->bsp.num_models : 0;
    while (*digit >= '0' && *digit <= '9' && n < count) {
        n = n * 10 + (uint32_t)(*digit++ - '0');
    }
    kept->found = digit > name + 1 && !*digit && n > 0 && n < count && !level->missing;
    if (!kept->found) {
        level = level_store_placeholder(store->levels);
        n = LEVEL_PLACEHOLDER_NOTHING;
    }
    if (!level) {
        return FORMAT_MEMORY;
    }
    model->kind = Q3_MODEL_BRUSH;
    model->missing = !kept->found;
    model->level = level;
    model->submodel = n;
    memcpy(model->mins, level->bsp.models[n].mins, sizeof(model->mins));
    memcpy(model->maxs, level->bsp.models[n].maxs, sizeof(model->maxs));
    return FORMAT_OK;
}

static struct kept_model *load_model(struct q3_model_store *store, const char *name,
                                     const struct q3_level *level, const char *key)
{
    struct kept_model *kept = calloc(1, sizeof(*kept));
    if (!kept) {
        return NULL;
    }
    snprintf(kept->model.name, sizeof(kept->model.name), "%s", name);
    const int code =
        name[0] == '*' ? load_part(store, kept, name, level) : load_md3(store, kept, name);
    if (code < 0 || name_map_put(&store->models, key, kept) < 0) {
        free_model(kept);
        return NULL;
    }
    kept->model.id = store->next_id++;
    kept->next = store->first;
    store->first = kept;
    return kept;
}

static void tell_missing(struct q3_model_store *store, const char *name)
{
    char line[256];
    snprintf(line, sizeof(line), "%.100s: not found, a placeholder stands in for it", name);
    files_log_piece(store->files, name, line);
}

const struct q3_model *q3_model_store_get(struct q3_model_store *store, const char *name,
                                          const struct q3_level *level, bool if_there)
{
    char clean[Q3_NAME], key[Q3_KEY];
    q3_name_clean(name, clean);
    q3_name_lower(clean);
    if (clean[0] == '*') {
        snprintf(key, sizeof(key), "%s@%lld", clean, level ? (long long)level->id : -1);
    } else {
        q3_name_strip(clean);
        snprintf(key, sizeof(key), "%s", clean);
    }
    struct kept_model *kept = name_map_get(&store->models, key);
    if (!kept) {
        kept = load_model(store, clean, level, key);
    }
    if (!kept) {
        files_note_lack(store->files);
        return NULL;
    }
    if (!kept->found && if_there) {
        return NULL;
    }
    /* Parts of a missing level are not worth a line each. */
    if (!kept->found && !kept->damaged && clean[0] != '*') {
        tell_missing(store, name);
    }
    return &kept->model;
}

/* ---- Skins ---- */

static int load_skin(struct q3_model_store *store, struct kept_skin *kept, const char *name)
{
    struct q3_model_skin *skin = &kept->skin;
    struct files_ref ref;
    if (!name_equal_nocase(q3_name_ending(name), "skin")) {
        kept->found = true;
        skin->only = material_store_get(store->materials, name, Q3_LIGHT_NONE, false);
        return skin->only ? FORMAT_OK : FORMAT_MEMORY;
    }
    int code = files_get(store->files, name, &ref);
    if (code < 0) {
        return code == FORMAT_MISSING ? FORMAT_OK : code;
    }
    code = q3_skin_read(&skin->lines, ref.data, ref.size, NULL);
    files_release(store->files, &ref);
    kept->found = skin->lines.count > 0;
    skin->materials = calloc(skin->lines.count + 1, sizeof(*skin->materials));
    skin->unnamed = material_store_get(store->materials, "", Q3_LIGHT_NONE, true);
    if (code < 0 || !skin->materials || !skin->unnamed) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < skin->lines.count; i++) {
        skin->materials[i] = material_store_get_rest(store->materials, skin->lines.lines[i].shader);
        if (!skin->materials[i]) {
            return FORMAT_MEMORY;
        }
    }
    return FORMAT_OK;
}

const struct q3_model_skin *q3_model_store_skin(struct q3_model_store *store, const char *name)
{
    char clean[Q3_NAME];
    if (!q3_name_clean(name, clean)) {
        return NULL;
    }
    q3_name_lower(clean);
    struct kept_skin *kept = name_map_get(&store->skins, clean);
    if (!kept) {
        kept = calloc(1, sizeof(*kept));
        if (!kept || load_skin(store, kept, clean) < 0 ||
            name_map_put(&store->skins, clean, kept) < 0) {
            if (kept) {
                free_skin(kept);
            }
            files_note_lack(store->files);
            return NULL;
        }
        snprintf(kept->skin.name, sizeof(kept->skin.name), "%s", clean);
        kept->next = store->first_skin;
        store->first_skin = kept;
    }
    return kept->found ? &kept->skin : NULL;
}

/* ---- Many at once ---- */

struct model_job {
    char path[Q3_KEY];
    struct files_place place;
    struct md3 *md3;
    bool good;
};

static void read_model(void *context, size_t number)
{
    struct model_job *job = &((struct model_job *)context)[number];
    const uint8_t *data;
    uint8_t *owned;
    size_t size;
    job->good = files_unpack(&job->place, &data, &size, &owned) == FORMAT_OK &&
                md3_read(job->md3, data, size, NULL) == FORMAT_OK;
    free(owned);
}

/* Adds the files of a model that is not there yet. */
static int add_jobs(struct q3_model_store *store, const char *name, struct model_job *jobs,
                    size_t *count)
{
    char bare[Q3_NAME];
    if (!q3_name_clean(name, bare) || !q3_name_is_inside(bare)) {
        return FORMAT_OK;
    }
    q3_name_lower(bare);
    q3_name_strip(bare);
    int code = name_map_get(&store->models, bare) ? FORMAT_MISSING : FORMAT_OK;
    for (unsigned lod = 0; lod < Q3_MODEL_LODS && code == FORMAT_OK; lod++) {
        struct model_job *job = &jobs[*count];
        name_lod(bare, lod, job->path);
        code = name_map_get(&store->ready, job->path)
                   ? FORMAT_MISSING
                   : files_find(store->files, job->path, &job->place);
        if (code == FORMAT_OK) {
            ++*count;
            job->md3 = calloc(1, sizeof(*job->md3));
            code = job->md3 ? name_map_put(&store->ready, job->path, job->md3) : FORMAT_MEMORY;
            if (code < 0) {
                free(job->md3);
                job->md3 = NULL;
            }
        }
    }
    return code == FORMAT_MISSING ? FORMAT_OK : code;
}

static int request_model(struct q3_model_store *store, const struct md3 *md3,
                         struct texture_requests *requests)
{
    const struct material_place nowhere = {0};
    int code = FORMAT_OK;
    for (uint32_t i = 0; i < md3->num_surfaces; i++) {
        for (uint32_t j = 0; j < md3->surfaces[i].num_shaders && code == FORMAT_OK; j++) {
            code = material_store_request(store->materials, md3->surfaces[i].shaders[j],
                                          Q3_LIGHT_NONE, &nowhere, requests);
        }
    }
    return code;
}

static int request_skin(struct q3_model_store *store, const char *name,
                        struct texture_requests *requests)
{
    const struct material_place nowhere = {0};
    struct q3_skin skin = {0};
    struct files_ref ref;
    char clean[Q3_NAME];
    if (!q3_name_clean(name, clean) || !q3_name_is_inside(clean)) {
        return FORMAT_OK;
    }
    int code = files_get(store->files, clean, &ref);
    if (code == FORMAT_OK) {
        code = q3_skin_read(&skin, ref.data, ref.size, NULL);
        files_release(store->files, &ref);
    }
    for (size_t i = 0; i < skin.count && code == FORMAT_OK; i++) {
        code = material_store_request(store->materials, skin.lines[i].shader, Q3_LIGHT_NONE,
                                      &nowhere, requests);
    }
    q3_skin_free(&skin);
    return code == FORMAT_MISSING ? FORMAT_OK : code;
}

static int request_name(struct q3_model_store *store, const char *name,
                        struct texture_requests *requests)
{
    const struct material_place nowhere = {0};
    return name_equal_nocase(q3_name_ending(name), "skin")
               ? request_skin(store, name, requests)
               : material_store_request(store->materials, name, Q3_LIGHT_2D, &nowhere, requests);
}

static bool is_model(const char *name)
{
    return name_equal_nocase(q3_name_ending(name), "md3");
}

/* Whatever fails, the jobs are left. */
static int prepare_names(struct q3_model_store *store, struct texture_store *textures,
                         const char *const *names, size_t count, int threads,
                         struct model_job *jobs)
{
    struct texture_requests requests = {0};
    size_t num_jobs = 0;
    int code = FORMAT_OK;
    for (size_t i = 0; i < count && code == FORMAT_OK; i++) {
        code = is_model(names[i]) ? add_jobs(store, names[i], jobs, &num_jobs)
                                  : request_name(store, names[i], &requests);
    }
    if (code == FORMAT_OK) {
        parallel_for(threads, read_model, jobs, num_jobs);
    }
    for (size_t i = 0; i < num_jobs && code == FORMAT_OK; i++) {
        code = jobs[i].good ? request_model(store, jobs[i].md3, &requests) : FORMAT_OK;
    }
    if (code == FORMAT_OK) {
        code = texture_store_load(textures, &requests);
    }
    texture_requests_free(&requests);
    for (size_t i = 0; i < num_jobs; i++) {
        files_leave(&jobs[i].place);
    }
    return code;
}

static void free_ready(void *value)
{
    md3_free(value);
    free(value);
}

int q3_model_store_preload(struct q3_model_store *store, struct texture_store *textures,
                           const char *const *names, size_t count, int threads)
{
    struct model_job *jobs = calloc(count * Q3_MODEL_LODS + 1, sizeof(*jobs));
    int code = jobs ? FORMAT_OK : FORMAT_MEMORY;
    if (jobs) {
        code = prepare_names(store, textures, names, count, threads, jobs);
    }
    for (size_t i = 0; i < count && code == FORMAT_OK; i++) {
        if (is_model(names[i]) && q3_name_is_inside(names[i])) {
            /* a missing model is logged when it is drawn */
            q3_model_store_get(store, names[i], NULL, true);
        }
    }
    name_map_clear(&store->ready, free_ready);
    free(jobs);
    return code;
}
