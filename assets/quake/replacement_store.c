#include "assets/quake/replacement_store.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/parallel_for.h"
#include "assets/quake/replacement_list.h"
#include "assets/quake/rgba_texture.h"
#include "formats/base/arrays.h"

/* Bytes of pixels that are decoded at once, by all threads: a picture larger than that alone. While
 * its texture is made, it is in memory about three times. */
enum { BATCH_BYTES = 32 << 20 };

/* Models that levels show without listing them. */
static const char *const unlisted[] = {"progs/player.mdl", "progs/bolt.mdl", "progs/bolt2.mdl",
                                       "progs/bolt3.mdl", "progs/beam.mdl"};

/* A map or a model with replacements. */
struct replaced {
    const void *owner; /* its struct bsp or struct mdl */
    size_t first;      /* in the set's textures: as many as it has textures, or pictures of skins */
};

struct replacement_set {
    const struct model *world;
    char *names; /* the level's models, each ended by a zero byte */
    size_t names_size, names_capacity;
    struct replaced *list;
    size_t count, capacity;
    struct replacement_texture *textures;
    size_t num_textures, textures_capacity;
    bool loaded;
};

struct replacement_store {
    struct files *files;
    struct model_store *models;
    const uint8_t *palette;
    int threads;
    struct replacement_set sets[2]; /* the one asked for last; the one before */
};

struct replacement_store *replacement_store_create(struct files *files, struct model_store *models,
                                                   const uint8_t *palette, int threads)
{
    struct replacement_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
        store->models = models;
        store->palette = palette;
        store->threads = threads;
    }
    return store;
}

static void free_textures(struct replacement_set *set)
{
    for (size_t i = 0; i < set->num_textures; i++) {
        texture_destroy(set->textures[i].color);
        texture_destroy(set->textures[i].glow);
    }
    free(set->textures);
    free(set->list);
    set->textures = NULL;
    set->list = NULL;
    set->count = set->capacity = 0;
    set->num_textures = set->textures_capacity = 0;
    set->loaded = false;
}

static void free_set(struct replacement_set *set)
{
    free_textures(set);
    free(set->names);
    *set = (struct replacement_set){0};
}

void replacement_store_destroy(struct replacement_store *store)
{
    if (store) {
        free_set(&store->sets[0]);
        free_set(&store->sets[1]);
        free(store);
    }
}

/* ---- Which pictures ---- */

/* Where a picture of the list belongs. */
struct place {
    size_t texture; /* of the set's */
    bool has_holes;
};

struct loading {
    struct replacement_store *store;
    struct replacement_set *set;
    struct replacement_list *list;
    struct place *places; /* by number in the list */
    size_t places_capacity;
    int *codes; /* of making their textures */
    int first;  /* of the pictures that are made at once */
};

/* index: what adding to the list returned. */
static int set_place(struct loading *loading, int index, size_t texture, bool has_holes)
{
    if (index < 0) {
        return index == FORMAT_MISSING ? FORMAT_OK : index;
    }
    if (array_reserve(&loading->places, &loading->places_capacity, (size_t)index + 1,
                      sizeof(*loading->places)) < 0) {
        return FORMAT_MEMORY;
    }
    loading->places[index] = (struct place){texture, has_holes};
    return FORMAT_OK;
}

/* Room for the textures of a map or model that is not in the set yet. */
static int add_owner(struct replacement_set *set, const void *owner, size_t textures)
{
    if (array_reserve(&set->list, &set->capacity, set->count + 1, sizeof(*set->list)) < 0 ||
        array_reserve(&set->textures, &set->textures_capacity, set->num_textures + textures,
                      sizeof(*set->textures)) < 0) {
        return FORMAT_MEMORY;
    }
    set->list[set->count++] = (struct replaced){owner, set->num_textures};
    for (size_t i = 0; i < textures; i++) {
        set->textures[set->num_textures++] = (struct replacement_texture){NULL, NULL};
    }
    return FORMAT_OK;
}

static const struct replacement_texture *find_owner(const struct replacement_set *set,
                                                    const void *owner)
{
    for (size_t i = 0; set && i < set->count; i++) {
        if (set->list[i].owner == owner) {
            return &set->textures[set->list[i].first];
        }
    }
    return NULL;
}

