#include "render/palette/kernels/kernels_internal.h"

#include "formats/base/dmath.h"

const struct kernels *kernels_get(enum cpu_level level)
{
#if KERNELS_X86
    enum cpu_level best = cpu_detect();
    if (level > best) {
        level = best;
    }
    if (level == CPU_AVX512) {
        return &kernels_table_avx512;
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
