/* The part of cross_check that is about demos: states at fixed updates, and files written anew. */
#ifndef TOOLS_CROSS_DEMOS_H
#define TOOLS_CROSS_DEMOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits. */
uint64_t cross_hash(const void *bytes, size_t size);

/* Prints a line for each thing that was found; each: 1 = all real demos, n = every n-th one. False
 * when a demo written anew is another one, told on stderr. */
bool cross_check_demos(unsigned each);

#endif
