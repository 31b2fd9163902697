#include "render/palette/surfaces/fence.h"

#include <stdlib.h>

#include "formats/pictures/lmp.h"

enum { MIP_MAX = 3, CELL_MAX = 1 << (2 * MIP_MAX), ROW = 256 };

void fence_colormap(uint8_t *dest, const uint8_t *colormap, const struct blend *blend)
{
    const uint8_t alike = blend_nearest_other(blend, BSP_HOLE);
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        if (i % ROW == BSP_HOLE) {
            dest[i] = BSP_HOLE;
        } else {
            dest[i] = colormap[i] != BSP_HOLE ? colormap[i] : alike;
        }
    }
}

/* The number of holes from which on a smaller mip level's texel is a hole, chosen to keep the
 * texture's share of holes. cells[n]: texels that cover n holes. */
static int choose_threshold(const int64_t cells[CELL_MAX + 1], int area)
{
    int64_t wanted = 0, covered = 0, least = INT64_MAX;
    int best = area;
    for (int n = 1; n <= area; n++) {
        wanted += cells[n] * n;
    }
    for (int n = area; n >= 1; n--) {
        covered += cells[n] * area;
        int64_t off = llabs(covered - wanted);
        if (off < least) {
            least = off;
            best = n;
        }
    }
    return best;
}

/* The texels of the first level under one of a coarser; returns how many of them are holes. */
static int take_cell(const struct surface_texture *first, int mip, int32_t x, int32_t y,
                     uint8_t cell[CELL_MAX])
{
    const int side = 1 << mip;
    int holes = 0, count = 0;
    for (int row = 0; row < side; row++) {
        const uint8_t *texels =
            first->pixels + (ptrdiff_t)(y * side + row) * first->width + (ptrdiff_t)x * side;
        for (int column = 0; column < side; column++) {
            cell[count++] = texels[column];
            holes += texels[column] == BSP_HOLE;
        }
    }
    return holes;
}

void fence_mip(uint8_t *dest, const struct surface_texture *first, int mip,
               const struct blend *blend)
{
    const int32_t width = first->width >> mip, height = first->height >> mip;
    const int area = 1 << (2 * mip);
    int64_t cells[CELL_MAX + 1] = {0};
    uint8_t cell[CELL_MAX];

    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            cells[take_cell(first, mip, x, y, cell)]++;
        }
    }
    int threshold = choose_threshold(cells, area);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            int holes = take_cell(first, mip, x, y, cell);
            *dest++ =
                holes >= threshold ? BSP_HOLE : blend_mean(blend, cell, (size_t)area, BSP_HOLE);
        }
    }
}
