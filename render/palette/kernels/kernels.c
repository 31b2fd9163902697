#include "formats/base/dmath.h"
#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

#include <stdbool.h>

/* By level. */
static const struct kernels *const sets[CPU_LEVELS] = {&kernels_table_c, &kernels_table_sse41,
                                                       &kernels_table_avx2, &kernels_table_avx512};

/* The AVX-512 set permutes bytes, which early AVX-512 processors lack (Skylake-X to Cooper Lake).
 */
static bool runs_here(enum cpu_level level)
{
    return level <= cpu_detect() && (level < CPU_AVX512 || __builtin_cpu_supports("avx512vbmi"));
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

#else

const struct kernels *kernels_get(enum cpu_level level)
{
    (void)level;
    return &kernels_table_c;
}

const struct kernels *kernels_set(int index)
{
    return index == 0 ? &kernels_table_c : NULL;
}

#endif

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
