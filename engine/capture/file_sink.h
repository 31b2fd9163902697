/* A file that a writer of formats/media fills piece by piece. */
#ifndef ENGINE_CAPTURE_FILE_SINK_H
#define ENGINE_CAPTURE_FILE_SINK_H

#include <stdbool.h>
#include <stdio.h>

#include "formats/base/error.h"
#include "formats/media/sink.h"

struct file_sink {
    FILE *file;
    int reason;  /* errno of the first failure, 0 = none so far */
    bool failed; /* it takes nothing more, until it is cut */
};

/* Replaces what is there. 0, or -1 with errno set. */
int file_sink_open(struct file_sink *sink, const char *path) MUST_CHECK;
/* Into a file that is there, from byte `at` on, over what it has there. Nothing waits in memory:
 * what the sink has taken is in the file. 0, or -1 with errno set. */
int file_sink_open_inside(struct file_sink *sink, const char *path, uint64_t at) MUST_CHECK;
/* sink outlives what is returned. */
struct media_sink file_sink_media(struct file_sink *sink);
/* Where the sink has failed, err->what says so. */
void file_sink_explain(const struct file_sink *sink, struct format_error *err);
/* 0, or -1 with errno set to why not all of it was written. */
int file_sink_close(struct file_sink *sink) MUST_CHECK;

#endif
