#include "assets/quake3/material_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/film_texture.h"
#include "assets/quake3/material_implicit.h"
#include "assets/quake3/material_order.h"
#include "assets/quake3/q3_names.h"
#include "formats/maps/q3_bsp.h"

struct made_material {
    struct material material;
    char *complaint; /* line for the log, until it is logged; or NULL */
    bool is_missing; /* it is there for want of a file */
    struct made_material *next;
};

struct made_rules {
    struct q3_shader rules;
    struct made_rules *next;
};

struct material_store {
    struct files *files;
    struct script_store *scripts;
    struct texture_store *textures;
    struct name_map materials; /* struct material, by name and lightmap */
    struct name_map rests;     /* faulty materials, by name and lightmap */
    struct name_map films;     /* struct kept_film, by path */
    struct name_map implicit;  /* struct q3_shader: rules without a script, likewise */
    struct made_material *made;
    struct made_rules *made_rules;
    struct q3_shader default_rules, empty_rules;
    uint32_t next_id;
};

struct kept_film {
    struct film_texture *film; /* NULL: it is damaged; logged */
};

static void free_film(void *value)
{
    film_texture_destroy(((struct kept_film *)value)->film);
    free(value);
}

struct material_store *material_store_create(struct files *files, struct script_store *scripts,
                                             struct texture_store *textures)
{
    struct material_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        store->scripts = scripts;
        store->textures = textures;
        material_default_rules(&store->default_rules);
        material_default_rules(&store->empty_rules);
        store->empty_rules.num_stages = 0;
        store->empty_rules.sort = Q3_SORT_FOG;
    }
    return store;
}

void material_store_destroy(struct material_store *store)
{
    if (!store) {
        return;
    }
    while (store->made) {
        struct made_material *next = store->made->next;
        free(store->made->complaint);
        free(store->made);
        store->made = next;
    }
    while (store->made_rules) {
        struct made_rules *next = store->made_rules->next;
        free(store->made_rules);
        store->made_rules = next;
    }
    name_map_clear(&store->materials, NULL);
    name_map_clear(&store->rests, NULL);
    name_map_clear(&store->implicit, NULL);
    name_map_clear(&store->films, free_film);
    free(store);
}

/* ---- Rules ---- */

static void make_key(const char *name, int32_t lightmap, char key[Q3_KEY])
{
    snprintf(key, Q3_KEY, "%s@%ld", name, (long)lightmap);
    q3_name_lower(key);
}

/* As many kinds as there are tables of them: all lightmaps have the same. */
static int find_implicit(struct material_store *store, const char *name, int32_t lightmap,
                         const struct q3_shader **rules)
{
    char key[Q3_KEY];
    make_key(name, lightmap >= 0 ? 0 : lightmap, key);
    *rules = name_map_get(&store->implicit, key);
    if (*rules) {
        return FORMAT_OK;
    }
    struct made_rules *made = malloc(sizeof(*made));
    if (!made || name_map_put(&store->implicit, key, &made->rules) < 0) {
        free(made);
        files_note_lack(store->files);
        return FORMAT_MEMORY;
    }
    material_implicit_rules(&made->rules, name, lightmap);
    made->next = store->made_rules;
    store->made_rules = made;
    *rules = &made->rules;
    return FORMAT_OK;
}

struct found_rules {
    const struct q3_shader *rules;
    bool scripted;
    uint32_t definition;
};

static int find_rules(struct material_store *store, const char *name, int32_t lightmap,
                      struct found_rules *found)
{
    *found = (struct found_rules){0};
    int code = script_store_find(store->scripts, name, &found->rules, &found->definition);
    found->scripted = code == FORMAT_OK;
    if (code == FORMAT_MISSING) {
        code = find_implicit(store, name, lightmap, &found->rules);
    }
    return code;
}

