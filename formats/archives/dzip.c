#include "formats/archives/dzip.h"

#include <stdlib.h>
#include <string.h>

#include "formats/archives/dzip_demo.h"
#include "formats/base/bytes.h"
#include "formats/base/checksum.h"
#include "formats/base/deflate.h"

enum {
    HEAD_SIZE = 12,
    ENTRY_SIZE = 32, /* without the name */
    NAME_SIZE_AT = 12,
    FIRST_VERSION = 2,
    LAST_VERSION = 3
};

enum type {
    TYPE_FILE = 0,
    TYPE_DEMO_V1 = 1,
    TYPE_TEXT = 2,
    TYPE_PAK = 3, /* its members follow */
    TYPE_DEMO = 5,
    TYPE_NEHAHRA_DEMO = 6,
    TYPE_FOLDER = 7,
    TYPE_STORED = 8
};

/* Reads the entries. */
static int read_directory(struct dzip *dzip, const uint8_t *head, struct format_error *err)
{
    const size_t size = dzip->source.size < SIZE_MAX ? (size_t)dzip->source.size : SIZE_MAX;
    const size_t at = bytes_u32(head + 4), entries = bytes_u32(head + 8);
    if (at < HEAD_SIZE || at > size) {
        return format_fail(err, FORMAT_TRUNCATED, 4,
                           "the Dzip directory (byte %zu) is outside the file", at);
    }
    if (size - at > DZIP_MAX_DIRECTORY) {
        return format_fail(err, FORMAT_BAD, at, "the directory has %zu bytes, more than %d",
                           size - at, DZIP_MAX_DIRECTORY);
    }
    const int code =
        byte_source_load(&dzip->source, at, size - at, "the directory", &dzip->entries, err);
    if (code < 0) {
        return code;
    }
    /* What is behind the entries is not theirs; a last one that is cut is. */
    size_t end = 0, i = 0;
    for (; i < entries && size - at - end >= ENTRY_SIZE; i++) {
        const size_t name = bytes_u16(dzip->entries.data + end + NAME_SIZE_AT);
        const size_t left = size - at - end - ENTRY_SIZE;
        end += ENTRY_SIZE + (name < left ? name : left);
    }
    dzip->directory = at;
    dzip->directory_end = i < entries ? size : at + end;
    dzip->num_entries = (uint32_t)i;
    return FORMAT_OK;
}

int dzip_open(struct dzip *dzip, const struct byte_source *source, struct format_error *err)
{
    uint8_t head[HEAD_SIZE];
    *dzip = (struct dzip){.source = *source};
    if (source->size < HEAD_SIZE) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a Dzip archive");
    }
    const int code = byte_source_read(source, 0, head, sizeof(head), "the head", err);
    if (code < 0) {
        return code;
    }
    if (head[0] != 'D' || head[1] != 'Z') {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a Dzip archive");
    }
    if (head[2] < FIRST_VERSION || head[2] > LAST_VERSION) {
        return format_fail(err, FORMAT_UNKNOWN, 2,
                           "Dzip version %u.%u, which is not read (2 and 3 are)", head[2], head[3]);
    }
    return read_directory(dzip, head, err);
}

int dzip_open_memory(struct dzip *dzip, const uint8_t *data, size_t size, struct format_error *err)
{
    const struct byte_source source = byte_source_memory(data, size);
    return dzip_open(dzip, &source, err);
}

void dzip_close(struct dzip *dzip)
{
    byte_part_free(&dzip->entries);
    *dzip = (struct dzip){0};
}

static int check_member(const struct dzip *dzip, const struct dzip_member *m,
                        struct format_error *err)
{
    const int shown = (int)(m->name_length < 80 ? m->name_length : 80);
    const size_t least = DEFLATE_HEADER + DEFLATE_TRAILER;
    if (m->type == TYPE_DEMO_V1 || m->type > TYPE_STORED) {
        return format_fail(err, FORMAT_UNKNOWN, m->at,
                           "member \"%.*s\" is packed in a way (%lu) that is not read", shown,
                           m->name, (unsigned long)m->type);
    }
    if (m->packed_at > dzip->directory || m->packed_size > dzip->directory - m->packed_at) {
        return format_fail(err, FORMAT_BAD, m->at, "member \"%.*s\" is outside the file", shown,
                           m->name);
    }
    if (m->size > DZIP_MAX_MEMBER || m->coded_size > DZIP_MAX_MEMBER) {
        return format_fail(err, FORMAT_BAD, m->at, "member \"%.*s\" has more than %d bytes", shown,
                           m->name, DZIP_MAX_MEMBER);
    }
    if (m->type == TYPE_STORED
            ? m->packed_size < m->size
            : m->packed_size < least || m->coded_size / INFLATE_RATIO_MAX > m->packed_size) {
        return format_fail(err, FORMAT_BAD, m->at, "the sizes of member \"%.*s\" are impossible",
                           shown, m->name);
    }
    return 1;
}

