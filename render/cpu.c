#include "render/cpu.h"

#include <stdatomic.h>
#include <string.h>

static const struct {
    const char *name;
    enum cpu_level level;
} names[] = {
#ifdef CPU_SSE41_NAME
    {CPU_SSE41_NAME, CPU_SSE41}, /* first: a level is called by its first name */
#endif
    {"c", CPU_C},
    {"sse41", CPU_SSE41},
    {"neon", CPU_SSE41},
    {"wasm128", CPU_SSE41},
    {"avx2", CPU_AVX2},
    {"avx512", CPU_AVX512},
};

enum { NAMES = sizeof(names) / sizeof(names[0]) };

static atomic_int active_level = -1; /* -1: not chosen, take what the CPU has */

#if (defined(__aarch64__) || defined(__wasm__)) && !defined(CPU_SSE41_NAME)
#pragma message("no SIMDe: only C kernels, several times slower; make deps installs it")
#endif

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
#elif defined(CPU_SSE41_NAME) /* a part of the machine, and of the whole module in WebAssembly */
    return CPU_SSE41;
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
    for (int i = 0; i < NAMES; i++) {
        if (strcmp(name, names[i].name) == 0) {
            return (int)names[i].level;
        }
    }
    return -1;
}

const char *cpu_level_name(enum cpu_level level)
{
    for (int i = 0; i < NAMES; i++) {
        if (names[i].level == level) {
            return names[i].name;
        }
    }
    return "c";
}
