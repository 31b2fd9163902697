#include "assets/quake/model_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/quake/map_extras.h"
#include "assets/quake/placeholder.h"
#include "assets/quake/worldspawn.h"
#include "formats/base/bytes.h"

/* A decoded model file. One kind is in use. */
struct owned {
    struct bsp bsp;
    struct mdl mdl;
    struct spr spr;
    struct owned *next;
};

struct model_store {
    struct files *files;
    struct name_map models; /* struct model, by make_key */
    struct owned *owned;
    uint32_t next_id;
    bool has_placeholder_mdl;
    bool has_placeholder_bsp;
    struct mdl placeholder_mdl;
    struct bsp placeholder_bsp;
};

struct model_store *model_store_create(struct files *files)
{
    struct model_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
    }
    return store;
}

void model_store_destroy(struct model_store *store)
{
    if (!store) {
        return;
    }
    while (store->owned) {
        struct owned *next = store->owned->next;
        bsp_free(&store->owned->bsp);
        mdl_free(&store->owned->mdl);
        spr_free(&store->owned->spr);
        free(store->owned);
        store->owned = next;
    }
    bsp_free(&store->placeholder_bsp);
    mdl_free(&store->placeholder_mdl);
    name_map_clear(&store->models, free);
    free(store);
}

static bool name_ends_with(const char *name, const char *end)
{
    size_t length = strlen(name);
    size_t tail = strlen(end);
    return length >= tail && name_equal_nocase(name + length - tail, end);
}

/* "b_" maps are boxes of ammunition and health, not levels. */
static bool name_is_level(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    bool item = name_lower(base[0]) == 'b' && base[1] == '_';
    return name_ends_with(name, ".bsp") && !item;
}

static const struct bsp *placeholder_bsp(struct model_store *store)
{
    if (!store->has_placeholder_bsp) {
        store->has_placeholder_bsp = placeholder_make_bsp(&store->placeholder_bsp) == FORMAT_OK;
    }
    return store->has_placeholder_bsp ? &store->placeholder_bsp : NULL;
}

static const struct mdl *placeholder_mdl(struct model_store *store)
{
    if (!store->has_placeholder_mdl) {
        store->has_placeholder_mdl = placeholder_make_mdl(&store->placeholder_mdl) == FORMAT_OK;
    }
    return store->has_placeholder_mdl ? &store->placeholder_mdl : NULL;
}

static void set_brush(struct model *model, const struct bsp *bsp, uint32_t submodel)
{
    model->kind = MODEL_BRUSH;
    model->bsp = bsp;
    model->submodel = submodel;
    memcpy(model->mins, bsp->submodels[submodel].mins, sizeof(model->mins));
    memcpy(model->maxs, bsp->submodels[submodel].maxs, sizeof(model->maxs));
    if (submodel == 0) {
        worldspawn_read_view(bsp->entities, &model->view);
    }
    static const char *const liquids[LIQUIDS] = {"water", "lava", "slime", "tele"};
    for (int i = 0; i < LIQUIDS; i++) {
        /* Whole tenths of opacity, cut off from a float: 0.66 is 0.6 and 0.9 is 0.8 in the
         * reference pictures. */
        float alpha = (float)worldspawn_liquid_alpha(bsp->entities, liquids[i]);
        int tenths = (int)((double)alpha * 10.0);
        model->liquid_clear[i] = (uint8_t)(10 - tenths);
        model->liquid_alpha[i] = alpha;
    }
}

static void set_alias(struct model *model, const struct mdl *mdl)
{
    model->kind = MODEL_ALIAS;
    model->mdl = mdl;
    memcpy(model->mins, mdl->mins, sizeof(model->mins));
    memcpy(model->maxs, mdl->maxs, sizeof(model->maxs));
}

/* A box that holds every picture however the sprite turns. */
static void set_sprite(struct model *model, const struct spr *spr)
{
    float radius = 0;
    for (uint32_t i = 0; i < spr->num_pictures; i++) {
        const struct spr_picture *p = &spr->pictures[i];
        const int32_t sides[4] = {p->left, p->left + p->width, p->up, p->up - p->height};
        float reach[2] = {0, 0};
        for (int j = 0; j < 4; j++) {
            float side = (float)(sides[j] < 0 ? -sides[j] : sides[j]);
            reach[j / 2] = side > reach[j / 2] ? side : reach[j / 2];
        }
        radius = reach[0] + reach[1] > radius ? reach[0] + reach[1] : radius;
    }
    model->kind = MODEL_SPRITE;
    model->spr = spr;
    for (int j = 0; j < 3; j++) {
        model->mins[j] = -radius;
        model->maxs[j] = radius;
    }
}

/* A room for a missing level, nothing for a part of one, the checkered box for all else. */
static int set_placeholder(struct model_store *store, struct model *model, const char *name)
{
    model->missing = true;
    if (name[0] == '*' || name_is_level(name)) {
        const struct bsp *bsp = placeholder_bsp(store);
        if (!bsp) {
            return FORMAT_MEMORY;
        }
        set_brush(model, bsp, name[0] == '*' ? PLACEHOLDER_EMPTY_SUBMODEL : 0);
        if (name[0] == '*') {
            memset(model->mins, 0, sizeof(model->mins));
            memset(model->maxs, 0, sizeof(model->maxs));
        }
        return FORMAT_OK;
    }
    const struct mdl *mdl = placeholder_mdl(store);
    if (!mdl) {
        return FORMAT_MEMORY;
    }
    set_alias(model, mdl);
    return FORMAT_OK;
}

