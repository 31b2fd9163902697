#include "render/cpu.h"

#include <string.h>

static const char *const level_names[] = {"c", "sse41", "avx2"};

enum cpu_level cpu_detect(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) { /* this asks the operating system's part (XGETBV) too */
        return CPU_AVX2;
    }
    if (__builtin_cpu_supports("sse4.1")) {
        return CPU_SSE41;
    }
#endif
    return CPU_C;
}

int cpu_level_from_name(const char *name)
{
    if (name == NULL) {
        return -1;
    }
    for (int level = CPU_C; level <= CPU_AVX2; level++) {
        if (strcmp(name, level_names[level]) == 0) {
            return level;
        }
    }
    return -1;
}

const char *cpu_level_name(enum cpu_level level)
{
    return (int)level >= CPU_C && (int)level <= CPU_AVX2 ? level_names[level] : "c";
}
