/* Usable instruction sets: those of the CPU that the user does not mask. Safe from any thread. */
#ifndef RENDER_CPU_H
#define RENDER_CPU_H

/* CPU_AVX512 needs F, BW, DQ and VL: servers since 2017, AMD since Zen 4. */
enum cpu_level { CPU_C, CPU_SSE41, CPU_AVX2, CPU_AVX512, CPU_LEVELS };

/* The best level this machine has. */
enum cpu_level cpu_detect(void);
/* The level in use: that of $QUAKEREEL_CPU or --cpu through cpu_set_level, else the best. Never one
 * that this machine lacks. */
void cpu_set_level(enum cpu_level level);
enum cpu_level cpu_active_level(void);
/* "c", "sse41", "avx2", "avx512" -> level, or -1. */
int cpu_level_from_name(const char *name);
const char *cpu_level_name(enum cpu_level level);

#endif
