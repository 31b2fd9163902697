/* Jobs on several threads, for as long as one call lasts: private to this room. */
#ifndef ASSETS_QUAKE3_PARALLEL_FOR_H
#define ASSETS_QUAKE3_PARALLEL_FOR_H

#include <stddef.h>

typedef void (*parallel_for_fn)(void *context, size_t job);

/* Calls fn for each job from 0 on, on `threads` threads, the caller's among them; on fewer where no
 * thread can be made. Jobs may run in any order and must not depend on each other. */
void parallel_for(int threads, parallel_for_fn fn, void *context, size_t jobs);

#endif
