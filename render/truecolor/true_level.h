/* What true colour keeps of a brush model file: its polygons, textures and the light of its faces.
 *
 * A level belongs to one renderer. It is made at the first frame that shows the map and recognised
 * by the map's identity; light is made when a frame needs it. */
#ifndef RENDER_TRUECOLOR_TRUE_LEVEL_H
#define RENDER_TRUECOLOR_TRUE_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake/replacement_store.h"
#include "formats/maps/bsp_light.h"
#include "render/palette/scene_palette.h"
#include "render/palette/surfaces/surface_light.h"
#include "render/truecolor/level_mesh.h"
#include "render/truecolor/true_texture.h"

/* The light of a face: samples as texels. A pixel is texture * light * 2^gain. */
struct face_light {
    struct texture *texture;          /* NULL: not made yet */
    uint8_t gain;                     /* 1..3: brighter light is kept more coarsely */
    bool too_much;                    /* beyond what a level may have of light: none is drawn */
    bool current;                     /* it is of these levels: */
    int32_t levels[BSP_LIGHT_STYLES]; /* of the face's styles */
};

struct true_level {
    const struct bsp *bsp; /* borrowed during a frame */
    struct level_mesh mesh;
    struct true_texture *textures; /* as the map's; the last one is the missing texture */
    uint32_t num_textures;         /* the map's */
    const struct replacement_texture *replaced; /* what is drawn in their place, as the map's;
                                                   borrowed during a frame; NULL: nothing */
    struct face_light *lights;                  /* as the map's faces */
    bool unlit; /* the map has no light data: textures as they are */
    bool shown; /* in this frame */
};

/* Returns NULL if out of memory. */
struct true_level *true_level_create(const struct bsp *bsp, const uint8_t *palette);
void true_level_destroy(struct true_level *level);
/* True if the level is of this map. */
bool true_level_is_of(const struct true_level *level, const struct bsp *bsp);

/* The face's texture in this frame, borrowed; entity_frame: not 0 shows the alternate sequence. */
struct true_texture true_level_texture(const struct true_level *level, uint32_t face,
                                       int32_t entity_frame, double time);

/* Sets *light to the light of a face in this frame: NULL for sky, liquids without light, all of a
 * map without light data, and faces of a map with far more light than data for it. Returns 0 or
 * FORMAT_MEMORY. Safe for different faces on different threads. Source of the sums: QuakeSpasm
 * 0.96's r_brush.c, R_BuildLightMap: 8.8 fixed point, at most 1023 of 255. */
int true_level_light(struct true_level *level, uint32_t face, const struct palette_scene *scene,
                     const struct surface_dlights *dlights,
                     const struct face_light **light) MUST_CHECK;

#endif
