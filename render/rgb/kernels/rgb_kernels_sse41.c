/* The kernels for vectors of 128 bits, SSE4.1 and what is like it. */
#include "render/rgb/kernels/rgb_kernels_internal.h"

#if RGB_KERNELS_SSE41

#include "render/rgb/kernels/rgb_vectors_sse41.h"

#include "render/rgb/kernels/rgb_kernels_values.h"

#include "render/rgb/kernels/rgb_kernels_pairs.h"

#include "render/rgb/kernels/rgb_kernels_body.h"

#include "render/rgb/kernels/rgb_kernels_flat.h"

const struct rgb_kernels rgb_kernels_table_sse41 = RGB_KERNELS_BODY;

#endif
