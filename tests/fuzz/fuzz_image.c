/* Fuzz target: pictures of true colour, TGA and PNG. */
#include <stdint.h>

#include "formats/pictures/image.h"

enum { MAX_SIDE = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct image image;
    struct format_error err;
    if (image_read(&image, data, size, MAX_SIDE, &err) < 0) {
        return 0;
    }
    unsigned sum = 0;
    for (size_t i = 0; i < (size_t)image.width * (size_t)image.height * 3; i++) {
        sum += image.rgb[i];
    }
    image_free(&image);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
