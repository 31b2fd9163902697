/* The one place stb's picture decoders are compiled. */
#define STB_IMAGE_IMPLEMENTATION
#include "formats/base/stb.h"
