#include "formats/archives/zip.h"

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

/* Offset of the end-of-directory record: the last record, before the archive's comment. SIZE_MAX =
 * not found. */
static size_t find_end(const uint8_t *data, size_t size)
{
    for (size_t back = END_SIZE; back <= size && back <= END_SIZE + END_COMMENT; back++) {
        const uint8_t *at = data + size - back;
        if (memcmp(at, end_magic, sizeof(end_magic)) == 0 &&
            (size_t)END_SIZE + bytes_u16(at + 20) <= back) {
            return size - back;
        }
    }
    return SIZE_MAX;
}

int zip_open(struct zip *zip, const uint8_t *data, size_t size, struct format_error *err)
{
    *zip = (struct zip){0};
    const size_t end = find_end(data, size);
    if (end == SIZE_MAX) {
        return format_fail(err, FORMAT_UNKNOWN, size,
                           "not a ZIP file, or its end-of-directory record is missing");
    }
    const uint8_t *e = data + end;
    const size_t bytes = bytes_u32(e + 12), offset = bytes_u32(e + 16);
    if (bytes_u16(e + 4) != 0 || bytes_u16(e + 6) != 0 || bytes_u16(e + 8) != bytes_u16(e + 10)) {
        return format_fail(err, FORMAT_BAD, end, "multi-part ZIP file");
    }
    if (bytes > end || offset > end - bytes) {
        return format_fail(err, FORMAT_BAD, end, "the directory (byte %zu) is outside the file",
                           offset);
    }
    *zip = (struct zip){.data = data,
                        .size = size,
                        .directory = end - bytes,
                        .directory_end = end,
                        .shift = end - bytes - offset,
                        .num_members = bytes_u16(e + 10)};
    if (zip->num_members > bytes / ENTRY_SIZE) {
        zip->num_members = (uint32_t)(bytes / ENTRY_SIZE);
    }
    return FORMAT_OK;
}

/* Sets m->packed from the member's local header, whose name and extra field may differ from the
 * directory's. */
static int find_bytes(const struct zip *zip, size_t local, struct zip_member *m,
                      struct format_error *err)
{
    if (local > zip->directory - zip->shift || m->packed_size > zip->directory) {
        return format_fail(err, FORMAT_BAD, m->at, "member \"%.*s\" is outside the file",
                           (int)(m->name_length < 80 ? m->name_length : 80), m->name);
    }
    const size_t at = local + zip->shift;
    const uint8_t *head = zip->data + at;
    if (zip->directory - at < LOCAL_SIZE || memcmp(head, local_magic, sizeof(local_magic)) != 0) {
        return format_fail(err, FORMAT_BAD, at, "the member's local header is missing");
    }
    const size_t skip = (size_t)LOCAL_SIZE + bytes_u16(head + 26) + bytes_u16(head + 28);
    if (skip > zip->directory - at || m->packed_size > zip->directory - at - skip) {
        return format_fail(err, FORMAT_BAD, at, "the member overlaps the directory");
    }
    m->packed = head + skip;
    return FORMAT_OK;
}

int zip_next(const struct zip *zip, size_t *pos, struct zip_member *m, struct format_error *err)
{
    const size_t at = *pos;
    *m = (struct zip_member){0};
    if (at >= zip->directory_end) {
        return 0;
    }
    const size_t left = zip->directory_end - at;
    const uint8_t *e = zip->data + at;
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
    if (m->size > ZIP_MAX_MEMBER || m->size > most || (!m->deflated && m->size != most)) {
        return format_fail(err, FORMAT_BAD, at, "member \"%.*s\" cannot have %zu bytes", shown,
                           m->name, m->size);
    }
    const int code = find_bytes(zip, bytes_u32(e + 42), m, err);
    return code < 0 ? code : 1;
}

int zip_read(const struct zip_member *m, uint8_t *out, struct format_error *err)
{
    int code = FORMAT_OK;
    if (m->deflated) {
        code = inflate_bytes(m->packed, m->packed_size, out, m->size);
    } else if (m->size > 0) {
        memcpy(out, m->packed, m->size);
    }
    if (code == FORMAT_MEMORY) {
        return format_fail(err, code, m->at, "out of memory (ZIP member)");
    }
    if (code < 0 || checksum_crc32(0, out, m->size) != m->crc) {
        return format_fail(err, FORMAT_BAD, m->at, "member \"%.*s\" is damaged",
                           (int)(m->name_length < 80 ? m->name_length : 80), m->name);
    }
    return FORMAT_OK;
}
