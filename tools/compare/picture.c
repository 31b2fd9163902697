#include "tools/compare/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/pictures/png.h"
#include "tools/compare/measure.h"

bool picture_read(struct picture *picture, const char *path)
{
    struct file_bytes file;
    *picture = (struct picture){0};
    if (platform_read_file(path, &file) != 0) {
        return false;
    }
    const bool good = png_read_rgb(file.data, file.size, &picture->pixels, &picture->width,
                                   &picture->height) == 0;
    platform_free_file(&file);
    return good;
}

bool picture_create(struct picture *picture, int width, int height)
{
    *picture =
        (struct picture){calloc((size_t)width * (size_t)height, sizeof(uint32_t)), width, height};
    return picture->pixels != NULL;
}

void picture_free(struct picture *picture)
{
    free(picture->pixels);
    *picture = (struct picture){0};
}

void picture_write(const struct picture *picture, const char *directory, const char *name,
                   const char *kind)
{
    char path[1024];
    struct byte_writer png = {0};
    snprintf(path, sizeof(path), "%s/%.*s_%s.png", directory, (int)strcspn(name, "."), name, kind);
    FILE *file = png_encode_rgb(picture->pixels, picture->width, picture->height, &png) == 0
                     ? fopen(path, "wb")
                     : NULL;
    if (!file || fwrite(png.data, 1, png.size, file) != png.size) {
        fprintf(stderr, "compare: cannot write %s\n", path);
    }
    if (file) {
        fclose(file);
    }
    byte_writer_free(&png);
}

void picture_difference(const struct picture *ours, const struct picture *reference, int within,
                        struct picture *map)
{
    const size_t pixels = (size_t)ours->width * (size_t)ours->height;
    for (size_t i = 0; i < pixels; i++) {
        const uint32_t p = ours->pixels[i] & 0xffffff;
        const uint32_t grey = ((p >> 16) + (p >> 8 & 255) + (p & 255)) / 12;
        const int apart = measure_pixel(p, reference->pixels[i]);
        const uint32_t red = apart > 63 ? 255 : 95 + (uint32_t)apart * 5 / 2;
        map->pixels[i] = apart <= within ? grey * 0x10101 : red << 16 | grey << 8;
    }
}
