/* The plain C kernels: the truth the others are compared with, a pixel at a time. */
#include <math.h>

#include "render/rgb/kernels/rgb_kernels_internal.h"

/* The bytes of 0xAARRGGBB from the lowest up. */
struct color {
    int c[4];
};

enum { ALPHA = 3 };

static struct color color_of(uint32_t texel)
{
    return (struct color){{(int)(texel & 255), (int)(texel >> 8 & 255), (int)(texel >> 16 & 255),
                           (int)(texel >> 24)}};
}

/* a * b / 255, rounded to nearest. */
static int multiply_units(int a, int b)
{
    return (a * b + 127) / 255;
}

/* The same times 2^gain. */
static int multiply_with_gain(int a, int b, int gain)
{
    const int product = ((a * b << gain) + 127) / 255;
    return product < 255 ? product : 255;
}

static int add_units(int a, int b)
{
    return a + b < 255 ? a + b : 255;
}

static int mix_values(int a, int b, int weight)
{
    return (a * (256 - weight) + b * weight + 128) >> 8;
}

static struct color mix_colors(struct color a, struct color b, int weight)
{
    for (int i = 0; i < 4; i++) {
        a.c[i] = mix_values(a.c[i], b.c[i], weight);
    }
    return a;
}

static float plane_at(const struct rgb_triangle *triangle, const struct rgb_plane *plane, int32_t x,
                      int32_t y)
{
    const float row = plane->at + plane->dy * (float)(y - triangle->y0);
    return row + plane->dx * (float)(x - triangle->x0);
}

static int32_t int_of(float value)
{
    return value >= -2147483648.0f && value < 2147483648.0f ? (int32_t)value : INT32_MIN;
}

/* --- depth ---------------------------------------------------------------------------------------
 */

static int32_t depth_at(const struct rgb_triangle *triangle, int32_t x, int32_t y)
{
    const uint64_t z = triangle->z + triangle->z_dx * (uint64_t)(int64_t)(x - triangle->x0) +
                       triangle->z_dy * (uint64_t)(int64_t)(y - triangle->y0);
    const int32_t depth = (int32_t)(uint32_t)(z >> 32);
    const int32_t low = depth > triangle->z_min ? depth : triangle->z_min;
    return low < triangle->z_max ? low : triangle->z_max;
}

static bool is_covered(const struct rgb_spans *spans, int i, int32_t x)
{
    const int row = i / RGB_BLOCK_WIDTH;
    return x >= spans->left[row] && x < spans->right[row];
}

void rgb_trace_c(const struct rgb_edge *edge, int count, int32_t *columns)
{
    for (int i = 0; i < count; i++) {
        const double column = (edge->first + edge->step * i) * edge->scale;
        const double from_left = column > 0.0 ? column : 0.0;
        columns[i] = (int32_t)(from_left < edge->most ? from_left : edge->most);
    }
}

static void fill_rows(const struct rgb_triangle *triangle, const struct rgb_rows *rows,
                      int32_t *depths, uint32_t *ids, uint32_t id)
{
    for (int row = 0; row < (rows->count + 1) / 2 * 2; row++) {
        for (int32_t x = rows->left[row]; x < rows->right[row]; x++) {
            const int block = row / RGB_BLOCK_HEIGHT * rows->blocks + x / RGB_BLOCK_WIDTH;
            const int n =
                block * RGB_BLOCK + row % RGB_BLOCK_HEIGHT * RGB_BLOCK_WIDTH + x % RGB_BLOCK_WIDTH;
            const int32_t depth = depth_at(triangle, x, rows->y + row);
            if (depth <= depths[n]) {
                depths[n] = depth;
                ids[n] = id;
            }
        }
    }
}

static unsigned cover_blocks(const struct rgb_triangle *triangle, const struct rgb_spans *spans,
                             struct rgb_run run, int32_t *depths, bool write, uint8_t *masks)
{
    unsigned any = 0;
    for (int block = 0; block < run.blocks; block++) {
        unsigned mask = 0;
        for (int i = 0; i < RGB_BLOCK; i++) {
            const int32_t x = run.x + block * RGB_BLOCK_WIDTH + i % RGB_BLOCK_WIDTH;
            const int32_t depth = depth_at(triangle, x, run.y + i / RGB_BLOCK_WIDTH);
            int32_t *there = &depths[block * RGB_BLOCK + i];
            if (is_covered(spans, i, x) && depth <= *there) {
                mask |= 1u << i;
                *there = write ? depth : *there;
            }
        }
        masks[block] = (uint8_t)mask;
        any |= mask;
    }
    return any;
}

