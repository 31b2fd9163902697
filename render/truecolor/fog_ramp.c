#include "render/truecolor/fog_ramp.h"

#include <string.h>

#include "formats/base/dmath.h"

/* At the ramp's end 1/600 of a colour is left, less than a level. */
enum { TEXELS = 1024 };
static const double last = 2.53;

static uint8_t level_of(float part)
{
    const float level = part * 255.0f + 0.5f;
    return (uint8_t)(level > 0.0f ? level < 255.0f ? level : 255.0f : 0.0f);
}

static bool is_same(const struct palette_fog *a, const struct palette_fog *b)
{
    return a->density == b->density && memcmp(a->color, b->color, sizeof a->color) == 0;
}

int fog_ramp_set(struct fog_ramp *ramp, const struct palette_fog *fog)
{
    uint8_t texels[TEXELS][4];
    const uint8_t *levels[1] = {texels[0]};
    ramp->shown = fog->density > 0.0f && fog->density < 1e6f;
    if (!ramp->shown ||
        (ramp->texture != NULL && ramp->plain != NULL && is_same(&ramp->made, fog))) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        ramp->color[i] = level_of(fog->color[i]);
    }
    ramp->color[3] = 255;
    for (int i = 0; i < TEXELS; i++) {
        const double depth = (i + 0.5) / TEXELS * last;
        memcpy(texels[i], ramp->color, 3);
        texels[i][3] = (uint8_t)((1.0 - dmath_exp(-depth * depth)) * 255.0 + 0.5);
    }
    ramp->scale = fog->density / (float)(64.0 * last);
    ramp->made = *fog;
    if (ramp->texture == NULL) {
        ramp->texture = texture_create("", true, 1, TEXELS, 1, levels);
    } else {
        texture_fill(ramp->texture, levels);
    }
    texture_destroy(ramp->plain);
    levels[0] = ramp->color;
    ramp->plain = texture_create("", false, 1, 1, 1, levels);
    ramp->shown = ramp->texture != NULL && ramp->plain != NULL;
    return ramp->shown ? 0 : FORMAT_MEMORY;
}

void fog_ramp_free(struct fog_ramp *ramp)
{
    texture_destroy(ramp->texture);
    texture_destroy(ramp->plain);
    memset(ramp, 0, sizeof *ramp);
}

void fog_ramp_place(const struct fog_ramp *ramp, const float (*clip)[4], uint32_t count,
                    float (*st)[2])
{
    for (uint32_t i = 0; i < count; i++) {
        st[i][0] = clip[i][3] * ramp->scale;
        st[i][1] = 0.5f;
    }
}

void fog_ramp_color(const struct fog_ramp *ramp, float depth, uint8_t color[3])
{
    const float place = depth * ramp->scale * (float)TEXELS;
    const int texel = place > 0.0f ? place < (float)(TEXELS - 1) ? (int)place : TEXELS - 1 : 0;
    const unsigned share = ramp->texture->levels[0].texels[texel] >> 24;
    for (int i = 0; i < 3; i++) {
        color[i] = (uint8_t)((color[i] * (255 - share) + ramp->color[i] * share + 127) / 255);
    }
}

struct raster_pass fog_ramp_pass(const struct fog_ramp *ramp, const float (*st)[2], uint8_t opacity)
{
    return (struct raster_pass){.texture = ramp->texture,
                                .st = st,
                                .flat = {255, 255, 255, opacity},
                                .source = Q3_FACTOR_SRC_ALPHA,
                                .destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
                                .magnified = true};
}

struct raster_pass fog_ramp_layer(const struct fog_ramp *ramp, float share, const float (*st)[2])
{
    return (struct raster_pass){.texture = ramp->plain,
                                .st = st,
                                .flat = {255, 255, 255, level_of(share)},
                                .source = Q3_FACTOR_SRC_ALPHA,
                                .destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA};
}
