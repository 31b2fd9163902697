/* Draws scenes: the palette look of Quake and QuakeWorld.
 *
 * A renderer owns its buffers, its surface cache and its thread pool. One thread calls it at a
 * time. The picture is a pure function of (scene, size, look, palette): not of threads, kernels or
 * earlier frames. */
#ifndef RENDER_RENDERER_H
#define RENDER_RENDERER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/scene.h"

enum render_look {
    LOOK_EXACT,   /* one IEEE division per pixel; the default */
    LOOK_FAITHFUL /* the original software renderer's arithmetic; see render/palette/FIDELITY.md */
};

enum {
    RENDER_MIN_WIDTH = 160,
    RENDER_MIN_HEIGHT = 100,
    RENDER_MAX_WIDTH = 3840,
    RENDER_MAX_HEIGHT = 2160
};

struct renderer_options {
    int width, height; /* pixels, inside the limits above */
    enum render_look look;
    bool colored_light;      /* maps with coloured light show it; the faithful look does not */
    int threads;             /* including the caller; >= 1 */
    const uint8_t *palette;  /* PALETTE_BYTES, copied */
    const uint8_t *colormap; /* COLORMAP_BYTES, copied */
};

/* The drawn frame. Valid until the next draw or destroy. */
struct render_frame {
    int width, height;
    const uint8_t *indices;  /* width * height palette indices, rows top to bottom */
    const uint32_t *palette; /* 256 x 0x00RRGGBB with the scene's blends applied */
};

struct renderer;

struct renderer *renderer_create(const struct renderer_options *options);
void renderer_destroy(struct renderer *renderer);

/* Draws. target (may be NULL) gets the 32-bit picture 0x00RRGGBB, `pitch` pixels from row to row:
 * it may be a locked window texture. Returns 0, or FORMAT_MEMORY when memory ran out (the picture
 * is then incomplete). */
int renderer_draw(struct renderer *renderer, const struct scene *scene, uint32_t *target,
                  size_t pitch) MUST_CHECK;
struct render_frame renderer_frame(const struct renderer *renderer);

/* 64-bit hash of the frame's indices and palette: equal hashes mean equal pictures. */
uint64_t renderer_hash(const struct renderer *renderer);

#endif
