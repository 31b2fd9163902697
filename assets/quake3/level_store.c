#include "assets/quake3/level_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/level_placeholder.h"
#include "assets/quake3/q3_names.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

enum {
    MAP_BITS = 2, /* map overbright bits: light is shifted by them, less the screen's bits */
    REMAPS = 256
};
#define CLOUD_HEIGHT 512.0f

struct kept_level {
    struct q3_level level;
    struct texture **lightmaps; /* level.lightmaps, to be freed */
    struct kept_level *next;
};

struct level_store {
    struct files *files;
    struct material_store *materials;
    struct texture_store *textures;
    struct name_map levels; /* struct kept_level */
    struct kept_level *first;
    uint32_t next_id;
    bool overbright; /* of levels that are loaded from now on */
};

/* While a level is loaded. */
struct loading {
    struct level_store *store;
    struct q3_level *level;
    struct name_map first_flags; /* flags of its textures */
    struct name_map seen;        /* by name and lightmap; in the end struct material */
    struct material_place place;
    struct format_error err;
};

struct level_store *level_store_create(struct files *files, struct material_store *materials,
                                       struct texture_store *textures)
{
    struct level_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        store->materials = materials;
        store->textures = textures;
    }
    return store;
}

void level_store_set_overbright(struct level_store *store, bool overbright)
{
    store->overbright = overbright;
}

static void free_level(struct kept_level *kept)
{
    struct q3_level *level = &kept->level;
    for (uint32_t i = 0; kept->lightmaps && i < level->bsp.num_lightmaps; i++) {
        texture_destroy(kept->lightmaps[i]);
    }
    free(kept->lightmaps);
    free(level->materials);
    free(level->fogs);
    free(level->remaps);
    q3_patches_free(&level->patches);
    q3_bsp_free(&level->bsp);
    free(kept);
}

void level_store_destroy(struct level_store *store)
{
    if (!store) {
        return;
    }
    while (store->first) {
        struct kept_level *next = store->first->next;
        free_level(store->first);
        store->first = next;
    }
    name_map_clear(&store->levels, NULL);
    free(store);
}

/* ---- Parts of a level ---- */

static int make_lightmaps(struct kept_level *kept)
{
    struct q3_bsp *bsp = &kept->level.bsp;
    enum { TEXELS = Q3_LIGHTMAP_SIDE * Q3_LIGHTMAP_SIDE };
    uint8_t *rgba = malloc(TEXELS * 4);
    kept->lightmaps = calloc(bsp->num_lightmaps + 1, sizeof(struct texture *));
    kept->level.lightmaps = (const struct texture **)kept->lightmaps;
    bool whole = rgba && kept->lightmaps;
    for (uint32_t i = 0; whole && i < bsp->num_lightmaps; i++) {
        const uint8_t *rgb = bsp->lightmaps + (size_t)i * Q3_LIGHTMAP_BYTES;
        const uint8_t *levels[1] = {rgba};
        char name[TEXTURE_NAME];
        for (int j = 0; j < TEXELS; j++) {
            memcpy(rgba + j * 4, rgb + j * 3, 3);
            rgba[j * 4 + 3] = 255;
        }
        snprintf(name, sizeof(name), "*lightmap%u", (unsigned)i);
        kept->lightmaps[i] =
            texture_create(name, true, 1, Q3_LIGHTMAP_SIDE, Q3_LIGHTMAP_SIDE, levels);
        whole = kept->lightmaps[i] != NULL;
    }
    free(rgba);
    return whole ? FORMAT_OK : FORMAT_MEMORY;
}

/* "remapshader...": "old;new". */
static int read_remaps(struct q3_level *level)
{
    const char *at = level->bsp.entities;
    char key[64], value[2 * Q3_SHADER_NAME];
    level->remaps = NULL;
    while (level->num_remaps < REMAPS &&
           q3_worldspawn_next(&at, key, sizeof(key), value, sizeof(value))) {
        char *to = strchr(value, ';');
        key[11] = '\0';
        if (!name_equal_nocase(key, "remapshader") || !to) {
            continue;
        }
        *to++ = '\0';
        struct level_remap *more =
            realloc(level->remaps, (level->num_remaps + 1) * sizeof(*level->remaps));
        if (!more) {
            return FORMAT_MEMORY;
        }
        level->remaps = more;
        struct level_remap *remap = &more[level->num_remaps];
        if (q3_name_clean(value, remap->from) && q3_name_clean(to, remap->to)) {
            level->num_remaps++;
        }
    }
    return FORMAT_OK;
}

static void set_sun(struct q3_level *level, float degrees, float elevation)
{
    const double turn = 3.14159265358979323846 / 180.0;
    const double a = (double)degrees * turn, e = (double)elevation * turn;
    /* Numbers of scripts are at most 1e9, beyond what the functions take. */
    if (degrees > -1e6f && degrees < 1e6f && elevation > -1e6f && elevation < 1e6f) {
        level->sun[0] = (float)(dmath_cos(a) * dmath_cos(e));
        level->sun[1] = (float)(dmath_sin(a) * dmath_cos(e));
        level->sun[2] = (float)dmath_sin(e);
    }
}

