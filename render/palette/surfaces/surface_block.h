/* Lit texel blocks: which texture a face shows, and that texture under a grid of lights. */
#ifndef RENDER_PALETTE_SURFACES_SURFACE_BLOCK_H
#define RENDER_PALETTE_SURFACES_SURFACE_BLOCK_H

#include <stdint.h>

#include "formats/maps/bsp.h"
#include "render/palette/surfaces/light_color.h"

/* One mip level of a texture. */
struct surface_texture {
    const uint8_t *pixels; /* width * height; bytes after them must not be read */
    int32_t width, height;
};

/* The texture (index, or -1 = the placeholder) that `texture` shows at a time: alternate sequence
 * when the entity's frame is not 0, ten steps per second. */
int32_t surface_texture_frame(const struct bsp *bsp, int32_t texture, int32_t entity_frame,
                              double time);

/* A mip level of it; a checker when there is no data. */
struct surface_texture surface_texture_mip(const struct bsp *bsp, int32_t texture, int mip);

/* Mip level 0..3 for a scale: nearest 1/z * pixels at distance 1 * the texinfo's mip_adjust. */
int surface_mip_for_scale(float scale);

struct surface_block {
    uint8_t *dest; /* cells across * 16 >> mip wide, without gaps */
    struct surface_texture texture;
    int mip;
    int32_t texture_mins[2]; /* the face's, texels of mip 0 */
    int32_t cells[2];        /* 16-texel cells across and down, at least 1 */
    const uint32_t *grid;    /* lights at the cells' corners; with color three grids of them, one
                                behind the other */
    int32_t grid_size[2];    /* cells + 1, or 1 when the face has no extent */
    const uint8_t *colormap;
    const struct light_color *color; /* NULL: white light */
};
void surface_block_draw(const struct surface_block *block);

/* A turbulent tile: the texture, repeated until both sides are powers of two (they are 64 in
 * Quake). dest: width * height of surface_tile_side. */
int32_t surface_tile_side(int32_t side);
void surface_tile_draw(uint8_t *dest, const struct surface_texture *texture);

#endif
