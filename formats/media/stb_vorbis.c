/* Compiles stb_vorbis. Its tables use our sine, so that it gives the same bits with every C
 * library: the only other library function that may differ is used to find an integer, which stb
 * checks. */
#define STB_VORBIS_IMPLEMENTATION
#define NDEBUG
#include <math.h>

#include "formats/base/dmath.h"

/* stb's own, in single precision: some libraries have one with more digits. */
#undef M_PI
#define sin dmath_sin
#define cos dmath_cos
#include "formats/base/stb.h"
