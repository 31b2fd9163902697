#include "formats/maps/vis.h"

#include <string.h>

#include "formats/base/bytes.h"

enum { NAME_SIZE = 32, HEADER_SIZE = NAME_SIZE + 4 };

static char lower_char(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* field: NAME_SIZE bytes; shorter names are NUL-terminated. */
static bool name_matches(const uint8_t *field, const char *map)
{
    for (int i = 0; i < NAME_SIZE; i++) {
        if (lower_char((char)field[i]) != lower_char(map[i])) {
            return false;
        }
        if (field[i] == 0) {
            return true;
        }
    }
    return map[NAME_SIZE] == '\0';
}

/* The next size and as many bytes; NULL when they are not there. */
static const uint8_t *take_sized(struct byte_reader *r, size_t *size)
{
    *size = byte_reader_u32(r);
    return byte_reader_take(r, *size);
}

/* body: what follows the record's header, at `start` in the file. */
static int read_record(struct vis_patch *patch, const uint8_t *body, size_t size, size_t start,
                       struct format_error *err)
{
    struct byte_reader r = byte_reader_make(body, size);
    size_t leafs_size = 0;
    patch->visibility = take_sized(&r, &patch->visibility_size);
    size_t leafs_at = r.pos;
    patch->leafs = take_sized(&r, &leafs_size);
    patch->num_leafs = leafs_size / VIS_LEAF_SIZE;
    patch->leafs_offset = start + leafs_at + 4;
    if (r.overrun) {
        return format_fail(err, FORMAT_TRUNCATED, start, "the record is smaller than its parts");
    }
    if (patch->visibility_size == 0) {
        return format_fail(err, FORMAT_BAD, start, "the record has no visibility data");
    }
    if (leafs_size % VIS_LEAF_SIZE != 0) {
        return format_fail(err, FORMAT_BAD, start + leafs_at,
                           "%zu bytes of leafs are not a multiple of %d", leafs_size,
                           VIS_LEAF_SIZE);
    }
    return FORMAT_OK;
}

int vis_find(struct vis_patch *patch, const uint8_t *data, size_t size, const char *map,
             struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data, size);
    *patch = (struct vis_patch){0};
    while (byte_reader_left(&r) > 0) {
        size_t at = r.pos;
        const uint8_t *header = byte_reader_take(&r, HEADER_SIZE);
        if (!header) {
            return format_fail(err, FORMAT_TRUNCATED, at, "a record's header is truncated");
        }
        size_t length = bytes_u32(header + NAME_SIZE);
        size_t start = r.pos;
        const uint8_t *body = byte_reader_take(&r, length);
        if (!body) {
            return format_fail(err, FORMAT_TRUNCATED, at + NAME_SIZE,
                               "a record of %zu bytes is truncated", length);
        }
        if (name_matches(header, map)) {
            int code = read_record(patch, body, length, start, err);
            if (code < 0) {
                *patch = (struct vis_patch){0};
            }
            return code;
        }
    }
    return format_fail(err, FORMAT_MISSING, 0, "no record for %.60s", map);
}
