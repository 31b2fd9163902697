/* Fuzz target: PCX pictures. */
#include <stdint.h>

#include "formats/pictures/pcx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pcx picture;
    struct format_error err;
    if (pcx_read(&picture, data, size, &err) < 0) {
        return 0;
    }
    unsigned sum = 0;
    for (size_t i = 0; i < (size_t)picture.width * (size_t)picture.height; i++) {
        sum += picture.pixels[i];
    }
    pcx_free(&picture);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
