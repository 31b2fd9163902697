#include "formats/archives/gzip.h"

#include "formats/base/deflate.h"

/* RFC 1952 section 2.3.1 */
enum { DEFLATED = 8, FLAGS_UNKNOWN = 0xe0 };

bool gzip_is(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 0x1f && data[1] == 0x8b && data[2] == DEFLATED &&
           !(data[3] & FLAGS_UNKNOWN);
}

/* Bytes that `packed` bytes may decompress to. */
static size_t find_size_max(size_t packed)
{
    const size_t size =
        packed < GZIP_SIZE_MAX / GZIP_RATIO_MAX ? packed * GZIP_RATIO_MAX : GZIP_SIZE_MAX;
    return size > GZIP_ALWAYS ? size : GZIP_ALWAYS;
}

static int fail_bomb(size_t size_max, size_t at, struct format_error *err)
{
    return size_max < GZIP_SIZE_MAX
               ? format_fail(err, FORMAT_UNKNOWN, at,
                             "gzip data decompresses to more than %d times its size",
                             GZIP_RATIO_MAX)
               : format_fail(err, FORMAT_UNKNOWN, at, "gzip data decompresses to more than %d MB",
                             GZIP_SIZE_MAX >> 20);
}

static bool is_padding(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] != 0) {
            return false;
        }
    }
    return true;
}

int gzip_read(const uint8_t *data, size_t size, struct byte_writer *out, struct format_error *err)
{
    const size_t size_max = find_size_max(size);
    *out = (struct byte_writer){0};
    int code = gzip_is(data, size) ? 0 : format_fail(err, FORMAT_UNKNOWN, 0, "not a gzip file");
    for (size_t pos = 0; code == 0 && pos < size;) {
        if (gzip_is(data + pos, size - pos)) {
            code = inflate_gzip(out, data, size, &pos, size_max, err);
            code = code == FORMAT_UNKNOWN ? fail_bomb(size_max, pos, err) : code;
        } else if (is_padding(data + pos, size - pos)) {
            break;
        } else {
            code = format_fail(err, FORMAT_BAD, pos, "trailing bytes after the gzip data");
        }
    }
    if (code == FORMAT_UNKNOWN || code == FORMAT_MEMORY) {
        byte_writer_free(out);
    }
    return code;
}
