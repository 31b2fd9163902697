#include "render/palette/surfaces/surface_block.h"

#include <stdbool.h>
#include <string.h>

#include "render/palette/fixed.h"
#include "render/palette/surfaces/surface_cell.h"

enum { PLACEHOLDER_SIDE = 16, TEMP_STRIDE = 16 };

/* Replacement of a missing texture: the original's checker of black and the last colour. */
#define CHECK_BAND_8(a, b) a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b
#define CHECK_ROW_16 CHECK_BAND_8(0, 255)
#define CHECK_TURN_16 CHECK_BAND_8(255, 0)
#define CHECK_ROW_8 0, 0, 0, 0, 255, 255, 255, 255
#define CHECK_TURN_8 255, 255, 255, 255, 0, 0, 0, 0
#define FOUR_TIMES(row) row, row, row, row

static const uint8_t placeholder_16[] = {FOUR_TIMES(CHECK_ROW_16), FOUR_TIMES(CHECK_ROW_16),
                                         FOUR_TIMES(CHECK_TURN_16), FOUR_TIMES(CHECK_TURN_16)};
static const uint8_t placeholder_8[] = {FOUR_TIMES(CHECK_ROW_8), FOUR_TIMES(CHECK_TURN_8)};
static const uint8_t placeholder_4[] = {0,   0,   255, 255, 0,   0,   255, 255,
                                        255, 255, 0,   0,   255, 255, 0,   0};
static const uint8_t placeholder_2[] = {0, 255, 255, 0};
static const uint8_t *const placeholder_mips[BSP_MIPS] = {placeholder_16, placeholder_8,
                                                          placeholder_4, placeholder_2};

int32_t surface_texture_frame(const struct bsp *bsp, int32_t texture, int32_t entity_frame,
                              double time)
{
    if (texture < 0) {
        return -1;
    }
    if (entity_frame != 0 && bsp->textures[texture].alternate_anims >= 0) {
        texture = bsp->textures[texture].alternate_anims;
    }
    int32_t total = bsp->textures[texture].anim_total;
    if (total <= 0) {
        return texture;
    }
    int32_t tenth = fixed_from_double(time * 10) % total;
    if (tenth < 0) {
        tenth += total; /* a time before 0, which the original never has */
    }
    for (int32_t i = 0; i < total; i++) {
        const struct bsp_texture *t = &bsp->textures[texture];
        if ((t->anim_min <= tenth && t->anim_max > tenth) || t->anim_next < 0) {
            break;
        }
        texture = t->anim_next;
    }
    return texture;
}

struct surface_texture surface_texture_mip(const struct bsp *bsp, int32_t texture, int mip)
{
    if (texture >= 0) {
        const struct bsp_texture *t = &bsp->textures[texture];
        if (t->mips[mip] != NULL && t->width >> mip != 0 && t->height >> mip != 0) {
            return (struct surface_texture){t->mips[mip], (int32_t)(t->width >> mip),
                                            (int32_t)(t->height >> mip)};
        }
    }
    return (struct surface_texture){placeholder_mips[mip], PLACEHOLDER_SIDE >> mip,
                                    PLACEHOLDER_SIDE >> mip};
}

/* basemip of the original with d_mipscale 1 and d_minmip 0: products of doubles, kept as floats. */
int surface_mip_for_scale(float scale)
{
    if (scale >= 1.0f) {
        return 0;
    }
    if (scale >= (float)(0.5 * 0.8)) {
        return 1;
    }
    return scale >= (float)(0.25 * 0.8) ? 2 : 3;
}

static int32_t wrap_position(int64_t position, int32_t size)
{
    int32_t rest = (int32_t)(position % size);
    return rest < 0 ? rest + size : rest;
}

/* Texels that do not lie in one piece (a texture edge inside the cell) are gathered here first. */
static void gather_cell(uint8_t temp[TEMP_STRIDE * TEMP_STRIDE],
                        const struct surface_texture *texture, int32_t s, int32_t t, int32_t size)
{
    for (int32_t y = 0; y < size; y++) {
        const uint8_t *row =
            texture->pixels +
            (ptrdiff_t)wrap_position((int64_t)t + y, texture->height) * texture->width;
        if (s + size <= texture->width) {
            memcpy(temp + y * TEMP_STRIDE, row + s, (size_t)size);
            continue;
        }
        for (int32_t x = 0; x < size; x++) {
            temp[y * TEMP_STRIDE + x] = row[wrap_position((int64_t)s + x, texture->width)];
        }
    }
}

