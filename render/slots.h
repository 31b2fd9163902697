/* Allocator of slot numbers, for memory that each running job needs.
 *
 * It returns the lowest free slot, so that a single thread always gets the same memory, still in
 * its cache. */
#ifndef RENDER_SLOTS_H
#define RENDER_SLOTS_H

#include <stdatomic.h>

enum { SLOTS_MAX = 64 };

struct slots {                   /* start with slots_init */
    atomic_uint_least64_t taken; /* bit n: slot n */
};

void slots_init(struct slots *slots);
/* Takes the lowest free slot of [0, count), count at most SLOTS_MAX. Safe from any thread; waits
 * while all are taken. */
int slots_take(struct slots *slots, int count);
void slots_give_back(struct slots *slots, int slot);

#endif
