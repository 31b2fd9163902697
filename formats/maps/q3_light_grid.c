/* Light in Quake III's maps: its brightness, and the grid that lights what moves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/q3_lexer.h"
#include "formats/base/vec.h"
#include "formats/maps/q3_bsp_internal.h"

enum { GRID_DIRECTED = 3, GRID_LONGITUDE = 6, GRID_LATITUDE = 7 };

static const float AMBIENT_SCALE = 0.6f;
static const float CELL_SIZE_MIN = 1.0f, CELL_SIZE_MAX = 65536.0f;

void q3_light_shift(uint8_t rgb[3], unsigned shift)
{
    unsigned c[3], most = 0;
    for (int i = 0; i < 3; i++) {
        c[i] = (unsigned)rgb[i] << shift;
        most = c[i] > most ? c[i] : most;
    }
    for (int i = 0; i < 3; i++) {
        rgb[i] = (uint8_t)(most > 255 ? c[i] * 255 / most : c[i]);
    }
}

void q3_bsp_brighten(struct q3_bsp *bsp, unsigned shift)
{
    const struct q3_bsp_grid *grid = &bsp->grid;
    for (size_t i = 0; i < (size_t)bsp->num_lightmaps * Q3_LIGHTMAP_BYTES; i += 3) {
        q3_light_shift(bsp->lightmaps + i, shift);
    }
    for (uint32_t i = 0; i < bsp->num_vertices; i++) {
        q3_light_shift(bsp->vertices[i].color, shift);
    }
    const size_t samples =
        grid->samples ? (size_t)grid->counts[0] * (size_t)grid->counts[1] * (size_t)grid->counts[2]
                      : 0;
    for (size_t i = 0; i < samples; i++) {
        q3_light_shift(grid->samples + i * Q3_GRID_SAMPLE, shift);
        q3_light_shift(grid->samples + i * Q3_GRID_SAMPLE + GRID_DIRECTED, shift);
    }
}

static void read_size(const char *entities, float size[3])
{
    char key[32], value[128], word[Q3_WORD_SIZE];
    size[0] = size[1] = 64.0f;
    size[2] = 128.0f;
    while (q3_worldspawn_next(&entities, key, sizeof(key), value, sizeof(value))) {
        struct q3_lexer numbers = q3_lexer_make(value, strlen(value));
        for (int i = 0; q3_lexer_same(key, "gridsize") && i < 3 && q3_lexer_next(&numbers, word);
             i++) {
            size[i] = q3_lexer_number(word);
        }
    }
}

/* Places the grid in the world's box; false if the number of samples does not fit it. */
static bool place_grid(struct q3_bsp *bsp, uint32_t samples)
{
    struct q3_bsp_grid *grid = &bsp->grid;
    uint64_t count = 1;
    read_size(bsp->entities, grid->size);
    for (int i = 0; i < 3; i++) {
        const float size = grid->size[i];
        if (!(size >= CELL_SIZE_MIN && size <= CELL_SIZE_MAX)) {
            return false;
        }
        grid->origin[i] = size * ceilf(bsp->models[0].mins[i] / size);
        const float end = size * floorf(bsp->models[0].maxs[i] / size);
        grid->counts[i] = (int32_t)((end - grid->origin[i]) / size + 1.0f);
        if (grid->counts[i] < 1) {
            return false;
        }
        count *= (uint64_t)grid->counts[i]; /* below 2^22 each: nothing overflows */
    }
    return count == samples;
}

int q3_bsp_load_grid(struct q3_loader *l)
{
    struct q3_bsp_grid *grid = &l->bsp->grid;
    const size_t size = l->size[Q3_LUMP_GRID];
    if (size == 0) {
        return FORMAT_OK;
    }
    if (!place_grid(l->bsp, l->counts[Q3_LUMP_GRID])) {
        q3_bsp_note_damage(l->bsp, l->offset[Q3_LUMP_GRID],
                           "the light grid's %u samples do not match the map's size",
                           (unsigned)l->counts[Q3_LUMP_GRID]);
        return FORMAT_OK;
    }
    grid->samples = malloc(size);
    if (!grid->samples) {
        return format_fail(l->err, FORMAT_MEMORY, l->offset[Q3_LUMP_GRID], "out of memory (map)");
    }
    memcpy(grid->samples, l->data + l->offset[Q3_LUMP_GRID], size);
    return FORMAT_OK;
}

/* Adds a corner's light by its weight; false if it has no ambient light, as inside walls: the
 * directed light is not asked (renderergl1 R_SetupEntityLightingGrid). */
static bool add_sample(const struct q3_waves *waves, const uint8_t *sample, float weight,
                       struct q3_light *light)
{
    float direction[3];
    int sum = 0;
    for (int i = 0; i < GRID_DIRECTED; i++) {
        sum += sample[i];
    }
    if (sum == 0) {
        return false;
    }
    q3_direction(waves, sample[GRID_LATITUDE], sample[GRID_LONGITUDE], direction);
    for (int i = 0; i < 3; i++) {
        light->ambient[i] += weight * (float)sample[i];
        light->directed[i] += weight * (float)sample[GRID_DIRECTED + i];
        light->direction[i] += weight * direction[i];
    }
    return true;
}

/* The sum over the eight corners of a cell; returns the weight of those that count. */
static float add_cell(const struct q3_bsp_grid *grid, const struct q3_waves *waves,
                      const int32_t cell[3], const float share[3], struct q3_light *light)
{
    float total = 0.0f;
    for (int corner = 0; corner < 8; corner++) {
        float weight = 1.0f;
        size_t at = 0, step = 1;
        bool inside = true;
        for (int i = 0; i < 3; i++) {
            const int32_t far = corner >> i & 1;
            inside = inside && cell[i] + far < grid->counts[i];
            weight *= far ? share[i] : 1.0f - share[i];
            at += step * (size_t)(cell[i] + far);
            step *= (size_t)grid->counts[i];
        }
        if (inside && add_sample(waves, grid->samples + at * Q3_GRID_SAMPLE, weight, light)) {
            total += weight;
        }
    }
    return total;
}

bool q3_bsp_light(const struct q3_bsp *bsp, const struct q3_waves *waves, const float point[3],
                  struct q3_light *light)
{
    const struct q3_bsp_grid *grid = &bsp->grid;
    float share[3];
    int32_t cell[3];
    if (!grid->samples) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        float v = (point[i] - grid->origin[i]) / grid->size[i];
        v = v >= -Q3_COORDINATE_LIMIT && v <= Q3_COORDINATE_LIMIT ? v : 0.0f;
        const float low = floorf(v);
        share[i] = v - low; /* before clamping the cell, as in the original */
        cell[i] = (int32_t)low;
        cell[i] = cell[i] < 0 ? 0 : cell[i] >= grid->counts[i] ? grid->counts[i] - 1 : cell[i];
    }
    *light = (struct q3_light){0};
    const float total = add_cell(grid, waves, cell, share, light);
    const float fill = total > 0.0f && total < 0.99f ? 1.0f / total : 1.0f;
    for (int i = 0; i < 3; i++) {
        light->ambient[i] = light->ambient[i] * fill * AMBIENT_SCALE;
        light->directed[i] *= fill;
    }
    vec_normalize(light->direction);
    return true;
}
