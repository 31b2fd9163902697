/* The one place stb's picture decoders are compiled. */
#include <stdlib.h>

/* Notes that there is no memory, where there is none: stb's inflate fails without a reason then,
 * and an older one would be taken for it. */
static void *or_note(void *memory);

/* Zeros, so that what a damaged picture lacks is the same each time. */
#define STBI_MALLOC(size) or_note(calloc(1, size))
#define STBI_REALLOC(memory, size) or_note(realloc(memory, size))
#define STBI_FREE(memory) free(memory)
#define STB_IMAGE_IMPLEMENTATION
#include "formats/base/stb.h"

static void *or_note(void *memory)
{
    if (memory == NULL) {
        (void)stbi__err("outofmem", "no memory");
    }
    return memory;
}
