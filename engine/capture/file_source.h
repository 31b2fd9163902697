/* A media_source that reads a file, for the readers of formats/media. */
#ifndef ENGINE_CAPTURE_FILE_SOURCE_H
#define ENGINE_CAPTURE_FILE_SOURCE_H

#include <stdio.h>

#include "formats/media/source.h"

struct file_source {
    FILE *file;
    uint64_t at; /* current read offset, bytes */
    uint64_t size;
};

/* Returns 0, or -1 with errno set. Regular files only: pipes, folders and devices have no size. */
int file_source_open(struct file_source *source, const char *path) MUST_CHECK;
/* The result borrows source. */
struct media_source file_source_media(struct file_source *source);
/* May be called again on a closed source. */
void file_source_close(struct file_source *source);

#endif
