/* Textured spans: mip choice, lit texel blocks (the surface cache), and drawing a band's world
 * spans.
 *
 * Phases: surfaces_prepare is serial: for the surfaces that own at least one span it computes
 * gradients, chooses mips and allocates cache blocks (never evicting within a frame);
 * surfaces_build lights one missing block, any thread; surfaces_draw_band draws the spans of a band
 * with colour and z, any thread. A cached block is a pure function of (texture frame, lightmap,
 * light levels, dynamic lights). */
#ifndef RENDER_SURFACES_H
#define RENDER_SURFACES_H

#include "formats/error.h"
#include "render/kernels.h"
#include "render/renderer.h"
#include "render/world.h"

struct surfaces;

struct surfaces_target {
    uint8_t *pixels; /* width * height palette indices */
    int16_t *z;      /* width * height: 1/z * 0x8000 */
    int width, height;
};

/* colormap and palette: COLORMAP_BYTES, PALETTE_BYTES; copied. colored_light: as in
 * renderer_options. */
struct surfaces *surfaces_create(const uint8_t *colormap, const uint8_t *palette,
                                 enum render_look look, bool colored_light);
void surfaces_destroy(struct surfaces *surfaces);

/* After all bands are scanned. 0 or FORMAT_MEMORY. */
int surfaces_prepare(struct surfaces *surfaces, const struct scene *scene, const struct view *view,
                     const struct world *world) MUST_CHECK;
int surfaces_num_builds(const struct surfaces *surfaces);
void surfaces_build(struct surfaces *surfaces, int build);
void surfaces_draw_band(const struct surfaces *surfaces, const struct world_band *band,
                        const struct surfaces_target *target);
/* The band's translucent liquids over what is there by now, far ones first: where they are not
 * behind its z, mixed with its colour. z stays. */
void surfaces_draw_translucent(const struct surfaces *surfaces, const struct world *world, int band,
                               const struct surfaces_target *target);

#endif
