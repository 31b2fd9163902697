/* A byte_source of bytes that can be cut, changed or become unreadable while it is open. */
#ifndef TESTS_SUPPORT_ARCHIVES_CUT_BYTES_H
#define TESTS_SUPPORT_ARCHIVES_CUT_BYTES_H

#include <string.h>

#include "formats/base/byte_source.h"

struct cut_bytes {
    const uint8_t *data;
    size_t size; /* when it was opened */
    size_t left; /* now; `size` at first */
    bool fails;  /* every read fails */
    bool touched;
    size_t total; /* bytes read so far */
};

static inline int cut_bytes_read(void *context, uint64_t at, uint8_t *bytes, size_t size,
                                 size_t *got)
{
    struct cut_bytes *file = context;
    if (file->fails) {
        return FORMAT_UNREADABLE;
    }
    const size_t rest = at < file->left ? file->left - (size_t)at : 0;
    *got = size < rest ? size : rest;
    file->total += *got;
    if (*got > 0) {
        memcpy(bytes, file->data + at, *got);
    }
    return FORMAT_OK;
}

static inline bool cut_bytes_changed(void *context)
{
    const struct cut_bytes *file = context;
    return file->touched || file->left != file->size;
}

static inline struct byte_source cut_bytes_source(struct cut_bytes *file)
{
    return (struct byte_source){
        .context = file, .size = file->size, .read = cut_bytes_read, .changed = cut_bytes_changed};
}

#endif
