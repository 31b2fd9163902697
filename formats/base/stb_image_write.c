/* The one place stb's picture encoders are compiled. */
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "formats/base/stb.h"
