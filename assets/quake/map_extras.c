#include "assets/quake/map_extras.h"

#include <stdio.h>
#include <string.h>

#include "formats/maps/lit.h"
#include "formats/maps/vis.h"

enum { NAME_SIZE = 256, ENDING = 4 };

/* "maps/x.bsp" -> "maps/x.lit"; false when name is not a map's. */
static bool name_extra(const char *name, const char *ending, char out[NAME_SIZE])
{
    size_t length = strlen(name);
    if (length <= ENDING || length >= NAME_SIZE || name[length - ENDING] != '.') {
        return false;
    }
    memcpy(out, name, length - ENDING);
    memcpy(out + length - ENDING, ending, ENDING + 1);
    return true;
}

/* Logs a failed extra and returns FORMAT_OK, as the map works without it. FORMAT_MEMORY stays. */
static int settle_code(struct files *files, const char *name, int code,
                       const struct format_error *err)
{
    if (code < 0 && code != FORMAT_MEMORY) {
        char line[512];
        snprintf(line, sizeof(line), "%.255s: ignored: %s (byte %zu)", name, err->what,
                 err->offset);
        files_log(files, line);
    }
    return code == FORMAT_MEMORY ? FORMAT_MEMORY : FORMAT_OK;
}

static int load_colors(struct files *files, const char *map, struct bsp *bsp)
{
    char name[NAME_SIZE];
    const uint8_t *samples;
    struct files_ref ref;
    struct format_error err = {0};
    if (!name_extra(map, ".lit", name)) {
        return FORMAT_OK;
    }
    int code = files_get_beside(files, name, map, &ref);
    if (code < 0) {
        return code == FORMAT_MISSING ? FORMAT_OK : code;
    }
    code = lit_read(&samples, ref.data, ref.size, bsp->light_size, &err);
    if (code == FORMAT_OK) {
        code = bsp_set_colors(bsp, samples, &err);
    }
    files_release(files, &ref);
    return settle_code(files, name, code, &err);
}

static int load_visibility(struct files *files, const char *map, struct bsp *bsp)
{
    char name[NAME_SIZE];
    struct files_ref ref;
    struct vis_patch patch;
    struct format_error err = {0};
    if (!name_extra(map, ".vis", name)) {
        return FORMAT_OK;
    }
    int code = files_get_beside(files, name, map, &ref);
    if (code < 0) {
        return code == FORMAT_MISSING ? FORMAT_OK : code;
    }
    const char *slash = strrchr(map, '/');
    code = vis_find(&patch, ref.data, ref.size, slash ? slash + 1 : map, &err);
    if (code == FORMAT_OK) {
        code = bsp_patch_visibility(bsp, &patch, &err);
    }
    files_release(files, &ref);
    return settle_code(files, name, code, &err);
}

int map_extras_load(struct files *files, const char *name, bool level, struct bsp *bsp)
{
    int code = load_colors(files, name, bsp);
    if (code == FORMAT_OK && level) {
        code = load_visibility(files, name, bsp);
    }
    return code;
}
