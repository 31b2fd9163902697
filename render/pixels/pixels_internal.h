/* Shared by the files of the kernel table. */
#ifndef RENDER_PIXELS_PIXELS_INTERNAL_H
#define RENDER_PIXELS_PIXELS_INTERNAL_H

#include "render/pixels/pixels.h"

#if defined(__x86_64__)
#define PIXELS_X86 1
extern const struct pixel_kernels pixel_kernels_avx2;
#else
#define PIXELS_X86 0
#endif

extern const struct pixel_kernels pixel_kernels_c;
void pixels_levels_c(const struct pixel_levels *levels, uint32_t *to, const uint32_t *from,
                     int count);

#endif