/* A cell whose lights differ between red, green and blue. above, below: rows of the first grid.
 * False, and nothing is drawn, when all its lights are white. */
static bool draw_colored(const struct surface_block *block, const struct surface_cell *c,
                         const uint32_t *above, const uint32_t *below, int32_t left, int32_t right)
{
    const ptrdiff_t lights = (ptrdiff_t)block->grid_size[0] * block->grid_size[1];
    int32_t light[LIGHT_CHANNELS][4];
    int32_t differ = 0;
    for (int channel = 0; channel < LIGHT_CHANNELS; channel++) {
        light[channel][0] = (int32_t)above[left];
        light[channel][1] = (int32_t)above[right];
        light[channel][2] = (int32_t)below[left];
        light[channel][3] = (int32_t)below[right];
        for (int i = 0; i < 4; i++) {
            differ |= light[channel][i] ^ c->light[i];
        }
        above += lights;
        below += lights;
    }
    if (differ == 0) {
        return false;
    }
    light_color_cell(block->color, c, (const int32_t(*)[4])light, block->mip);
    return true;
}

void surface_block_draw(const struct surface_block *block)
{
    const struct surface_texture *texture = &block->texture;
    const int32_t size = 16 >> block->mip;
    const int32_t width = block->cells[0] * size;
    /* The original makes the remainder positive by adding texture sizes << 16; the result is the
     * same. */
    const int32_t s_start = wrap_position(block->texture_mins[0] >> block->mip, texture->width);
    int32_t t = wrap_position(block->texture_mins[1] >> block->mip, texture->height);
    uint8_t temp[TEMP_STRIDE * TEMP_STRIDE] = {0};
    struct surface_cell c = {.dest_stride = width, .colormap = block->colormap};

    for (int32_t v = 0; v < block->cells[1]; v++) {
        int32_t above = v < block->grid_size[1] ? v : block->grid_size[1] - 1;
        int32_t below = v + 1 < block->grid_size[1] ? v + 1 : block->grid_size[1] - 1;
        const uint32_t *grid_above = block->grid + (ptrdiff_t)above * block->grid_size[0];
        const uint32_t *grid_below = block->grid + (ptrdiff_t)below * block->grid_size[0];
        int32_t s = s_start;

        c.dest = block->dest + (ptrdiff_t)v * size * width;
        for (int32_t u = 0; u < block->cells[0]; u++) {
            int32_t right = u + 1 < block->grid_size[0] ? u + 1 : block->grid_size[0] - 1;
            int32_t left = u < right ? u : right;
            c.light[0] = (int32_t)grid_above[left];
            c.light[1] = (int32_t)grid_above[right];
            c.light[2] = (int32_t)grid_below[left];
            c.light[3] = (int32_t)grid_below[right];
            if (s + size > texture->width || t + size > texture->height) {
                gather_cell(temp, texture, s, t, size);
                c.source = temp;
                c.source_stride = TEMP_STRIDE;
            } else {
                c.source = texture->pixels + (ptrdiff_t)t * texture->width + s;
                c.source_stride = texture->width;
            }
            if (block->color == NULL ||
                !draw_colored(block, &c, grid_above, grid_below, left, right)) {
                surface_cell_draw(&c, block->mip);
            }
            c.dest += size;
            s = wrap_position((int64_t)s + size, texture->width);
        }
        t = wrap_position((int64_t)t + size, texture->height);
    }
}

int32_t surface_tile_side(int32_t side)
{
    int32_t power = 1;
    while (power < side && power < 1 << 30) {
        power <<= 1;
    }
    return power;
}

void surface_tile_draw(uint8_t *dest, const struct surface_texture *texture)
{
    int32_t width = surface_tile_side(texture->width);
    int32_t height = surface_tile_side(texture->height);
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *row = texture->pixels + (ptrdiff_t)(y % texture->height) * texture->width;
        for (int32_t x = 0; x < width; x += texture->width) {
            int32_t count = width - x < texture->width ? width - x : texture->width;
            memcpy(dest + x, row, (size_t)count);
        }
        dest += width;
    }
}
