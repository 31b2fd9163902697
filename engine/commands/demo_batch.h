/* What info knows of many demos, read on several threads and told in the order given. */
#ifndef ENGINE_COMMANDS_DEMO_BATCH_H
#define ENGINE_COMMANDS_DEMO_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"

struct demo_report {
    const char *name; /* as it was given */
    bool opened;      /* its bytes were there; else stats has nothing but code and error */
    struct demo_source source;
    struct demo_stats stats;
};

/* Reads the demos of these names and calls tell for each, in their order, on the caller's thread;
 * the report is gone when it returns. threads: at least 1; 1 = none but the caller's. Fewer are
 * used where no more can be made. 0 or FORMAT_MEMORY, after which the rest is not told. */
int demo_batch_read(const char *const *names, size_t count, const struct demo_search *search,
                    int threads, void (*tell)(void *context, const struct demo_report *report),
                    void *context) MUST_CHECK;

#endif