static int add_map(struct loading *loading, const struct model *model)
{
    const struct bsp *bsp = model->bsp;
    const size_t first = loading->set->num_textures;
    int code = add_owner(loading->set, bsp, bsp->num_textures);
    for (uint32_t i = 0; i < bsp->num_textures && code == FORMAT_OK; i++) {
        const char *name = bsp->textures[i].name;
        const int index = replacement_list_add_texture(loading->list, model->name, name);
        code = set_place(loading, index, first + i, name[0] == '{');
    }
    return code;
}

static int add_mdl(struct loading *loading, const struct model *model)
{
    const struct mdl *mdl = model->mdl;
    const bool has_holes = (mdl->flags & MDL_HOLEY) != 0;
    const size_t first = loading->set->num_textures;
    int code = add_owner(loading->set, mdl, mdl->num_skin_pictures);
    for (uint32_t i = 0; i < mdl->num_skins && code == FORMAT_OK; i++) {
        const struct mdl_group *skin = &mdl->skins[i];
        for (uint32_t k = 0; k < skin->count && code == FORMAT_OK; k++) {
            const int index = replacement_list_add_skin(loading->list, model->name, (int)i,
                                                        skin->count > 1 ? (int)k : -1);
            code = set_place(loading, index, first + skin->first + k, has_holes);
        }
    }
    return code;
}

static bool is_map_name(const char *name)
{
    const size_t length = strlen(name);
    return length >= 4 && name_equal_nocase(name + length - 4, ".bsp");
}

/* A model other than the world. It is loaded if it is a map, whose textures it names, or if a skin
 * has a replacement. What is not there is not missed before it is drawn. */
static int add_named(struct loading *loading, const char *name)
{
    struct replacement_store *store = loading->store;
    if (name[0] == '\0' || name[0] == '*' || !files_has(store->files, name) ||
        !(is_map_name(name) || replacement_list_has_skins(loading->list, name))) {
        return FORMAT_OK;
    }
    const struct model *model = model_store_get(store->models, name, NULL);
    if (!model) {
        return FORMAT_MEMORY;
    }
    const bool known = find_owner(loading->set, model->bsp ? (const void *)model->bsp : model->mdl);
    if (known || model->missing || model->kind == MODEL_SPRITE) {
        return FORMAT_OK;
    }
    return model->kind == MODEL_BRUSH ? add_map(loading, model) : add_mdl(loading, model);
}

static int add_models(struct loading *loading)
{
    const struct replacement_set *set = loading->set;
    const struct model *world = set->world;
    int code = FORMAT_OK;
    if (world && world->kind == MODEL_BRUSH && !world->missing) {
        code = add_map(loading, world);
    }
    for (const char *name = set->names; code == FORMAT_OK && name < set->names + set->names_size;
         name += strlen(name) + 1) {
        code = add_named(loading, name);
    }
    for (size_t i = 0; i < sizeof(unlisted) / sizeof(*unlisted) && code == FORMAT_OK; i++) {
        code = add_named(loading, unlisted[i]);
    }
    return code;
}

/* ---- From pictures to textures ---- */

static void measure_picture(void *context, size_t job)
{
    replacement_list_measure(context, (int)job);
}

/* Alpha of pictures without holes means nothing. */
static void set_alpha(const struct image_rgba *image, bool has_holes)
{
    const size_t pixels = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *alpha = &image->rgba[i * 4 + 3];
        *alpha = has_holes ? (uint8_t)((*alpha * RGBA_TEXTURE_SOLID + 127) / 255) : 255;
    }
}

/* NULL in, NULL out. */
static int make_texture(struct texture **texture, const struct image_rgba *image, bool has_holes)
{
    if (!image->rgba) {
        return FORMAT_OK;
    }
    set_alpha(image, has_holes);
    *texture = rgba_texture_make(image->rgba, image->width, image->height, RGBA_TEXTURE_MIPS);
    return *texture ? FORMAT_OK : FORMAT_MEMORY;
}

static void make_textures(void *context, size_t job)
{
    struct loading *loading = context;
    const int index = loading->first + (int)job;
    const struct place *place = &loading->places[index];
    struct replacement_texture *to = &loading->set->textures[place->texture];
    struct replacement pictures;
    replacement_list_decode(loading->list, index, &pictures);
    int code = make_texture(&to->color, &pictures.color, place->has_holes);
    if (code == FORMAT_OK) {
        code = make_texture(&to->glow, &pictures.glow, false);
    }
    loading->codes[index] = code;
    replacement_free(&pictures);
}

