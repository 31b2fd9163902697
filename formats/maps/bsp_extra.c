/* Optional additions to a map: BSPX lumps, coloured light, visibility patches. */
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp_internal.h"
#include "formats/maps/vis.h"

enum {
    BSPX_HEADER = 8, /* "BSPX", number of entries */
    BSPX_ENTRY = 32, /* name[24], offset, size */
    BSPX_NAME = 24,
    CHANNELS = 3
};

int bsp_set_colors(struct bsp *bsp, const uint8_t *samples, struct format_error *err)
{
    if (bsp->light_size == 0) {
        return FORMAT_OK;
    }
    size_t bytes = CHANNELS * bsp->light_size;
    uint8_t *copy = malloc(bytes);
    if (!copy || object_id_renew(&bsp->identity) < 0) {
        free(copy);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (coloured light)");
    }
    memcpy(copy, samples, bytes);
    free(bsp->color_data);
    bsp->color_data = copy;
    return FORMAT_OK;
}

static int read_entry(struct bsp *bsp, const uint8_t *data, size_t size, size_t at,
                      struct format_error *err)
{
    const uint8_t *entry = data + at;
    size_t offset = bytes_u32(entry + BSPX_NAME);
    size_t bytes = bytes_u32(entry + BSPX_NAME + 4);
    if (offset > size || bytes > size - offset) {
        bsp_note_damage(bsp, at, "BSPX lump %.*s is outside the file", BSPX_NAME,
                        (const char *)entry);
        return FORMAT_OK;
    }
    if (strncmp((const char *)entry, "RGBLIGHTING", BSPX_NAME) != 0 || bsp->color_data) {
        return FORMAT_OK;
    }
    if (bytes % CHANNELS != 0 || bytes / CHANNELS != bsp->light_size) {
        bsp_note_damage(bsp, at, "BSPX lump RGBLIGHTING: %zu bytes do not match %zu bytes of light",
                        bytes, bsp->light_size);
        return FORMAT_OK;
    }
    return bsp_set_colors(bsp, data + offset, err);
}

int bsp_read_bspx(struct bsp *bsp, const struct bsp_source *source, const uint8_t *data,
                  size_t size, struct format_error *err)
{
    size_t at = 0;
    for (int i = 0; i < BSP_LUMPS; i++) {
        size_t end = source->offset[i] + source->size[i];
        at = end > at ? end : at;
    }
    at = (at + 3) & ~(size_t)3;
    /* Other trailing data is allowed: some maps end with a zip archive. */
    if (at > size || size - at < BSPX_HEADER || memcmp(data + at, "BSPX", 4) != 0) {
        return FORMAT_OK;
    }
    uint32_t count = bytes_u32(data + at + 4);
    if (count > (size - at - BSPX_HEADER) / BSPX_ENTRY) {
        bsp_note_damage(bsp, at, "BSPX: %u lumps exceed the file", (unsigned)count);
        return FORMAT_OK;
    }
    int code = FORMAT_OK;
    for (uint32_t i = 0; code == FORMAT_OK && i < count; i++) {
        code = read_entry(bsp, data, size, at + BSPX_HEADER + (size_t)i * BSPX_ENTRY, err);
    }
    return code;
}

/* True if patch and map agree on everything except visibility. */
static bool leaf_is_same(const struct bsp_leaf *leaf, const uint8_t *patched)
{
    return leaf->contents == (int32_t)bytes_u32(patched) &&
           leaf->first_mark_surface == bytes_u16(patched + 20) &&
           leaf->num_mark_surfaces == bytes_u16(patched + 22);
}

static int check_patch(const struct bsp *bsp, const struct vis_patch *patch,
                       struct format_error *err)
{
    if (patch->num_leafs != bsp->num_leafs) {
        return format_fail(err, FORMAT_BAD, patch->leafs_offset, "%zu leafs, but the map has %u",
                           patch->num_leafs, (unsigned)bsp->num_leafs);
    }
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        const uint8_t *patched = patch->leafs + (size_t)i * VIS_LEAF_SIZE;
        size_t at = patch->leafs_offset + (size_t)i * VIS_LEAF_SIZE;
        int32_t offset = (int32_t)bytes_u32(patched + 4);
        if (!leaf_is_same(&bsp->leafs[i], patched)) {
            return format_fail(err, FORMAT_BAD, at, "leaf %u differs from the map's", (unsigned)i);
        }
        if (offset >= 0 && (size_t)offset >= patch->visibility_size) {
            return format_fail(err, FORMAT_BAD, at + 4,
                               "leaf %u: visibility offset %d is outside the data", (unsigned)i,
                               (int)offset);
        }
    }
    return FORMAT_OK;
}

int bsp_patch_visibility(struct bsp *bsp, const struct vis_patch *patch, struct format_error *err)
{
    int code = check_patch(bsp, patch, err);
    if (code < 0) {
        return code;
    }
    uint8_t *copy = malloc(patch->visibility_size + 1);
    if (!copy || object_id_renew(&bsp->identity) < 0) {
        free(copy);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (visibility data)");
    }
    if (patch->visibility_size) {
        memcpy(copy, patch->visibility, patch->visibility_size);
    }
    free(bsp->visibility);
    bsp->visibility = copy;
    bsp->visibility_size = patch->visibility_size;
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        int32_t offset = (int32_t)bytes_u32(patch->leafs + (size_t)i * VIS_LEAF_SIZE + 4);
        bsp->leafs[i].vis_offset = offset < 0 ? -1 : offset;
    }
    return FORMAT_OK;
}
