/* Hidden-surface removal for brush models: from scene and view to spans, by the edge-sorted span
 * method.
 *
 * Phases (engine/HACKING.md): world_begin (PVS) and world_collect (clip, project) are serial;
 * world_scan_band sorts the edges of one horizontal band into spans and may run for different bands
 * on different threads;
 * the bands' spans together cover every pixel of the frame exactly once (zero overdraw; what no
 * surface covers belongs to surface 0, the background). Fences and translucent
 * liquids and entities are a second layer over it. Bands have a fixed height, so the spans
 * do not depend on the number of threads.
 *
 * A world keeps its arrays from frame to frame and grows them: nothing is ever dropped. */
#ifndef RENDER_PALETTE_WORLD_WORLD_H
#define RENDER_PALETTE_WORLD_WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/palette/scene_palette.h"
#include "render/palette/view.h"

enum { BAND_HEIGHT = 32 };

enum { WORLD_SURFACE_BACKGROUND = 1 << 7 }; /* a flag next to BSP_FACE_SKY, BSP_FACE_TURB */

/* Placement of a brush model: the camera in its space. Entry 0 is the world itself. */
struct world_placement {
    const struct palette_entity *entity; /* NULL for the world */
    const struct model *model;
    bool rotated;
    float origin[3];                   /* the model's, in world space */
    float model_org[3];                /* the camera in model space (turned when rotated) */
    float forward[3], right[3], up[3]; /* view axes in model space */
    float scale;                       /* its vertices are this much larger than the file's */
    float distance;  /* from the camera to its box's centre, squared; 0 for the world */
    uint8_t opacity; /* 0..BLEND_OPACITIES */
    bool own_alpha;  /* its liquids have `opacity` instead of the opacity of the world's liquids */
};

/* A visible polygon (the original's surf_t). */
struct world_surface {
    const struct bsp *bsp;
    uint32_t face;
    uint32_t placement; /* index into world.placements */
    int32_t key;        /* BSP order: a larger key lies behind */
    bool in_submodel;   /* its 1/z decides against surfaces of the same key (+-1 %) */
    uint8_t flags;      /* BSP_FACE_* | WORLD_SURFACE_* */
    uint8_t clear;      /* transparency, tenths; 0 = opaque */
    uint8_t opacity;    /* opacity of its entity, 0..BLEND_OPACITIES (opaque); clear is 0 for a
                           translucent entity */
    float near_zi;      /* largest 1/z of its clipped vertices: chooses the mip level */
    float zi_origin, zi_stepu, zi_stepv; /* 1/z over the screen */
};

struct world_span {
    int32_t u, v, count;
    uint32_t surface;
};

struct world_spans {
    struct world_span *list;
    uint32_t count;
    size_t capacity;
};

struct world_band {
    struct world_span *spans; /* opaque: in scan order, each pixel once */
    uint32_t num_spans;
    size_t cap_spans;
    struct world_spans translucent; /* fences and translucent surfaces: not clipped by others,
                                       tested against z and drawn by falling key */
    uint64_t *used; /* a bit a surface: it has spans here; ceil(surfaces / 64) words */
    size_t cap_used;
    bool failed; /* memory ran out */
};

struct world; /* edges, caches, marks: world.c's own */

struct world *world_create(int width, int height);
/* With bands of another height, to test that the spans do not depend on it. */
struct world *world_create_banded(int width, int height, int band_height);
void world_destroy(struct world *world);

/* A new frame: which leafs the camera may see. The scene stays until the frame is done. 0 or
 * FORMAT_MEMORY. */
int world_begin(struct world *world, const struct palette_scene *scene,
                const struct view *view) MUST_CHECK;
/* After world_begin: its polygons and their edges. 0 or FORMAT_MEMORY. */
int world_collect(struct world *world) MUST_CHECK;
int world_num_bands(const struct world *world);
void world_scan_band(struct world *world, int band);

const struct world_band *world_get_band(const struct world *world, int band);
const struct world_surface *world_surfaces(const struct world *world, uint32_t *count);
const struct world_placement *world_placements(const struct world *world, uint32_t *count);

/* After world_begin, on another thread while world_collect runs if need be: whether a box (world
 * space) touches a leaf the camera can see. */
bool world_box_visible(const struct world *world, const float mins[3], const float maxs[3]);
/* After world_collect: the place of a box (world space) in the order of surfaces' keys: that of the
 * leaf its middle is in, or the lowest of those it touches; 0 when it touches none that is drawn.
 */
int32_t world_box_key(const struct world *world, const float mins[3], const float maxs[3]);

#endif