int dzip_next(const struct dzip *dzip, size_t *pos, struct dzip_member *m, struct format_error *err)
{
    for (;;) {
        const size_t at = *pos, left = dzip->directory_end - at;
        const uint8_t *e = dzip->entries.data + (at - dzip->directory);
        *m = (struct dzip_member){0};
        if (left == 0) {
            return 0;
        }
        *pos = dzip->directory_end; /* what follows an entry that is none cannot be found */
        if (left < ENTRY_SIZE || bytes_u16(e + NAME_SIZE_AT) > left - ENTRY_SIZE) {
            return format_fail(err, FORMAT_TRUNCATED, at, "the entry exceeds the directory");
        }
        const size_t name_size = bytes_u16(e + NAME_SIZE_AT); /* with the NUL */
        *pos = at + ENTRY_SIZE + name_size;
        *m = (struct dzip_member){.name = (const char *)e + ENTRY_SIZE,
                                  .at = at,
                                  .packed_at = bytes_u32(e),
                                  .packed_size = bytes_u32(e + 4),
                                  .size = bytes_u32(e + 8),
                                  .crc = bytes_u32(e + 16),
                                  .type = bytes_u32(e + 20),
                                  .coded_size = bytes_u32(e + 28)};
        const char *end = memchr(m->name, '\0', name_size);
        m->name_length = (uint32_t)(end ? end - m->name : 0);
        if (m->name_length == 0) {
            return format_fail(err, FORMAT_BAD, at, "a member has no name, or no end of it");
        }
        if (m->type != TYPE_PAK && m->type != TYPE_FOLDER) {
            return check_member(dzip, m, err);
        }
    }
}

/* Decompresses the member's zlib stream to *coded, which the caller frees. */
static int unpack(const struct dzip_member *m, const uint8_t *packed, uint8_t **coded,
                  struct format_error *err)
{
    *coded = malloc(m->coded_size > 0 ? m->coded_size : 1);
    if (!*coded) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    const int code = inflate_bytes(packed + DEFLATE_HEADER, m->packed_size - DEFLATE_HEADER, *coded,
                                   m->coded_size);
    return code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory")
           : code < 0            ? format_fail(err, code, m->packed_at,
                                               "the member's compressed data is damaged or cut")
                                 : FORMAT_OK;
}

static int decode(const struct dzip_member *m, const uint8_t *coded, uint8_t *out,
                  struct format_error *err)
{
    if (m->type == TYPE_DEMO || m->type == TYPE_NEHAHRA_DEMO) {
        struct format_error inner;
        const int code = dzip_demo_decode(coded, m->coded_size, out, m->size, &inner);
        return code == FORMAT_MEMORY ? format_fail(err, code, 0, "out of memory")
               : code < 0
                   ? format_fail(err, code, m->packed_at, "%s (byte %zu of the unpacked member)",
                                 inner.what, inner.offset)
                   : FORMAT_OK;
    }
    if (m->coded_size != m->size) {
        return format_fail(err, FORMAT_BAD, m->at, "the member has two sizes");
    }
    memcpy(out, coded, m->size);
    return FORMAT_OK;
}

int dzip_read(const struct dzip *dzip, const struct dzip_member *m, uint8_t *out,
              struct format_error *err)
{
    struct byte_part packed = {0};
    uint8_t *coded = NULL;
    int code =
        byte_source_load(&dzip->source, m->packed_at, m->packed_size, "the member", &packed, err);
    if (code == FORMAT_OK && m->type == TYPE_STORED) {
        memcpy(out, packed.data, m->size);
    } else if (code == FORMAT_OK) {
        code = unpack(m, packed.data, &coded, err);
        code = code < 0 ? code : decode(m, coded, out, err);
    }
    /* Dzip leaves out the checksum's last inversion. */
    if (code == FORMAT_OK && ~checksum_crc32(0, out, m->size) != m->crc) {
        code = format_fail(err, FORMAT_BAD, m->packed_at, "the member's checksum is wrong");
    }
    if (code < 0 && byte_source_changed(&dzip->source)) {
        code = format_fail(err, FORMAT_UNREADABLE, m->packed_at,
                           "the archive changed while it was open");
    }
    free(coded);
    byte_part_free(&packed);
    return code;
}
