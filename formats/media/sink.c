#include "formats/media/sink.h"

#include <string.h>

static int append_bytes(void *context, const uint8_t *bytes, size_t size)
{
    struct byte_writer *out = context;
    byte_writer_bytes(out, bytes, size);
    return out->failed ? FORMAT_MEMORY : 0;
}

static int patch_bytes(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    struct byte_writer *out = context;
    if (out->failed || at > out->size || size > out->size - at) {
        return FORMAT_BAD;
    }
    memcpy(out->data + at, bytes, size);
    return 0;
}

struct media_sink media_sink_memory(struct byte_writer *bytes)
{
    return (struct media_sink){.context = bytes, .append = append_bytes, .patch = patch_bytes};
}
