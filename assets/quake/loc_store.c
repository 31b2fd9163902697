#include "assets/quake/loc_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 64 };

struct loc_store {
    struct files *files;
    char map[NAME_BYTES]; /* map of `places`; "" = none */
    struct loc_file places;
};

struct loc_store *loc_store_create(struct files *files)
{
    struct loc_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->files = files;
    }
    return store;
}

void loc_store_destroy(struct loc_store *store)
{
    if (store) {
        loc_file_free(&store->places);
        free(store);
    }
}

/* "maps/dm3.bsp" -> "dm3"; false: the name is none that a file could have. */
static bool plain_name(char name[NAME_BYTES], const char *map)
{
    static const char folder[] = "maps/", end[] = ".bsp";
    const size_t length = strlen(map), around = sizeof(folder) - 1 + sizeof(end) - 1;
    if (length <= around || length - around >= NAME_BYTES ||
        strncmp(map, folder, sizeof(folder) - 1) != 0 ||
        strcmp(map + length - (sizeof(end) - 1), end) != 0) {
        return false;
    }
    snprintf(name, NAME_BYTES, "%.*s", (int)(length - around), map + sizeof(folder) - 1);
    return strpbrk(name, "/\\:.") == NULL;
}

static int load_locs(struct loc_store *store, const char *name, const char *entities)
{
    char path[NAME_BYTES + 16];
    struct files_ref ref;
    snprintf(path, sizeof(path), "locs/%s.loc", name);
    const int code = files_get(store->files, path, &ref);
    if (code == FORMAT_OK) {
        const int status = loc_file_add_text(&store->places, ref.data, ref.size);
        files_release(store->files, &ref);
        return status;
    }
    return code == FORMAT_MEMORY ? code : loc_file_add_entities(&store->places, entities);
}

const struct loc_file *loc_store_get(struct loc_store *store, const char *map, const char *entities)
{
    char name[NAME_BYTES];
    if (!plain_name(name, map)) {
        name[0] = '\0';
    }
    if (strcmp(name, store->map) == 0) {
        return &store->places;
    }
    loc_file_free(&store->places);
    memcpy(store->map, name, sizeof(store->map));
    if (name[0] != '\0' && load_locs(store, name, entities) < 0) {
        loc_file_free(&store->places);
        store->map[0] = '\0';
        files_note_lack(store->files);
    }
    return &store->places;
}