/* The original's globals: cloud height and sun of the shader parsed last. */
static void note_sky(struct q3_level *level, const struct q3_shader *rules)
{
    if (rules->is_sky) {
        level->cloud_height = rules->cloud_height;
    }
    if (rules->has_sun) {
        set_sun(level, rules->sun_degrees, rules->sun_elevation);
    }
}

/* ---- Materials ---- */

static bool has_lightmap_stage(const struct q3_shader *rules)
{
    for (uint32_t i = 0; i < rules->num_stages; i++) {
        if (rules->stages[i].map == Q3_MAP_LIGHTMAP) {
            return true;
        }
    }
    return false;
}

static const char *shader_name(const struct q3_bsp *bsp, const struct q3_bsp_surface *s)
{
    return s->shader < bsp->num_shaders ? bsp->shaders[s->shader].name : "";
}

/* Key of a surface's material. */
struct wanted {
    const char *name;
    int32_t lightmap;
    const struct q3_shader *rules;
    bool own; /* not shared: the original does not find it again */
    char key[Q3_KEY];
};

/* A script without "$lightmap" makes a shader without a lightmap; the original keeps it as such and
 * so does not find it for the next surface. That is of no consequence but to the order of
 * drawing, so that what is drawn first anyway is shared. */
static int resolve_material(struct loading *l, const char *name, int32_t lightmap,
                            struct wanted *out)
{
    char clean[Q3_NAME];
    *out = (struct wanted){.name = name, .lightmap = lightmap};
    const int code = material_store_rules(l->store->materials, name, lightmap, &out->rules);
    if (code < 0) {
        return code;
    }
    if (lightmap >= 0 && !has_lightmap_stage(out->rules)) {
        out->lightmap = Q3_LIGHT_NONE;
        out->own = out->rules->sort > Q3_SORT_OPAQUE;
    }
    q3_name_clean(name, clean);
    q3_name_strip(clean);
    q3_name_lower(clean);
    snprintf(out->key, sizeof(out->key), "%s@%ld", clean, (long)out->lightmap);
    return FORMAT_OK;
}

/* Notes pictures of one shader, in the order of the original's loading. */
static int plan_material(struct loading *l, const char *name, int32_t lightmap,
                         struct texture_requests *requests)
{
    struct wanted wanted;
    int code = resolve_material(l, name, lightmap, &wanted);
    if (code < 0) {
        return code;
    }
    const bool parsed_anew = wanted.lightmap != lightmap;
    const bool known = name_map_get(&l->seen, wanted.key) != NULL;
    if (!known || parsed_anew) {
        note_sky(l->level, wanted.rules);
    }
    if (known) {
        return FORMAT_OK;
    }
    code = name_map_put(&l->seen, wanted.key, l);
    return code < 0 ? code
                    : material_store_request(l->store->materials, name, wanted.lightmap, &l->place,
                                             requests);
}

static int load_pictures(struct loading *l)
{
    const struct q3_bsp *bsp = &l->level->bsp;
    struct texture_requests requests = {0};
    int code = FORMAT_OK;
    for (uint32_t i = 0; i < bsp->num_fogs && code == FORMAT_OK; i++) {
        code = plan_material(l, bsp->fogs[i].shader, Q3_LIGHT_NONE, &requests);
    }
    for (uint32_t i = 0; i < bsp->num_surfaces && code == FORMAT_OK; i++) {
        code = plan_material(l, shader_name(bsp, &bsp->surfaces[i]), bsp->surfaces[i].lightmap,
                             &requests);
    }
    if (code == FORMAT_OK) {
        code = texture_store_load(l->store->textures, &requests);
    }
    texture_requests_free(&requests);
    name_map_clear(&l->seen, NULL);
    return code;
}

/* place: where the original would have registered it. */
static int make_material(struct loading *l, const char *name, int32_t lightmap, uint32_t place,
                         const struct material **material)
{
    struct wanted wanted;
    const int code = resolve_material(l, name, lightmap, &wanted);
    if (code < 0) {
        return code;
    }
    struct material *m = wanted.own ? NULL : name_map_get(&l->seen, wanted.key);
    if (!m) {
        m = material_store_make(l->store->materials, name, wanted.lightmap, &l->place);
        if (!m || (!wanted.own && name_map_put(&l->seen, wanted.key, m) < 0)) {
            return FORMAT_MEMORY;
        }
        m->rank = place;
    }
    *material = m;
    return FORMAT_OK;
}

static void set_fog(struct level_fog *fog, const struct material *material,
                    const struct q3_shader *rules, bool overbright)
{
    const float depth = rules->fog_depth < 1.0f ? 1.0f : rules->fog_depth;
    fog->material = material;
    fog->scale = 1.0f / (depth * 8.0f);
    for (int j = 0; j < 3; j++) {
        const float c = rules->fog_color[j] * 255.0f * (overbright ? 0.5f : 1.0f);
        fog->color[j] = (uint8_t)(c <= 0.0f ? 0.0f : c >= 255.0f ? 255.0f : c);
    }
}

