#include "render/truecolor/true_level.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/palette/surfaces/surface_block.h"

enum {
    GRID_ON_STACK = 1024, /* lights of a face, all channels */
    LIGHT_MAX = 1023,
    MORE_SAMPLES = 1 << 22,
    GAIN_PLAIN = 1 /* light 255 is twice the texture */
};

static unsigned texture_flags(const struct bsp_texture *texture)
{
    if (texture->name[0] == '*') {
        return TRUE_MIPS;
    }
    return texture->name[0] == '{' ? TRUE_MIPS | TRUE_GLOW | TRUE_HOLES : TRUE_MIPS | TRUE_GLOW;
}

static bool make_textures(struct true_level *level, const struct bsp *bsp, const uint8_t *palette)
{
    for (uint32_t i = 0; i < bsp->num_textures; i++) {
        const struct bsp_texture *texture = &bsp->textures[i];
        const struct true_picture picture = {.pixels = texture->mips[0],
                                             .width = (int)texture->width,
                                             .height = (int)texture->height,
                                             .stride = (int)texture->width,
                                             .flags = texture_flags(texture),
                                             .hole = BSP_HOLE};
        if (texture->mips[0] != NULL &&
            true_texture_make(&level->textures[i], &picture, palette) != 0) {
            return false;
        }
    }
    return true_texture_make_missing(&level->textures[bsp->num_textures]) == 0;
}

/* In a level each sample belongs to one face; in a hostile map all of them may belong to every
 * face, and faces without samples may be large. */
static void limit_light(struct true_level *level, const struct bsp *bsp)
{
    size_t left = bsp->light_size * 4 + MORE_SAMPLES;
    for (uint32_t i = 0; i < bsp->num_faces; i++) {
        struct bsp_face_light grid;
        bsp_face_light(bsp, i, &grid);
        const size_t samples = (size_t)grid.width * grid.height;
        level->lights[i].too_much = samples > left;
        left -= samples > left ? 0 : samples;
    }
}

struct true_level *true_level_create(const struct bsp *bsp, const uint8_t *palette)
{
    struct true_level *level = calloc(1, sizeof *level);
    if (level == NULL) {
        return NULL;
    }
    level->bsp = bsp;
    level->num_textures = bsp->num_textures;
    level->unlit = bsp->light_size == 0;
    level->textures = calloc((size_t)bsp->num_textures + 1, sizeof *level->textures);
    level->lights = calloc((size_t)bsp->num_faces + 1, sizeof *level->lights);
    if (level->textures == NULL || level->lights == NULL ||
        level_mesh_make(&level->mesh, bsp) != 0 || !make_textures(level, bsp, palette)) {
        true_level_destroy(level);
        return NULL;
    }
    limit_light(level, bsp);
    return level;
}

void true_level_destroy(struct true_level *level)
{
    if (level == NULL) {
        return;
    }
    for (uint32_t i = 0; level->textures != NULL && i <= level->num_textures; i++) {
        true_texture_free(&level->textures[i]);
    }
    for (uint32_t i = 0; level->lights != NULL && i < level->mesh.num_faces; i++) {
        texture_destroy(level->lights[i].texture);
    }
    level_mesh_free(&level->mesh);
    free(level->textures);
    free(level->lights);
    free(level);
}

/* The counts are compared, too, so that reads stay in range even if two maps were confused. */
bool true_level_is_of(const struct true_level *level, const struct bsp *bsp)
{
    return object_id_same(level->mesh.identity, bsp->identity) &&
           level->mesh.num_faces == bsp->num_faces && level->num_textures == bsp->num_textures;
}

struct true_texture true_level_texture(const struct true_level *level, uint32_t face,
                                       int32_t entity_frame, double time)
{
    const struct bsp *bsp = level->bsp;
    const int32_t first = bsp->texinfo[bsp->faces[face].texinfo].texture;
    const int32_t number = surface_texture_frame(bsp, first, entity_frame, time);
    if (number >= 0 && level->replaced != NULL && level->replaced[number].color != NULL) {
        return (struct true_texture){level->replaced[number].color, level->replaced[number].glow};
    }
    const struct true_texture *texture =
        &level->textures[number >= 0 ? (uint32_t)number : bsp->num_textures];
    return texture->color != NULL ? *texture : level->textures[bsp->num_textures];
}

/* ---- Light ---- */

static uint8_t gain_for(const uint32_t *sums, size_t count)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        most = sums[i] > most ? sums[i] : most;
    }
    most >>= 8;
    return most <= 255 ? GAIN_PLAIN : most <= 510 ? GAIN_PLAIN + 1 : GAIN_PLAIN + 2;
}

/* Light in 255ths of what a texel holds, rounded. */
static uint8_t sample_of(uint32_t sum, uint8_t gain)
{
    uint32_t light = sum >> 8 < LIGHT_MAX ? sum >> 8 : LIGHT_MAX;
    const int shift = gain - GAIN_PLAIN;
    light = (light + ((1u << shift) >> 1)) >> shift;
    return (uint8_t)(light < 255 ? light : 255);
}

/* Puts sums of one or three channels into the face's texture. texels: 4 bytes a light. */
static bool fill_light(struct face_light *light, const uint32_t *sums, size_t count, int channels,
                       int across, int down, uint8_t *texels)
{
    light->gain = gain_for(sums, count * (size_t)channels);
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < 3; c++) {
            texels[i * 4 + c] = sample_of(sums[channels == 3 ? c * count + i : i], light->gain);
        }
        texels[i * 4 + 3] = 255;
    }
    const uint8_t *levels[1] = {texels};
    if (light->texture == NULL) {
        light->texture = texture_create("", true, 1, across, down, levels);
        return light->texture != NULL;
    }
    texture_fill(light->texture, levels);
    return true;
}

