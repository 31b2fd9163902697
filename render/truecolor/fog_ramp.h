/* Fog in true colour: a texture of the fog's colour whose opacity rises with depth, drawn over each
 * surface as its last pass.
 *
 * Source: QuakeSpasm's gl_fog.c: of a colour remains exp(-(density / 64 * depth)^2), depth along
 * the view axis. */
#ifndef RENDER_TRUECOLOR_FOG_RAMP_H
#define RENDER_TRUECOLOR_FOG_RAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/palette/scene_palette.h"
#include "render/rgb/raster/raster.h"

struct fog_ramp { /* start from {0} */
    struct texture *texture;
    struct texture *plain;   /* a texel of the colour, for the sky */
    float scale;             /* texture coordinate s for each unit of depth */
    bool shown;              /* the frame has fog */
    uint8_t color[4];        /* red, green, blue as drawn; 255 */
    struct palette_fog made; /* what the texture is of */
};

/* For a frame with this fog. Returns 0, or FORMAT_MEMORY: no fog is shown then. */
int fog_ramp_set(struct fog_ramp *ramp, const struct palette_fog *fog) MUST_CHECK;
void fog_ramp_free(struct fog_ramp *ramp);

/* Texture coordinates of points in clip space. */
void fog_ramp_place(const struct fog_ramp *ramp, const float (*clip)[4], uint32_t count,
                    float (*st)[2]);
/* Mixes a colour (red, green, blue) with the fog at a depth, units. */
void fog_ramp_color(const struct fog_ramp *ramp, float depth, uint8_t color[3]);
/* The pass over a surface. opacity: of the surface, 255 = opaque. */
struct raster_pass fog_ramp_pass(const struct fog_ramp *ramp, const float (*st)[2],
                                 uint8_t opacity);

/* The pass over the sky, which has the same share of fog everywhere, 0..1. st: any. */
struct raster_pass fog_ramp_layer(const struct fog_ramp *ramp, float share, const float (*st)[2]);

#endif
