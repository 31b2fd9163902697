#include "formats/base/byte_source.h"

#include <stdlib.h>
#include <string.h>

struct byte_source byte_source_memory(const uint8_t *data, size_t size)
{
    static const uint8_t nothing[1];
    return (struct byte_source){.memory = data ? data : nothing, .size = size};
}

static int check_range(const struct byte_source *source, uint64_t at, size_t size, const char *what,
                       struct format_error *err)
{
    if (at > source->size || size > source->size - at) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)(at < source->size ? at : source->size),
                           "ends inside %s", what);
    }
    return FORMAT_OK;
}

int byte_source_read(const struct byte_source *source, uint64_t at, uint8_t *bytes, size_t size,
                     const char *what, struct format_error *err)
{
    size_t got = size;
    const int code = check_range(source, at, size, what, err);
    if (code < 0) {
        return code;
    }
    if (source->memory) {
        if (size > 0) {
            memcpy(bytes, source->memory + at, size);
        }
    } else if (source->read(source->context, at, bytes, size, &got) < 0) {
        return format_fail(err, FORMAT_UNREADABLE, (size_t)at, "cannot read %s", what);
    }
    if (got < size) {
        return format_fail(err, FORMAT_UNREADABLE, (size_t)at + got,
                           "ends inside %s: the file got shorter while it was open", what);
    }
    return FORMAT_OK;
}

int byte_source_load(const struct byte_source *source, uint64_t at, size_t size, const char *what,
                     struct byte_part *part, struct format_error *err)
{
    *part = (struct byte_part){0};
    int code = check_range(source, at, size, what, err);
    if (code < 0) {
        return code;
    }
    if (source->memory) {
        part->data = source->memory + at;
        return FORMAT_OK;
    }
    part->owned = malloc(size ? size : 1);
    if (!part->owned) {
        return format_fail(err, FORMAT_MEMORY, (size_t)at, "out of memory");
    }
    code = byte_source_read(source, at, part->owned, size, what, err);
    if (code < 0) {
        byte_part_free(part);
        return code;
    }
    part->data = part->owned;
    return FORMAT_OK;
}

void byte_part_free(struct byte_part *part)
{
    free(part->owned);
    *part = (struct byte_part){0};
}

bool byte_source_changed(const struct byte_source *source)
{
    return source->changed && source->changed(source->context);
}
