#include "formats/archives/zip.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/checksum.h"
#include "formats/base/deflate.h"

enum {
    END_SIZE = 22, /* end-of-directory record without its comment */
    END_COMMENT = 65535,
    ENTRY_SIZE = 46, /* directory entry without name, extra field and comment */
    LOCAL_SIZE = 30, /* local header without name and extra field */
    STORED = 0,
    DEFLATED = 8,
    FLAG_ENCRYPTED = 1
};

static const uint8_t end_magic[4] = {'P', 'K', 5, 6};
static const uint8_t entry_magic[4] = {'P', 'K', 1, 2};
static const uint8_t local_magic[4] = {'P', 'K', 3, 4};

/* Finds the end-of-directory record in the last bytes of the file: the last record, before the
 * archive's comment. Returns its place in these bytes, or SIZE_MAX. */
static size_t find_end(const uint8_t *data, size_t size)
{
    for (size_t back = END_SIZE; back <= size; back++) {
        const uint8_t *at = data + size - back;
        if (memcmp(at, end_magic, sizeof(end_magic)) == 0 &&
            (size_t)END_SIZE + bytes_u16(at + 20) <= back) {
            return size - back;
        }
    }
    return SIZE_MAX;
}

/* Reads the end-of-directory record e, which is at byte `end`, and the entries. */
static int read_directory(struct zip *zip, const uint8_t *e, size_t end, struct format_error *err)
{
    const size_t bytes = bytes_u32(e + 12), offset = bytes_u32(e + 16);
    if (bytes_u16(e + 4) != 0 || bytes_u16(e + 6) != 0 || bytes_u16(e + 8) != bytes_u16(e + 10)) {
        return format_fail(err, FORMAT_BAD, end, "multi-part ZIP file");
    }
    if (bytes > end || offset > end - bytes) {
        return format_fail(err, FORMAT_BAD, end, "the directory (byte %zu) is outside the file",
                           offset);
    }
    if (bytes > ZIP_MAX_DIRECTORY) {
        return format_fail(err, FORMAT_BAD, end, "the directory has %zu bytes, more than %d", bytes,
                           ZIP_MAX_DIRECTORY);
    }
    const size_t directory = end - bytes;
    const int code =
        byte_source_load(&zip->source, directory, bytes, "the directory", &zip->entries, err);
    if (code < 0) {
        return code;
    }
    zip->directory = directory;
    zip->directory_end = end;
    zip->shift = directory - offset;
    zip->num_members = bytes_u16(e + 10);
    if (zip->num_members > bytes / ENTRY_SIZE) {
        zip->num_members = (uint32_t)(bytes / ENTRY_SIZE);
    }
    return FORMAT_OK;
}

int zip_open(struct zip *zip, const struct byte_source *source, struct format_error *err)
{
    enum { TAIL = END_SIZE + END_COMMENT };
    const size_t size = source->size < SIZE_MAX ? (size_t)source->size : SIZE_MAX;
    size_t tail = size < END_SIZE ? size : END_SIZE, end = SIZE_MAX;
    *zip = (struct zip){.source = *source};
    /* Most archives have no comment. */
    for (;; tail = size < TAIL ? size : TAIL) {
        struct byte_part part;
        int code = byte_source_load(source, size - tail, tail, "the ZIP file", &part, err);
        if (code == FORMAT_OK && (end = find_end(part.data, tail)) != SIZE_MAX) {
            code = read_directory(zip, part.data + end, size - tail + end, err);
        }
        byte_part_free(&part);
        if (code < 0 || end != SIZE_MAX) {
            return code;
        }
        if (tail == size || tail == TAIL) {
            return format_fail(err, FORMAT_UNKNOWN, size,
                               "not a ZIP file, or its end-of-directory record is missing");
        }
    }
}

int zip_open_memory(struct zip *zip, const uint8_t *data, size_t size, struct format_error *err)
{
    const struct byte_source source = byte_source_memory(data, size);
    return zip_open(zip, &source, err);
}

void zip_close(struct zip *zip)
{
    byte_part_free(&zip->entries);
    *zip = (struct zip){0};
}

