/* Reads the statistics of many demos on several threads, and reports them in order. */
#ifndef ENGINE_COMMANDS_DEMO_BATCH_H
#define ENGINE_COMMANDS_DEMO_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"

struct demo_report {
    const char *name; /* as given */
    bool opened;      /* its bytes were read; else only code and error of stats are set */
    struct demo_source source;
    struct demo_stats stats;
};

/* Reads the demos and calls tell for each, in order, on the caller's thread; a report is valid
 * during that call. threads: at least 1; 1 = the caller's only. Fewer are used if creating threads
 * fails. Returns 0, or FORMAT_MEMORY, after which no more calls are made. */
int demo_batch_read(const char *const *names, size_t count, const struct demo_search *search,
                    int threads, void (*tell)(void *context, const struct demo_report *report),
                    void *context) MUST_CHECK;

#endif
