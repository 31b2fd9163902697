#include "formats/pictures/q3_image.h"

#include <stdlib.h>
#include <string.h>

#include "formats/pictures/bmp.h"

enum { RGBA = 4, TGA_HEADER = 18, TGA_FLAGS = 17, TGA_TOP_DOWN = 0x20 };

static void turn_over(struct image_rgba *image)
{
    const size_t row = (size_t)image->width * RGBA;
    for (int y = 0; y < image->height / 2; y++) {
        uint8_t *a = image->rgba + (size_t)y * row;
        uint8_t *b = image->rgba + (size_t)(image->height - 1 - y) * row;
        for (size_t i = 0; i < row; i++) {
            const uint8_t kept = a[i];
            a[i] = b[i];
            b[i] = kept;
        }
    }
}

/* By their first bytes: what is neither of the others is a TGA to image.h as well. */
static bool is_tga(const uint8_t *data, size_t size)
{
    return size >= TGA_HEADER && data[0] != 0x89 && !(data[0] == 0xff && data[1] == 0xd8);
}

int q3_image_decode(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                    struct format_error *err)
{
    if (bmp_is(data, size)) {
        return bmp_read(image, data, size, max_side, err);
    }
    const int code = image_read_rgba(image, data, size, max_side, err);
    if (code == FORMAT_OK && is_tga(data, size) && data[TGA_FLAGS] & TGA_TOP_DOWN) {
        turn_over(image); /* the decoder believed the head */
    }
    return code;
}

int q3_image_side(int side)
{
    int power = 1;
    while (power <= side / 2) {
        power *= 2;
    }
    return power;
}

void q3_image_resample(const uint8_t *in, int width, int height, uint8_t *out, int out_width,
                       int out_height)
{
    const uint64_t step = (uint64_t)width * 65536 / (uint64_t)out_width;
    for (int y = 0; y < out_height; y++) {
        /* rows (y + 1/4) and (y + 3/4), in integers */
        const uint64_t parts = 4 * (uint64_t)out_height;
        const uint64_t y1 = (4 * (uint64_t)y + 1) * (uint64_t)height / parts;
        const uint64_t y2 = (4 * (uint64_t)y + 3) * (uint64_t)height / parts;
        const uint8_t *rows[2] = {in + y1 * (uint64_t)width * RGBA,
                                  in + y2 * (uint64_t)width * RGBA};
        uint64_t a = step >> 2, b = 3 * (step >> 2);
        for (int x = 0; x < out_width; x++, a += step, b += step) {
            const size_t left = (size_t)(a >> 16) * RGBA, right = (size_t)(b >> 16) * RGBA;
            for (int c = 0; c < RGBA; c++) {
                *out++ = (uint8_t)((rows[0][left + (size_t)c] + rows[0][right + (size_t)c] +
                                    rows[1][left + (size_t)c] + rows[1][right + (size_t)c]) >>
                                   2);
            }
        }
    }
}

void q3_image_halve(const uint8_t *in, int width, int height, uint8_t *out)
{
    const size_t row = (size_t)width * RGBA;
    if (width == 1 || height == 1) {
        const size_t pixels = (size_t)width * (size_t)height / 2;
        for (size_t i = 0; i < pixels; i++) {
            for (size_t c = 0; c < RGBA; c++) {
                out[i * RGBA + c] =
                    (uint8_t)((in[i * 2 * RGBA + c] + in[(i * 2 + 1) * RGBA + c]) >> 1);
            }
        }
        return;
    }
    for (int y = 0; y < height / 2; y++, in += 2 * row) {
        for (size_t x = 0; x < (size_t)width / 2; x++) {
            const uint8_t *p = in + x * 2 * RGBA;
            for (size_t c = 0; c < RGBA; c++) {
                *out++ = (uint8_t)((p[c] + p[RGBA + c] + p[row + c] + p[row + RGBA + c]) >> 2);
            }
        }
    }
}

static int halve_side(int side)
{
    return side > 1 ? side / 2 : 1;
}

int q3_image_make(struct q3_image *image, const struct image_rgba *picture, bool mipmaps,
                  struct format_error *err)
{
    const int width = q3_image_side(picture->width), height = q3_image_side(picture->height);
    size_t sizes[Q3_IMAGE_LEVELS], total = 0;
    *image = (struct q3_image){.width = width, .height = height, .opaque = true};
    for (int w = width, h = height, last = 0; !last && image->num_levels < Q3_IMAGE_LEVELS;
         w = halve_side(w), h = halve_side(h)) {
        last = !mipmaps || (w == 1 && h == 1);
        sizes[image->num_levels] = (size_t)w * (size_t)h * RGBA;
        total += sizes[image->num_levels++];
    }
    uint8_t *memory = malloc(total);
    if (!memory) {
        *image = (struct q3_image){0};
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (texture)");
    }
    for (int i = 0; i < image->num_levels; i++) {
        image->levels[i] = memory;
        memory += sizes[i];
    }
    if (width == picture->width && height == picture->height) {
        memcpy(image->levels[0], picture->rgba, sizes[0]);
    } else {
        q3_image_resample(picture->rgba, picture->width, picture->height, image->levels[0], width,
                          height);
    }
    for (int i = 1, w = width, h = height; i < image->num_levels;
         i++, w = halve_side(w), h = halve_side(h)) {
        q3_image_halve(image->levels[i - 1], w, h, image->levels[i]);
    }
    for (size_t i = 3; i < (size_t)picture->width * (size_t)picture->height * RGBA; i += RGBA) {
        image->opaque = image->opaque && picture->rgba[i] == 255;
    }
    return FORMAT_OK;
}

void q3_image_free(struct q3_image *image)
{
    free(image->levels[0]);
    *image = (struct q3_image){0};
}
