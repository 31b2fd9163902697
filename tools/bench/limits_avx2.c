/* limits_span_avx2: tools/bench/limits.h. */
#define LIMITS_SPAN limits_span_avx2
#include "tools/bench/limits_span.h"