int material_store_rules(struct material_store *store, const char *name, int32_t lightmap,
                         const struct q3_shader **rules)
{
    struct found_rules found;
    char clean[Q3_NAME];
    q3_name_clean(name, clean);
    const int code = find_rules(store, clean, lightmap, &found);
    *rules = found.rules;
    return code;
}

/* Why the original would draw its grey box; NULL: it would not, or we can do better. */
static const char *flaw_of(const struct q3_shader *rules)
{
    return rules->faults & Q3_FAULT_STAGES  ? "more stages than the game takes"
           : rules->faults & Q3_FAULT_OPEN  ? "a brace is missing"
           : rules->faults & Q3_FAULT_EMPTY ? "no stage"
                                            : NULL;
}

/* ---- Pictures ---- */

static const char *const sky_ends[Q3_SKY_SIDES] = {"rt", "lf", "bk", "ft", "up", "dn"};

static bool has_sky_box(const struct q3_shader *rules)
{
    return rules->is_sky && rules->sky_box[0] != '\0';
}

static void name_sky_side(const struct q3_shader *rules, int side, char name[Q3_KEY])
{
    snprintf(name, Q3_KEY, "%s_%s.tga", rules->sky_box, sky_ends[side]);
}

static unsigned flags_of(const struct q3_stage *stage)
{
    return (stage->clamp ? PICTURE_CLAMP : 0u) | (stage->no_mipmaps ? PICTURE_NO_MIPMAPS : 0u);
}

/* Flags are stored in the map of first flags as addresses in here: never NULL. */
static const char flag_values[4] = {0};

/* The flags a picture is loaded with. claim: these become the first, if there are none yet. */
static int settle_flags(const struct material_place *place, const char *name, bool claim,
                        unsigned *flags)
{
    if (!place->first_flags) {
        return FORMAT_OK;
    }
    const char *value = name_map_get(place->first_flags, name);
    if (value) {
        *flags = (unsigned)(value - flag_values);
        return FORMAT_OK;
    }
    return claim ? name_map_put(place->first_flags, name, (void *)(uintptr_t)&flag_values[*flags])
                 : FORMAT_OK;
}

/* "*lightmap3" of the level; NULL for other names. */
static const struct texture *find_lightmap(const struct material_place *place, const char *name)
{
    static const char start[] = "*lightmap";
    const size_t length = sizeof(start) - 1;
    uint32_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (name_lower(name[i]) != start[i]) {
            return NULL;
        }
    }
    const char *digit = name + length;
    if (!*digit) {
        return NULL;
    }
    for (; *digit >= '0' && *digit <= '9' && number < place->num_lightmaps; digit++) {
        number = number * 10 + (uint32_t)(*digit - '0');
    }
    return !*digit && number < place->num_lightmaps ? place->lightmaps[number] : NULL;
}

static int get_picture(struct material_store *store, const struct material_place *place,
                       const char *name, unsigned flags, const struct texture **texture)
{
    *texture = find_lightmap(place, name);
    if (*texture) {
        return FORMAT_OK;
    }
    int code = settle_flags(place, name, false, &flags);
    if (code == FORMAT_OK) {
        code = texture_store_get(store->textures, name, flags, texture);
    }
    return code;
}

/* ---- Wishes ---- */

static int request_texture(struct material_store *store, const struct material_place *place,
                           const char *name, unsigned flags, struct texture_requests *requests,
                           bool *there)
{
    *there = texture_store_has(store->textures, name) || find_lightmap(place, name);
    if (!*there) {
        return FORMAT_OK;
    }
    int code = settle_flags(place, name, true, &flags);
    if (code == FORMAT_OK) {
        code = texture_requests_add(requests, name, flags);
    }
    return code;
}

