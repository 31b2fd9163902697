/* Memory that jobs need while they run, one for each that runs: which of a few is free.
 *
 * The lowest free one is given out, so that a single thread always gets the same, still in its
 * cache. */
#ifndef RENDER_SLOTS_H
#define RENDER_SLOTS_H

#include <stdatomic.h>

enum { SLOTS_MAX = 64 };

struct slots {                   /* start with slots_init */
    atomic_uint_least64_t taken; /* bit n: slot n */
};

void slots_init(struct slots *slots);
/* A number from 0 to before `count` (at most SLOTS_MAX) that nobody has. Any thread; waits while
 * all are taken. */
int slots_take(struct slots *slots, int count);
void slots_give_back(struct slots *slots, int slot);

#endif
