/* Which instruction sets may be used: what the CPU has, less what the user masks. Any thread. */
#ifndef RENDER_CPU_H
#define RENDER_CPU_H

enum cpu_level { CPU_C = 0, CPU_SSE41 = 1, CPU_AVX2 = 2 };

/* The best level this machine has. */
enum cpu_level cpu_detect(void);
/* The level in use: that of $QUAKEREEL_CPU or --cpu through cpu_set_level, else the best. Never one
 * that this machine lacks. */
void cpu_set_level(enum cpu_level level);
enum cpu_level cpu_active_level(void);
/* "c", "sse41", "avx2" -> level, or -1. */
int cpu_level_from_name(const char *name);
const char *cpu_level_name(enum cpu_level level);

#endif
