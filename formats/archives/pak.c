/* PAK files: "PACK", offset and size of the directory; entries of name[56], offset, size. */
#include "formats/archives/pak.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/bytes.h"

enum { HEADER_SIZE = PAK_HEADER_SIZE, ENTRY_SIZE = 64, NAME_SIZE = 56 };

int pak_open(struct pak *pak, const struct byte_source *source, struct format_error *err)
{
    uint8_t head[HEADER_SIZE];
    const size_t size = source->size < SIZE_MAX ? (size_t)source->size : SIZE_MAX;
    *pak = (struct pak){.source = *source};
    int code = size < 4 ? FORMAT_OK
                        : byte_source_read(source, 0, head, size < HEADER_SIZE ? 4 : HEADER_SIZE,
                                           "the PAK header", err);
    if (code < 0) {
        return code;
    }
    if (size < 4 || memcmp(head, "PACK", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a PAK file");
    }
    if (size < HEADER_SIZE) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the PAK header is truncated");
    }
    const size_t directory = bytes_u32(head + 4), bytes = bytes_u32(head + 8);
    if (directory > size) {
        return format_fail(err, FORMAT_TRUNCATED, 4, "the directory (byte %zu) is outside the file",
                           directory);
    }
    if (bytes > PAK_MAX_DIRECTORY) {
        return format_fail(err, FORMAT_BAD, 8, "the directory has %zu bytes, more than %d", bytes,
                           PAK_MAX_DIRECTORY);
    }
    const size_t whole = bytes <= size - directory ? bytes : size - directory;
    code = byte_source_load(source, directory, whole, "the directory", &pak->entries, err);
    if (code < 0) {
        return code;
    }
    memcpy(pak->head, head, sizeof(head));
    pak->directory = directory;
    pak->num_members = (uint32_t)(whole / ENTRY_SIZE);
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

int pak_open_memory(struct pak *pak, const uint8_t *data, size_t size, struct format_error *err)
{
    const struct byte_source source = byte_source_memory(data, size);
    return pak_open(pak, &source, err);
}

void pak_close(struct pak *pak)
{
    byte_part_free(&pak->entries);
    *pak = (struct pak){0};
}

int pak_get(const struct pak *pak, uint32_t i, struct pak_member *member, struct format_error *err)
{
    *member = (struct pak_member){0};
    if (i >= pak->num_members) {
        return format_fail(err, FORMAT_MISSING, pak->directory, "no member %u", (unsigned)i);
    }
    const size_t at = pak->directory + (size_t)i * ENTRY_SIZE;
    const uint8_t *entry = pak->entries.data + (size_t)i * ENTRY_SIZE;
    const size_t offset = bytes_u32(entry + NAME_SIZE), bytes = bytes_u32(entry + NAME_SIZE + 4);
    memcpy(member->name, entry, NAME_SIZE);
    if (member->name[0] == '\0') {
        return format_fail(err, FORMAT_BAD, at, "member %u has no name", (unsigned)i);
    }
    if (offset > pak->source.size || bytes > pak->source.size - offset) {
        return format_fail(err, FORMAT_BAD, at, "member \"%s\" is outside the file", member->name);
    }
    if (bytes > PAK_MAX_MEMBER) {
        return format_fail(err, FORMAT_BAD, at, "member \"%s\" has %zu bytes, more than %d",
                           member->name, bytes, PAK_MAX_MEMBER);
    }
    member->offset = offset;
    member->size = bytes;
    member->data = pak->source.memory ? pak->source.memory + offset : NULL;
    return FORMAT_OK;
}

/* False if the file has another header or directory than when it was opened. A directory that
 * cannot be read is not another one: the file may have been cut behind a member. */
static bool has_same_directory(const struct pak *pak)
{
    const size_t size = (size_t)pak->num_members * ENTRY_SIZE;
    uint8_t head[HEADER_SIZE];
    struct byte_part now;
    if (byte_source_read(&pak->source, 0, head, sizeof(head), "the PAK header", NULL) < 0 ||
        memcmp(head, pak->head, sizeof(head)) != 0) {
        return false;
    }
    const int code =
        byte_source_load(&pak->source, pak->directory, size, "the directory", &now, NULL);
    const bool same = code < 0 || memcmp(now.data, pak->entries.data, size) == 0;
    byte_part_free(&now);
    return same;
}

int pak_read(const struct pak *pak, const struct pak_member *member, uint8_t *out,
             struct format_error *err)
{
    char what[80];
    snprintf(what, sizeof(what), "\"%s\"", member->name);
    const int code = byte_source_read(&pak->source, member->offset, out, member->size, what, err);
    if (code == FORMAT_OK && byte_source_changed(&pak->source) && !has_same_directory(pak)) {
        return format_fail(err, FORMAT_UNREADABLE, pak->directory,
                           "%s is not read: the file was changed while it was open", what);
    }
    return code;
}
