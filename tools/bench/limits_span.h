/* The body of limits_span_avx2 and limits_span_avx512 (tools/bench/limits.h), which the compiler
 * makes vectors of: LIMITS_SPAN is the function's name. Included by these two files alone. */
#include "tools/bench/limits.h"

void LIMITS_SPAN(const struct limits_surface *surface, uint8_t *row, int count)
{
    const struct limits_surface s = *surface;
    for (int i = 0; i < count; i++) {
        const float u = (float)i;
        const float z = 65536.0f / (s.zi_origin + u * s.zi_step);
        int32_t x = (int32_t)((s.s_origin + u * s.s_step) * z);
        int32_t y = (int32_t)((s.t_origin + u * s.t_step) * z);
        x = x < 0 ? 0 : x;
        x = x > s.last_s ? s.last_s : x;
        y = y < 0 ? 0 : y;
        y = y > s.last_t ? s.last_t : y;
        row[i] = (uint8_t)((y >> 16) * 64 + (x >> 16));
    }
}
