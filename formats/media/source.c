#include "formats/media/source.h"

#include <string.h>

static int read_memory(void *context, uint64_t at, uint8_t *bytes, size_t size)
{
    const struct media_bytes *from = context;
    if (at > from->size || size > from->size - at) {
        return FORMAT_TRUNCATED;
    }
    if (size > 0) {
        memcpy(bytes, from->data + at, size);
    }
    return 0;
}

struct media_source media_source_memory(struct media_bytes *bytes)
{
    return (struct media_source){.context = bytes, .size = bytes->size, .read = read_memory};
}

int media_source_read(const struct media_source *source, uint64_t at, uint8_t *bytes, size_t size,
                      const char *what, struct format_error *err)
{
    if (at > source->size || size > source->size - at) {
        return format_fail(err, FORMAT_TRUNCATED, (size_t)(at < source->size ? at : source->size),
                           "ends inside %s", what);
    }
    return source->read(source->context, at, bytes, size) < 0
               ? format_fail(err, FORMAT_BAD, (size_t)at, "cannot read %s", what)
               : 0;
}
