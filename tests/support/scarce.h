/* Simulates out of memory, threads and processes.
 *
 * The test program is linked with --wrap=malloc etc. (Makefile), so that every allocation of the
 * project's code goes through this file; those inside the C library and other libraries do not.
 * Between begin and end a hook decides which allocations fail, and unreleased allocations are
 * counted. Outside nothing changes. Thread-safe, except begin and end. */
#ifndef TESTS_SUPPORT_SCARCE_H
#define TESTS_SUPPORT_SCARCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True if the allocation with that number (from 1) is to fail. */
typedef bool scarce_hook(uint64_t number);

/* threads: without them no thread can be created either. */
void scarce_begin(scarce_hook *hook, bool threads);
void scarce_end(void);

/* Until scarce_end every allocation succeeds, but only so many threads and processes can be created
 * (EAGAIN). */
void scarce_begin_limited(int threads, int processes);

/* As scarce_begin: that allocation and all that follow fail. SIZE_MAX: none does. */
void scarce_begin_from(uint64_t number);

/* Since it began, also when it has ended: how many allocations there were, and how many of their
 * blocks are not released. */
uint64_t scarce_count(void);
size_t scarce_blocks(void);

/* For hooks: a hash of the functions being called, the same in every child of a process. */
uint64_t scarce_place(void);

#endif
