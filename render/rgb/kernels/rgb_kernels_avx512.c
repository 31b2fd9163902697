/* The kernels for AVX-512: those with vectors, for its vectors. */
#include "render/rgb/kernels/rgb_kernels_internal.h"

#if RGB_KERNELS_X86

#include "render/rgb/kernels/rgb_vectors_avx512.h"

#include "render/rgb/kernels/rgb_kernels_values.h"

#include "render/rgb/kernels/rgb_kernels_lanes.h"

#include "render/rgb/kernels/rgb_kernels_body.h"

#include "render/rgb/kernels/rgb_kernels_flat.h"

const struct rgb_kernels rgb_kernels_table_avx512 = RGB_KERNELS_BODY;

#endif
