#include "tools/mkbuiltin/quake3/pk3_out.h"

#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/deflate.h"

enum {
    METHOD_STORED = 0,
    METHOD_DEFLATE = 8,
    VERSION = 20,
    DATE = 0x21 /* 1 January 1980, the first there is */
};

struct buf *pk3_out_add(struct pk3_out *pk3, const char *name)
{
    if (pk3->count >= PK3_OUT_FILES_MAX || strlen(name) >= sizeof pk3->files[0].name) {
        mkb_fail("cannot add %s to the pk3", name);
    }
    memcpy(pk3->files[pk3->count].name, name, strlen(name));
    return &pk3->files[pk3->count++].data;
}

void pk3_out_add_text(struct pk3_out *pk3, const char *name, const char *text)
{
    buf_bytes(pk3_out_add(pk3, name), text, strlen(text));
}

/* Fields shared by a member's local header and its directory entry. */
static void write_facts(struct buf *out, const struct buf *data, size_t packed, int method,
                        size_t name_length)
{
    buf_i16(out, VERSION);
    buf_i16(out, 0);
    buf_i16(out, method);
    buf_i16(out, 0);
    buf_i16(out, DATE);
    buf_i32(out, (int)checksum_crc32(0, data->data, data->size));
    buf_i32(out, (int)packed);
    buf_i32(out, (int)data->size);
    buf_i16(out, (int)name_length);
    buf_i16(out, 0);
}

static void write_member(struct buf *out, struct buf *directory, const char *name,
                         const struct buf *data)
{
    struct buf packed = {0};
    buf_zlib(&packed, data->data, data->size);
    const uint8_t *bytes = packed.data + DEFLATE_HEADER;
    size_t size = packed.size - DEFLATE_HEADER - DEFLATE_TRAILER;
    int method = METHOD_DEFLATE;
    if (size >= data->size) {
        bytes = data->data;
        size = data->size;
        method = METHOD_STORED;
    }
    const size_t at = out->size;
    buf_bytes(out, "PK\3\4", 4);
    write_facts(out, data, size, method, strlen(name));
    buf_bytes(out, name, strlen(name));
    buf_bytes(out, bytes, size);
    buf_bytes(directory, "PK\1\2", 4);
    buf_i16(directory, VERSION);
    write_facts(directory, data, size, method, strlen(name));
    buf_zero(directory, 10); /* comment, disk, attributes */
    buf_i32(directory, (int)at);
    buf_bytes(directory, name, strlen(name));
    buf_free(&packed);
}

struct buf pk3_out_bytes(const struct pk3_out *pk3)
{
    struct buf out = {0};
    struct buf directory = {0};
    for (int i = 0; i < pk3->count; i++) {
        write_member(&out, &directory, pk3->files[i].name, &pk3->files[i].data);
    }
    const size_t at = out.size;
    buf_bytes(&out, directory.data, directory.size);
    buf_bytes(&out, "PK\5\6", 4);
    buf_zero(&out, 4);
    buf_i16(&out, pk3->count);
    buf_i16(&out, pk3->count);
    buf_i32(&out, (int)directory.size);
    buf_i32(&out, (int)at);
    buf_i16(&out, 0);
    buf_free(&directory);
    return out;
}

void pk3_out_free(struct pk3_out *pk3)
{
    for (int i = 0; i < pk3->count; i++) {
        buf_free(&pk3->files[i].data);
    }
}
