#include "render/rgb/kernels/rgb_kernels.h"

#include "render/rgb/kernels/rgb_kernels_internal.h"

const struct rgb_kernels *rgb_kernels_get(enum cpu_level level)
{
    const enum cpu_level best = cpu_detect();
    if (level > best) {
        level = best;
    }
#if RGB_KERNELS_X86
    if (level == CPU_AVX512) {
        return &rgb_kernels_table_avx512;
    }
    if (level == CPU_AVX2) {
        return &rgb_kernels_table_avx2;
    }
#endif
#if RGB_KERNELS_SSE41
    if (level == CPU_SSE41) {
        return &rgb_kernels_table_sse41;
    }
#endif
    return &rgb_kernels_table_c;
}

const struct rgb_kernels *rgb_kernels_active(void)
{
    return rgb_kernels_get(cpu_active_level());
}

rgb_shade_fn rgb_kernels_shade(const struct rgb_kernels *kernels, const struct rgb_batch *batch)
{
    switch (batch->shading) {
    case RGB_SHADE_LIT:
        return kernels->shade_lit[batch->passes[0].sampling];
    case RGB_SHADE_PLAIN:
        return kernels->shade_plain;
    case RGB_SHADE_PASSES:
        return kernels->shade_passes;
    default:
        return kernels->shade_by_depth;
    }
}