int material_store_request(struct material_store *store, const char *name, int32_t lightmap,
                           const struct material_place *place, struct texture_requests *requests)
{
    struct found_rules found;
    char clean[Q3_NAME], side[Q3_KEY];
    if (!q3_name_clean(name, clean)) {
        return FORMAT_OK;
    }
    int code = find_rules(store, clean, lightmap, &found);
    if (code < 0 || flaw_of(found.rules)) {
        return code;
    }
    const struct q3_shader *rules = found.rules;
    bool there = true;
    for (int i = 0; code == FORMAT_OK && has_sky_box(rules) && i < Q3_SKY_SIDES; i++) {
        name_sky_side(rules, i, side);
        code = request_texture(store, place, side, PICTURE_CLAMP, requests, &there);
    }
    there = true;
    for (uint32_t i = 0; i < rules->num_stages && there; i++) {
        const struct q3_stage *stage = &rules->stages[i];
        for (uint32_t j = 0;
             stage->map == Q3_MAP_IMAGE && j < stage->num_images && there && code == FORMAT_OK;
             j++) { /* the original stops reading at the first that is missing */
            code =
                request_texture(store, place, stage->images[j], flags_of(stage), requests, &there);
        }
    }
    return code;
}

/* ---- Making ---- */

static void make_default(struct material_store *store, struct material *m)
{
    m->rules = &store->default_rules;
    m->num_stages = 1;
    m->stages[0] = (struct material_stage){
        .num_textures = 1,
        .textures = {texture_store_builtin(store->textures, Q3_TEXTURE_DEFAULT)}};
    m->collapse = Q3_COLLAPSE_NONE;
    memset(m->sky, 0, sizeof(m->sky));
    m->no_depth_test = false;
    m->missing = true;
}

/* Keeps the stages before the fault, possibly none. */
static void make_rest(struct material_store *store, struct material *m)
{
    m->rules = m->num_stages > 0 ? m->rules : &store->empty_rules;
    m->collapse = m->num_stages >= 2 ? q3_shader_collapse(m->rules) : Q3_COLLAPSE_NONE;
    memset(m->sky, 0, sizeof(m->sky));
    m->no_depth_test = false;
    m->missing = true;
}

static int load_film(struct material_store *store, const char *path, struct film_texture **film)
{
    struct format_error err = {0};
    struct kept_film *kept = calloc(1, sizeof(*kept));
    int code = kept ? film_texture_load(&kept->film, store->files, path, &err) : FORMAT_MEMORY;
    if (code == FORMAT_MISSING || code == FORMAT_MEMORY) {
        free(kept);
        return code;
    }
    if (code < 0 && err.what[0] != '\0') { /* else the archive's damage was reported */
        files_report_damage(store->files, path, &err);
    }
    if (name_map_put(&store->films, path, kept) < 0) {
        free_film(kept);
        return FORMAT_MEMORY;
    }
    *film = kept->film;
    return FORMAT_OK;
}

/* The film of a name, loaded once. 0, with *film NULL if it cannot be shown, FORMAT_MISSING or
 * FORMAT_MEMORY. */
static int get_film(struct material_store *store, const char *name, struct film_texture **film)
{
    char path[Q3_KEY], clean[Q3_NAME];
    *film = NULL;
    if (!q3_name_clean(name, clean) || !q3_name_is_inside(clean)) {
        return FORMAT_MISSING;
    }
    const char *ending = *q3_name_ending(clean) ? "" : ".roq";
    snprintf(path, sizeof(path), "%s%s%s", strchr(clean, '/') ? "" : "video/", clean, ending);
    q3_name_lower(path);
    const struct kept_film *kept = name_map_get(&store->films, path);
    if (kept) {
        *film = kept->film;
        return FORMAT_OK;
    }
    const int code = load_film(store, path, film);
    if (code == FORMAT_MEMORY) {
        files_note_lack(store->files);
    }
    return code;
}

/* Loads the textures of a stage. Returns FORMAT_MISSING (err names the file), FORMAT_BAD if one is
 * damaged (logged before), or 1 if it has none: this stage and later ones are not drawn. */
