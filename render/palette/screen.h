/* From indices to the picture: palette with colour shifts, the 2D list, the underwater warp,
 * 32-bit output and the hash. All of it works on rows or is small; nothing keeps state between
 * frames. */
#ifndef RENDER_PALETTE_SCREEN_H
#define RENDER_PALETTE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/palette/blend.h"
#include "render/palette/kernels/kernels.h"
#include "render/palette/scene_palette.h"

/* The frame's palette, 0x00RRGGBB: palette768 with the blends applied in order, as
 * V_UpdatePalette does, and of the result what the screen shows, light[level] of each channel
 * (render/light.h). Percentages outside 0..256 are clamped. */
void screen_palette(const uint8_t *palette768, const struct palette_blend blends[PALETTE_BLENDS],
                    const uint8_t light[256], uint32_t out[256]);

/* Draws the scene's 2D list over a frame of width * height indices, clipped. mask: width *
 * height bytes, set to 1 where anything except a shade is drawn; NULL = none. colormap:
 * COLORMAP_BYTES, for shades. blend: for translucent and tinted elements; NULL = they are drawn
 * opaque and in the font's colours. Elements without pixels or with invalid sizes are skipped. */
void screen_draw_2d(uint8_t *frame, uint8_t *mask, int width, int height,
                    const struct palette_scene *scene, const uint8_t *colormap,
                    struct blend *blend);
/* The same for the items from number `first` to before `end`, without translucency and tints. */
void screen_draw_items(uint8_t *frame, uint8_t *mask, int width, int height,
                       const struct palette_scene *scene, const uint8_t *colormap, size_t first,
                       size_t end);
/* True if the 2D list has translucent or tinted elements. */
bool screen_needs_blend(const struct palette_scene *scene);

/* The underwater picture (D_WarpScreen): every pixel takes the source at a place moved by a sine
 * of its row and column. The tables are made once per size; the time only chooses a phase. */
struct screen_warp {
    int source_width, source_height; /* the drawn view: as large as the screen, or smaller */
    int width, height;               /* the screen */
    int32_t *columns;                /* source column of u, for u < width + 6 */
    int32_t *rows;                   /* source row of v, for v < height + 6 */
    uint8_t *sine;                   /* 0..6; SCREEN_WARP_CYCLE + the larger of width, height */
};

enum { SCREEN_WARP_CYCLE = 128, SCREEN_WARP_AMPLITUDE = 3 };

/* Zeroed or made before; makes the tables for these sizes if they are not there. 0 or
 * FORMAT_MEMORY. */
int screen_warp_prepare(struct screen_warp *warp, int source_width, int source_height, int width,
                        int height) MUST_CHECK;
void screen_warp_free(struct screen_warp *warp);
/* Rows row0..row1 - 1 of dest (width * height, pitch bytes from row to row) from the whole
 * source. time: seconds, as the scene's. */
void screen_warp_rows(const struct screen_warp *warp, const uint8_t *source, uint8_t *dest,
                      size_t pitch, int row0, int row1, double time);

/* A frame of indices and the 32-bit picture that it becomes. */
struct screen_expansion {
    uint32_t *target;
    size_t pitch; /* target pixels from row to row */
    const uint8_t *frame;
    int width; /* pixels per row */
};

/* Expands rows [row0, row1) of the frame into the target. */
void screen_expand_rows(const struct kernels *kernels, const struct screen_expansion *expansion,
                        int row0, int row1, const uint32_t palette[256]);
/* Overwrites the target's pixels of these rows where the mask is 1, with the colours of `palette`.
 */
void screen_expand_masked(const struct screen_expansion *expansion, const uint8_t *mask, int row0,
                          int row1, const uint32_t palette[256]);

/* 64-bit hash of n indices and their palette; of little-endian words. Not for secrets. */
uint64_t screen_hash(const uint8_t *indices, size_t n, const uint32_t palette[256]);

/* Phase of liquids and of the underwater warp: (int)(time * 20) & 127, for any time. */
int screen_turb_phase(double time);

#endif