static int make_all(struct loading *loading)
{
    const int count = replacement_list_count(loading->list), threads = loading->store->threads;
    int code = FORMAT_OK;
    loading->codes = calloc((size_t)count + 1, sizeof(*loading->codes));
    if (!loading->codes) {
        return FORMAT_MEMORY;
    }
    parallel_for(threads, measure_picture, loading->list, (size_t)count);
    replacement_list_fit(loading->list);
    for (int end = 0; end < count;) {
        size_t bytes = replacement_list_work(loading->list, end++);
        while (end < count && bytes + replacement_list_work(loading->list, end) <= BATCH_BYTES) {
            bytes += replacement_list_work(loading->list, end++);
        }
        parallel_for(threads, make_textures, loading, (size_t)(end - loading->first));
        loading->first = end;
    }
    for (int i = 0; i < count; i++) {
        code = loading->codes[i] < 0 ? loading->codes[i] : code;
    }
    const int reported = replacement_list_report(loading->list);
    return code < 0 ? code : reported;
}

static int load_set(struct replacement_store *store, struct replacement_set *set)
{
    struct loading loading = {.store = store, .set = set};
    loading.list = replacement_list_create(store->files, store->palette);
    int code = loading.list ? add_models(&loading) : FORMAT_MEMORY;
    if (code == FORMAT_OK) {
        code = make_all(&loading);
    }
    if (code == FORMAT_OK && replacement_list_count(loading.list) == 0) {
        free_textures(set);
    }
    set->loaded = code == FORMAT_OK;
    replacement_list_destroy(loading.list);
    free(loading.places);
    free(loading.codes);
    if (code < 0) {
        free_textures(set);
        files_note_lack(store->files);
    }
    return code;
}

/* ---- Levels ---- */

static bool is_of(const struct replacement_set *set, const struct replacement_models *models)
{
    const char *name = set->names;
    size_t left = set->names_size;
    if (set->world != models->world || !name) {
        return false;
    }
    for (uint32_t i = 1; i < models->count; i++) {
        const char *asked = models->name(models->context, i);
        const size_t size = strlen(asked) + 1;
        if (size > left || memcmp(name, asked, size) != 0) {
            return false;
        }
        name += size;
        left -= size;
    }
    return left == 0;
}

static int begin_set(struct replacement_set *set, const struct replacement_models *models)
{
    set->world = models->world;
    int code = array_reserve(&set->names, &set->names_capacity, 1, 1) < 0 ? FORMAT_MEMORY : 0;
    for (uint32_t i = 1; i < models->count && code == 0; i++) {
        const char *name = models->name(models->context, i);
        const size_t size = strlen(name) + 1;
        if (array_reserve(&set->names, &set->names_capacity, set->names_size + size, 1) < 0) {
            code = FORMAT_MEMORY;
        } else {
            memcpy(set->names + set->names_size, name, size);
            set->names_size += size;
        }
    }
    return code;
}

const struct replacement_set *replacement_store_get(struct replacement_store *store,
                                                    const struct replacement_models *models)
{
    struct replacement_set *sets = store->sets;
    if (!is_of(&sets[0], models)) {
        const struct replacement_set last = sets[0];
        const bool again = is_of(&sets[1], models);
        if (!again) {
            free_set(&sets[1]);
        }
        sets[0] = sets[1];
        sets[1] = last;
        if (!again) {
            free_textures(&sets[1]);
            if (begin_set(&sets[0], models) < 0) {
                free_set(&sets[0]);
                files_note_lack(store->files);
                return NULL;
            }
        }
    }
    if (!sets[0].loaded && load_set(store, &sets[0]) < 0) {
        return NULL;
    }
    return sets[0].count > 0 ? &sets[0] : NULL;
}

const struct replacement_texture *replacement_set_textures(const struct replacement_set *set,
                                                           const struct bsp *bsp)
{
    return find_owner(set, bsp);
}

const struct replacement_texture *replacement_set_skins(const struct replacement_set *set,
                                                        const struct mdl *mdl)
{
    return find_owner(set, mdl);
}
