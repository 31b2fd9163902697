/* Output of the film and sound writers: appends bytes, and patches fields whose values are known
 * only at the end. A film of any length needs the memory of one frame. */
#ifndef FORMATS_MEDIA_SINK_H
#define FORMATS_MEDIA_SINK_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

/* Both functions return 0, or a negative code after which the sink takes nothing more. */
struct media_sink {
    void *context;
    int (*append)(void *context, const uint8_t *bytes, size_t size);
    /* Overwrites appended bytes; `at` counts from the first one. NULL if that is impossible (a
     * pipe); only some writers accept such a sink. */
    int (*patch)(void *context, uint64_t at, const uint8_t *bytes, size_t size);
    /* After a failure: how many of the bytes that were appended are there. NULL where that is not
     * known, and then cut is not called either. */
    uint64_t (*held)(void *context);
    /* Truncates to `size` bytes; then the sink accepts bytes again: on a full disk this frees
     * space. */
    int (*cut)(void *context, uint64_t size);
};

/* Everything into memory, at the end of `bytes`, which is empty at first and outlives the sink. */
struct media_sink media_sink_memory(struct byte_writer *bytes);

#endif