static int fill_stage(struct material_store *store, const struct material_place *place,
                      const struct q3_stage *stage, int32_t lightmap, struct material_stage *out,
                      struct format_error *err)
{
    int code;
    out->num_textures = 1;
    switch (stage->map) {
    case Q3_MAP_WHITE:
        out->textures[0] = texture_store_builtin(store->textures, Q3_TEXTURE_WHITE);
        return FORMAT_OK;
    case Q3_MAP_LIGHTMAP:
        out->textures[0] = lightmap >= 0 && (uint32_t)lightmap < place->num_lightmaps
                               ? place->lightmaps[lightmap]
                               : texture_store_builtin(store->textures, Q3_TEXTURE_WHITE);
        return FORMAT_OK;
    case Q3_MAP_VIDEO:
        out->textures[0] = texture_store_builtin(store->textures, Q3_TEXTURE_VIDEO);
        code = get_film(store, stage->images[0], &out->film);
        return code == FORMAT_MISSING ? 1 : code;
    case Q3_MAP_NONE:
        return 1;
    case Q3_MAP_IMAGE:
        break;
    }
    code = stage->num_images > 0 ? FORMAT_OK : 1;
    for (uint32_t i = 0; i < stage->num_images && code == FORMAT_OK; i++) {
        code = get_picture(store, place, stage->images[i], flags_of(stage), &out->textures[i]);
        if (code == FORMAT_MISSING) {
            format_fail(err, code, 0, "the picture %.63s is missing", stage->images[i]);
        }
    }
    out->num_textures = stage->num_images;
    return code;
}

static int fill_stages(struct material_store *store, const struct material_place *place,
                       struct material *m, struct format_error *err)
{
    int code = FORMAT_OK;
    for (uint32_t i = 0; i < m->rules->num_stages && code == FORMAT_OK; i++) {
        code = fill_stage(store, place, &m->rules->stages[i], m->lightmap, &m->stages[i], err);
        m->num_stages += code == FORMAT_OK;
    }
    return code < 0 ? code : FORMAT_OK;
}

/* Without the first side there is no box; another that is missing is grey. */
static int fill_sky(struct material_store *store, const struct material_place *place,
                    struct material *m)
{
    for (int i = 0; has_sky_box(m->rules) && i < Q3_SKY_SIDES; i++) {
        char name[Q3_KEY];
        name_sky_side(m->rules, i, name);
        const int code = get_picture(store, place, name, PICTURE_CLAMP, &m->sky[i]);
        if (code == FORMAT_MEMORY) {
            return code;
        }
        if (code < 0) {
            m->sky[i] = texture_store_builtin(store->textures, Q3_TEXTURE_DEFAULT);
            if (i == Q3_SKY_RT) {
                m->sky[i] = NULL;
                return FORMAT_OK;
            }
        }
    }
    return FORMAT_OK;
}

static int fill_material(struct material_store *store, const struct material_place *place,
                         struct material *m, struct format_error *err)
{
    const char *flaw = flaw_of(m->rules);
    if (flaw) {
        return format_fail(err, FORMAT_BAD, 0, "%s", flaw);
    }
    int code = fill_stages(store, place, m, err);
    if (code == FORMAT_OK) {
        code = fill_sky(store, place, m);
    }
    if (code == FORMAT_OK && m->num_stages >= 2) {
        m->collapse = q3_shader_collapse(m->rules);
    }
    return code;
}

static struct material *add_material(struct material_store *store, const char *name,
                                     int32_t lightmap)
{
    struct made_material *made = calloc(1, sizeof(*made));
    if (!made) {
        files_note_lack(store->files);
        return NULL;
    }
    made->next = store->made;
    store->made = made;
    snprintf(made->material.name, sizeof(made->material.name), "%s", name);
    made->material.lightmap = lightmap;
    made->material.id = store->next_id++;
    return &made->material;
}

