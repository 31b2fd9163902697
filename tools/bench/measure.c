#include "tools/bench/measure.h"

#include <stdlib.h>
#include <time.h>

double bench_processor_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double bench_percentile(double *values, int count, int percent)
{
    qsort(values, (size_t)count, sizeof(*values), compare_doubles);
    const int at = count * percent / 100;
    return values[at < count ? at : count - 1];
}

double bench_median(double *values, int count)
{
    return bench_percentile(values, count, 50);
}
