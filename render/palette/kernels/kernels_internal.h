/* Shared by the kernel files: the tables, the C functions that other tables fall back to, and the
 * arithmetic that all versions have in common. */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_INTERNAL_H
#define RENDER_PALETTE_KERNELS_KERNELS_INTERNAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "render/palette/kernels/kernels.h"

#if defined(__x86_64__) /* 32-bit x86 takes the C functions */
#define KERNELS_X86 1
#else
#define KERNELS_X86 0
#endif

#ifdef CPU_SSE41_NAME
#define KERNELS_SSE41 1
#else
#define KERNELS_SSE41 0
#endif

#if defined(__GNUC__)
#define KERNEL_INLINE static inline __attribute__((always_inline))
#define KERNEL_NOINLINE __attribute__((noinline))
#else
#define KERNEL_INLINE static inline
#define KERNEL_NOINLINE
#endif

extern const struct kernels kernels_table_c;
#if KERNELS_X86
extern const struct kernels kernels_table_avx2;
extern const struct kernels kernels_table_avx512;
#endif
#if KERNELS_SSE41
extern const struct kernels kernels_table_sse41;
void kernels_sse41_fence(uint8_t *dest, int16_t *z, const uint8_t *front, int count, int32_t izi,
                         int32_t izi_step);
void kernels_sse41_mix(uint8_t *dest, const int16_t *z, const uint8_t *front, int count,
                       int32_t izi, int32_t izi_step, const uint8_t *table, int hole);
void kernels_sse41_mix_changed(uint8_t *dest, const uint8_t *front, int count,
                               const uint8_t *table);
void kernels_sse41_expand(uint32_t *dest, const uint8_t *source, int count,
                          const uint32_t *palette);
void kernels_sse41_fog(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u, int v,
                       int count);
#endif

void kernels_c_span_faithful(const struct span_surface *surface, uint8_t *dest, int u, int v,
                             int count);
void kernels_c_span_exact(const struct span_surface *surface, uint8_t *dest, int u, int v,
                          int count);
void kernels_c_turb_faithful(const struct span_surface *surface, const struct span_turbulence *turb,
                             uint8_t *dest, int u, int v, int count);
void kernels_c_turb_exact(const struct span_surface *surface, const struct span_turbulence *turb,
                          uint8_t *dest, int u, int v, int count);
void kernels_c_sky_faithful(const struct span_sky *sky, uint8_t *dest, int u, int v, int count);
void kernels_c_sky_exact(const struct span_sky *sky, uint8_t *dest, int u, int v, int count);
void kernels_c_skybox(const struct span_skybox *skybox, uint8_t *dest, int u, int v, int count);
void kernels_c_fog(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u, int v,
                   int count);
void kernels_c_z_fill(int16_t *dest, int count, int32_t izi, int32_t izi_step);
void kernels_c_fence(uint8_t *dest, int16_t *z, const uint8_t *front, int count, int32_t izi,
                     int32_t izi_step);
void kernels_c_mix(uint8_t *dest, const int16_t *z, const uint8_t *front, int count, int32_t izi,
                   int32_t izi_step, const uint8_t *table, int hole);
void kernels_c_mix_changed(uint8_t *dest, const uint8_t *front, int count, const uint8_t *table);
void kernels_c_expand(uint32_t *dest, const uint8_t *source, int count, const uint32_t *palette);
void kernels_avx2_sky_faithful(const struct span_sky *sky, uint8_t *dest, int u, int v, int count);
void kernels_avx2_sky_exact(const struct span_sky *sky, uint8_t *dest, int u, int v, int count);
void kernels_avx2_skybox(const struct span_skybox *skybox, uint8_t *dest, int u, int v, int count);
/* expand by AVX-512 VBMI, of colours whose upper byte is 0, in whole steps: returns how many of the
 * pixels are done. */
int kernels_vbmi_expand(uint32_t *dest, const uint8_t *source, int count, const uint32_t *palette);
void kernels_vbmi_fog(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u, int v,
                      int count);

/* Truncation to 16.16. Values out of range and NaN become INT32_MIN, as with x86's conversions, so
 * that the SIMD versions agree, and the original on the reference machine, too. Together with the
 * clamps that follow no input can lead outside a texture block. */
KERNEL_INLINE int32_t kernel_to_fixed(float x)
{
    return (int32_t)(fabsf(x) < 2147483648.0f ? x : -2147483648.0f);
}

/* Wrapping arithmetic on fixed-point numbers. */
KERNEL_INLINE int32_t kernel_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

KERNEL_INLINE int32_t kernel_subtract(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

KERNEL_INLINE int32_t kernel_clamp(int32_t x, int32_t low, int32_t high)
{
    x = x > low ? x : low;
    return x < high ? x : high;
}

/* izi after n pixels, wrapping. */
KERNEL_INLINE int32_t kernel_izi_at(int32_t izi, int32_t izi_step, int n)
{
    return (int32_t)((uint32_t)izi + (uint32_t)n * (uint32_t)izi_step);
}

/* In the turbulent kernels coordinates are cut to the period of the sine (128 texels) at the
 * start of a run, as in the original; to the texture's period where that is longer. */
KERNEL_INLINE int32_t kernel_turb_mask(int32_t size_mask)
{
    return (size_mask > 127 ? size_mask : 127) << 16 | 0xffff;
}

/* The dither of four neighbours from column u on: half of Bayer's 4 x 4 matrix, rounded down. */
KERNEL_INLINE void kernel_fog_dither(uint8_t out[4], int u, int v)
{
    static const uint8_t rows[4][4] = {{0, 4, 1, 5}, {6, 2, 7, 3}, {1, 5, 0, 4}, {7, 3, 6, 2}};
    for (int i = 0; i < 4; i++) {
        out[i] = rows[v & 3][(u + i) & 3];
    }
}

/* The sky's s and t of one screen point, in the original's types and order. */
KERNEL_INLINE void kernel_sky_point(const struct span_sky *sky, int u, int v, int32_t *s,
                                    int32_t *t)
{
    float size = (float)(sky->width >= sky->height ? sky->width : sky->height);
    float wu = (float)(8192.0 * (float)(u - (sky->width >> 1)) / size);
    float wv = (float)(8192.0 * (float)((sky->height >> 1) - v) / size);
    float end[3];
    for (int i = 0; i < 3; i++) {
        end[i] = 4096 * sky->forward[i] + wu * sky->right[i] + wv * sky->up[i];
    }
    end[2] *= 3;
    float length = sqrtf(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]);
    if (length != 0) {
        float inverse = 1 / length;
        end[0] *= inverse;
        end[1] *= inverse;
    }
    *s = kernel_to_fixed((sky->scroll + 6 * (128 / 2 - 1) * end[0]) * 0x10000);
    *t = kernel_to_fixed((sky->scroll + 6 * (128 / 2 - 1) * end[1]) * 0x10000);
}

#endif