/* The line for the log. Returns NULL if out of memory: then nothing is logged. */
static char *describe_faults(struct material_store *store, const struct material *m, bool scripted,
                             const struct format_error *err)
{
    enum { LINE = 384 };
    char *line = malloc(LINE);
    const char *instead = m->rules == &store->default_rules ? "a grey box stands in for it"
                          : m->num_stages > 0               ? "what is before that is drawn"
                                                            : "nothing is drawn";
    if (!line) {
        files_note_lack(store->files);
    } else if (scripted) {
        snprintf(line, LINE, "shader %.100s: %s, %s", m->name, err->what, instead);
    } else {
        snprintf(line, LINE, "%.100s: no shader and no picture, %s", m->name, instead);
    }
    return line;
}

static void log_faults(struct material_store *store, struct material *m)
{
    struct made_material *made = (struct made_material *)(void *)m; /* its first member */
    if (made->complaint) {
        if (made->is_missing) {
            files_log_piece(store->files, m->name, made->complaint);
        } else {
            files_log(store->files, made->complaint);
        }
        free(made->complaint);
        made->complaint = NULL;
    }
}

/* A name nothing can have is a grey box. rest: a faulty material keeps its stages before the fault.
 */
static struct material *make_material(struct material_store *store, const char *name,
                                      int32_t lightmap, const struct material_place *place,
                                      bool rest)
{
    struct found_rules found = {0};
    struct format_error err = {0};
    char clean[Q3_NAME], bare[Q3_NAME];
    const bool possible = q3_name_clean(name, clean);
    memcpy(bare, clean, sizeof(bare));
    q3_name_strip(bare);
    struct material *m = add_material(store, bare, lightmap);
    int code = m ? FORMAT_MISSING : FORMAT_MEMORY;
    if (m && possible) {
        code = find_rules(store, clean, lightmap, &found);
        m->rules = found.rules;
        m->no_depth_test = !found.scripted && lightmap == Q3_LIGHT_2D;
        code = code < 0 ? code : fill_material(store, place, m, &err);
    }
    if (code == FORMAT_MEMORY) {
        return NULL;
    }
    if (code < 0) {
        const bool told = code == FORMAT_BAD && err.what[0] == '\0';
        (rest && possible ? make_rest : make_default)(store, m);
        if (clean[0] && !told) {
            struct made_material *made = (struct made_material *)(void *)m;
            made->complaint = describe_faults(store, m, found.scripted, &err);
            made->is_missing = code == FORMAT_MISSING;
        }
    }
    m->rank = material_order_rank(bare, found.scripted, found.definition, lightmap);
    return m;
}

struct material *material_store_make(struct material_store *store, const char *name,
                                     int32_t lightmap, const struct material_place *place)
{
    struct material *m = make_material(store, name, lightmap, place, false);
    if (m) {
        log_faults(store, m);
    }
    return m;
}

static const struct material *get_material(struct material_store *store, const char *name,
                                           int32_t lightmap, bool quietly, bool rest)
{
    const struct material_place nowhere = {0};
    char key[Q3_KEY], clean[Q3_NAME];
    q3_name_clean(name, clean);
    if (lightmap >= 0 || lightmap < Q3_LIGHT_BRIGHT) {
        lightmap = Q3_LIGHT_VERTEX; /* there are no lightmaps here */
    }
    make_key(clean, lightmap, key);
    struct name_map *map = rest ? &store->rests : &store->materials;
    struct material *m = name_map_get(map, key);
    if (!m) {
        m = make_material(store, clean, lightmap, &nowhere, rest);
        if (m && name_map_put(map, key, m) < 0) {
            files_note_lack(store->files);
            m = NULL; /* the store frees it */
        }
    }
    if (m && !quietly) {
        log_faults(store, m);
    }
    return m;
}

const struct material *material_store_get(struct material_store *store, const char *name,
                                          int32_t lightmap, bool quietly)
{
    return get_material(store, name, lightmap, quietly, false);
}

const struct material *material_store_get_rest(struct material_store *store, const char *name)
{
    const struct material *whole = get_material(store, name, Q3_LIGHT_NONE, true, false);
    return whole && whole->missing ? get_material(store, name, Q3_LIGHT_NONE, false, true) : whole;
}
