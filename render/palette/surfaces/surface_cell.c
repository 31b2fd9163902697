#include "render/palette/surfaces/surface_cell.h"

/* shift: 4 - mip, known where this is inlined, so that rows are straight code. The row of the
 * colormap is cut to 0..63, which valid lights never leave. */
static inline void draw_cell(const struct surface_cell *cell, int shift)
{
    const int size = 1 << shift;
    const uint8_t *source = cell->source, *colormap = cell->colormap;
    uint8_t *dest = cell->dest;
    int32_t left = cell->light[0], right = cell->light[1];
    const int32_t left_step = (cell->light[2] - left) >> shift;
    const int32_t right_step = (cell->light[3] - right) >> shift;

    for (int row = 0; row < size; row++) {
        int32_t step = (left - right) >> shift;
        int32_t light = right;
        for (int column = size - 1; column >= 0; column--) {
            dest[column] = colormap[(light & 0x3f00) + source[column]];
            light += step;
        }
        left += left_step;
        right += right_step;
        source += cell->source_stride;
        dest += cell->dest_stride;
    }
}

void surface_cell_draw(const struct surface_cell *cell, int mip)
{
    switch (mip) {
    case 0:
        draw_cell(cell, 4);
        break;
    case 1:
        draw_cell(cell, 3);
        break;
    case 2:
        draw_cell(cell, 2);
        break;
    default:
        draw_cell(cell, 1);
        break;
    }
}
