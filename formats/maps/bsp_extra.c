/* Optional additions to a map: coloured light, visibility patches. */
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp_internal.h"
#include "formats/maps/vis.h"

enum { CHANNELS = 3, E5BGR9_SIZE = 4 };

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
    free(bsp->hdr_data);
    bsp->color_data = copy;
    bsp->hdr_data = NULL;
    return FORMAT_OK;
}

/* mantissa * 2^exponent, rounded to nearest, limit at most. exponent -31..31, mantissa 9 bits. */
static uint32_t scale_mantissa(uint32_t mantissa, int exponent, uint32_t limit)
{
    uint64_t value = exponent >= 0 ? (uint64_t)mantissa << exponent
                                   : (mantissa + (1u << (-exponent - 1))) >> -exponent;
    return value < limit ? (uint32_t)value : limit;
}

/* LIGHTING_E5BGR9: 32 bits a sample; from the lowest: 9 bits each of red, green and blue, 5 bits of
 * exponent e. Light is mantissa * 2^(e - 24), where 1 is 128 of a byte's scale. */
static int decode_hdr(struct bsp *bsp, const uint8_t *data, struct format_error *err)
{
    enum { BITS = 9, TO_BYTES = 24 - 7, TO_16THS = TO_BYTES - 4 };
    const size_t count = CHANNELS * bsp->light_size;
    uint8_t *colors = malloc(count);
    uint16_t *hdr = malloc(count * sizeof(*hdr));
    if (!colors || !hdr) {
        free(colors);
        free(hdr);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (coloured light)");
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t packed = bytes_u32(data + i / CHANNELS * E5BGR9_SIZE);
        const uint32_t mantissa = packed >> i % CHANNELS * BITS & ((1u << BITS) - 1);
        const int exponent = (int)(packed >> CHANNELS * BITS);
        colors[i] = (uint8_t)scale_mantissa(mantissa, exponent - TO_BYTES, UINT8_MAX);
        hdr[i] = (uint16_t)scale_mantissa(mantissa, exponent - TO_16THS, UINT16_MAX);
    }
    bsp->color_data = colors;
    bsp->hdr_data = hdr;
    return FORMAT_OK;
}

/* True if the lump is there and has so many bytes for each of light_data; else it is recorded. */
static bool colors_fit(struct bsp *bsp, const struct bspx *bspx, enum bspx_name name,
                       size_t sample_size)
{
    const struct bspx_lump *lump = &bspx->lumps[name];
    if (!lump->data) {
        return false;
    }
    if (lump->size % sample_size != 0 || lump->size / sample_size != bsp->light_size) {
        bsp_note_damage(bsp, lump->offset,
                        "BSPX lump %s: %zu bytes do not match %zu bytes of light",
                        bspx_lump_name(name), lump->size, bsp->light_size);
        return false;
    }
    return bsp->light_size > 0;
}

int bsp_read_colors(struct bsp *bsp, const struct bspx *bspx, struct format_error *err)
{
    if (colors_fit(bsp, bspx, BSPX_RGBLIGHTING, CHANNELS)) {
        return bsp_set_colors(bsp, bspx->lumps[BSPX_RGBLIGHTING].data, err);
    }
    if (colors_fit(bsp, bspx, BSPX_LIGHTING_E5BGR9, E5BGR9_SIZE)) {
        return decode_hdr(bsp, bspx->lumps[BSPX_LIGHTING_E5BGR9].data, err);
    }
    return FORMAT_OK;
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
