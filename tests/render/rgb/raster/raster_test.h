/* Fixtures of the rasterizer's tests: textures, single-pass batches, pictures. */
#ifndef TESTS_RENDER_RGB_RASTER_RASTER_TEST_H
#define TESTS_RENDER_RGB_RASTER_RASTER_TEST_H

#include "render/rgb/raster/raster.h"

/* A texture of 0xAARRGGBB by (u, v), with one mip level or all, each of the colour of its first
 * texel. Caller frees. */
struct texture *test_texture(int width, int height, bool clamp, bool levels,
                             uint32_t (*texel)(int u, int v));
struct texture *test_plain_texture(uint32_t color);
void test_free_texture(struct texture *texture);

/* Stored, with depth: the whole texture's first texel, white. */
struct raster_pass test_pass(const struct texture *texture, const float (*st)[2]);
/* Both sides, one pass. */
struct raster_batch test_batch(uint32_t num_vertices, const float (*clip)[4], uint32_t num_indexes,
                               const uint32_t *indexes, const struct raster_pass *pass);

/* A point of a picture at a depth: column and row in pixels, w in units. Far is 4096. */
void test_place(float clip[4], int width, int height, float column, float row, float w);

/* Adds a rectangle of pixels at a depth with one pass. */
void test_add_rectangle(struct raster *raster, int width, int height, const float from_to[4],
                        float w, const struct raster_pass *passes, uint32_t num_passes);

uint32_t test_pixel(const struct raster *raster, int x, int y);
uint64_t test_hash(const struct raster *raster, int width, int height);

#endif
