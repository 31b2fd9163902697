#include "formats/pictures/nearest.h"

#include <stdlib.h>

enum {
    COLORS = 256,
    CUBES = NEAREST_CUBES * NEAREST_CUBES * NEAREST_CUBES,
    CELL_SIDE = 256 / NEAREST_CELLS,
    BLOCKS = NEAREST_CELLS / 2, /* blocks of 2 x 2 x 2 cells, along each channel */
    BLOCKS_IN_CUBE = BLOCKS / NEAREST_CUBES
};

/* Squared distances of each colour to the nearest and the farthest point of a box, along one
 * channel. Coordinates are doubled, so that cell centres are integers. */
struct reach {
    int32_t near[BLOCKS][COLORS];
    int32_t far[BLOCKS][COLORS];
};

static int cell_middle(int cell)
{
    return 2 * cell * CELL_SIDE + CELL_SIDE - 1;
}

static int square_int(int x)
{
    return x * x;
}

/* The box extends from low to high, both doubled. */
static void make_reach(struct reach *reach, int box, const uint8_t *palette, int channel, int low,
                       int high)
{
    for (int i = 0; i < COLORS; i++) {
        int color = 2 * palette[i * 3 + channel];
        int a = square_int(color - low), b = square_int(color - high);
        reach->near[box][i] = color < low ? a : color > high ? b : 0;
        reach->far[box][i] = a < b ? b : a;
    }
}

/* The minimum over all colours of the farthest distance; written for vectorisation. */
static int32_t find_bound(const int32_t *const far[3])
{
    int32_t bound = INT32_MAX;
    for (int i = 0; i < COLORS; i++) {
        int32_t distance = far[0][i] + far[1][i] + far[2][i];
        bound = distance < bound ? distance : bound;
    }
    return bound;
}

/* The colours of a list (NULL: all) that can be nearest to some point of the box: leaves out a
 * colour whose closest distance exceeds another's farthest one. */
static int list_box(const struct reach reach[3], const int at[3], const uint8_t *from,
                    int from_count, uint8_t list[COLORS + 1])
{
    const int32_t *far[3], *near[3];
    int count = 0;
    for (int c = 0; c < 3; c++) {
        far[c] = reach[c].far[at[c]];
        near[c] = reach[c].near[at[c]];
    }
    int32_t bound = from == NULL ? find_bound(far) : INT32_MAX;
    for (int k = 0; from != NULL && k < from_count; k++) {
        int32_t distance = far[0][from[k]] + far[1][from[k]] + far[2][from[k]];
        bound = distance < bound ? distance : bound;
    }
    for (int k = 0; k < from_count; k++) {
        int i = from == NULL ? k : from[k];
        list[count] = (uint8_t)i;
        count += near[0][i] + near[1][i] + near[2][i] <= bound;
    }
    return count;
}

static void list_cubes(struct nearest_lists *lists, const struct reach reach[3])
{
    uint8_t list[COLORS + 1];
    uint32_t used = 0;
    for (int cube = 0; cube < CUBES; cube++) {
        const int at[3] = {cube / (NEAREST_CUBES * NEAREST_CUBES),
                           cube / NEAREST_CUBES % NEAREST_CUBES, cube % NEAREST_CUBES};
        int count = list_box(reach, at, NULL, COLORS, list);
        lists->starts[cube] = used;
        for (int i = 0; i < count; i++) {
            lists->colors[used++] = list[i];
        }
    }
    lists->starts[CUBES] = used;
}

struct nearest_lists *nearest_lists_create(const uint8_t *palette)
{
    struct nearest_lists *lists = malloc(sizeof *lists + CUBES * COLORS);
    struct reach *reach = malloc(3 * sizeof *reach);
    if (lists == NULL || reach == NULL) {
        free(lists);
        free(reach);
        return NULL;
    }
    for (int c = 0; c < 3; c++) {
        for (int cube = 0; cube < NEAREST_CUBES; cube++) {
            int low = cube * NEAREST_CUBE_SIDE;
            make_reach(&reach[c], cube, palette, c, 2 * low, 2 * (low + NEAREST_CUBE_SIDE - 1));
        }
    }
    list_cubes(lists, reach);
    free(reach);
    struct nearest_lists *fitting = realloc(
        lists, sizeof *lists +
                   lists->starts[CUBES]); /* shrinks: the lists take part of the reserved maximum */
    return fitting != NULL ? fitting : lists;
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
            int32_t distance = square_int(2 * color[0] - cell_middle(cell[0])) +
                               square_int(2 * color[1] - cell_middle(cell[1])) +
                               square_int(2 * color[2] - cell_middle(cell[2]));
            best = distance < best_distance ? list[i] : best;
            best_distance = distance < best_distance ? distance : best_distance;
        }
        nearest->index[(cell[0] * NEAREST_CELLS + cell[1]) * NEAREST_CELLS + cell[2]] = best;
    }
}

static void fill_cells(struct nearest *nearest, const uint8_t *palette,
                       const struct nearest_lists *lists, const struct reach reach[3])
{
    for (int block = 0; block < BLOCKS * BLOCKS * BLOCKS; block++) {
        const int at[3] = {block / (BLOCKS * BLOCKS), block / BLOCKS % BLOCKS, block % BLOCKS};
        int cube = 0;
        for (int c = 0; c < 3; c++) {
            cube = cube * NEAREST_CUBES + at[c] / BLOCKS_IN_CUBE;
        }
        const uint32_t start = lists->starts[cube];
        uint8_t list[COLORS + 1];
        int count = list_box(reach, at, lists->colors + start,
                             (int)(lists->starts[cube + 1] - start), list);
        fill_block(nearest, palette, at, list, count);
    }
}

struct nearest *nearest_create(const uint8_t *palette)
{
    struct nearest *nearest = malloc(sizeof *nearest);
    struct nearest_lists *lists = nearest_lists_create(palette);
    struct reach *reach = malloc(3 * sizeof *reach);
    if (nearest == NULL || lists == NULL || reach == NULL) {
        free(nearest);
        nearest = NULL;
    } else {
        for (int c = 0; c < 3; c++) {
            for (int block = 0; block < BLOCKS; block++) {
                make_reach(&reach[c], block, palette, c, cell_middle(2 * block),
                           cell_middle(2 * block + 1));
            }
        }
        fill_cells(nearest, palette, lists, reach);
    }
    free(lists);
    free(reach);
    return nearest;
}