/* The grids of all styles, each times its level. hdr_data counts in 16ths. */
static void add_styles(uint32_t *sums, const struct bsp *bsp, const struct bsp_face_light *grid,
                       const int32_t levels[BSP_LIGHT_STYLES], size_t count, int channels)
{
    for (uint32_t n = 0; n < grid->num_styles; n++) {
        const size_t first = (size_t)grid->offset + n * count;
        const uint32_t level = (uint32_t)levels[n];
        for (size_t i = 0; i < count && level != 0; i++) {
            for (int c = 0; c < channels; c++) {
                const size_t at = (first + i) * 3 + (size_t)c;
                uint32_t *sum = &sums[(size_t)c * count + i];
                if (channels == 1) {
                    *sum += bsp->light_data[first + i] * level;
                } else if (bsp->hdr_data != NULL) {
                    *sum += bsp->hdr_data[at] * level / 16;
                } else {
                    *sum += bsp->color_data[at] * level;
                }
            }
        }
    }
}

/* Texels from sample to sample. */
static float step_of(const float vec[4], const float row[4])
{
    const float samples = vec_length(row);
    return samples > 0.0f ? vec_length(vec) / samples : 1.0f;
}

static void add_dlights(uint32_t *sums, const struct bsp *bsp, uint32_t number,
                        const struct bsp_face_light *grid, const struct surface_dlights *dlights,
                        const uint32_t *lit, int channels)
{
    const struct bsp_face *face = &bsp->faces[number];
    const struct bsp_texinfo *texinfo = &bsp->texinfo[face->texinfo];
    const int32_t size[2] = {(int32_t)grid->width, (int32_t)grid->height};
    const size_t count = (size_t)grid->width * grid->height;
    const float step[2] = {step_of(texinfo->vecs[0], grid->rows[0]),
                           step_of(texinfo->vecs[1], grid->rows[1])};
    for (uint32_t i = 0; lit != NULL && i < dlights->num_lights; i++) {
        struct surface_spot spot;
        if ((lit[i / 32] >> (i & 31) & 1) == 0 ||
            !surface_light_reach(&dlights->lights[i], &bsp->planes[face->plane], &spot)) {
            continue;
        }
        for (int k = 0; k < 2; k++) {
            spot.local[k] = (vec_dot(spot.impact, grid->rows[k]) + grid->rows[k][3]) * step[k];
        }
        for (int c = 0; c < channels; c++) {
            surface_light_add(sums + (size_t)c * count, size, step, &spot);
        }
    }
}

/* What the light of a face is made of. */
struct light_source {
    const struct bsp *bsp;
    uint32_t face;
    const struct bsp_face_light *grid;
    const struct surface_dlights *dlights;
    const uint32_t *lit; /* words of surface_dlights_of, or NULL */
};

static bool make_light(struct face_light *light, const struct light_source *source)
{
    const struct bsp *bsp = source->bsp;
    const struct bsp_face_light *grid = source->grid;
    const size_t count = (size_t)grid->width * grid->height;
    const bool colored = (bsp->color_data != NULL || bsp->hdr_data != NULL) && grid->offset >= 0;
    const int channels = colored ? 3 : 1;
    uint32_t few[GRID_ON_STACK], *sums = few;
    uint8_t few_texels[GRID_ON_STACK * 4], *texels = few_texels;
    if (count * (size_t)channels > GRID_ON_STACK) {
        sums = malloc(count * ((size_t)channels * sizeof *sums + 4));
        if (sums == NULL) {
            return false;
        }
        texels = (uint8_t *)(sums + count * (size_t)channels);
    }
    memset(sums, 0, count * (size_t)channels * sizeof *sums);
    add_styles(sums, bsp, grid, light->levels, count, channels);
    add_dlights(sums, bsp, source->face, grid, source->dlights, source->lit, channels);
    const bool made =
        fill_light(light, sums, count, channels, (int)grid->width, (int)grid->height, texels);
    if (sums != few) {
        free(sums);
    }
    return made;
}

int true_level_light(struct true_level *level, uint32_t number, const struct palette_scene *scene,
                     const struct surface_dlights *dlights, const struct face_light **out)
{
    const struct bsp *bsp = level->bsp;
    struct face_light *light = &level->lights[number];
    struct bsp_face_light grid;
    int32_t levels[BSP_LIGHT_STYLES] = {0};
    *out = NULL;
    bsp_face_light(bsp, number, &grid);
    if (level->unlit || grid.width == 0 || light->too_much) {
        return 0;
    }
    for (uint32_t i = 0; i < grid.num_styles; i++) {
        if (grid.styles[i] < PALETTE_LIGHTSTYLES) {
            levels[i] = scene->light_levels[grid.styles[i]];
        }
    }
    const uint32_t *lit = surface_dlights_of(dlights, bsp, number);
    if (!light->current || lit != NULL || memcmp(light->levels, levels, sizeof levels) != 0) {
        const struct light_source source = {bsp, number, &grid, dlights, lit};
        memcpy(light->levels, levels, sizeof levels);
        light->current = false;
        if (!make_light(light, &source)) {
            return FORMAT_MEMORY;
        }
        light->current = lit == NULL;
    }
    *out = light;
    return 0;
}
