#include "assets/quake3/level_collision.h"

#include <stdlib.h>

#include "assets/name_map.h"
#include "assets/quake3/q3_names.h"

struct level_collision {
    struct files *files;
    struct name_map levels; /* struct q3_level, by name */
};

struct level_collision *level_collision_create(struct files *files)
{
    struct level_collision *collision = calloc(1, sizeof(*collision));
    if (collision) {
        collision->files = files;
    }
    return collision;
}

static void free_level(void *value)
{
    struct q3_level *level = value;
    q3_patches_free(&level->patches);
    q3_bsp_free(&level->bsp);
    free(level);
}

void level_collision_destroy(struct level_collision *collision)
{
    if (collision) {
        name_map_clear(&collision->levels, free_level);
        free(collision);
    }
}

/* Returns 0 or FORMAT_MEMORY. The renderer reports damage. */
static int read_level(struct level_collision *collision, const char *name, struct q3_level *level)
{
    struct files_ref ref;
    struct format_error err;
    int code = files_has(collision->files, name) ? files_get(collision->files, name, &ref)
                                                 : FORMAT_MISSING;
    if (code == FORMAT_OK) {
        code = q3_bsp_read(&level->bsp, ref.data, ref.size, &err);
        files_release(collision->files, &ref);
    }
    if (code == FORMAT_OK) {
        code = q3_patches_make(&level->patches, &level->bsp, Q3_PATCH_SUBDIVISIONS, &err);
    }
    if (code < 0) {
        q3_bsp_free(&level->bsp);
        level->bsp = (struct q3_bsp){0};
        level->missing = true;
    }
    return code == FORMAT_MEMORY ? code : FORMAT_OK;
}

const struct q3_level *level_collision_get(struct level_collision *collision, const char *name)
{
    static const struct q3_level none = {.missing = true};
    char clean[Q3_NAME];
    if (!q3_name_clean(name, clean)) {
        return &none;
    }
    struct q3_level *level = name_map_get(&collision->levels, clean);
    if (level) {
        return level;
    }
    level = calloc(1, sizeof(*level));
    int code = level ? read_level(collision, clean, level) : FORMAT_MEMORY;
    if (code == FORMAT_OK) {
        code = name_map_put(&collision->levels, clean, level);
    }
    if (code < 0) {
        files_note_lack(collision->files);
        if (level) {
            free_level(level);
        }
        return NULL;
    }
    return level;
}
