#include "render/cpu.h"

#include <stdatomic.h>
#include <string.h>

static const char *const level_names[] = {"c", "sse41", "avx2", "avx512"};

static atomic_int active_level = -1; /* -1: not chosen, take what the CPU has */

enum cpu_level cpu_detect(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    /* These ask the operating system's part (XGETBV) too. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        return CPU_AVX512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return CPU_AVX2;
    }
    if (__builtin_cpu_supports("sse4.1")) {
        return CPU_SSE41;
    }
#endif
    return CPU_C;
}

void cpu_set_level(enum cpu_level level)
{
    atomic_store(&active_level, (int)level);
}

enum cpu_level cpu_active_level(void)
{
    const int level = atomic_load_explicit(&active_level, memory_order_relaxed);
    const enum cpu_level best = cpu_detect();
    return level < 0 || level > (int)best ? best : (enum cpu_level)level;
}

int cpu_level_from_name(const char *name)
{
    if (name == NULL) {
        return -1;
    }
    for (int level = CPU_C; level < CPU_LEVELS; level++) {
        if (strcmp(name, level_names[level]) == 0) {
            return level;
        }
    }
    return -1;
}

const char *cpu_level_name(enum cpu_level level)
{
    return (int)level >= CPU_C && (int)level < CPU_LEVELS ? level_names[level] : "c";
}
