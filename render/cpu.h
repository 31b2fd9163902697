/* Which instruction sets may be used: what the CPU has, less what the user masks. Any thread. */
#ifndef RENDER_CPU_H
#define RENDER_CPU_H

/* AVX-512 is what servers have since 2017 and AMD since Zen 4: F, BW, DQ, VL. */
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