static int pick_blocks(const uint32_t *ids, int blocks, uint32_t id, uint8_t *masks, uint8_t *done)
{
    int block = 0;
    for (; block < blocks; block++) {
        unsigned mask = 0;
        for (int i = 0; i < RGB_BLOCK; i++) {
            mask |= (unsigned)(ids[block * RGB_BLOCK + i] == id) << i;
        }
        if (mask == 0) {
            break;
        }
        masks[block] = (uint8_t)mask;
        done[block] |= (uint8_t)mask;
    }
    return block;
}

/* --- textures ------------------------------------------------------------------------------------
 */

/* Coordinates and w of a block's pixels. */
struct block {
    int32_t x, y;
    float w[RGB_BLOCK];
};

static struct block block_at(const struct rgb_triangle *triangle, int32_t x, int32_t y)
{
    struct block block = {x, y, {0}};
    for (int i = 0; i < RGB_BLOCK; i++) {
        block.w[i] = 1.0f / plane_at(triangle, &triangle->over_w, x + i % RGB_BLOCK_WIDTH,
                                     y + i / RGB_BLOCK_WIDTH);
    }
    return block;
}

static void values_at(const struct rgb_triangle *triangle, const struct block *block,
                      const struct rgb_plane *plane, float values[RGB_BLOCK])
{
    for (int i = 0; i < RGB_BLOCK; i++) {
        values[i] = plane_at(triangle, plane, block->x + i % RGB_BLOCK_WIDTH,
                             block->y + i / RGB_BLOCK_WIDTH) *
                    block->w[i];
    }
}

/* Level of detail of the 2 x 2 pixels from index `first`; rgb_kernels_internal.h has the rule. */
static int32_t lod_at(const float *s, const float *t, int first)
{
    const int right = first + 1, below = first + RGB_BLOCK_WIDTH;
    const float right_s = s[right] - s[first], right_t = t[right] - t[first];
    const float below_s = s[below] - s[first], below_t = t[below] - t[first];
    const float a = right_s * right_s + right_t * right_t;
    const float b = below_s * below_s + below_t * below_t;
    float length = a > b ? a : b;
    length = length < RGB_LOD_LIMIT ? length : RGB_LOD_LIMIT;
    int32_t bits;
    memcpy(&bits, &length, sizeof bits);
    return bits - RGB_LOD_BIAS;
}

static int32_t wrap_texel(int32_t u, int32_t size, bool clamp)
{
    if (!clamp) {
        return u & (size - 1);
    }
    u = u < size - 1 ? u : size - 1;
    return u > -1 ? u : -1;
}

static struct color texel_at(const struct texture *texture, int number, int32_t s, int32_t t)
{
    const struct texture_level *level = &texture->levels[number];
    const int32_t u = wrap_texel(s >> number >> 8, level->width, texture->clamp);
    const int32_t v = wrap_texel(t >> number >> 8, level->height, texture->clamp);
    return color_of(level->texels[v * level->stride + u]);
}

/* What the distances from the edge between two texels are multiplied by. */
static float sharpness_of(int32_t lod)
{
    lod = lod > RGB_LOD_SHARPEST ? lod : RGB_LOD_SHARPEST;
    lod = lod < 0 ? lod : 0;
    const int32_t bits = RGB_SHARPNESS_ONE - (lod >> 1);
    float sharpness;
    memcpy(&sharpness, &bits, sizeof sharpness);
    return sharpness;
}

static int sharpen(int weight, float sharpness)
{
    const float sharp = ((float)weight + -RGB_EDGE) * sharpness + RGB_EDGE;
    const float least = sharp > 0.0f ? sharp : 0.0f;
    return (int)(least < 255.0f ? least : 255.0f);
}

static struct color four_texels_at(const struct texture *texture, int number, int32_t s, int32_t t,
                                   float sharpness)
{
    const struct texture_level *level = &texture->levels[number];
    const int32_t left = (int32_t)((uint32_t)(s >> number) - 128);
    const int32_t top = (int32_t)((uint32_t)(t >> number) - 128);
    const int32_t u = wrap_texel(left >> 8, level->width, texture->clamp);
    const int32_t v = wrap_texel(top >> 8, level->height, texture->clamp);
    const uint32_t *texels = &level->texels[v * level->stride + u];
    const int across = sharpen(left & 255, sharpness), down = sharpen(top & 255, sharpness);
    const struct color above = mix_colors(color_of(texels[0]), color_of(texels[1]), across);
    texels += level->stride;
    const struct color below = mix_colors(color_of(texels[0]), color_of(texels[1]), across);
    return mix_colors(above, below, down);
}

