/* The one place stb's picture decoders are compiled. */
#include <stdlib.h>

/* Zeros, so that what a damaged picture lacks is the same each time. */
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC(memory, size) realloc(memory, size)
#define STBI_FREE(memory) free(memory)
#define STB_IMAGE_IMPLEMENTATION
#include "formats/base/stb.h"
