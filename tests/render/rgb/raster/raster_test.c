#include "tests/render/rgb/raster/raster_test.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static uint8_t *make_level(int width, int height, int n, uint32_t (*texel)(int u, int v))
{
    uint8_t *rgba = malloc((size_t)width * (size_t)height * 4), *p = rgba;
    cr_assert_not_null(rgba);
    for (int v = 0; v < height; v++) {
        for (int u = 0; u < width; u++, p += 4) {
            const uint32_t color = texel(u << n, v << n);
            p[0] = (uint8_t)(color >> 16);
            p[1] = (uint8_t)(color >> 8);
            p[2] = (uint8_t)color;
            p[3] = (uint8_t)(color >> 24);
        }
    }
    return rgba;
}

struct texture *test_texture(int width, int height, bool clamp, bool levels,
                             uint32_t (*texel)(int u, int v))
{
    uint8_t *rgba[TEXTURE_LEVELS];
    int count = 0, w = width, h = height;
    do {
        rgba[count] = make_level(w, h, count, texel);
        count++;
        w = width >> count > 1 ? width >> count : 1;
        h = height >> count > 1 ? height >> count : 1;
    } while (levels && (width | height) >> count != 0);
    struct texture *texture =
        texture_create("test", clamp, count, width, height, (const uint8_t *const *)rgba);
    cr_assert_not_null(texture);
    for (int n = 0; n < count; n++) {
        free(rgba[n]);
    }
    return texture;
}

struct texture *test_plain_texture(uint32_t color)
{
    const uint8_t rgba[4] = {(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color,
                             (uint8_t)(color >> 24)};
    const uint8_t *const levels[] = {rgba};
    struct texture *texture = texture_create("plain", false, 1, 1, 1, levels);
    cr_assert_not_null(texture);
    return texture;
}

void test_free_texture(struct texture *texture)
{
    texture_destroy(texture);
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
    cr_assert_eq(raster_add(raster_queue(raster, 0), &batch), 0);
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
