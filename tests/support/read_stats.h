/* Statistics of a demo in memory, as `info` computes them. */
#ifndef TESTS_SUPPORT_READ_STATS_H
#define TESTS_SUPPORT_READ_STATS_H

#include "engine/inspect/demo_inspect.h"
#include "engine/playback/families.h"

/* As demo_stats_read, of bytes by that name, which may be NULL. */
static inline int read_stats(struct demo_stats *stats, const uint8_t *data, size_t size,
                             const char *name)
{
    struct demo demo;
    (void)demo_open(&demo, data, size, name);
    const int code = demo_stats_read(stats, &demo);
    demo_close(&demo);
    return code;
}

#endif
