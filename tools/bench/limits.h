/* Lower bounds of a software renderer's times on this machine: writing a picture's 32 bits to
 * memory, and textured pixels without texel fetches. */
#ifndef TOOLS_BENCH_LIMITS_H
#define TOOLS_BENCH_LIMITS_H

#include <stdint.h>
#include <stdio.h>

/* Prints a table to standard output; json (may be NULL) gets one object. */
void bench_limits(FILE *json);

/* A surface's place in its texture, as span kernels have it (struct span_surface). */
struct limits_surface {
    float zi_origin, zi_step, s_origin, s_step, t_origin, t_step;
    int32_t last_s, last_t; /* 16.16 */
};

/* Divides for each pixel of a row, keeps both coordinates inside the texture and writes a byte made
 * of them. */
typedef void (*limits_span_fn)(const struct limits_surface *surface, uint8_t *row, int count);

/* The same code for two instruction sets (tools/bench/limits_span.h). */
void limits_span_avx2(const struct limits_surface *surface, uint8_t *row, int count);
void limits_span_avx512(const struct limits_surface *surface, uint8_t *row, int count);

#endif
