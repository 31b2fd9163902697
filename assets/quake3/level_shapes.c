#include "assets/quake3/level_shapes.h"

#include <stdlib.h>

#include "assets/name_map.h"
#include "assets/quake3/q3_names.h"

struct level_shapes {
    struct files *files;
    struct name_map levels; /* struct q3_level, by name */
};

struct level_shapes *level_shapes_create(struct files *files)
{
    struct level_shapes *shapes = calloc(1, sizeof(*shapes));
    if (shapes) {
        shapes->files = files;
    }
    return shapes;
}

static void free_level(void *value)
{
    struct q3_level *level = value;
    q3_patches_free(&level->patches);
    q3_bsp_free(&level->bsp);
    free(level);
}

void level_shapes_destroy(struct level_shapes *shapes)
{
    if (shapes) {
        name_map_clear(&shapes->levels, free_level);
        free(shapes);
    }
}

/* 0 or FORMAT_MEMORY. Damage is told by who draws. */
static int read_level(struct level_shapes *shapes, const char *name, struct q3_level *level)
{
    struct files_loan loan;
    struct format_error err;
    int code =
        files_has(shapes->files, name) ? files_get(shapes->files, name, &loan) : FORMAT_MISSING;
    if (code == FORMAT_OK) {
        code = q3_bsp_read(&level->bsp, loan.data, loan.size, &err);
        files_release(shapes->files, &loan);
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

const struct q3_level *level_shapes_get(struct level_shapes *shapes, const char *name)
{
    static const struct q3_level none = {.missing = true};
    char clean[Q3_NAME];
    if (!q3_name_clean(name, clean)) {
        return &none;
    }
    struct q3_level *level = name_map_get(&shapes->levels, clean);
    if (level) {
        return level;
    }
    level = calloc(1, sizeof(*level));
    int code = level ? read_level(shapes, clean, level) : FORMAT_MEMORY;
    if (code == FORMAT_OK) {
        code = name_map_put(&shapes->levels, clean, level);
    }
    if (code < 0) {
        files_note_lack(shapes->files);
        if (level) {
            free_level(level);
        }
        return NULL;
    }
    return level;
}
