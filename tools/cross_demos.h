/* The demo part of cross_check: states at fixed updates, and rewritten files. */
#ifndef TOOLS_CROSS_DEMOS_H
#define TOOLS_CROSS_DEMOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits. */
uint64_t cross_hash(const void *bytes, size_t size);

/* Prints one line per result. each: 1 = all real demos, n = every n-th. Returns false if a
 * rewritten demo differs; prints it on stderr. */
bool cross_check_demos(unsigned each);

#endif
