/* Fuzz target: pictures as Quake III's textures: TGA, PNG, JPEG and BMP. */
#include <stdint.h>

#include "formats/pictures/q3_image.h"
#include "tests/fuzz/stages/require.h"

enum { MAX_SIDE = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct image_rgba picture;
    struct q3_image image;
    struct format_error err;
    unsigned sum = 0;
    if (q3_image_decode(&picture, data, size, MAX_SIDE, &err) < 0) {
        return 0;
    }
    if (q3_image_make(&image, &picture, size % 2 == 0, &err) == 0) {
        require(image.width <= picture.width && image.height <= picture.height);
        require(image.width * 2 > picture.width && image.height * 2 > picture.height);
        for (int i = 0; i < image.num_levels; i++) {
            const int w = image.width >> i, h = image.height >> i;
            for (int k = 0; k < (w ? w : 1) * (h ? h : 1) * 4; k++) {
                sum += image.levels[i][k];
            }
        }
        q3_image_free(&image);
    }
    image_rgba_free(&picture);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
