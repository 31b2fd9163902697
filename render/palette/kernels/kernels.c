#include "render/palette/kernels/kernels_trial.h"

#include "formats/base/dmath.h"

#if KERNELS_X86

#include <stdatomic.h>
#include <stdbool.h>

/* What this build has, the plainest first. */
static const struct {
    enum cpu_level level;
    bool vbmi; /* needs that besides */
    const struct kernels *kernels;
} sets[] = {{CPU_C, false, &kernels_table_c},
            {CPU_SSE41, false, &kernels_table_sse41},
            {CPU_AVX2, false, &kernels_table_avx2},
            {CPU_AVX2, false, &kernels_table_avx2_loads},
            {CPU_AVX512, false, &kernels_table_avx512},
            {CPU_AVX512, false, &kernels_table_avx512_loads},
            {CPU_AVX512, true, &kernels_table_avx512_windows}};

enum { NUM_SETS = sizeof(sets) / sizeof(sets[0]) };

static bool runs_here(int set)
{
    return sets[set].level <= cpu_detect() &&
           (!sets[set].vbmi || __builtin_cpu_supports("avx512vbmi"));
}

/* What was found to be the fastest set of a level; NULL: not tried yet. */
static _Atomic(const struct kernels *) found[CPU_LEVELS];

static const struct kernels *try_sets(enum cpu_level level)
{
    const struct kernels *fastest = NULL;
    for (int i = 0; i < NUM_SETS; i++) {
        if (sets[i].level == level && runs_here(i)) {
            fastest = fastest == NULL ? sets[i].kernels : kernels_trial(fastest, sets[i].kernels);
        }
    }
    return fastest;
}

const struct kernels *kernels_get(enum cpu_level level)
{
    const enum cpu_level best = cpu_detect();
    level = level < best ? level : best;
    const struct kernels *fastest = atomic_load_explicit(&found[level], memory_order_relaxed);
    if (fastest == NULL) {
        const struct kernels *tried = try_sets(level);
        /* Who was first is right, where two threads try. */
        fastest = atomic_compare_exchange_strong(&found[level], &fastest, tried) ? tried : fastest;
    }
    return fastest;
}

const struct kernels *kernels_set(int index)
{
    for (int i = 0; i < NUM_SETS; i++) {
        if (runs_here(i) && index-- == 0) {
            return sets[i].kernels;
        }
    }
    return NULL;
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
