/* The AVX-512 kernels for machines with VBMI: see KERNELS_WINDOWS. */
#define KERNELS_WINDOWS
#include "render/palette/kernels/kernels_avx512.c"
