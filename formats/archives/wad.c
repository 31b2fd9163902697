/* WAD2 files. Layout: Quake's wad.h. */
#include "formats/archives/wad.h"

#include <string.h>

#include "formats/base/bytes.h"

enum { HEADER_SIZE = 12, ENTRY_SIZE = 32, NAME_SIZE = 16 };

int wad_open(struct wad *wad, const uint8_t *data, size_t size, struct format_error *err)
{
    *wad = (struct wad){0};
    if (size < 4 || memcmp(data, "WAD2", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a WAD2 file");
    }
    if (size < HEADER_SIZE) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the WAD header is truncated");
    }
    uint32_t count = bytes_u32(data + 4);
    size_t directory = bytes_u32(data + 8);
    if (directory > size || count > (size - directory) / ENTRY_SIZE) {
        return format_fail(err, FORMAT_TRUNCATED, 4, "the directory (%u lumps) is outside the file",
                           (unsigned)count);
    }
    *wad = (struct wad){data, size, count, directory};
    return FORMAT_OK;
}

static char lower_char(uint8_t c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static void read_name(const uint8_t *entry, char out[17])
{
    size_t i = 0;
    for (; i < NAME_SIZE && entry[16 + i]; i++) {
        out[i] = lower_char(entry[16 + i]);
    }
    out[i] = '\0';
}

int wad_get(const struct wad *wad, uint32_t i, struct wad_lump *lump, struct format_error *err)
{
    *lump = (struct wad_lump){0};
    if (i >= wad->num_lumps) {
        return format_fail(err, FORMAT_MISSING, wad->directory, "no lump %u", (unsigned)i);
    }
    size_t at = wad->directory + (size_t)i * ENTRY_SIZE;
    const uint8_t *entry = wad->data + at;
    size_t offset = bytes_u32(entry);
    size_t disk_size = bytes_u32(entry + 4);
    char name[17];
    read_name(entry, name);
    if (entry[13] != 0) {
        return format_fail(err, FORMAT_BAD, at, "lump \"%s\" is compressed", name);
    }
    if (offset > wad->size || disk_size > wad->size - offset) {
        return format_fail(err, FORMAT_BAD, at, "lump \"%s\" is outside the file", name);
    }
    memcpy(lump->name, name, sizeof(lump->name));
    lump->type = entry[12];
    lump->data = wad->data + offset;
    lump->size = disk_size;
    return FORMAT_OK;
}

int wad_find(const struct wad *wad, const char *name, struct wad_lump *lump,
             struct format_error *err)
{
    *lump = (struct wad_lump){0};
    size_t length = strlen(name);
    for (uint32_t i = 0; length <= NAME_SIZE && i < wad->num_lumps; i++) {
        char found[17];
        read_name(wad->data + wad->directory + (size_t)i * ENTRY_SIZE, found);
        size_t j = 0;
        while (j < length && found[j] == lower_char((uint8_t)name[j])) {
            j++;
        }
        if (j == length && found[j] == '\0') {
            return wad_get(wad, i, lump, err);
        }
    }
    return format_fail(err, FORMAT_MISSING, wad->directory, "no lump \"%s\"", name);
}
