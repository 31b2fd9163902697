#include "render/palette/kernels/kernels_internal.h"

#include <stdatomic.h>

#include "formats/base/dmath.h"

static atomic_int active_level = -1; /* -1: not chosen, take what the CPU has */

const struct kernels *kernels_get(enum cpu_level level)
{
#if KERNELS_X86
    enum cpu_level best = cpu_detect();
    if (level > best) {
        level = best;
    }
    if (level == CPU_AVX2) {
        return &kernels_table_avx2;
    }
    if (level == CPU_SSE41) {
        return &kernels_table_sse41;
    }
#else
    (void)level;
#endif
    return &kernels_table_c;
}

void kernels_set_level(enum cpu_level level)
{
    atomic_store(&active_level, (int)level);
}

enum cpu_level kernels_active_level(void)
{
    int level = atomic_load_explicit(&active_level, memory_order_relaxed);
    enum cpu_level best = cpu_detect();
    return level < 0 || level > (int)best ? best : (enum cpu_level)level;
}

const struct kernels *kernels_active(void)
{
    return kernels_get(kernels_active_level());
}

void kernels_turb_table(int32_t *table, int n)
{
    /* The original's constants: with its 3.14159 the table is not quite periodic, so that the
     * entries past 128 are not the first ones again. */
    const int amplitude = 8 * 0x10000;
    for (int i = 0; i < n; i++) {
        table[i] = (int32_t)(amplitude + dmath_sin(i * 3.14159 * 2 / 128) * amplitude);
    }
}
