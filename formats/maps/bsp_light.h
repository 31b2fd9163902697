/* The light grid of a face: how many samples, where they are, and to which places they belong.
 *
 * By Quake's rule a face has a sample every 16 texels, and up to four styles. BSPX lumps of a map
 * change that for renderers that know them: DECOUPLED_LM gives faces grids of their own; without it
 * LMSHIFT gives another distance of samples and LMOFFSET another place of them. LMSTYLE16, or else
 * LMSTYLE, gives more styles. struct bsp_face stays Quake's, whatever they say. What
 * bsp_face_light returns is the right grid of every face of every map, so a renderer needs no other
 * rule. It also knows the light of liquids (a liquid whose texinfo is not TEX_SPECIAL), which
 * struct bsp_face, as the original, has not.
 *
 * Lumps of a wrong size are not used at all; where they are wrong about a face (light outside the
 * data, a grid that is not over the face, numbers that are not finite), that face has the grid of
 * struct bsp_face. Both are recorded in bsp.damage. Source: FTE's specs/bspx.txt; ericw-tools'
 * "light" for DECOUPLED_LM. */
#ifndef FORMATS_MAPS_BSP_LIGHT_H
#define FORMATS_MAPS_BSP_LIGHT_H

#include <stdint.h>

#include "formats/maps/bsp.h"

enum {
    BSP_LIGHT_STYLES = 16,  /* at most, of one face */
    BSP_LIGHT_SIDE = 16385, /* samples of a side at most: one a texel of the largest face */
    BSP_LIGHT_SHARED = 16   /* grids of lumps have together at most so many times the samples of
                               the light data: a bound for what they cost unpacked */
};

struct bsp_face_light {
    /* Samples of a row and of a column, 1..BSP_LIGHT_SIDE. Both are 0 where no light is drawn: sky,
     * liquids without light, faces that are not drawn. */
    uint32_t width, height;
    /* The first style's first sample: light_data[offset], and red, green and blue at 3 * offset of
     * color_data and hdr_data. num_styles grids of width * height samples follow one another, row
     * by row, all inside. -1 = the face is dark (but for dynamic lights). */
    int64_t offset;
    uint32_t num_styles;               /* 0 only if offset is -1 */
    uint16_t styles[BSP_LIGHT_STYLES]; /* lightstyle of each grid; any value, above 63 too */
    /* From a place in the model's space to samples: column = dot(rows[0], xyz) + rows[0][3], row
     * with rows[1]; whole numbers are middles of samples. Finite. Corners of a face may be up to 16
     * samples outside the grid: the nearest sample counts there. All 0 if width is 0. */
    float rows[2][4];
};

/* Fills *light for a face. Safe from any thread. */
void bsp_face_light(const struct bsp *bsp, uint32_t face, struct bsp_face_light *light);

#endif
