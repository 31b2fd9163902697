#include "formats/pictures/quake_image.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"
#include "formats/pictures/pcx.h"

enum { LMP_HEADER = 8, HOLE = 255 };

const char *const quake_image_extensions[QUAKE_IMAGE_EXTENSIONS] = {".tga", ".png", ".jpg", ".pcx",
                                                                    ".lmp"};

/* An lmp has no signature, but a size that leaves no other choice. As the width of a TGA its first
 * bytes would be too large, since the third is the TGA's type, which is not 0. */
static bool is_lmp(struct lmp_picture *lmp, const uint8_t *data, size_t size)
{
    return lmp_read(lmp, data, size, NULL) == FORMAT_OK &&
           size == LMP_HEADER + (size_t)lmp->width * (size_t)lmp->height;
}

static int limit_sides(const struct image_rgba *image, int max_side, struct format_error *err)
{
    if (image->width > max_side || image->height > max_side) {
        return format_fail(err, FORMAT_BAD, 0, "%dx%d pixels exceed the limit", image->width,
                           image->height);
    }
    return FORMAT_OK;
}

int quake_image_measure(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                        struct format_error *err)
{
    struct lmp_picture lmp;
    struct pcx pcx;
    int code = FORMAT_OK;
    *image = (struct image_rgba){0};
    if (is_lmp(&lmp, data, size)) {
        image->width = lmp.width;
        image->height = lmp.height;
    } else if (pcx_is(data, size)) {
        code = pcx_measure(&pcx, data, size, err);
        image->width = pcx.width;
        image->height = pcx.height;
    } else {
        return image_rgba_measure(image, data, size, max_side, err);
    }
    if (code == FORMAT_OK) {
        code = limit_sides(image, max_side, err);
    }
    if (code < 0) {
        *image = (struct image_rgba){0};
    }
    return code;
}

static int read_lmp(struct image_rgba *image, const struct lmp_picture *lmp, const uint8_t *palette,
                    struct format_error *err)
{
    const size_t count = (size_t)lmp->width * (size_t)lmp->height;
    image->rgba = malloc(count * 4);
    if (!image->rgba) {
        *image = (struct image_rgba){0};
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(image->rgba + i * 4, palette + lmp->pixels[i] * 3, 3);
        image->rgba[i * 4 + 3] = lmp->pixels[i] == HOLE ? 0 : 255;
    }
    return FORMAT_OK;
}

int quake_image_read(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                     const uint8_t *palette, struct format_error *err)
{
    struct lmp_picture lmp;
    const bool indexed = is_lmp(&lmp, data, size);
    if (!indexed && !pcx_is(data, size)) {
        return image_read_rgba(image, data, size, max_side, err);
    }
    const int code = quake_image_measure(image, data, size, max_side, err);
    return code < 0  ? code
           : indexed ? read_lmp(image, &lmp, palette, err)
                     : pcx_read_rgba(image, data, size, err);
}
