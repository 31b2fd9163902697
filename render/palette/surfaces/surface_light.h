/* The light of brush surfaces: which faces a dynamic light reaches, and the grid of lights over a
 * face.
 *
 * A face has one light every 16 texels, (extent / 16 + 1) in each direction. The grid holds them as
 * the colormap wants them: 8.8 fixed, 0 = brightest, colormap row = light >> 8, never above row
 * 63. */
#ifndef RENDER_PALETTE_SURFACES_SURFACE_LIGHT_H
#define RENDER_PALETTE_SURFACES_SURFACE_LIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/maps/bsp.h"
#include "render/palette/scene_palette.h"

enum { SURFACE_LIGHT_MIN = 1 << 6, SURFACE_LIGHT_MAX = (255 * 256) >> 2 };

/* The frame's dynamic lights and the faces of the world's bsp they reach. Borrows the scene's
 * lights. */
struct surface_dlights {
    const struct bsp *bsp; /* NULL: no light in this frame */
    const struct palette_dlight *lights;
    uint32_t num_lights;
    uint32_t words; /* 32-bit words per face */
    uint32_t *bits; /* num_faces * words: bit n of a face's words = light n */
    size_t cap_bits;
    int32_t *stack;
    size_t cap_stack;
};

/* Marks for one frame. 0 or FORMAT_MEMORY (nothing is lit then). */
int surface_dlights_mark(struct surface_dlights *dlights,
                         const struct palette_scene *scene) MUST_CHECK;
void surface_dlights_free(struct surface_dlights *dlights);
/* The words of a face, or NULL when no light reaches it. */
const uint32_t *surface_dlights_of(const struct surface_dlights *dlights, const struct bsp *bsp,
                                   uint32_t face);

/* Number of lights across and down. */
static inline uint32_t surface_light_across(const struct bsp_face *face, int axis)
{
    return ((uint32_t)face->extents[axis] >> 4) + 1;
}

/* A face and its lights. */
struct surface_lighting {
    const struct bsp *bsp;
    uint32_t face;
    const int32_t *levels; /* BSP_STYLES: one per style of the face */
    bool fullbright;       /* the world has no light data */
    bool colored;          /* for a bsp with color_data */
    const struct surface_dlights *dlights;
    const uint32_t *lit; /* words of surface_dlights_of, or NULL */
};

/* Where a dynamic light meets the plane of a face. */
struct surface_spot {
    float impact[3];     /* the point of the plane nearest to the light */
    float local[2];      /* that point in texels from the first light of the face's grid */
    float radius, reach; /* on the plane: how much it adds there, and how far it adds something */
};

/* Sets all of *spot but `local`. False: the light does not reach the plane. */
bool surface_light_reach(const struct palette_dlight *light, const struct bsp_plane *plane,
                         struct surface_spot *spot);
/* Adds a light to size[0] * size[1] sums, 256 for each level of light. step: texels from light to
 * light. Distances are the original's octagonal ones, on whole texels; the sum of an unsigned and a
 * float is a float cut back to unsigned. */
void surface_light_add(uint32_t *grid, const int32_t size[2], const float step[2],
                       const struct surface_spot *spot);

/* Fills grid (across 0 * across 1 lights, row by row). If colored, three consecutive grids: red,
 * green and blue; dynamic lights are white. */
void surface_light_build(uint32_t *grid, const struct surface_lighting *lighting);

#endif
