#include "assets/quake3/builtin_textures.h"

#include <stdlib.h>
#include <string.h>

#include "assets/font.h"
#include "assets/name_map.h"
#include "assets/quake3/fog_density.h"
#include "formats/pictures/q3_image.h"

enum {
    DEFAULT_SIDE = 16,
    DEFAULT_GREY = 32,
    WHITE_SIDE = 8,
    DLIGHT_SIDE = 16,
    DLIGHT_MIN = 75, /* what is darker is black */
    FOG_WIDTH = 256,
    FOG_HEIGHT = 32,
    CHECKS_SIDE = 64,
    CHECK = 32,
    LETTERS_SIDE = 128,
    LETTER = 8,
    RGBA = 4
};

static void set_pixel(uint8_t *pixel, int grey, int alpha)
{
    memset(pixel, grey, 3);
    pixel[3] = (uint8_t)alpha;
}

static void draw_plain(uint8_t *out, int grey)
{
    for (int i = 0; i < WHITE_SIDE * WHITE_SIDE; i++) {
        set_pixel(out + i * RGBA, grey, 255);
    }
}

static void draw_default(uint8_t *out)
{
    for (int y = 0; y < DEFAULT_SIDE; y++) {
        for (int x = 0; x < DEFAULT_SIDE; x++, out += RGBA) {
            const bool edge = x == 0 || y == 0 || x == DEFAULT_SIDE - 1 || y == DEFAULT_SIDE - 1;
            set_pixel(out, edge ? 255 : DEFAULT_GREY, edge ? 255 : DEFAULT_GREY);
        }
    }
}

/* Falls with the square of the distance from the middle. */
static void draw_dlight(uint8_t *out)
{
    for (int y = 0; y < DLIGHT_SIDE; y++) {
        for (int x = 0; x < DLIGHT_SIDE; x++, out += RGBA) {
            const int dx = 2 * x - (DLIGHT_SIDE - 1), dy = 2 * y - (DLIGHT_SIDE - 1);
            const int light = 4 * 4000 / (dx * dx + dy * dy);
            set_pixel(out, light > 255 ? 255 : light < DLIGHT_MIN ? 0 : light, 255);
        }
    }
}

static void draw_fog(uint8_t *out)
{
    for (int y = 0; y < FOG_HEIGHT; y++) {
        for (int x = 0; x < FOG_WIDTH; x++, out += RGBA) {
            const float s = ((float)x + 0.5f) / FOG_WIDTH, t = ((float)y + 0.5f) / FOG_HEIGHT;
            set_pixel(out, 255, (int)(255.0f * q3_fog_density(s, t)));
        }
    }
}

static void draw_checks(uint8_t *out)
{
    for (int y = 0; y < CHECKS_SIDE; y++) {
        for (int x = 0; x < CHECKS_SIDE; x++, out += RGBA) {
            const bool line = x % CHECK == 0 || y % CHECK == 0;
            set_pixel(out, line ? 56 : (x / CHECK ^ y / CHECK) & 1 ? 120 : 96, 255);
        }
    }
}

static void draw_letters(uint8_t *out)
{
    for (int y = 0; y < LETTERS_SIDE; y++) {
        for (int x = 0; x < LETTERS_SIDE; x++, out += RGBA) {
            const int glyph = y / LETTER * (LETTERS_SIDE / LETTER) + x / LETTER - FONT_FIRST;
            const int row = y % LETTER, column = x % LETTER - 1;
            const bool inside = glyph >= 0 && glyph < FONT_GLYPHS && row < FONT_HEIGHT &&
                                column >= 0 && column < FONT_WIDTH;
            const bool ink =
                inside && (font_rows[glyph][row] >> (FONT_WIDTH - 1 - column) & 1) != 0;
            set_pixel(out, 255, ink ? 255 : 0);
        }
    }
}

static struct texture *make_texture(const char *name, int width, int height, const uint8_t *rgba,
                                    bool one)
{
    struct q3_image image;
    const struct image_rgba picture = {width, height, (uint8_t *)(uintptr_t)rgba};
    if (q3_image_make(&image, &picture, !one, NULL) < 0) {
        return NULL;
    }
    struct texture *texture = texture_create(name, one, image.num_levels, width, height,
                                             (const uint8_t *const *)image.levels);
    q3_image_free(&image);
    return texture;
}

static void draw_white(uint8_t *out)
{
    draw_plain(out, 255);
}

static void draw_video(uint8_t *out)
{
    draw_plain(out, 128);
}

static const struct {
    const char *name;
    int width, height;
    bool one; /* clamped, no mipmaps */
    void (*draw)(uint8_t *out);
} recipes[Q3_TEXTURES] = {
    [Q3_TEXTURE_WHITE] = {"*white", WHITE_SIDE, WHITE_SIDE, false, draw_white},
    [Q3_TEXTURE_DEFAULT] = {"*default", DEFAULT_SIDE, DEFAULT_SIDE, false, draw_default},
    [Q3_TEXTURE_DLIGHT] = {"*dlight", DLIGHT_SIDE, DLIGHT_SIDE, true, draw_dlight},
    [Q3_TEXTURE_FOG] = {"*fog", FOG_WIDTH, FOG_HEIGHT, true, draw_fog},
    [Q3_TEXTURE_VIDEO] = {"*video", WHITE_SIDE, WHITE_SIDE, false, draw_video},
    [Q3_TEXTURE_CHECKS] = {"*checks", CHECKS_SIDE, CHECKS_SIDE, false, draw_checks},
    [Q3_TEXTURE_LETTERS] = {"*letters", LETTERS_SIDE, LETTERS_SIDE, true, draw_letters},
};

struct texture *builtin_texture_make(enum q3_builtin_texture which)
{
    const int width = recipes[which].width, height = recipes[which].height;
    uint8_t *pixels = malloc((size_t)width * (size_t)height * RGBA);
    struct texture *texture = NULL;
    if (pixels) {
        recipes[which].draw(pixels);
        texture = make_texture(recipes[which].name, width, height, pixels, recipes[which].one);
        free(pixels);
    }
    return texture;
}

int builtin_textures_make(struct texture *textures[Q3_TEXTURES])
{
    int made = 0;
    memset(textures, 0, Q3_TEXTURES * sizeof(*textures));
    while (made < Q3_TEXTURES &&
           (textures[made] = builtin_texture_make((enum q3_builtin_texture)made)) != NULL) {
        made++;
    }
    if (made < Q3_TEXTURES) {
        builtin_textures_free(textures);
        return FORMAT_MEMORY;
    }
    return FORMAT_OK;
}

void builtin_textures_free(struct texture *textures[Q3_TEXTURES])
{
    for (int i = 0; i < Q3_TEXTURES; i++) {
        texture_destroy(textures[i]);
        textures[i] = NULL;
    }
}

enum q3_builtin_texture builtin_textures_find(const char *name)
{
    if (name_equal_nocase(name, "*identityLight")) {
        return Q3_TEXTURE_WHITE;
    }
    int i = 0;
    while (i < Q3_TEXTURES && !name_equal_nocase(name, recipes[i].name)) {
        i++;
    }
    return (enum q3_builtin_texture)i;
}
