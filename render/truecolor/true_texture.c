#include "render/truecolor/true_texture.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_GLOWING = 224, CHANNELS = 4, SIDE_MAX = RGBA_TEXTURE_MAX_SIDE };

/* A picture of 32-bit texels: red, green, blue, alpha. */
struct canvas {
    int width, height;
    uint8_t *texels;
};

static uint8_t *texel_at(const struct canvas *canvas, int x, int y)
{
    return canvas->texels + ((size_t)y * (size_t)canvas->width + (size_t)x) * CHANNELS;
}

static bool make_canvas(struct canvas *canvas, int width, int height)
{
    *canvas = (struct canvas){width, height, malloc((size_t)width * (size_t)height * CHANNELS)};
    return canvas->texels != NULL;
}

/* Which of a picture's colours a texture has. */
enum part { PART_ALL, PART_LIT, PART_GLOW };

static void set_texel(uint8_t texel[CHANNELS], const struct true_picture *picture, enum part part,
                      const uint8_t *palette, uint8_t index)
{
    const bool holes = (picture->flags & TRUE_HOLES) != 0;
    const uint8_t shown = picture->translation != NULL ? picture->translation[index] : index;
    const bool glows = shown >= FIRST_GLOWING;
    texel[3] = holes && (picture->flags & TRUE_SHEER) == 0 ? TRUE_SOLID : 255;
    if (holes && index == picture->hole) {
        memset(texel, 0, CHANNELS);
    } else if ((part == PART_LIT && glows) || (part == PART_GLOW && !glows)) {
        memset(texel, 0, 3);
    } else {
        memcpy(texel, palette + (size_t)shown * 3, 3);
    }
}

/* Texels without opacity take the mean of their neighbours that have some, so that edges do not
 * become dark: 8 neighbours, round the picture's ends. */
static void fill_hole(const struct canvas *canvas, int x, int y)
{
    unsigned sums[3] = {0}, count = 0;
    for (int i = 0; i < 9; i++) {
        const int u = (x + i % 3 - 1 + canvas->width) % canvas->width;
        const int v = (y + i / 3 - 1 + canvas->height) % canvas->height;
        const uint8_t *near = texel_at(canvas, u, v);
        if (near[3] != 0) {
            for (int c = 0; c < 3; c++) {
                sums[c] += near[c];
            }
            count++;
        }
    }
    for (int c = 0; c < 3 && count > 0; c++) {
        texel_at(canvas, x, y)[c] = (uint8_t)(sums[c] / count);
    }
}

static void fill_holes(const struct canvas *canvas)
{
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            if (texel_at(canvas, x, y)[3] == 0) {
                fill_hole(canvas, x, y);
            }
        }
    }
}

static bool paint(struct canvas *canvas, const struct true_picture *picture, enum part part,
                  const uint8_t *palette)
{
    if (!make_canvas(canvas, picture->width, picture->height)) {
        return false;
    }
    for (int y = 0; y < picture->height; y++) {
        const uint8_t *row = picture->pixels + (ptrdiff_t)y * picture->stride;
        for (int x = 0; x < picture->width; x++) {
            set_texel(texel_at(canvas, x, y), picture, part, palette, row[x]);
        }
    }
    if ((picture->flags & TRUE_HOLES) != 0) {
        fill_holes(canvas);
    }
    return true;
}

static unsigned texture_flags(unsigned flags)
{
    return ((flags & TRUE_MIPS) != 0 ? (unsigned)RGBA_TEXTURE_MIPS : 0) |
           ((flags & TRUE_CLAMP) != 0 ? (unsigned)RGBA_TEXTURE_CLAMP : 0);
}

static struct texture *make_part(const struct true_picture *picture, enum part part,
                                 const uint8_t *palette)
{
    struct canvas canvas = {0};
    if (!paint(&canvas, picture, part, palette)) {
        return NULL;
    }
    struct texture *texture = rgba_texture_make(canvas.texels, canvas.width, canvas.height,
                                                texture_flags(picture->flags));
    free(canvas.texels);
    return texture;
}

static bool has_glow(const struct true_picture *picture)
{
    const bool holes = (picture->flags & TRUE_HOLES) != 0;
    for (int y = 0; y < picture->height && (picture->flags & TRUE_GLOW) != 0; y++) {
        const uint8_t *row = picture->pixels + (ptrdiff_t)y * picture->stride;
        for (int x = 0; x < picture->width; x++) {
            if (row[x] >= FIRST_GLOWING && !(holes && row[x] == picture->hole)) {
                return true;
            }
        }
    }
    return false;
}

int true_texture_make(struct true_texture *texture, const struct true_picture *picture,
                      const uint8_t *palette)
{
    static const uint8_t grey = 7;
    struct true_picture whole = *picture;
    *texture = (struct true_texture){NULL, NULL};
    if (whole.pixels == NULL || whole.width < 1 || whole.height < 1 || whole.width > SIDE_MAX ||
        whole.height > SIDE_MAX) {
        whole = (struct true_picture){.pixels = &grey, .width = 1, .height = 1, .stride = 1};
    }
    const bool glows = has_glow(&whole);
    texture->color = make_part(&whole, glows ? PART_LIT : PART_ALL, palette);
    texture->glow = glows ? make_part(&whole, PART_GLOW, palette) : NULL;
    if (texture->color == NULL || (glows && texture->glow == NULL)) {
        true_texture_free(texture);
        return FORMAT_MEMORY;
    }
    return 0;
}

int true_texture_make_rgba(struct true_texture *texture, const uint8_t *rgba, int width, int height,
                           unsigned flags)
{
    *texture = (struct true_texture){NULL, NULL};
    if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) {
        return FORMAT_MEMORY;
    }
    texture->color = rgba_texture_make(rgba, width, height, texture_flags(flags));
    return texture->color != NULL ? 0 : FORMAT_MEMORY;
}

int true_texture_make_missing(struct true_texture *texture)
{
    static const uint8_t squares[4 * CHANNELS] = {159, 91, 83, 255, 0,   0,  0,  255,
                                                  0,   0,  0,  255, 159, 91, 83, 255};
    const uint8_t *levels[1] = {squares};
    *texture = (struct true_texture){texture_create("", false, 1, 2, 2, levels), NULL};
    return texture->color != NULL ? 0 : FORMAT_MEMORY;
}

void true_texture_free(struct true_texture *texture)
{
    texture_destroy(texture->color);
    texture_destroy(texture->glow);
    *texture = (struct true_texture){NULL, NULL};
}
