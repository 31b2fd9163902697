/* Writes small zip files. (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16.) */
#ifndef TESTS_SUPPORT_ARCHIVES_ZIP_BYTES_H
#define TESTS_SUPPORT_ARCHIVES_ZIP_BYTES_H

#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/checksum.h"
#include "formats/base/deflate.h"

struct zip_bytes { /* start from {0} */
    struct byte_writer out;
    struct byte_writer directory;
    uint32_t count;
};

/* A member as it lies in the file. */
struct zip_bytes_member {
    const uint8_t *packed;
    size_t packed_size, size;
    uint32_t crc, method; /* 0 stored, 8 deflated */
};

/* Fields common to local headers and directory entries: version to extra field length. */
static inline void zip_bytes_head(struct byte_writer *w, const char *name,
                                  const struct zip_bytes_member *m)
{
    byte_writer_u16(w, 20); /* version */
    byte_writer_u16(w, 0);  /* flags */
    byte_writer_u16(w, m->method);
    byte_writer_u32(w, 0); /* time */
    byte_writer_u32(w, m->crc);
    byte_writer_u32(w, (uint32_t)m->packed_size);
    byte_writer_u32(w, (uint32_t)m->size);
    byte_writer_u16(w, (uint32_t)strlen(name));
    byte_writer_u16(w, 0); /* extra field */
}

/* The header's fields may be false. */
static inline void zip_bytes_add_member(struct zip_bytes *zip, const char *name,
                                        const struct zip_bytes_member *m)
{
    const uint32_t at = (uint32_t)zip->out.size;
    byte_writer_bytes(&zip->out, "PK\3\4", 4);
    zip_bytes_head(&zip->out, name, m);
    byte_writer_bytes(&zip->out, name, strlen(name));
    byte_writer_bytes(&zip->out, m->packed, m->packed_size);
    byte_writer_bytes(&zip->directory, "PK\1\2", 4);
    byte_writer_u16(&zip->directory, 20);
    zip_bytes_head(&zip->directory, name, m);
    byte_writer_u16(&zip->directory, 0); /* comment */
    byte_writer_u32(&zip->directory, 0); /* disk and internal attributes */
    byte_writer_u32(&zip->directory, 0);
    byte_writer_u32(&zip->directory, at);
    byte_writer_bytes(&zip->directory, name, strlen(name));
    zip->count++;
}

static inline void zip_bytes_add(struct zip_bytes *zip, const char *name, const void *data,
                                 size_t size)
{
    const struct zip_bytes_member stored = {data, size, size, checksum_crc32(0, data, size), 0};
    zip_bytes_add_member(zip, name, &stored);
}

static inline void zip_bytes_add_deflated(struct zip_bytes *zip, const char *name, const void *data,
                                          size_t size)
{
    struct byte_writer packed = {0};
    if (deflate_zlib(&packed, data, size, DEFLATE_FAST) < 0) {
        zip->out.failed = true;
    } else {
        const struct zip_bytes_member deflated = {packed.data + DEFLATE_HEADER,
                                                  packed.size - DEFLATE_HEADER - DEFLATE_TRAILER,
                                                  size, checksum_crc32(0, data, size), 8};
        zip_bytes_add_member(zip, name, &deflated);
    }
    byte_writer_free(&packed);
}

/* The file is then in out; free both. */
static inline void zip_bytes_end(struct zip_bytes *zip)
{
    const uint32_t at = (uint32_t)zip->out.size;
    byte_writer_bytes(&zip->out, zip->directory.data, zip->directory.size);
    byte_writer_bytes(&zip->out, "PK\5\6", 4);
    byte_writer_u32(&zip->out, 0);
    byte_writer_u16(&zip->out, zip->count);
    byte_writer_u16(&zip->out, zip->count);
    byte_writer_u32(&zip->out, (uint32_t)zip->directory.size);
    byte_writer_u32(&zip->out, at);
    byte_writer_u16(&zip->out, 0);
}

static inline void zip_bytes_free(struct zip_bytes *zip)
{
    byte_writer_free(&zip->out);
    byte_writer_free(&zip->directory);
}

#endif
