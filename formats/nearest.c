#include "formats/nearest.h"

#include <stdlib.h>

enum {
    COLORS = 256,
    CELL_SIDE = 256 / NEAREST_CELLS,
    BLOCKS = NEAREST_CELLS / 2, /* of 2 x 2 x 2 cells, along each channel */
};

/* Squared distances of each colour to the nearest and the farthest middle of a block's cells, along
 * one channel. Distances are doubled, so that middles are whole numbers. */
struct reach {
    int32_t near[BLOCKS][COLORS];
    int32_t far[BLOCKS][COLORS];
};

static int middle(int cell)
{
    return 2 * cell * CELL_SIDE + CELL_SIDE - 1;
}

static int square(int x)
{
    return x * x;
}

static void make_reach(struct reach *reach, const uint8_t *palette, int channel)
{
    for (int block = 0; block < BLOCKS; block++) {
        for (int i = 0; i < COLORS; i++) {
            int a = square(2 * palette[i * 3 + channel] - middle(2 * block));
            int b = square(2 * palette[i * 3 + channel] - middle(2 * block + 1));
            reach->near[block][i] = a < b ? a : b;
            reach->far[block][i] = a < b ? b : a;
        }
    }
}

/* The colours that can be nearest to some middle in the block: of the others, one is nearer even to
 * the middle farthest from it. */
static int list_block(const struct reach reach[3], const int at[3], uint8_t list[COLORS + 1])
{
    const int32_t *far[3], *near[3];
    int32_t bound = INT32_MAX;
    int count = 0;
    for (int c = 0; c < 3; c++) {
        far[c] = reach[c].far[at[c]];
        near[c] = reach[c].near[at[c]];
    }
    for (int i = 0; i < COLORS; i++) {
        int32_t distance = far[0][i] + far[1][i] + far[2][i];
        bound = distance < bound ? distance : bound;
    }
    for (int i = 0; i < COLORS; i++) {
        list[count] = (uint8_t)i;
        count += near[0][i] + near[1][i] + near[2][i] <= bound;
    }
    return count;
}

static void fill_block(struct nearest *nearest, const uint8_t *palette, const int at[3],
                       const uint8_t *list, int count)
{
    for (int k = 0; k < 8; k++) {
        const int cell[3] = {2 * at[0] + (k >> 2), 2 * at[1] + (k >> 1 & 1), 2 * at[2] + (k & 1)};
        int32_t best_distance = INT32_MAX;
        uint8_t best = 0;
        for (int i = 0; i < count; i++) {
            const uint8_t *color = palette + (size_t)list[i] * 3;
            int32_t distance = square(2 * color[0] - middle(cell[0])) +
                               square(2 * color[1] - middle(cell[1])) +
                               square(2 * color[2] - middle(cell[2]));
            best = distance < best_distance ? list[i] : best;
            best_distance = distance < best_distance ? distance : best_distance;
        }
        nearest->index[(cell[0] * NEAREST_CELLS + cell[1]) * NEAREST_CELLS + cell[2]] = best;
    }
}

struct nearest *nearest_create(const uint8_t *palette)
{
    struct nearest *nearest = malloc(sizeof *nearest);
    struct reach *reach = malloc(3 * sizeof *reach);
    if (nearest == NULL || reach == NULL) {
        free(nearest);
        free(reach);
        return NULL;
    }
    for (int c = 0; c < 3; c++) {
        make_reach(&reach[c], palette, c);
    }
    for (int block = 0; block < BLOCKS * BLOCKS * BLOCKS; block++) {
        const int at[3] = {block / (BLOCKS * BLOCKS), block / BLOCKS % BLOCKS, block % BLOCKS};
        uint8_t list[COLORS + 1];
        int count = list_block(reach, at, list);
        fill_block(nearest, palette, at, list, count);
    }
    free(reach);
    return nearest;
}
