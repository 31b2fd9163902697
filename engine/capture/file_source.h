/* A file that a reader of formats/media takes in piece by piece. */
#ifndef ENGINE_CAPTURE_FILE_SOURCE_H
#define ENGINE_CAPTURE_FILE_SOURCE_H

#include <stdio.h>

#include "formats/media/source.h"

struct file_source {
    FILE *file;
    uint64_t at; /* where the file stands */
    uint64_t size;
};

/* 0, or -1 with errno set. Only files have a size: pipes, folders and devices are refused. */
int file_source_open(struct file_source *source, const char *path) MUST_CHECK;
/* source outlives what is returned. */
struct media_source file_source_media(struct file_source *source);
/* A closed one is fine. */
void file_source_close(struct file_source *source);

#endif
