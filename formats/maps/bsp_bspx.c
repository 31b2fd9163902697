/* BSPX: the list of named lumps after those of a map (FTE's specs/bspx.txt). */
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp_internal.h"

enum {
    BSPX_HEADER = 8, /* "BSPX", number of entries */
    BSPX_ENTRY = 32, /* name[24], offset, size */
    BSPX_NAME = 24
};

static const char *const names[BSPX_NAMES] = {
    [BSPX_RGBLIGHTING] = "RGBLIGHTING",   [BSPX_LIGHTING_E5BGR9] = "LIGHTING_E5BGR9",
    [BSPX_LMSHIFT] = "LMSHIFT",           [BSPX_LMOFFSET] = "LMOFFSET",
    [BSPX_LMSTYLE] = "LMSTYLE",           [BSPX_LMSTYLE16] = "LMSTYLE16",
    [BSPX_DECOUPLED_LM] = "DECOUPLED_LM",
};

const char *bspx_lump_name(enum bspx_name name)
{
    return names[name];
}

/* The lump of an entry, or NULL: it is none that is read. */
static struct bspx_lump *find_lump(struct bspx *bspx, const uint8_t *entry)
{
    for (int i = 0; i < BSPX_NAMES; i++) {
        if (strncmp((const char *)entry, names[i], BSPX_NAME) == 0) {
            return &bspx->lumps[i];
        }
    }
    return NULL;
}

static void read_entry(struct bsp *bsp, const uint8_t *data, size_t size, size_t at,
                       struct bspx *bspx)
{
    const uint8_t *entry = data + at;
    const size_t offset = bytes_u32(entry + BSPX_NAME);
    const size_t bytes = bytes_u32(entry + BSPX_NAME + 4);
    struct bspx_lump *lump = find_lump(bspx, entry);
    const char *flaw = offset > size || bytes > size - offset  ? "is outside the file"
                       : lump && (lump->data || lump->damaged) ? "is there twice"
                                                               : NULL;
    if (flaw) {
        bsp_note_damage(bsp, at, "BSPX lump %.*s %s", BSPX_NAME, (const char *)entry, flaw);
    }
    if (lump) {
        *lump = flaw ? (struct bspx_lump){.damaged = true}
                     : (struct bspx_lump){data + offset, bytes, offset, false};
    }
}

void bsp_find_bspx(struct bsp *bsp, const struct bsp_source *source, const uint8_t *data,
                   size_t size, struct bspx *bspx)
{
    *bspx = (struct bspx){0};
    size_t at = 0;
    for (int i = 0; i < BSP_LUMPS; i++) {
        size_t end = source->offset[i] + source->size[i];
        at = end > at ? end : at;
    }
    at = (at + 3) & ~(size_t)3;
    /* Other trailing data is allowed: some maps end with a zip archive. */
    if (at > size || size - at < BSPX_HEADER || memcmp(data + at, "BSPX", 4) != 0) {
        return;
    }
    uint32_t count = bytes_u32(data + at + 4);
    if (count > (size - at - BSPX_HEADER) / BSPX_ENTRY) {
        bsp_note_damage(bsp, at, "BSPX: %u lumps exceed the file", (unsigned)count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        read_entry(bsp, data, size, at + BSPX_HEADER + (size_t)i * BSPX_ENTRY, bspx);
    }
}
