#include <stdbool.h>

#include "formats/base/dmath.h"
#include "render/palette/kernels/kernels_internal.h"

/* By level; those that the machine does not know stay empty. */
static const struct kernels *const sets[CPU_LEVELS] = {
    &kernels_table_c,
#if KERNELS_SSE41
    &kernels_table_sse41,
#endif
#if KERNELS_X86
    &kernels_table_avx2,
    &kernels_table_avx512,
#endif
};

/* The AVX-512 set permutes bytes, which early AVX-512 processors lack (Skylake-X to Cooper Lake).
 */
static bool runs_here(enum cpu_level level)
{
#if KERNELS_X86
    if (level == CPU_AVX512 && !__builtin_cpu_supports("avx512vbmi")) {
        return false;
    }
#endif
    return level <= cpu_detect();
}

const struct kernels *kernels_get(enum cpu_level level)
{
    while (!runs_here(level)) {
        level--;
    }
    return sets[level];
}

const struct kernels *kernels_set(int index)
{
    return index < CPU_LEVELS && runs_here((enum cpu_level)index) ? sets[index] : NULL;
}

const struct kernels *kernels_active(void)
{
    return kernels_get(cpu_active_level());
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