int zip_next(const struct zip *zip, size_t *pos, struct zip_member *m, struct format_error *err)
{
    const size_t at = *pos;
    *m = (struct zip_member){0};
    if (at >= zip->directory_end) {
        return 0;
    }
    const size_t left = zip->directory_end - at;
    const uint8_t *e = zip->entries.data + (at - zip->directory);
    *pos = zip->directory_end; /* what follows an entry that is none cannot be found */
    if (left < ENTRY_SIZE || memcmp(e, entry_magic, sizeof(entry_magic)) != 0) {
        return format_fail(err, FORMAT_BAD, at, "the directory entry's signature is missing");
    }
    const size_t whole =
        (size_t)ENTRY_SIZE + bytes_u16(e + 28) + bytes_u16(e + 30) + bytes_u16(e + 32);
    if (whole > left) {
        return format_fail(err, FORMAT_TRUNCATED, at, "the entry exceeds the directory");
    }
    *pos = at + whole;
    const unsigned method = bytes_u16(e + 10);
    m->name = (const char *)e + ENTRY_SIZE;
    m->name_length = bytes_u16(e + 28);
    m->at = at;
    m->deflated = method == DEFLATED;
    m->crc = bytes_u32(e + 16);
    m->packed_size = bytes_u32(e + 20);
    m->size = bytes_u32(e + 24);
    const int shown = (int)(m->name_length < 80 ? m->name_length : 80);
    if (m->name_length == 0) {
        return format_fail(err, FORMAT_BAD, at, "a member has no name");
    }
    if ((bytes_u16(e + 8) & FLAG_ENCRYPTED) || (method != STORED && method != DEFLATED)) {
        return format_fail(err, FORMAT_UNKNOWN, at,
                           "member \"%.*s\" is encrypted or uses an unsupported method", shown,
                           m->name);
    }
    const uint64_t most =
        m->deflated ? (uint64_t)m->packed_size * INFLATE_RATIO_MAX : m->packed_size;
    if (m->size > ZIP_MAX_MEMBER || m->packed_size > ZIP_MAX_MEMBER || m->size > most ||
        (!m->deflated && m->size != most)) {
        return format_fail(err, FORMAT_BAD, at, "member \"%.*s\" cannot have %zu bytes", shown,
                           m->name, m->size);
    }
    const size_t local = bytes_u32(e + 42);
    if (local > zip->directory - zip->shift || m->packed_size > zip->directory) {
        return format_fail(err, FORMAT_BAD, at, "member \"%.*s\" is outside the file", shown,
                           m->name);
    }
    m->local = local + zip->shift;
    return 1;
}

int zip_locate(const struct zip *zip, const struct zip_member *m, size_t *at,
               struct format_error *err)
{
    uint8_t head[LOCAL_SIZE];
    const size_t left = zip->directory - m->local;
    const int code = left < LOCAL_SIZE ? FORMAT_OK
                                       : byte_source_read(&zip->source, m->local, head, LOCAL_SIZE,
                                                          "a member's local header", err);
    if (code < 0) {
        return code;
    }
    if (left < LOCAL_SIZE || memcmp(head, local_magic, sizeof(local_magic)) != 0) {
        return format_fail(err, FORMAT_BAD, m->local, "the member's local header is missing");
    }
    const size_t skip = (size_t)LOCAL_SIZE + bytes_u16(head + 26) + bytes_u16(head + 28);
    if (skip > left || m->packed_size > left - skip) {
        return format_fail(err, FORMAT_BAD, m->local, "the member overlaps the directory");
    }
    *at = m->local + skip;
    return FORMAT_OK;
}

/* Reads a member's packed bytes and unpacks them. */
static int read_bytes(const struct zip *zip, const struct zip_member *m, uint8_t *out,
                      struct format_error *err)
{
    char what[96];
    size_t at = 0;
    const int shown = (int)(m->name_length < 80 ? m->name_length : 80);
    snprintf(what, sizeof(what), "\"%.*s\"", shown, m->name);
    int code = zip_locate(zip, m, &at, err);
    if (code == FORMAT_OK && !m->deflated) {
        code = byte_source_read(&zip->source, at, out, m->size, what, err);
    } else if (code == FORMAT_OK) {
        struct byte_part packed;
        code = byte_source_load(&zip->source, at, m->packed_size, what, &packed, err);
        if (code == FORMAT_OK) {
            code = inflate_bytes(packed.data, m->packed_size, out, m->size);
            code = code == FORMAT_MEMORY
                       ? format_fail(err, code, m->at, "out of memory (ZIP member)")
                   : code < 0 ? format_fail(err, FORMAT_BAD, m->at, "member %s is damaged", what)
                              : FORMAT_OK;
        }
        byte_part_free(&packed);
    }
    if (code == FORMAT_OK && checksum_crc32(0, out, m->size) != m->crc) {
        code = format_fail(err, FORMAT_BAD, m->at, "member %s is damaged", what);
    }
    return code;
}

int zip_read(const struct zip *zip, const struct zip_member *m, uint8_t *out,
             struct format_error *err)
{
    const int code = read_bytes(zip, m, out, err);
    /* The checksum tells whether a member of a changed file is still what it was. */
    return code == FORMAT_BAD && byte_source_changed(&zip->source)
               ? format_fail(err, FORMAT_UNREADABLE, m->local,
                             "\"%.*s\" is not read: the file was changed while it was open",
                             (int)(m->name_length < 80 ? m->name_length : 80), m->name)
               : code;
}