static int make_materials(struct loading *l)
{
    struct q3_level *level = l->level;
    const struct q3_bsp *bsp = &level->bsp;
    level->materials = calloc(bsp->num_surfaces + 1, sizeof(*level->materials));
    level->fogs = calloc(bsp->num_fogs + 1, sizeof(*level->fogs));
    int code = level->materials && level->fogs ? FORMAT_OK : FORMAT_MEMORY;
    for (uint32_t i = 0; i < bsp->num_fogs && code == FORMAT_OK; i++) {
        const struct material *m;
        const struct q3_shader *rules = NULL;
        const char *name = bsp->fogs[i].shader;
        code = make_material(l, name, Q3_LIGHT_NONE, i, &m);
        if (code == FORMAT_OK) {
            code = material_store_rules(l->store->materials, name, Q3_LIGHT_NONE, &rules);
        }
        if (code == FORMAT_OK) {
            set_fog(&level->fogs[i], m, rules, level->overbright);
        }
    }
    for (uint32_t i = 0; i < bsp->num_surfaces && code == FORMAT_OK; i++) {
        const struct q3_bsp_surface *s = &bsp->surfaces[i];
        code = make_material(l, shader_name(bsp, s), s->lightmap, bsp->num_fogs + i,
                             &level->materials[i]);
    }
    return code;
}

/* ---- Loading ---- */

static int finish_level(struct level_store *store, struct kept_level *kept,
                        struct format_error *err)
{
    struct q3_level *level = &kept->level;
    struct loading l = {.store = store, .level = level};
    level->cloud_height = CLOUD_HEIGHT;
    level->sun[0] = 0.45f;
    level->sun[1] = 0.3f;
    level->sun[2] = 0.9f;
    vec_normalize(level->sun);
    level->overbright = store->overbright;
    q3_bsp_brighten(&level->bsp, level->overbright ? MAP_BITS - 1 : MAP_BITS);
    int code = q3_patches_make(&level->patches, &level->bsp, Q3_PATCH_SUBDIVISIONS, err);
    if (code >= 0) {
        code = make_lightmaps(kept);
    }
    if (code == FORMAT_OK) {
        code = read_remaps(level);
    }
    l.place = (struct material_place){level->lightmaps, level->bsp.num_lightmaps, &l.first_flags};
    if (code == FORMAT_OK) {
        code = load_pictures(&l);
    }
    if (code == FORMAT_OK) {
        code = make_materials(&l);
    }
    name_map_clear(&l.first_flags, NULL);
    name_map_clear(&l.seen, NULL);
    return code;
}

static int read_file(struct level_store *store, struct kept_level *kept)
{
    struct files_ref ref;
    struct format_error err = {0};
    char line[256];
    int code = files_get(store->files, kept->level.name, &ref);
    if (code == FORMAT_OK) {
        code = q3_bsp_read(&kept->level.bsp, ref.data, ref.size, &err);
        files_release(store->files, &ref);
        if (code == FORMAT_OK && kept->level.bsp.num_damages) {
            files_report_damage(store->files, kept->level.name, &kept->level.bsp.damage);
        } else if (code < 0 && code != FORMAT_MEMORY) {
            files_report_damage(store->files, kept->level.name, &err);
        }
    } else if (code != FORMAT_MEMORY) {
        snprintf(line, sizeof(line), "%.100s: not found, a placeholder stands in for it",
                 kept->level.name);
        files_log(store->files, line);
        files_note_missing(store->files, FILES_WANT_LEVEL);
    }
    return code;
}

static struct kept_level *load_level(struct level_store *store, const char *name)
{
    struct kept_level *kept = calloc(1, sizeof(*kept));
    struct format_error err = {0};
    if (!kept) {
        return NULL;
    }
    snprintf(kept->level.name, sizeof(kept->level.name), "%s", name);
    int code = *name ? read_file(store, kept) : FORMAT_MISSING;
    if (code < 0 && code != FORMAT_MEMORY) {
        kept->level.missing = true;
        code = level_placeholder_make(&kept->level.bsp, &err);
    }
    if (code == FORMAT_OK) {
        code = finish_level(store, kept, &err);
    }
    if (code < 0) {
        free_level(kept);
        return NULL;
    }
    return kept;
}

const struct q3_level *level_store_get(struct level_store *store, const char *name)
{
    char clean[Q3_NAME];
    q3_name_clean(name, clean);
    q3_name_lower(clean);
    struct kept_level *kept = name_map_get(&store->levels, clean);
    if (kept) {
        return &kept->level;
    }
    kept = load_level(store, clean);
    if (kept && name_map_put(&store->levels, clean, kept) < 0) {
        free_level(kept);
        kept = NULL;
    }
    if (!kept) {
        files_note_lack(store->files);
        return NULL;
    }
    kept->level.id = store->next_id++;
    kept->next = store->first;
    store->first = kept;
    return &kept->level;
}

bool level_store_has(const struct level_store *store, const char *name)
{
    char clean[Q3_NAME];
    q3_name_clean(name, clean);
    q3_name_lower(clean);
    return name_map_get(&store->levels, clean) != NULL;
}

const struct q3_level *level_store_placeholder(struct level_store *store)
{
    return level_store_get(store, "");
}
