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

/* After all that hides what is behind it: fog over the band by its z, and the sky's own over what
 * is still sky. Nothing when there is no fog. What is drawn later takes its fog with it. */
void surfaces_fog_band(const struct surfaces *surfaces, const struct world_band *band,
                       const struct surfaces_target *target);
/* Fog over those pixels of a row (u0 to before u1) that differ between copy and target, in copy. */
void surfaces_fog_changed(const struct surfaces *surfaces, const struct surfaces_target *copy,
                          const struct surfaces_target *target, int32_t u0, int32_t u1, int32_t v);

/* What one can see through has ranks in the order in which it is drawn: first the fences (opaque
 * but for their holes; they write z), then what is translucent, far ones first. After
 * surfaces_prepare: how many of the ranks are fences; */
uint32_t surfaces_num_fences(const struct surfaces *surfaces);
/* the first rank that is nearer than something of this key (see world_box_key) and distance
 * (squared); */
uint32_t surfaces_rank(const struct surfaces *surfaces, int32_t key, float distance);
/* and the table that mixes an opacity, 1 .. BLEND_OPACITIES - 1. NULL without memory. */
const uint8_t *surfaces_opacity_table(struct surfaces *surfaces, int opacity);

/* The band's spans of ranks below rank_end over what is there by now, where they are not behind its
 * z; what is translucent is mixed with its colour and leaves z alone. place: how many were drawn
 * before, at first 0; returns how many are now. */
uint32_t surfaces_draw_see_through(const struct surfaces *surfaces, const struct world *world,
                                   int band, const struct surfaces_target *target, uint32_t place,
                                   uint32_t rank_end);

#endif
