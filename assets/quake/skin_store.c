#include "assets/quake/skin_store.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "formats/pictures/pcx.h"

enum { NAME_SIZE = 64, KEY_SIZE = NAME_SIZE + 32, SIZE_LIMIT = 4096 };

static const char base_name[] = "base";

/* Cached skin by name, or by name and model size. */
struct known_skin {
    struct skin skin; /* pixels NULL: there is none */
    uint8_t *memory;
};

struct skin_store {
    struct files *files;
    struct name_map pictures; /* struct known_skin, by name: 320 x 200 */
    struct name_map fitted;   /* the same for other models, by name and size */
};

struct skin_store *skin_store_create(struct files *files)
{
    struct skin_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
    }
    return store;
}

static void free_known(void *value)
{
    struct known_skin *known = value;
    if (known) {
        object_id_release(known->skin.identity);
        free(known->memory);
        free(known);
    }
}

void skin_store_destroy(struct skin_store *store)
{
    if (!store) {
        return;
    }
    name_map_clear(&store->pictures, free_known);
    name_map_clear(&store->fitted, free_known);
    free(store);
}

/* Lower case, without what follows the first dot. False: no plain name. */
static bool make_key(const char *name, char key[NAME_SIZE])
{
    size_t length = strcspn(name, ".");
    if (length == 0 || length >= NAME_SIZE || strstr(name, "..")) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = name[i];
        if (c < ' ' || c > '~' || strchr("/\\:", c)) {
            return false;
        }
        key[i] = name_lower(c);
    }
    key[length] = '\0';
    return true;
}

/* ---- Pictures ---- */

/* Crops the picture to 320 x 200 and fills the rest with 0, as in the original. */
static int set_picture(struct known_skin *known, const struct pcx *pcx)
{
    known->memory = calloc(SKIN_PICTURE_HEIGHT, SKIN_PICTURE_WIDTH);
    if (!known->memory) {
        return FORMAT_MEMORY;
    }
    const int width = pcx->width < SKIN_PICTURE_WIDTH ? pcx->width : SKIN_PICTURE_WIDTH;
    for (int y = 0; y < pcx->height && y < SKIN_PICTURE_HEIGHT; y++) {
        memcpy(known->memory + y * SKIN_PICTURE_WIDTH, pcx->pixels + (size_t)y * (size_t)pcx->width,
               (size_t)width);
    }
    known->skin = (struct skin){
        NULL, SKIN_WIDTH, SKIN_HEIGHT, SKIN_PICTURE_WIDTH, SKIN_PICTURE_HEIGHT, known->memory};
    return object_id_renew(&known->skin.identity);
}

static int load_picture(struct skin_store *store, const char *key, struct known_skin *known)
{
    char path[NAME_SIZE + 16], line[NAME_SIZE + 64];
    struct files_ref ref;
    struct format_error err = {0};
    struct pcx pcx;
    snprintf(path, sizeof(path), "skins/%s.pcx", key);
    int code = files_get(store->files, path, &ref);
    if (code == FORMAT_MEMORY) {
        return code;
    }
    if (code < 0) {
        if (strcmp(key, base_name) != 0) { /* base skin: few installations have it */
            snprintf(line, sizeof(line), "%s: not found, the usual skin is shown", path);
            files_log_piece(store->files, path, line);
            files_note_missing(store->files, FILES_WANT_SKIN);
        }
        return FORMAT_OK;
    }
    code = pcx_read(&pcx, ref.data, ref.size, &err);
    files_release(store->files, &ref);
    if (code == FORMAT_OK) {
        code = set_picture(known, &pcx);
        pcx_free(&pcx);
        return code;
    }
    if (code == FORMAT_MEMORY) {
        return code;
    }
    files_report_damage(store->files, path, &err);
    return FORMAT_OK;
}

/* NULL when there is none. */
static const struct known_skin *get_picture(struct skin_store *store, const char *key)
{
    struct known_skin *known = name_map_get(&store->pictures, key);
    if (!known) {
        known = calloc(1, sizeof(*known));
        if (!known || load_picture(store, key, known) < 0 ||
            name_map_put(&store->pictures, key, known) < 0) {
            files_note_lack(store->files);
            free_known(known);
            return NULL;
        }
    }
    return known->skin.pixels ? known : NULL;
}

/* ---- Other models ---- */

static struct known_skin *make_fitted(const struct known_skin *picture, int32_t width,
                                      int32_t height)
{
    struct known_skin *known = calloc(1, sizeof(*known));
    if (!known) {
        return NULL;
    }
    known->memory = malloc((size_t)width * (size_t)height);
    if (!known->memory || object_id_renew(&known->skin.identity) < 0) {
        free_known(known);
        return NULL;
    }
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *from = picture->memory + y * SKIN_HEIGHT / height * SKIN_PICTURE_WIDTH;
        for (int32_t x = 0; x < width; x++) {
            known->memory[(size_t)y * (size_t)width + (size_t)x] = from[x * SKIN_WIDTH / width];
        }
    }
    known->skin = (struct skin){known->skin.identity, width, height, width, height, known->memory};
    return known;
}

static const struct skin *get_fitted(struct skin_store *store, const char *key,
                                     const struct known_skin *picture, int32_t width,
                                     int32_t height)
{
    char sized[KEY_SIZE];
    if (width < 1 || height < 1 || width > SIZE_LIMIT || height > SIZE_LIMIT) {
        return NULL;
    }
    snprintf(sized, sizeof(sized), "%s/%dx%d", key, (int)width, (int)height);
    struct known_skin *known = name_map_get(&store->fitted, sized);
    if (!known) {
        known = make_fitted(picture, width, height);
        if (!known || name_map_put(&store->fitted, sized, known) < 0) {
            files_note_lack(store->files);
            free_known(known);
            return NULL;
        }
    }
    return &known->skin;
}

const struct skin *skin_store_get(struct skin_store *store, const char *name, int32_t width,
                                  int32_t height)
{
    char key[NAME_SIZE];
    const struct known_skin *picture = make_key(name, key) ? get_picture(store, key) : NULL;
    if (!picture) {
        memcpy(key, base_name, sizeof(base_name));
        picture = get_picture(store, key);
    }
    if (!picture || (width == SKIN_WIDTH && height == SKIN_HEIGHT)) {
        return picture ? &picture->skin : NULL;
    }
    return get_fitted(store, key, picture, width, height);
}
