#include "assets/desktop/icon.h"

#include <stddef.h>

#include "formats/base/stb.h"

extern const unsigned char icon_png[]; /* made by tools/embed */
extern const size_t icon_png_size;

uint8_t *icon_pixels(int *width, int *height)
{
    int channels;
    return stbi_load_from_memory(icon_png, (int)icon_png_size, width, height, &channels, 4);
}
