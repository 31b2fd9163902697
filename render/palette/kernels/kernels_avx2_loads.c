/* The AVX2 kernels for machines whose gathers are slow: see KERNELS_LOADS. */
#define KERNELS_LOADS
#include "render/palette/kernels/kernels_avx2.c"
