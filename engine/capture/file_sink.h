/* A media_sink that writes to a file, for the writers of formats/media. */
#ifndef ENGINE_CAPTURE_FILE_SINK_H
#define ENGINE_CAPTURE_FILE_SINK_H

#include <stdbool.h>
#include <stdio.h>

#include "formats/base/error.h"
#include "formats/media/sink.h"

struct file_sink {
    FILE *file;
    int reason;  /* errno of the first failure; 0 = none */
    bool failed; /* writes are refused until the file is cut */
};

/* Creates the file or replaces it. Returns 0, or -1 with errno set. */
int file_sink_open(struct file_sink *sink, const char *path) MUST_CHECK;
/* Overwrites an existing file from byte `at`. Unbuffered: written bytes are in the file at once.
 * Returns 0, or -1 with errno set. */
int file_sink_open_inside(struct file_sink *sink, const char *path, uint64_t at) MUST_CHECK;
/* The result borrows sink. */
struct media_sink file_sink_media(struct file_sink *sink);
/* Fills err->what with the system's reason if the sink failed. */
void file_sink_explain(const struct file_sink *sink, struct format_error *err);
/* Returns 0, or -1 with errno set if not everything was written. */
int file_sink_close(struct file_sink *sink) MUST_CHECK;

#endif