/* Decodes by magic bytes: a mod may name a sprite ".mdl". */
static int decode_model(struct model_store *store, struct model *model, const char *name,
                        const uint8_t *data, size_t size, struct format_error *err)
{
    struct owned *owned = calloc(1, sizeof(*owned));
    if (!owned) {
        return FORMAT_MEMORY;
    }
    owned->next = store->owned;
    store->owned = owned;
    uint32_t magic = size >= 4 ? bytes_u32(data) : 0;
    int code = FORMAT_OK;
    if (size >= 4 && memcmp(data, "IDPO", 4) == 0) {
        code = mdl_read(&owned->mdl, data, size, err);
        if (code == FORMAT_OK) {
            set_alias(model, &owned->mdl);
        }
    } else if (size >= 4 && memcmp(data, "IDSP", 4) == 0) {
        code = spr_read(&owned->spr, data, size, err);
        if (code == FORMAT_OK) {
            set_sprite(model, &owned->spr);
        }
    } else if (magic == BSP_VERSION_29 || magic == BSP_VERSION_2 || magic == BSP_VERSION_2PSB) {
        code = bsp_read(&owned->bsp, data, size, err);
        if (code == FORMAT_OK) {
            code = map_extras_load(store->files, name, name_is_level(name), &owned->bsp);
        }
        if (code == FORMAT_OK) {
            set_brush(model, &owned->bsp, 0);
        }
        if (code == FORMAT_OK && owned->bsp.num_damages) {
            files_report_damage(store->files, name, &owned->bsp.damage);
        }
    } else {
        code = format_fail(err, FORMAT_UNKNOWN, 0, "no model of a known kind");
    }
    return code;
}

static void log_missing(struct model_store *store, const char *name, bool level)
{
    char line[512];
    snprintf(line, sizeof(line), "%.300s: not found, a placeholder stands in for it", name);
    if (level) {
        files_log(store->files, line);
    } else {
        files_log_piece(store->files, name, line);
    }
}

static int load_file(struct model_store *store, struct model *model, const char *name)
{
    struct files_ref ref;
    struct format_error err = {0};
    int code = files_get(store->files, name, &ref);
    if (code == FORMAT_OK) {
        code = decode_model(store, model, name, ref.data, ref.size, &err);
        files_release(store->files, &ref);
        if (code < 0 && code != FORMAT_MEMORY) {
            files_report_damage(store->files, name, &err);
        }
    } else if (code != FORMAT_MEMORY) {
        /* Boxes of ammunition are maps, too, but no levels. */
        const bool level = strncmp(name, "maps/", 5) == 0 && strncmp(name, "maps/b_", 7) != 0;
        files_note_missing(store->files, level ? FILES_WANT_LEVEL : FILES_WANT_MODEL);
        log_missing(store, name, level);
    }
    if (code < 0 && code != FORMAT_MEMORY) {
        code = set_placeholder(store, model, name);
    }
    return code;
}

/* "*n" of a level. */
static int load_submodel(struct model_store *store, struct model *model, const char *name,
                         const struct model *world)
{
    if (world && world->kind == MODEL_BRUSH && !world->missing) {
        uint32_t n = 0;
        const char *digit = name + 1;
        while (*digit >= '0' && *digit <= '9' && n < world->bsp->num_submodels) {
            n = n * 10 + (uint32_t)(*digit++ - '0');
        }
        if (digit > name + 1 && *digit == '\0' && n < world->bsp->num_submodels) {
            set_brush(model, world->bsp, n);
            return FORMAT_OK;
        }
        log_missing(store, name, false);
    }
    /* Parts of a missing level are not worth a line each. */
    return set_placeholder(store, model, name);
}

/* Files are known by their name without case; "*n" belongs to its level. */
static void make_key(const char *name, const struct model *world, char *key, size_t size)
{
    if (name[0] == '*') {
        snprintf(key, size, "%s@%lld", name, world ? (long long)world->id : -1);
        return;
    }
    size_t i = 0;
    for (; name[i] && i < size - 1; i++) {
        key[i] = name_lower(name[i]);
    }
    key[i] = '\0';
}

const struct model *model_store_get(struct model_store *store, const char *name,
                                    const struct model *world)
{
    char key[512];
    make_key(name, world, key, sizeof(key));
    struct model *model = name_map_get(&store->models, key);
    if (model) {
        return model;
    }
    model = calloc(1, sizeof(*model));
    if (!model) {
        files_note_lack(store->files);
        return NULL;
    }
    snprintf(model->name, sizeof(model->name), "%s", name);
    int code =
        name[0] == '*' ? load_submodel(store, model, name, world) : load_file(store, model, name);
    if (code == FORMAT_OK) {
        model->id = store->next_id;
        code = name_map_put(&store->models, key, model);
    }
    if (code < 0) {
        files_note_lack(store->files);
        free(model);
        return NULL;
    }
    store->next_id++;
    return model;
}
