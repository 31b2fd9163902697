/* Processor clock and median. */
#ifndef TOOLS_BENCH_MEASURE_H
#define TOOLS_BENCH_MEASURE_H

/* Seconds that all threads of this process have computed. */
double bench_processor_now(void);

/* The middle of them, the upper one of two; sorts them. count at least 1. */
double bench_median(double *values, int count);
/* values[count * percent / 100] of them sorted. */
double bench_percentile(double *values, int count, int percent);

#endif