static void sample_texels(const struct rgb_triangle *triangle, const struct block *block,
                          const struct texture *texture, enum rgb_sampling sampling,
                          const struct rgb_plane *planes, struct color colors[RGB_BLOCK])
{
    float s[RGB_BLOCK], t[RGB_BLOCK];
    if (sampling == RGB_AT_NO_PLACE) {
        for (int i = 0; i < RGB_BLOCK; i++) {
            colors[i] = color_of(texture->levels[0].texels[0]);
        }
        return;
    }
    values_at(triangle, block, &planes[0], s);
    values_at(triangle, block, &planes[1], t);
    int32_t lods[RGB_BLOCK];
    float sharpness[RGB_BLOCK];
    for (int i = 0; i < RGB_BLOCK; i++) {
        const int32_t lod = lod_at(s, t, i % RGB_BLOCK_WIDTH & 2);
        lods[i] = rgb_clamp_lod(lod, sampling, texture->num_levels);
        sharpness[i] = sampling == RGB_AT_SHARP_TEXELS ? sharpness_of(lod) : 1.0f;
    }
    for (int i = 0; i < RGB_BLOCK; i++) {
        const int level = lods[i] >> 24, weight = lods[i] >> 16 & 255;
        const int32_t u = int_of(floorf(s[i])), v = int_of(floorf(t[i]));
        if (sampling == RGB_AT_ONE_TEXEL) {
            colors[i] = texel_at(texture, level, u, v);
        } else {
            colors[i] = four_texels_at(texture, level, u, v, sharpness[i]);
            if (weight != 0) {
                const struct color next = four_texels_at(texture, level + 1, u, v, 1.0f);
                colors[i] = mix_colors(colors[i], next, weight);
            }
        }
    }
}

/* --- passes --------------------------------------------------------------------------------------
 */

static void color_vertices(const struct rgb_triangle *triangle, const struct block *block,
                           const struct rgb_plane *planes, int gain, struct color colors[RGB_BLOCK])
{
    for (int c = 0; c < 4; c++) {
        float values[RGB_BLOCK];
        values_at(triangle, block, &planes[c], values);
        for (int i = 0; i < RGB_BLOCK; i++) {
            float value = values[i] > 0.0f ? values[i] : 0.0f;
            value = value < 255.0f ? value : 255.0f;
            colors[i].c[c] =
                multiply_with_gain(colors[i].c[c], (int)(value + 0.5f), c == ALPHA ? 0 : gain);
        }
    }
}

/* Source colours of a pass: all of it except blending. */
static void source_of(const struct rgb_pass *pass, const struct rgb_triangle *triangle,
                      const struct block *block, struct color colors[RGB_BLOCK])
{
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    sample_texels(triangle, block, pass->texture, pass->sampling, planes, colors);
    planes += 2;
    if (pass->second != NULL) {
        struct color second[RGB_BLOCK];
        sample_texels(triangle, block, pass->second, pass->second_sampling, planes, second);
        planes += 2;
        for (int i = 0; i < RGB_BLOCK * 4; i++) {
            int *c = &colors[i / 4].c[i % 4];
            const int other = second[i / 4].c[i % 4];
            *c = pass->sum && i % 4 != ALPHA
                     ? add_units(*c, other)
                     : multiply_with_gain(*c, other, i % 4 == ALPHA ? 0 : pass->gain);
        }
    }
    const int gain = pass->second != NULL ? 0 : pass->gain;
    if (pass->coloring == RGB_ONE_COLOR) {
        const struct color color = color_of(pass->color);
        for (int i = 0; i < RGB_BLOCK * 4; i++) {
            int *c = &colors[i / 4].c[i % 4];
            *c = multiply_with_gain(*c, color.c[i % 4], i % 4 == ALPHA ? 0 : gain);
        }
    } else if (pass->coloring == RGB_VERTEX_COLOR) {
        color_vertices(triangle, block, planes, gain, colors);
    }
}

static bool passes_alpha(int alpha, enum q3_alpha_test test)
{
    switch (test) {
    case Q3_ALPHA_GT0:
        return alpha > 0;
    case Q3_ALPHA_LT128:
        return alpha < 128;
    case Q3_ALPHA_GE128:
        return alpha >= 128;
    default:
        return true;
    }
}

