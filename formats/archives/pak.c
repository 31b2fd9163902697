/* PAK files: "PACK", offset and size of the directory; entries of name[56], offset, size. */
#include "formats/archives/pak.h"

#include <string.h>

#include "formats/base/bytes.h"

enum { HEADER_SIZE = 12, ENTRY_SIZE = 64, NAME_SIZE = 56 };

int pak_open(struct pak *pak, const uint8_t *data, size_t size, struct format_error *err)
{
    *pak = (struct pak){0};
    if (size < 4 || memcmp(data, "PACK", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a PAK file");
    }
    if (size < HEADER_SIZE) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the PAK header is truncated");
    }
    size_t directory = bytes_u32(data + 4);
    size_t bytes = bytes_u32(data + 8);
    if (directory > size) {
        return format_fail(err, FORMAT_TRUNCATED, 4, "the directory (byte %zu) is outside the file",
                           directory);
    }
    size_t whole = bytes <= size - directory ? bytes : size - directory;
    *pak = (struct pak){data, size, (uint32_t)(whole / ENTRY_SIZE), directory};
    if (whole < bytes) {
        return format_fail(err, FORMAT_TRUNCATED, size,
                           "the directory is truncated after %u members",
                           (unsigned)pak->num_members);
    }
    if (bytes % ENTRY_SIZE != 0) {
        return format_fail(err, FORMAT_BAD, 8, "the directory has %zu bytes, not a multiple of 64",
                           bytes);
    }
    return FORMAT_OK;
}

int pak_get(const struct pak *pak, uint32_t i, struct pak_member *member, struct format_error *err)
{
    *member = (struct pak_member){0};
    if (i >= pak->num_members) {
        return format_fail(err, FORMAT_MISSING, pak->directory, "no member %u", (unsigned)i);
    }
    size_t at = pak->directory + (size_t)i * ENTRY_SIZE;
    const uint8_t *entry = pak->data + at;
    size_t offset = bytes_u32(entry + NAME_SIZE);
    size_t bytes = bytes_u32(entry + NAME_SIZE + 4);
    memcpy(member->name, entry, NAME_SIZE);
    if (member->name[0] == '\0') {
        return format_fail(err, FORMAT_BAD, at, "member %u has no name", (unsigned)i);
    }
    if (offset > pak->size || bytes > pak->size - offset) {
        return format_fail(err, FORMAT_BAD, at, "member \"%s\" is outside the file", member->name);
    }
    member->data = pak->data + offset;
    member->size = bytes;
    return FORMAT_OK;
}
