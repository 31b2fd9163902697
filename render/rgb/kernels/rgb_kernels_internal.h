/* Shared by the kernel files: the tables, and arithmetic that all versions have in common. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_INTERNAL_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_INTERNAL_H

#include <string.h>

#include "render/rgb/kernels/rgb_kernels.h"

#if defined(__x86_64__) /* 32-bit x86 takes the C functions */
#define RGB_KERNELS_X86 1
#else
#define RGB_KERNELS_X86 0
#endif

#ifdef CPU_SSE41_NAME
#define RGB_KERNELS_SSE41 1
#else
#define RGB_KERNELS_SSE41 0
#endif

#if defined(__GNUC__)
#define RGB_INLINE static inline __attribute__((always_inline))
#else
#define RGB_INLINE static inline
#endif

extern const struct rgb_kernels rgb_kernels_table_c;
/* Its trace, for vectors that have nothing better. */
void rgb_trace_c(const struct rgb_edge *edge, int count, int32_t *columns);
#if RGB_KERNELS_SSE41
extern const struct rgb_kernels rgb_kernels_table_sse41;
#endif
#if RGB_KERNELS_X86
extern const struct rgb_kernels rgb_kernels_table_avx2;
extern const struct rgb_kernels rgb_kernels_table_avx512;
#endif

/* Level of detail of a block of 2 x 2 pixels from the squared length of its larger derivative, in
 * 1/65536 texels: (exponent + mantissa - 1) / 2 in 8.24. Lengths that are none are very large. */
#define RGB_LOD_LIMIT 1e30f
enum { RGB_LOD_BIAS = (127 + 16) << 23 };

RGB_INLINE bool rgb_mixes_levels(enum rgb_sampling sampling)
{
    return sampling == RGB_AT_TWO_LEVELS || sampling == RGB_AT_SHARP_TEXELS;
}

/* Clamps a level of detail, 8.24 fixed point, for the sampling. RGB_AT_ONE_LEVEL rounds to a level.
 */
RGB_INLINE int32_t rgb_clamp_lod(int32_t lod, enum rgb_sampling sampling, int num_levels)
{
    const int32_t last = (int32_t)(num_levels - 1) << 24;
    if (sampling == RGB_AT_LEVEL_0) {
        return 0;
    }
    if (!rgb_mixes_levels(sampling)) {
        lod = (lod + (1 << 23)) & (int32_t)0xff000000; /* the nearest */
    }
    lod = lod > 0 ? lod : 0;
    return lod < last ? lod : last;
}

/* RGB_AT_SHARP_TEXELS: a weight, 0..255, becomes (weight - RGB_EDGE) * 2^-lod + RGB_EDGE, for
 * levels of detail from RGB_LOD_SHARPEST to 0; the power is straight between whole ones: a float
 * whose exponent and mantissa are -lod. */
#define RGB_EDGE 127.5f
enum { RGB_LOD_SHARPEST = -(8 << 24), RGB_SHARPNESS_ONE = 127 << 23 };

#endif
