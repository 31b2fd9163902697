#include "render/palette/kernels/kernels_trial.h"

#include "formats/base/dmath.h"

#if KERNELS_X86

#include <stdatomic.h>

/* What was found to be the faster set of a level; NULL: not tried yet. */
static _Atomic(const struct kernels *) found[CPU_LEVELS];

static const struct kernels *find_faster(enum cpu_level level, const struct kernels *gathers,
                                         const struct kernels *loads)
{
    const struct kernels *faster = atomic_load_explicit(&found[level], memory_order_relaxed);
    if (faster == NULL) {
        const struct kernels *tried = kernels_trial(gathers, loads);
        /* Who was first is right, where two threads try. */
        faster = atomic_compare_exchange_strong(&found[level], &faster, tried) ? tried : faster;
    }
    return faster;
}

const struct kernels *kernels_get(enum cpu_level level)
{
    const enum cpu_level best = cpu_detect();
    switch (level < best ? level : best) {
    case CPU_AVX512:
        return find_faster(CPU_AVX512, &kernels_table_avx512, &kernels_table_avx512_loads);
    case CPU_AVX2:
        return find_faster(CPU_AVX2, &kernels_table_avx2, &kernels_table_avx2_loads);
    case CPU_SSE41:
        return &kernels_table_sse41;
    default:
        return &kernels_table_c;
    }
}

const struct kernels *kernels_set(int index)
{
    static const struct {
        enum cpu_level needs;
        const struct kernels *kernels;
    } sets[] = {{CPU_C, &kernels_table_c},
                {CPU_SSE41, &kernels_table_sse41},
                {CPU_AVX2, &kernels_table_avx2},
                {CPU_AVX2, &kernels_table_avx2_loads},
                {CPU_AVX512, &kernels_table_avx512},
                {CPU_AVX512, &kernels_table_avx512_loads}};
    const int count = sizeof(sets) / sizeof(sets[0]);
    return index < count && sets[index].needs <= cpu_detect() ? sets[index].kernels : NULL;
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
