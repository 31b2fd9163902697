/* Memory that runs out on purpose.
 *
 * The test program is linked with --wrap=malloc and the like (Makefile), so that every allocation
 * of the project's own code comes by here; those inside the C library and other libraries do not.
 * While scarcity lasts a hook decides which of them fail, and what is allocated and not released is
 * counted. Outside of it nothing is changed. Thread-safe, but for begin and end. */
#ifndef TESTS_SUPPORT_SCARCE_H
#define TESTS_SUPPORT_SCARCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether an allocation fails. Its number counts from 1; its place is a hash of the functions that
 * are being called, the same in every child of a process. */
typedef bool scarce_hook(uint64_t number, uint64_t place);

/* threads: without them no thread can be created either. */
void scarce_begin(scarce_hook *hook, bool threads);
/* The number of allocations since then. */
uint64_t scarce_end(void);

/* How many blocks allocated since scarce_begin are not released yet. */
size_t scarce_blocks(void);

#endif
