/* limits_span_avx512: tools/bench/limits.h. */
#define LIMITS_SPAN limits_span_avx512
#include "tools/bench/limits_span.h"
