#include "render/pixels/pixels.h"

#include "render/pixels/pixels_internal.h"

const struct pixel_kernels *pixel_kernels_get(enum cpu_level level)
{
#if PIXELS_X86
    if (level >= CPU_AVX2 && cpu_detect() >= CPU_AVX2) {
        return &pixel_kernels_avx2;
    }
#else
    (void)level;
#endif
    return &pixel_kernels_c;
}

const struct pixel_kernels *pixel_kernels_active(void)
{
    return pixel_kernels_get(cpu_active_level());
}
