#include "assets/file_source.h"

static int read_file(void *context, uint64_t at, uint8_t *bytes, size_t size, size_t *got)
{
    return platform_read_at(context, at, bytes, size, got) < 0 ? FORMAT_UNREADABLE : FORMAT_OK;
}

static bool has_changed(void *context)
{
    return platform_file_changed(context);
}

struct byte_source file_source(struct disk_file *file)
{
    return (struct byte_source){
        .context = file, .size = file->size, .read = read_file, .changed = has_changed};
}
