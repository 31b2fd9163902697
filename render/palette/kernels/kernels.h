/* The inner loops of the palette look, one table of function pointers.
 *
 * The C functions (kernels_c.c) are the truth; SSE4.1, AVX2 and AVX-512 files override entries and
 * must give the same bits. Every kernel writes only the pixels of its arguments. Turbulent tiles,
 * the skies, fog and mix tables may be read in units of 4 bytes: KERNEL_PADDING readable bytes must
 * follow them; the texture blocks of solid spans in pieces of their rows, and
 * KERNEL_BLOCK_PADDING must. What is in those bytes does not matter. The tables are constant.
 *
 * Numbers: s and t are 16.16; where a float does not fit or is not a number the result is
 * INT32_MIN, as on x86, and the clamps that follow keep every read inside the block. Nothing
 * here depends on where a span of the exact kind begins: pixel (u, v) is a function of u and v
 * alone. */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_H
#define RENDER_PALETTE_KERNELS_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "render/cpu.h"

enum {
    KERNEL_PADDING = 4,          /* readable bytes behind sources of texels, fog and mix tables */
    KERNEL_BLOCK_PADDING = 16,   /* and behind span_surface.pixels of solid spans */
    KERNEL_FOG_DEPTHS = 1 << 16, /* entries of span_fog.levels */
    KERNEL_FOG_DITHER = 8,       /* rows of span_fog.rows a level chooses from */
    KERNEL_TURB_ENTRIES =
        256,           /* entries of span_turbulence.sine: phase + coordinate, without wrapping */
    KERNEL_HOLE = 255, /* the texel of fences that is not there */
    KERNEL_NO_HOLE = 256
};

/* Surface data of a textured span: gradients of 1/z, s/z and t/z over the screen (u to the right, v
 * down, in pixels; s and t in texels at the surface's mip level) and the texture block. */
struct span_surface {
    /* In this order, so that a vector load takes s, t and 1/z together. */
    float sdivz_origin, tdivz_origin, zi_origin;
    float sdivz_stepu, tdivz_stepu, zi_stepu;
    float sdivz_stepv, tdivz_stepv, zi_stepv;
    int32_t sadjust, tadjust;     /* 16.16, added to s and t */
    int32_t bbextents, bbextentt; /* 16.16, largest s and t inside the block; at least 16 */
    const uint8_t *pixels;        /* lit texels of the surface cache, or a raw texture */
    int32_t stride;               /* texels from row to row */
};

/* Turbulent (liquid) spans: pixels is a power-of-two tile. */
struct span_turbulence {
    const int32_t *sine;             /* kernels_turb_table; indexed by phase + (texel & 127) */
    int32_t phase;                   /* (int)(time * 20) & 127 */
    int32_t width_mask, height_mask; /* texture size - 1; 63 in the original */
};

/* Sky spans: s and t of a pixel from its view direction. */
struct span_sky {
    float forward[3], right[3], up[3]; /* view axes in world space */
    int32_t width, height;             /* frame size, pixels */
    float scroll;                      /* sky time * speed of the upper layer, texels */
    const uint8_t *pixels;             /* 128 x 128 of both layers already put together */
};

/* Skybox spans: the texel of a cube around the camera that a pixel's view direction meets. */
struct span_skybox {
    float forward[3], right[3], up[3]; /* view axes in world space */
    float xcenter, ycenter, xscaleinv, yscaleinv;
    int32_t side;          /* texels of a face, at most 4096 */
    const uint8_t *pixels; /* six faces, see assets/quake/skybox.h */
};

/* Fog: what becomes of a colour at a depth. Which of a level's rows a pixel takes follows from its
 * place, so that levels pass into one another. */
struct span_fog {
    const uint8_t *levels; /* by the 16 bits of z: the first of KERNEL_FOG_DITHER rows; from 0 to
                            * 0x7fff none is above the one before */
    const uint8_t *rows;   /* 256 palette indices each */
    int16_t clear_z;       /* from here on levels are 0, and rows change nothing */
};

typedef void (*kernel_span_fn)(const struct span_surface *surface, uint8_t *dest, int u, int v,
                               int count);
typedef void (*kernel_turb_fn)(const struct span_surface *surface,
                               const struct span_turbulence *turb, uint8_t *dest, int u, int v,
                               int count);
typedef void (*kernel_sky_fn)(const struct span_sky *sky, uint8_t *dest, int u, int v, int count);
typedef void (*kernel_skybox_fn)(const struct span_skybox *skybox, uint8_t *dest, int u, int v,
                                 int count);
/* dest[i] = rows[(levels[(uint16_t)z[i]] + dither) * 256 + dest[i]], dither from 0 to
 * KERNEL_FOG_DITHER - 1 by (u + i) % 4 and v % 4. */
typedef void (*kernel_fog_fn)(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u,
                              int v, int count);
/* dest[i] = (int16_t)((izi + i * izi_step) >> 16), wrapping 32-bit arithmetic. */
typedef void (*kernel_z_fill_fn)(int16_t *dest, int count, int32_t izi, int32_t izi_step);
/* dest[i] = palette[source[i]]. */
typedef void (*kernel_expand_fn)(uint32_t *dest, const uint8_t *source, int count,
                                 const uint32_t *palette);
/* Fences and translucent spans are tested against 16-bit depths with z_fill's arithmetic: a pixel
 * is drawn where (int16_t)((izi + i * izi_step) >> 16) >= z[i] and front[i] is not KERNEL_HOLE. */
/* A fence: dest[i] = front[i], and z[i] is that depth. */
typedef void (*kernel_fence_fn)(uint8_t *dest, int16_t *z, const uint8_t *front, int count,
                                int32_t izi, int32_t izi_step);
/* A translucent span: dest[i] = table[front[i] * 256 + dest[i]]; z stays. hole: KERNEL_HOLE, or
 * KERNEL_NO_HOLE where front[i] may be any colour. */
typedef void (*kernel_mix_fn)(uint8_t *dest, const int16_t *z, const uint8_t *front, int count,
                              int32_t izi, int32_t izi_step, const uint8_t *table, int hole);
/* If front[i] != dest[i]: dest[i] = table[front[i] * 256 + dest[i]]. */
typedef void (*kernel_mix_changed_fn)(uint8_t *dest, const uint8_t *front, int count,
                                      const uint8_t *table);

struct kernels {
    const char *name;
    kernel_span_fn span_faithful; /* division every 8 pixels, the original's clamps */
    kernel_span_fn span_exact;    /* IEEE division per pixel */
    kernel_turb_fn turb_faithful; /* division every 16 pixels */
    kernel_turb_fn turb_exact;
    kernel_sky_fn sky_faithful; /* direction every 32 pixels */
    kernel_sky_fn sky_exact;    /* as faithful, direction per pixel */
    kernel_skybox_fn skybox;
    kernel_fog_fn fog;
    kernel_z_fill_fn z_fill;
    kernel_fence_fn fence;
    kernel_mix_fn mix;
    kernel_mix_changed_fn mix_changed;
    kernel_expand_fn expand;
};

/* The kernels for a level (a constant table). If the build or the CPU lacks it, the next lower one
 * is returned. The AVX-512 set needs VBMI, too. Any thread. */
const struct kernels *kernels_get(enum cpu_level level);
/* The sets this machine can run, for tests and measurements: 0 is the C one; NULL after the last.
 */
const struct kernels *kernels_set(int index);
/* Those of cpu_active_level(). */
const struct kernels *kernels_active(void);

/* Fills the sine table of the turbulent kernels: n = KERNEL_TURB_ENTRIES. */
void kernels_turb_table(int32_t *table, int n);

#endif
