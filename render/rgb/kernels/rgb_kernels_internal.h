/* What the files of the table share: the tables, and arithmetic that all versions do alike. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_INTERNAL_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_INTERNAL_H

#include <string.h>

#include "render/rgb/kernels/rgb_kernels.h"

#if defined(__x86_64__) /* 32-bit x86 takes the C functions */
#define RGB_KERNELS_X86 1
#else
#define RGB_KERNELS_X86 0
#endif

#if defined(__GNUC__)
#define RGB_INLINE static inline __attribute__((always_inline))
#else
#define RGB_INLINE static inline
#endif

extern const struct rgb_kernels rgb_kernels_table_c;
#if RGB_KERNELS_X86
extern const struct rgb_kernels rgb_kernels_table_sse41;
extern const struct rgb_kernels rgb_kernels_table_avx2;
#endif

/* Level of detail of a block of 2 x 2 pixels from the squared length of its larger derivative, in
 * 1/65536 texels: (exponent + mantissa - 1) / 2 in 8.24. Lengths that are none are very large. */
#define RGB_LOD_LIMIT 1e30f
enum { RGB_LOD_BIAS = (127 + 16) << 23 };

struct rgb_lod {
    int level, next;
    int weight; /* of next, of 256 */
};

RGB_INLINE struct rgb_lod rgb_lod_of(int32_t lod, enum rgb_sampling sampling, int num_levels)
{
    struct rgb_lod result = {0, 0, 0};
    if (sampling == RGB_AT_TWO_LEVELS) {
        if (lod > 0) {
            const int level = lod >> 24, last = num_levels - 1;
            result.level = level < last ? level : last;
            result.next = level < last ? level + 1 : last;
            result.weight = level < last ? (lod >> 16) & 255 : 0;
        }
    } else if (sampling != RGB_AT_LEVEL_0) {
        const int level = lod > -(1 << 23) ? (lod + (1 << 23)) >> 24 : 0;
        result.level = result.next = level < num_levels ? level : num_levels - 1;
    }
    return result;
}

#endif
