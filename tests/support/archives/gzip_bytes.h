/* Writes gzip files: members deflated or stored (RFC 1952 section 2.3, RFC 1951 section 3.2.4). */
#ifndef TESTS_SUPPORT_ARCHIVES_GZIP_BYTES_H
#define TESTS_SUPPORT_ARCHIVES_GZIP_BYTES_H

#include <criterion/criterion.h>

#include "formats/base/bytes.h"
#include "formats/base/checksum.h"
#include "formats/base/deflate.h"

static inline void gzip_bytes_head(struct byte_writer *out, unsigned flags)
{
    byte_writer_bytes(out, "\037\213\010", 3);
    byte_writer_u8(out, flags);
    byte_writer_u32(out, 0);      /* time */
    byte_writer_u16(out, 0xff00); /* any system */
}

static inline void gzip_bytes_tail(struct byte_writer *out, const void *data, size_t size)
{
    byte_writer_u32(out, checksum_crc32(0, data, size));
    byte_writer_u32(out, (uint32_t)size);
}

/* Appends a member. */
static inline void gzip_bytes_add(struct byte_writer *out, const void *data, size_t size)
{
    struct byte_writer zlib = {0};
    gzip_bytes_head(out, 0);
    cr_assert_eq(deflate_zlib(&zlib, data, size, DEFLATE_FAST), 0);
    byte_writer_bytes(out, zlib.data + DEFLATE_HEADER,
                      zlib.size - DEFLATE_HEADER - DEFLATE_TRAILER);
    byte_writer_free(&zlib);
    gzip_bytes_tail(out, data, size);
}

/* The same without packing; up to 65535 bytes. */
static inline void gzip_bytes_add_stored(struct byte_writer *out, const void *data, size_t size)
{
    gzip_bytes_head(out, 0);
    byte_writer_u8(out, 1); /* the last block, stored */
    byte_writer_u16(out, (uint32_t)size);
    byte_writer_u16(out, (uint32_t)size ^ 0xffff);
    byte_writer_bytes(out, data, size);
    gzip_bytes_tail(out, data, size);
}

#endif
