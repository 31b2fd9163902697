/* Parallel for: runs jobs on temporary threads. Private to assets/. */
#ifndef ASSETS_PARALLEL_FOR_H
#define ASSETS_PARALLEL_FOR_H

#include <stddef.h>

typedef void (*parallel_for_fn)(void *context, size_t job);

/* Calls fn for each job from 0 to jobs - 1, on `threads` threads including the caller's; on fewer
 * if no thread can be created. Jobs run in any order and must be independent. Returns when all
 * ended. */
void parallel_for(int threads, parallel_for_fn fn, void *context, size_t jobs);

#endif
