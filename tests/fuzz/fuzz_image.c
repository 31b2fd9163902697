/* Fuzz target: pictures of true colour without alpha, and those that replace Quake's. */
#include <stdint.h>

#include "formats/pictures/image.h"
#include "formats/pictures/quake_image.h"
#include "tests/fuzz/stages/require.h"

enum { MAX_SIDE = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned add_bytes(const uint8_t *bytes, size_t count)
{
    unsigned sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += bytes[i];
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t palette[768];
    struct image image;
    struct image_rgba replacement, sides;
    struct format_error err;
    unsigned sum = 0;
    if (image_read(&image, data, size, MAX_SIDE, &err) == 0) {
        sum += add_bytes(image.rgb, (size_t)image.width * (size_t)image.height * 3);
        image_free(&image);
    }
    if (quake_image_read(&replacement, data, size, MAX_SIDE, palette, &err) == 0) {
        require(quake_image_measure(&sides, data, size, MAX_SIDE, &err) == 0);
        require(replacement.width == sides.width && replacement.height == sides.height);
        image_rgba_halve(&replacement);
        sum +=
            add_bytes(replacement.rgba, (size_t)replacement.width * (size_t)replacement.height * 4);
        image_rgba_free(&replacement);
    }
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
