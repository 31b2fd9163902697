/* Where the writers of moving pictures and sound put their bytes: at the end, one piece after the
 * other, and once more over numbers that are known only at the end. So a film of any length takes
 * no more memory than a frame. */
#ifndef FORMATS_MEDIA_SINK_H
#define FORMATS_MEDIA_SINK_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

/* Both functions return 0, or a negative code after which the sink takes nothing more. */
struct media_sink {
    void *context;
    int (*append)(void *context, const uint8_t *bytes, size_t size);
    /* Over bytes that were appended before; `at` counts from the first one. NULL where what was
     * appended is gone (a pipe); only writers that say so take such a sink. */
    int (*patch)(void *context, uint64_t at, const uint8_t *bytes, size_t size);
    /* After a failure: how many of the bytes that were appended are there. NULL where that is not
     * known, and then cut is not called either. */
    uint64_t (*held)(void *context);
    /* Keeps only so many of them; then the sink takes bytes again, as long as it can: a full disk
     * has the room that what was cut off took. */
    int (*cut)(void *context, uint64_t size);
};

/* Everything into memory, at the end of `bytes`, which is empty at first and outlives the sink. */
struct media_sink media_sink_memory(struct byte_writer *bytes);

#endif
