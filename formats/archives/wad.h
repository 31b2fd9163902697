/* WAD2 files (gfx.wad): a directory of named lumps. A view over the bytes, nothing owned. */
#ifndef FORMATS_ARCHIVES_WAD_H
#define FORMATS_ARCHIVES_WAD_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct wad {
    const uint8_t *data;
    size_t size;
    uint32_t num_lumps;
    size_t directory;
};

struct wad_lump {
    char name[17]; /* lower case */
    uint8_t type;
    const uint8_t *data;
    size_t size;
};

int wad_open(struct wad *wad, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
/* The lump at a 0-based position; a damaged entry is an error, the others stay usable. */
int wad_get(const struct wad *wad, uint32_t i, struct wad_lump *lump,
            struct format_error *err) MUST_CHECK;
/* Finds a lump by name, case-insensitive. Returns 0 or FORMAT_MISSING. */
int wad_find(const struct wad *wad, const char *name, struct wad_lump *lump,
             struct format_error *err) MUST_CHECK;

#endif
