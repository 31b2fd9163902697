/* Usable instruction sets: those of the CPU that the user does not mask. Safe from any thread. */
#ifndef RENDER_CPU_H
#define RENDER_CPU_H

/* CPU_SSE41 are vectors of 128 bits, whatever the machine calls them: 64-bit ARM's NEON and
 * WebAssembly's SIMD128 run the same kernels (render/vectors.h). CPU_AVX512 needs F, BW, DQ and VL:
 * servers since 2017, AMD since Zen 4. */
enum cpu_level { CPU_C, CPU_SSE41, CPU_AVX2, CPU_AVX512, CPU_LEVELS };

/* What CPU_SSE41 is called here. Not defined where the build has C functions alone: on other
 * machines, and without SIMDe's headers. 32-bit x86 and ARM are among them: NEON's floats are not
 * IEEE's there. */
#if defined(__x86_64__)
#define CPU_SSE41_NAME "sse41"
#elif defined(__has_include)
#if __has_include(<simde/x86/sse4.1.h>)
#if defined(__aarch64__) && !defined(__AARCH64EB__)
#define CPU_SSE41_NAME "neon"
#elif defined(__wasm__)
#define CPU_SSE41_NAME "wasm128"
#endif
#endif
#endif

/* The best level this machine has. */
enum cpu_level cpu_detect(void);
/* The level in use: that of $QUAKEREEL_CPU or --cpu through cpu_set_level, else the best. Never one
 * that this machine lacks. */
void cpu_set_level(enum cpu_level level);
enum cpu_level cpu_active_level(void);
/* "c", "sse41", "avx2", "avx512" -> level, or -1; "neon" and "wasm128" are "sse41", and any of the
 * three is that of this machine. */
int cpu_level_from_name(const char *name);
/* As it is called here. */
const char *cpu_level_name(enum cpu_level level);

#endif
