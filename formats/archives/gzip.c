#include "formats/archives/gzip.h"

#include <string.h>

#include "formats/archives/inflate.h"
#include "formats/base/checksum.h"

/* RFC 1952 section 2.3.1 */
enum {
    HEAD_SIZE = 10,
    TAIL_SIZE = 8,
    DEFLATED = 8,
    FLAG_HEAD_CRC = 2,
    FLAG_EXTRA = 4,
    FLAG_NAME = 8,
    FLAG_COMMENT = 16,
    FLAGS_UNKNOWN = 0xe0
};

bool gzip_is(const uint8_t *data, size_t size)
{
    return size >= 4 && data[0] == 0x1f && data[1] == 0x8b && data[2] == DEFLATED &&
           !(data[3] & FLAGS_UNKNOWN);
}

static int fail_end(size_t size, struct format_error *err)
{
    return format_fail(err, FORMAT_TRUNCATED, size, "the gzip file ends too early");
}

/* Moves *pos over the head of a member; texts in it are nobody's business. */
static int skip_head(const uint8_t *data, size_t size, size_t *pos, struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data, size);
    r.pos = *pos;
    const uint8_t *head = byte_reader_take(&r, HEAD_SIZE);
    if (!head) {
        return fail_end(size, err);
    }
    const unsigned flags = head[3];
    if (flags & FLAG_EXTRA) {
        const size_t extra = byte_reader_u16(&r);
        (void)byte_reader_take(&r, extra);
    }
    if (flags & FLAG_NAME) {
        (void)byte_reader_string(&r);
    }
    if (flags & FLAG_COMMENT) {
        (void)byte_reader_string(&r);
    }
    if (flags & FLAG_HEAD_CRC) {
        (void)byte_reader_u16(&r);
    }
    *pos = r.pos;
    return r.overrun ? fail_end(size, err) : 0;
}

/* How much may come out. */
static size_t most_of(size_t packed)
{
    const size_t most = packed < GZIP_MOST / GZIP_RATIO ? packed * GZIP_RATIO : GZIP_MOST;
    return most > GZIP_ALWAYS ? most : GZIP_ALWAYS;
}

static int fail_bomb(size_t most, size_t at, struct format_error *err)
{
    return most < GZIP_MOST
               ? format_fail(err, FORMAT_UNKNOWN, at,
                             "gzip that unpacks to more than %d times its size", GZIP_RATIO)
               : format_fail(err, FORMAT_UNKNOWN, at, "gzip that unpacks to more than %d MB",
                             GZIP_MOST >> 20);
}

/* The member at *pos, which moves behind it. */
static int read_member(const uint8_t *data, size_t size, size_t *pos, struct byte_writer *out,
                       struct format_error *err)
{
    const size_t begin = *pos, before = out->size, most = most_of(size);
    size_t used;
    int code = skip_head(data, size, pos, err);
    if (code < 0) {
        return code;
    }
    code = inflate_append(out, data + *pos, size - *pos, most, &used);
    *pos += used;
    switch (code) {
    case 0:
        break;
    case INFLATE_TOO_LONG:
        return fail_bomb(most, *pos, err);
    case FORMAT_MEMORY:
        return format_fail(err, code, *pos, "no memory for what the gzip file holds");
    case FORMAT_TRUNCATED:
        return fail_end(size, err);
    default:
        return format_fail(err, FORMAT_BAD, *pos, "the gzip file is damaged");
    }
    if (size - *pos < TAIL_SIZE) {
        return fail_end(size, err);
    }
    const uint8_t *tail = data + *pos;
    *pos += TAIL_SIZE;
    const size_t length = out->size - before;
    if (checksum_crc32(0, out->data ? out->data + before : tail, length) != bytes_u32(tail) ||
        (uint32_t)length != bytes_u32(tail + 4)) {
        return format_fail(err, FORMAT_BAD, *pos - TAIL_SIZE,
                           "the gzip file is damaged: checksum or size of what begins at byte %zu",
                           begin);
    }
    return 0;
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
    *out = (struct byte_writer){0};
    int code = gzip_is(data, size) ? 0 : format_fail(err, FORMAT_UNKNOWN, 0, "not a gzip file");
    for (size_t pos = 0; code == 0 && pos < size;) {
        if (gzip_is(data + pos, size - pos)) {
            code = read_member(data, size, &pos, out, err);
        } else if (is_padding(data + pos, size - pos)) {
            break;
        } else {
            code = format_fail(err, FORMAT_BAD, pos, "no gzip behind the end of the gzip file");
        }
    }
    if (code == FORMAT_UNKNOWN || code == FORMAT_MEMORY) {
        byte_writer_free(out);
    }
    return code;
}
