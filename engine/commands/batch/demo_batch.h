/* Reads many demos on several threads, and reports what was read of them in order. */
#ifndef ENGINE_COMMANDS_BATCH_DEMO_BATCH_H
#define ENGINE_COMMANDS_BATCH_DEMO_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"

/* What is done with each demo. */
struct demo_work {
    void *context;
    /* Reads a demo, on any thread. NULL = out of memory. */
    void *(*read)(void *context, const char *name);
    /* Receives what was read, in order, on the caller's thread. */
    void (*tell)(void *context, void *read);
    void (*free)(void *read); /* read may be NULL */
};

/* Reads the demos. threads: at least 1; 1 = the caller's only. Fewer are used if creating threads
 * fails. Returns 0, or FORMAT_MEMORY, after which no more is told. */
int demo_batch_work(const char *const *names, size_t count, int threads,
                    const struct demo_work *work) MUST_CHECK;

struct demo_report {
    const char *name; /* as given */
    bool opened;      /* its bytes were read; else only code and error of stats are set */
    struct demo_source source;
    struct demo_stats stats;
};

/* Reads the statistics of demos, as demo_batch_work; a report is valid while tell is called. */
int demo_batch_read(const char *const *names, size_t count, const struct demo_search *search,
                    int threads, void (*tell)(void *context, const struct demo_report *report),
                    void *context) MUST_CHECK;

#endif
