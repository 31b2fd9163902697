/* Shared by the files of surfaces.h: the plan of a frame that surfaces_prepare makes. */
#ifndef RENDER_PALETTE_SURFACES_SURFACES_INTERNAL_H
#define RENDER_PALETTE_SURFACES_SURFACES_INTERNAL_H

#include "formats/base/arrays.h"
#include "formats/pictures/lmp.h"
#include "render/palette/blend.h"
#include "render/palette/fixed.h"
#include "render/palette/fog.h"
#include "render/palette/surfaces/fence.h"
#include "render/palette/surfaces/light_color.h"
#include "render/palette/surfaces/sky.h"
#include "render/palette/surfaces/surface_block.h"
#include "render/palette/surfaces/surface_cache.h"
#include "render/palette/surfaces/surface_light.h"
#include "render/palette/surfaces/surfaces.h"

enum surface_kind {
    SURFACE_UNUSED,
    SURFACE_FLAT,
    SURFACE_LIT,
    SURFACE_TURB,
    SURFACE_SKY,
    SURFACE_SKYBOX
};

/* One surface of the world's list, ready to draw. */
struct surface_draw {
    struct span_surface span; /* flat and sky surfaces set 1/z only */
    struct span_turbulence turb;
    const uint8_t *mix; /* translucent: its table of blend.h, else NULL */
    bool see_through;   /* translucent, or a fence; then it has a */
    uint32_t rank;      /* place in surfaces.ranks */
    int32_t izi_step;
    uint8_t kind;
    uint8_t color;
    int16_t hole; /* KERNEL_HOLE or KERNEL_NO_HOLE */
};

struct see_through_rank {
    bool translucent;
    int32_t key;
    float distance;
    uint32_t surface;
    uint32_t count; /* number of spans in a band, then the index of the next one */
};

/* A block to fill before drawing. */
enum build_kind { BUILD_LIT, BUILD_TILE, BUILD_COPY };

struct surface_build {
    enum build_kind kind;
    struct surface_block block;
    const uint8_t *copy_from;
    size_t size;
    const struct bsp *bsp;
    uint32_t face;
    int32_t levels[BSP_STYLES];
    const uint32_t *lit; /* dynamic lights, or NULL */
    uint32_t *grid;      /* room for the lights; NULL: they fit on the stack */
};

/* D_DrawZSpans: the sum in float, scaled by 0x8000 * 0x10000 in double. */
static inline int32_t span_izi(const struct surface_draw *draw, const struct world_span *span)
{
    float zi = draw->span.zi_origin + (float)span->v * draw->span.zi_stepv +
               (float)span->u * draw->span.zi_stepu;
    return fixed_from_double((double)zi * 2147483648.0);
}

static inline bool surface_is_sky(const struct surface_draw *draw)
{
    return draw->kind == SURFACE_SKY || draw->kind == SURFACE_SKYBOX;
}

/* surface_fog.c. 0 or FORMAT_MEMORY. */
int surface_fog_prepare(struct surfaces *surfaces, const struct palette_scene *scene,
                        const struct view *view) MUST_CHECK;
/* Fog over a translucent span's pixels, by the depth of the span itself. */
void surface_fog_span(const struct surfaces *surfaces, const struct surface_draw *draw,
                      const struct world_span *span, uint8_t *pixels);

enum { SURFACE_STACK_GRID = 18 * 18 }; /* the original's largest grid: 256 texels */

struct surfaces {
    enum render_look look;
    const struct kernels *kernels;
    uint8_t colormap[COLORMAP_BYTES];
    uint8_t fence_colormap[COLORMAP_BYTES];
    int32_t sine[KERNEL_TURB_ENTRIES];
    uint8_t palette[PALETTE_BYTES];
    struct blend *blend;
    struct light_color *color; /* NULL: all light is white */
    struct fog *fog;           /* made when first needed, with */
    uint8_t *sky_kept;         /* what the sky's spans were drawn with, until the fog comes */
    size_t cap_sky_kept;
    struct surface_cache *cache;
    struct surface_dlights dlights;

    /* Per frame. */
    bool fullbright;
    const struct fog_look *fog_look; /* NULL: none */
    size_t block_bytes;              /* all lit blocks so far */
    struct surface_draw *draws;
    uint32_t num_draws;
    size_t cap_draws;
    struct surface_build *builds;
    uint32_t num_builds;
    size_t cap_builds;
    float (*placement_orgs)[3]; /* the camera seen from each placement, in view space */
    size_t cap_placements;
    /* Spans of fences, then of translucent surfaces, far ones first: indices into a band's list.
     * Band b has the entries [order_start[b], order_start[b + 1]). */
    uint32_t *order;
    size_t cap_order;
    uint32_t *order_start;
    size_t cap_order_start;
    struct see_through_rank *ranks; /* the surfaces in the order of their spans */
    uint32_t num_ranks, num_fences;
    size_t cap_ranks;
    struct span_sky sky;
    struct span_skybox skybox;
    bool sky_made;
    uint8_t sky_pixels[SKY_BYTES + KERNEL_PADDING];
};

#endif
