#include "engine/capture/file_source.h"

#include <errno.h>

#include "assets/platform.h"

int file_source_open(struct file_source *source, const char *path)
{
    *source = (struct file_source){.file = fopen(path, "rb")};
    if (!source->file) {
        return -1;
    }
    const off_t size = platform_is_file(path) && fseeko(source->file, 0, SEEK_END) == 0
                           ? ftello(source->file)
                           : -1;
    if (size < 0) {
        const int reason = platform_is_directory(path) ? EISDIR : ESPIPE;
        file_source_close(source);
        errno = reason;
        return -1;
    }
    source->size = (uint64_t)size;
    source->at = source->size;
    return 0;
}

static int read_file(void *context, uint64_t at, uint8_t *bytes, size_t size)
{
    struct file_source *source = context;
    /* Seeking throws away what was read ahead. */
    if (source->at != at && fseeko(source->file, (off_t)at, SEEK_SET) != 0) {
        return FORMAT_BAD;
    }
    const size_t got = fread(bytes, 1, size, source->file);
    source->at = at + got;
    return got == size ? 0 : FORMAT_BAD;
}

struct media_source file_source_media(struct file_source *source)
{
    return (struct media_source){.context = source, .size = source->size, .read = read_file};
}

void file_source_close(struct file_source *source)
{
    if (source->file) {
        fclose(source->file);
        source->file = NULL;
    }
}
