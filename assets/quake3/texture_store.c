#include "assets/quake3/texture_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/parallel_for.h"
#include "assets/quake3/q3_names.h"
#include "formats/base/arrays.h"
#include "formats/pictures/pcx.h"
#include "formats/pictures/q3_image.h"

enum { CANDIDATES = 7, CANDIDATE_SIZE = Q3_NAME + 8 };

struct texture_request {
    char name[Q3_NAME];
    unsigned flags;
};

struct kept {
    struct texture *texture; /* NULL: it is missing */
    bool damaged;            /* or the file is damaged; logged */
};

struct texture_store {
    struct files *files;
    int threads;
    struct name_map textures;             /* struct kept, by make_key */
    struct texture *builtin[Q3_TEXTURES]; /* NULL: not asked for */
    size_t bytes;
};

static void free_kept(void *value)
{
    texture_destroy(((struct kept *)value)->texture);
    free(value);
}

struct texture_store *texture_store_create(struct files *files, int threads)
{
    static const enum q3_builtin_texture at_once[] = {Q3_TEXTURE_WHITE, Q3_TEXTURE_DEFAULT,
                                                      Q3_TEXTURE_VIDEO};
    struct texture_store *store = calloc(1, sizeof(*store));
    if (!store) {
        return NULL;
    }
    store->files = files;
    store->threads = threads;
    for (size_t i = 0; i < sizeof(at_once) / sizeof(at_once[0]); i++) {
        store->builtin[at_once[i]] = builtin_texture_make(at_once[i]);
        if (!store->builtin[at_once[i]]) {
            texture_store_destroy(store);
            return NULL;
        }
    }
    return store;
}

void texture_store_destroy(struct texture_store *store)
{
    if (store) {
        name_map_clear(&store->textures, free_kept);
        builtin_textures_free(store->builtin);
        free(store);
    }
}

/* ---- Finding ---- */

struct candidates {
    char names[CANDIDATES][CANDIDATE_SIZE];
    int count;
};

/* The files a name may mean, the first that is there counts. */
static void list_candidates(const char *name, struct candidates *out)
{
    static const char *const endings[] = {"tga", "jpg", "jpeg", "png", "pcx", "bmp"};
    char bare[Q3_NAME];
    const char *ending = q3_name_ending(name);
    snprintf(bare, sizeof(bare), "%s", name);
    out->count = 0;
    int given = -1;
    for (int i = 0; i < (int)(sizeof(endings) / sizeof(endings[0])); i++) {
        if (name_equal_nocase(ending, endings[i])) {
            snprintf(out->names[out->count++], CANDIDATE_SIZE, "%s", name);
            q3_name_strip(bare);
            given = i;
        }
    }
    for (int i = 0; i < (int)(sizeof(endings) / sizeof(endings[0])); i++) {
        if (i != given) {
            snprintf(out->names[out->count++], CANDIDATE_SIZE, "%s.%s", bare, endings[i]);
        }
    }
}

/* The first file there is. */
static int find_file(struct texture_store *store, const char *name, struct files_place *place)
{
    struct candidates c;
    int code = FORMAT_MISSING;
    list_candidates(name, &c);
    for (int i = 0; i < c.count && code == FORMAT_MISSING; i++) {
        code = files_find(store->files, c.names[i], place);
    }
    return code;
}

bool texture_store_has(struct texture_store *store, const char *name)
{
    char clean[Q3_NAME];
    struct files_place place;
    if (!q3_name_clean(name, clean) || !q3_name_is_inside(clean)) {
        return false;
    }
    if (clean[0] == '*') {
        return builtin_textures_find(clean) != Q3_TEXTURES;
    }
    const bool there = find_file(store, clean, &place) == FORMAT_OK;
    files_leave(&place);
    return there;
}

/* ---- Decoding ---- */

/* A pure function: threads call it at once. */
static int decode_texture(struct texture **texture, const char *name, unsigned flags,
                          const uint8_t *data, size_t size, struct format_error *err)
{
    struct image_rgba picture;
    struct q3_image image;
    int code = pcx_is(data, size) ? pcx_read_rgba(&picture, data, size, err)
                                  : q3_image_decode(&picture, data, size, PICTURE_MAX_SIDE, err);
    *texture = NULL;
    if (code < 0) {
        return code;
    }
    code = q3_image_make(&image, &picture, !(flags & PICTURE_NO_MIPMAPS), err);
    image_rgba_free(&picture);
    if (code < 0) {
        return code;
    }
    *texture = texture_create(name, flags & PICTURE_CLAMP, image.num_levels, image.width,
                              image.height, (const uint8_t *const *)image.levels);
    q3_image_free(&image);
    return *texture ? FORMAT_OK : format_fail(err, FORMAT_MEMORY, 0, "out of memory (texture)");
}

/* Tries candidate files in order and logs damaged ones. Returns FORMAT_BAD if none loads and one is
 * damaged. */
static int load_texture(struct texture_store *store, const char *name, unsigned flags,
                        struct texture **texture)
{
    struct candidates c;
    int result = FORMAT_MISSING;
    list_candidates(name, &c);
    *texture = NULL;
    for (int i = 0; i < c.count; i++) {
        struct files_ref ref;
        struct format_error err = {0};
        int code = files_get(store->files, c.names[i], &ref);
        if (code == FORMAT_OK) {
            code = decode_texture(texture, name, flags, ref.data, ref.size, &err);
            files_release(store->files, &ref);
            if (code < 0 && code != FORMAT_MEMORY) {
                files_report_damage(store->files, c.names[i], &err);
                result = FORMAT_BAD;
            }
        }
        if (code == FORMAT_OK || code == FORMAT_MEMORY) {
            return code;
        }
    }
    return result;
}

/* ---- Keeping ---- */

