/* The one place stb's decoder of Vorbis is compiled. Its tables come from our sine, so that it
 * gives the same bits with every C library: it uses nothing else that differs but to find a whole
 * number, which it checks. */
#define STB_VORBIS_IMPLEMENTATION
#define NDEBUG
#include <math.h>

#include "formats/base/dmath.h"

#define sin dmath_sin
#define cos dmath_cos
#include "formats/base/stb.h"
