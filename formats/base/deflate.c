#include "formats/base/deflate.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    WINDOW_BITS = 15,        /* 32 KB, the largest; */
    RAW = -WINDOW_BITS,      /* negative: zlib's option for no header */
    GZIP = WINDOW_BITS + 16, /* and for a gzip header */
    MEMORY_LEVEL = 9,
    BLOCK = 1 << 15 /* bytes that zlib produces at a time */
};

/* Uses this file's malloc: tests make it fail; zlib's calls of malloc would not be counted. */
static void *allocate_items(void *context, uInt count, uInt size)
{
    (void)context;
    return size > 0 && count > SIZE_MAX / size ? NULL : malloc((size_t)count * size);
}

static void free_items(void *context, void *items)
{
    (void)context;
    free(items);
}

/* Input beyond 4 GB is truncated. */
static z_stream make_stream(const uint8_t *data, size_t size)
{
    return (z_stream){.zalloc = allocate_items,
                      .zfree = free_items,
                      .next_in = (z_const Bytef *)(uintptr_t)data,
                      .avail_in = size < UINT_MAX ? (uInt)size : UINT_MAX};
}

int inflate_bytes(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size)
{
    z_stream stream = make_stream(packed, packed_size);
    uint8_t none[1];
    if (size > UINT_MAX) {
        return FORMAT_BAD;
    }
    if (inflateInit2(&stream, RAW) != Z_OK) {
        return FORMAT_MEMORY;
    }
    stream.next_out = size > 0 ? out : none;
    stream.avail_out = (uInt)size;
    const int status = inflate(&stream, Z_FINISH);
    const bool all_read = stream.avail_in == 0, all_written = stream.avail_out == 0;
    inflateEnd(&stream);
    switch (status) {
    case Z_STREAM_END:
        return all_written ? FORMAT_OK : FORMAT_BAD;
    case Z_MEM_ERROR:
        return FORMAT_MEMORY;
    case Z_BUF_ERROR:
        return all_read ? FORMAT_TRUNCATED : FORMAT_BAD;
    default:
        return FORMAT_BAD;
    }
}

int inflate_gzip(struct byte_writer *out, const uint8_t *data, size_t size, size_t *pos,
                 size_t size_max, struct format_error *err)
{
    z_stream stream = make_stream(data + *pos, size - *pos);
    uint8_t block[BLOCK];
    bool too_long = false;
    if (inflateInit2(&stream, GZIP) != Z_OK) {
        return format_fail(err, FORMAT_MEMORY, *pos, "out of memory (gzip)");
    }
    stream.next_out = block;
    stream.avail_out = BLOCK;
    /* A damaged header loses no data: only checksums after it, at which Z_BLOCK stops, count. */
    (void)inflateValidate(&stream, 0);
    int status = inflate(&stream, Z_BLOCK);
    (void)inflateValidate(&stream, 1);
    while (status == Z_OK && !too_long && !out->failed) {
        stream.next_out = block;
        stream.avail_out = BLOCK;
        status = inflate(&stream, Z_NO_FLUSH);
        size_t count = BLOCK - stream.avail_out;
        too_long = count > size_max - out->size;
        count = too_long ? size_max - out->size : count;
        byte_writer_bytes(out, block, count);
    }
    *pos = (size_t)(stream.next_in - data);
    const char *reason = stream.msg ? stream.msg : "invalid stream";
    inflateEnd(&stream);
    if (status == Z_MEM_ERROR || out->failed) {
        return format_fail(err, FORMAT_MEMORY, *pos, "out of memory (decompressed gzip data)");
    }
    if (too_long) {
        return format_fail(err, FORMAT_UNKNOWN, *pos,
                           "gzip data decompresses to more than %zu bytes", size_max);
    }
    return status == Z_STREAM_END ? FORMAT_OK
           : status == Z_BUF_ERROR
               ? format_fail(err, FORMAT_TRUNCATED, size, "the gzip data is truncated")
               : format_fail(err, FORMAT_BAD, *pos, "the gzip data is damaged: %s", reason);
}

int deflate_zlib(struct byte_writer *out, const uint8_t *data, size_t size, int level)
{
    z_stream stream = make_stream(data, size);
    uint8_t block[BLOCK];
    int status;
    if (size > DEFLATE_SIZE_MAX) {
        return FORMAT_BAD;
    }
    if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        return FORMAT_MEMORY;
    }
    do {
        stream.next_out = block;
        stream.avail_out = BLOCK;
        status = deflate(&stream, Z_FINISH);
        byte_writer_bytes(out, block, BLOCK - stream.avail_out);
    } while (status == Z_OK && !out->failed);
    deflateEnd(&stream);
    return out->failed ? FORMAT_MEMORY : status == Z_STREAM_END ? FORMAT_OK : FORMAT_BAD;
}
