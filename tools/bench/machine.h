/* Which machine figures are of. */
#ifndef TOOLS_BENCH_MACHINE_H
#define TOOLS_BENCH_MACHINE_H

#include <stdio.h>

/* Prints the processor's name, the instruction sets the kernels use of it, how many threads it has
 * for this process, and the compiler. json (may be NULL) gets a key with a comma behind it. */
void bench_machine(FILE *json);

#endif
