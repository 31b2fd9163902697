/* Textured spans: mip choice, lit texel blocks (the surface cache), and drawing a band's world
 * spans.
 *
 * Phases: surfaces_prepare is serial: for the surfaces that own at least one span it computes
 * gradients, chooses mips and allocates cache blocks (never evicting within a frame);
 * surfaces_build lights one missing block, any thread; surfaces_draw_band draws the spans of a band
 * with colour and z, any thread. A cached block is a pure function of (texture frame, lightmap,
 * light levels, dynamic lights). */
#ifndef RENDER_PALETTE_SURFACES_SURFACES_H
#define RENDER_PALETTE_SURFACES_SURFACES_H

#include "formats/base/error.h"
#include "render/look.h"
#include "render/palette/kernels/kernels.h"
#include "render/palette/world/world.h"

struct surfaces;

struct surfaces_target {
    uint8_t *pixels; /* width * height palette indices */
    int16_t *z;      /* width * height: 1/z * 0x8000 */
    int width, height;
};

/* colormap and palette: COLORMAP_BYTES, PALETTE_BYTES; copied. colored_light: as in
 * palette_options. */
struct surfaces *surfaces_create(const uint8_t *colormap, const uint8_t *palette,
                                 enum render_look look, bool colored_light);
void surfaces_destroy(struct surfaces *surfaces);

/* After all bands are scanned. 0 or FORMAT_MEMORY. */
int surfaces_prepare(struct surfaces *surfaces, const struct palette_scene *scene,
                     const struct view *view, const struct world *world) MUST_CHECK;
int surfaces_num_builds(const struct surfaces *surfaces);
void surfaces_build(struct surfaces *surfaces, int build);
void surfaces_draw_band(const struct surfaces *surfaces, const struct world_band *band,
                        const struct surfaces_target *target);

/* Applies fog to the band by its z, and the sky's fog to sky pixels. Called after all opaque
 * drawing; later spans bring their fog. Does nothing without fog. */
void surfaces_fog_band(const struct surfaces *surfaces, const struct world_band *band,
                       const struct surfaces_target *target);
/* Fog over those pixels of a row (u0 to before u1) that differ between copy and target, in copy. */
void surfaces_fog_changed(const struct surfaces *surfaces, const struct surfaces_target *copy,
                          const struct surfaces_target *target, int32_t u0, int32_t u1, int32_t v);

/* Fences and translucent surfaces have ranks in drawing order: first the fences, which are opaque
 * except their holes and write z, then translucent ones, far ones first. All valid after
 * surfaces_prepare. Returns the number of fences, which have the lowest ranks. */
uint32_t surfaces_num_fences(const struct surfaces *surfaces);
/* The first rank nearer than a box of this key (see world_box_key) and distance (squared). */
uint32_t surfaces_rank(const struct surfaces *surfaces, int32_t key, float distance);
/* The blend table of an opacity, 1..BLEND_OPACITIES - 1. Returns NULL if out of memory. */
const uint8_t *surfaces_opacity_table(struct surfaces *surfaces, int opacity);

/* Draws the band's spans of ranks below rank_end, where their depth passes; translucent ones
 * are mixed with the target and leave z alone. place: spans drawn so far, 0 at first; returns the
 * new number. */
uint32_t surfaces_draw_see_through(const struct surfaces *surfaces, const struct world *world,
                                   int band, const struct surfaces_target *target, uint32_t place,
                                   uint32_t rank_end);

#endif
