/* The 2D list of a palette scene over a picture in true colour.
 *
 * What is opaque is drawn as the 256-colour looks draw it, and then in the palette's colours;
 * translucent pictures, tinted letters and shades are mixed in 32 bits. */
#ifndef RENDER_TRUECOLOR_TRUE_2D_H
#define RENDER_TRUECOLOR_TRUE_2D_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/palette/scene_palette.h"

struct true_2d {                       /* start from {0} */
    const uint8_t *palette, *colormap; /* PALETTE_BYTES, COLORMAP_BYTES; borrowed */
    int width, height;                 /* pixels of the frame */
    size_t pitch;                      /* of the frame, pixels */
    uint8_t *indices, *mask;           /* as many bytes each; made when first needed */
};

/* Draws the scene's items over pixels 0x00RRGGBB. Returns 0 or FORMAT_MEMORY. */
int true_2d_draw(struct true_2d *layer, const struct palette_scene *scene,
                 uint32_t *frame) MUST_CHECK;
void true_2d_free(struct true_2d *layer);

#endif
