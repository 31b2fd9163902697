#include "tests/render/rgb/raster/raster_test.h"

#include <criterion/criterion.h>
#include <stdlib.h>

struct texture *test_texture(int width, int height, bool clamp, bool levels,
                             uint32_t (*texel)(int u, int v))
{
    struct texture *texture = calloc(1, sizeof *texture);
    cr_assert_not_null(texture);
    texture->clamp = clamp;
    for (int n = 0;; n++) {
        struct texture_level *level = &texture->levels[texture->num_levels++];
        level->width = width >> n > 1 ? width >> n : 1;
        level->height = height >> n > 1 ? height >> n : 1;
        level->stride = level->width + 2;
        uint32_t *texels =
            malloc((size_t)level->stride * (size_t)(level->height + 2) * sizeof *texels);
        cr_assert_not_null(texels);
        for (int v = -1; v <= level->height; v++) {
            for (int u = -1; u <= level->width; u++) {
                const int last_u = level->width - 1, last_v = level->height - 1;
                const int x = clamp ? (u < 0 ? 0 : u > last_u ? last_u : u) : u & last_u;
                const int y = clamp ? (v < 0 ? 0 : v > last_v ? last_v : v) : v & last_v;
                texels[(v + 1) * level->stride + u + 1] = texel(x << n, y << n);
            }
        }
        level->texels = texels + level->stride + 1;
        if (!levels || (level->width == 1 && level->height == 1)) {
            return texture;
        }
    }
}

struct texture *test_plain_texture(uint32_t color)
{
    struct texture *texture = calloc(1, sizeof *texture);
    uint32_t *texels = malloc(9 * sizeof *texels);
    cr_assert(texture != NULL && texels != NULL);
    for (int i = 0; i < 9; i++) {
        texels[i] = color;
    }
    texture->num_levels = 1;
    texture->levels[0] = (struct texture_level){1, 1, 3, texels + 4};
    return texture;
}

void test_free_texture(struct texture *texture)
{
    for (int n = 0; n < texture->num_levels; n++) {
        free((void *)(uintptr_t)(texture->levels[n].texels - texture->levels[n].stride - 1));
    }
    free(texture);
}

struct raster_pass test_pass(const struct texture *texture, const float (*st)[2])
{
    return (struct raster_pass){
        .texture = texture,
        .st = st,
        .flat = {255, 255, 255, 255},
        .source = Q3_FACTOR_ONE,
        .destination = Q3_FACTOR_ZERO,
        .depth_write = true,
    };
}

struct raster_batch test_batch(uint32_t num_vertices, const float (*clip)[4], uint32_t num_indexes,
                               const uint32_t *indexes, const struct raster_pass *pass)
{
    return (struct raster_batch){
        .num_vertices = num_vertices,
        .num_indexes = num_indexes,
        .clip = clip,
        .indexes = indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .num_passes = 1,
        .passes = pass,
    };
}

void test_place(float clip[4], int width, int height, float column, float row, float w)
{
    const float near_z = 4, far_z = 4096;
    clip[0] = (2 * column / (float)width - 1) * w;
    clip[1] = (1 - 2 * row / (float)height) * w;
    clip[2] = (far_z + near_z) / (far_z - near_z) * w - 2 * far_z * near_z / (far_z - near_z);
    clip[3] = w;
}

void test_add_rectangle(struct raster *raster, int width, int height, const float from_to[4],
                        float w, const struct raster_pass *passes, uint32_t num_passes)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    float clip[4][4];
    test_place(clip[0], width, height, from_to[0], from_to[1], w);
    test_place(clip[1], width, height, from_to[2], from_to[1], w);
    test_place(clip[2], width, height, from_to[2], from_to[3], w);
    test_place(clip[3], width, height, from_to[0], from_to[3], w);
    struct raster_batch batch = test_batch(4, clip, 6, indexes, passes);
    batch.num_passes = num_passes;
    cr_assert_eq(raster_add(raster, &batch), 0);
}

uint32_t test_pixel(const struct raster *raster, int x, int y)
{
    size_t pitch;
    const uint32_t *pixels = raster_pixels(raster, &pitch);
    return pixels[(size_t)y * pitch + (size_t)x];
}

uint64_t test_hash(const struct raster *raster, int width, int height)
{
    uint64_t hash = 14695981039346656037u;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            hash = (hash ^ test_pixel(raster, x, y)) * 1099511628211u;
        }
    }
    return hash;
}
