/* Description of the machine for the figures. */
#ifndef TOOLS_BENCH_MACHINE_H
#define TOOLS_BENCH_MACHINE_H

#include <stdio.h>

/* Prints the processor's name, the instruction sets that the kernels use, the number of threads
 * available to the process, and the compiler. json (may be NULL) receives a key and a trailing
 * comma. */
void bench_machine(FILE *json);

#endif