static int factor_of(enum q3_factor kind, struct color source, struct color there, int c)
{
    switch (kind) {
    case Q3_FACTOR_ZERO:
        return 0;
    case Q3_FACTOR_SRC_COLOR:
        return source.c[c];
    case Q3_FACTOR_ONE_MINUS_SRC_COLOR:
        return 255 - source.c[c];
    case Q3_FACTOR_DST_COLOR:
        return there.c[c];
    case Q3_FACTOR_ONE_MINUS_DST_COLOR:
        return 255 - there.c[c];
    case Q3_FACTOR_SRC_ALPHA:
        return source.c[ALPHA];
    case Q3_FACTOR_ONE_MINUS_SRC_ALPHA:
        return 255 - source.c[ALPHA];
    default:
        return 255;
    }
}

static uint32_t blend_color(const struct rgb_pass *pass, struct color source, uint32_t pixel)
{
    const struct color there = color_of(pixel);
    uint32_t result = 0;
    for (int c = 0; c < ALPHA; c++) {
        const int a = multiply_units(source.c[c], factor_of(pass->source, source, there, c));
        const int b = multiply_units(there.c[c], factor_of(pass->destination, source, there, c));
        result |= (uint32_t)add_units(a, b) << (8 * c);
    }
    return result;
}

static void shade_block(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                        int32_t x, int32_t y, unsigned mask, uint32_t *pixels, ptrdiff_t pitch,
                        int32_t *depths)
{
    const struct block block = block_at(triangle, x, y);
    for (uint32_t n = 0; n < batch->num_passes; n++) {
        const struct rgb_pass *pass = &batch->passes[n];
        struct color colors[RGB_BLOCK];
        source_of(pass, triangle, &block, colors);
        for (int i = 0; i < RGB_BLOCK; i++) {
            if ((mask >> i & 1) == 0) {
                continue;
            }
            const int column = i % RGB_BLOCK_WIDTH, row = i / RGB_BLOCK_WIDTH;
            if (depths != NULL && pass->depth_equal &&
                depth_at(triangle, x + column, y + row) != depths[i]) {
                continue;
            }
            if (!passes_alpha(colors[i].c[ALPHA], pass->alpha_test)) {
                continue;
            }
            uint32_t *pixel = &pixels[row * pitch + column];
            *pixel = blend_color(pass, colors[i], *pixel);
            if (depths != NULL && pass->depth_write) {
                depths[i] = depth_at(triangle, x + column, y + row);
            }
        }
    }
}

static void shade_by_depth(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                           struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                           ptrdiff_t pitch, int32_t *depths)
{
    for (int n = 0; n < run.blocks; n++) {
        if (masks[n] != 0) {
            shade_block(batch, triangle, run.x + n * RGB_BLOCK_WIDTH, run.y, masks[n],
                        pixels + n * RGB_BLOCK_WIDTH, pitch,
                        depths == NULL ? NULL : depths + n * RGB_BLOCK);
        }
    }
}

static void shade_blocks(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                         struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                         ptrdiff_t pitch, int32_t *depths)
{
    (void)depths;
    shade_by_depth(batch, triangle, run, masks, pixels, pitch, NULL);
}

static void shade_flat(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                       struct rgb_bounds bounds, uint32_t *pixels, ptrdiff_t pitch)
{
    for (int32_t y = bounds.top; y < bounds.bottom; y += RGB_BLOCK_HEIGHT) {
        uint32_t *row = pixels + (y - bounds.top) * pitch;
        for (int32_t x = bounds.left; x < bounds.right; x += RGB_BLOCK_WIDTH) {
            unsigned mask = 0;
            for (int i = 0; i < RGB_BLOCK; i++) {
                const bool inside = x + i % RGB_BLOCK_WIDTH < bounds.right &&
                                    y + i / RGB_BLOCK_WIDTH < bounds.bottom;
                mask |= (unsigned)inside << i;
            }
            shade_block(batch, triangle, x, y, mask, row + (x - bounds.left), pitch, NULL);
        }
    }
}

const struct rgb_kernels rgb_kernels_table_c = {
    .trace = rgb_trace_c,
    .fill = fill_rows,
    .cover = cover_blocks,
    .pick = pick_blocks,
    .shade_lit = {shade_blocks, shade_blocks, shade_blocks, shade_blocks, shade_blocks},
    .shade_plain = shade_blocks,
    .shade_passes = shade_blocks,
    .shade_by_depth = shade_by_depth,
    .shade_flat = shade_flat,
};
