/* The kernels for SSE4.1: those with vectors, for its vectors. */
#include "render/rgb/kernels/rgb_kernels_internal.h"

#if RGB_KERNELS_X86

#include "render/rgb/kernels/rgb_vectors_sse41.h"

#include "render/rgb/kernels/rgb_kernels_values.h"

#include "render/rgb/kernels/rgb_kernels_pairs.h"

#include "render/rgb/kernels/rgb_kernels_body.h"

#include "render/rgb/kernels/rgb_kernels_flat.h"

const struct rgb_kernels rgb_kernels_table_sse41 = RGB_KERNELS_BODY;

#endif
