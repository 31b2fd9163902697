/* Compiles stb_image. */
#include <stdlib.h>

/* Records a failed allocation: stb's inflate then fails without a reason, and an older reason would
 * be reported. */
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
        (void)stbi__err("outofmem", "out of memory");
    }
    return memory;
}