static void make_key(const char *name, unsigned flags, char key[Q3_KEY])
{
    snprintf(key, Q3_KEY, "%s|%u", name, flags);
    q3_name_lower(key);
}

/* Becomes the owner of texture (NULL: missing), also on failure. */
static int keep_texture(struct texture_store *store, const char *key, struct texture *texture,
                        bool damaged)
{
    struct kept *kept = malloc(sizeof(*kept));
    if (!kept || name_map_put(&store->textures, key, kept) < 0) {
        free(kept);
        texture_destroy(texture);
        return FORMAT_MEMORY;
    }
    kept->texture = texture;
    kept->damaged = damaged;
    store->bytes += texture ? texture_bytes(texture) : 0;
    return FORMAT_OK;
}

static int get_builtin(struct texture_store *store, const char *name,
                       const struct texture **texture)
{
    const enum q3_builtin_texture which = builtin_textures_find(name);
    if (which == Q3_TEXTURES) {
        return FORMAT_MISSING;
    }
    if (!store->builtin[which]) {
        store->builtin[which] = builtin_texture_make(which);
    }
    *texture = store->builtin[which];
    if (!*texture) {
        files_note_lack(store->files);
    }
    return *texture ? FORMAT_OK : FORMAT_MEMORY;
}

int texture_store_get(struct texture_store *store, const char *name, unsigned flags,
                      const struct texture **texture)
{
    char clean[Q3_NAME], key[Q3_KEY];
    *texture = NULL;
    if (!q3_name_clean(name, clean) || !q3_name_is_inside(clean)) {
        return FORMAT_MISSING;
    }
    if (clean[0] == '*') {
        return get_builtin(store, clean, texture);
    }
    make_key(clean, flags, key);
    const struct kept *kept = name_map_get(&store->textures, key);
    if (!kept) {
        struct texture *made;
        int code = load_texture(store, clean, flags, &made);
        if (code != FORMAT_MEMORY) {
            code = keep_texture(store, key, made, code == FORMAT_BAD);
        }
        if (code == FORMAT_MEMORY) {
            files_note_lack(store->files);
            return code;
        }
        kept = name_map_get(&store->textures, key);
    }
    *texture = kept->texture;
    return *texture ? FORMAT_OK : kept->damaged ? FORMAT_BAD : FORMAT_MISSING;
}

const struct texture *texture_store_builtin(const struct texture_store *store,
                                            enum q3_builtin_texture which)
{
    return store->builtin[which];
}

size_t texture_store_bytes(const struct texture_store *store)
{
    return store->bytes;
}

/* ---- Many at once ---- */

int texture_requests_add(struct texture_requests *requests, const char *name, unsigned flags)
{
    char clean[Q3_NAME];
    if (!q3_name_clean(name, clean) || !q3_name_is_inside(clean) || clean[0] == '*') {
        return FORMAT_OK;
    }
    if (array_reserve(&requests->requests, &requests->capacity, requests->count + 1,
                      sizeof(*requests->requests)) < 0) {
        return FORMAT_MEMORY;
    }
    struct texture_request *request = &requests->requests[requests->count++];
    memcpy(request->name, clean, sizeof(clean));
    request->flags = flags;
    return FORMAT_OK;
}

void texture_requests_free(struct texture_requests *requests)
{
    free(requests->requests);
    *requests = (struct texture_requests){0};
}

struct job {
    const struct texture_request *request;
    struct files_place place;
    struct texture *texture; /* NULL: it did not work out */
};

static void run_job(void *context, size_t number)
{
    struct job *job = &((struct job *)context)[number];
    const uint8_t *data;
    uint8_t *owned;
    size_t size;
    if (files_unpack(&job->place, &data, &size, &owned) == FORMAT_OK &&
        decode_texture(&job->texture, job->request->name, job->request->flags, data, size, NULL) <
            0) {
        job->texture = NULL;
    }
    free(owned);
}

/* Those that are there and not kept yet, each once. */
static size_t choose_jobs(struct texture_store *store, const struct texture_requests *requests,
                          struct job *jobs, int *code)
{
    struct name_map chosen = {0};
    size_t count = 0;
    for (size_t i = 0; i < requests->count && *code == FORMAT_OK; i++) {
        const struct texture_request *request = &requests->requests[i];
        char key[Q3_KEY];
        make_key(request->name, request->flags, key);
        if (name_map_get(&store->textures, key) || name_map_get(&chosen, key)) {
            continue;
        }
        const int found = find_file(store, request->name, &jobs[count].place);
        if (found == FORMAT_OK) {
            jobs[count++].request = request;
            *code = name_map_put(&chosen, key, store);
        } else if (found == FORMAT_MEMORY) {
            *code = found;
        }
    }
    name_map_clear(&chosen, NULL);
    return count;
}

int texture_store_load(struct texture_store *store, const struct texture_requests *requests)
{
    struct job *jobs = calloc(requests->count + 1, sizeof(*jobs));
    int code = jobs ? FORMAT_OK : FORMAT_MEMORY;
    const size_t count = jobs ? choose_jobs(store, requests, jobs, &code) : 0;
    if (code == FORMAT_OK) {
        parallel_for(store->threads, run_job, jobs, count);
    }
    for (size_t i = 0; i < count; i++) {
        char key[Q3_KEY];
        make_key(jobs[i].request->name, jobs[i].request->flags, key);
        if (jobs[i].texture && code == FORMAT_OK) {
            code = keep_texture(store, key, jobs[i].texture, false);
        } else {
            texture_destroy(jobs[i].texture); /* damage is logged when the texture is requested */
        }
        files_leave(&jobs[i].place);
    }
    free(jobs);
    if (code < 0) {
        files_note_lack(store->files);
    }
    return code;
}
