/* The part of a struct scene for Quake and QuakeWorld, in 256 colours; drawn by
 * render/palette/palette_renderer.h.
 *
 * Coordinates and times as in render/scene.h; alias models turn pitch round as the original does.
 * The lists are the scene's own and grow; models, skins and pictures are borrowed. */
#ifndef RENDER_PALETTE_SCENE_PALETTE_H
#define RENDER_PALETTE_SCENE_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/quake/model.h"
#include "assets/quake/replacement_store.h"
#include "assets/quake/skin_store.h"
#include "assets/quake/skybox.h"
#include "render/scene.h"

enum { PALETTE_LIGHTSTYLES = 64, PALETTE_BLENDS = 4 };

struct palette_entity {
    const struct model *model;
    float origin[3];
    float angles[3]; /* as the demo has them; items that spin already turned */
    int32_t frame;   /* alias and sprite: frame number; brush: not 0 shows the alternate textures */
    int32_t old_frame; /* alias: the frame before, */
    float frame_lerp;  /* and how far from old_frame to frame: 1 = frame alone (Quake's look) */
    bool lerp_poses;   /* alias: the poses of a group run into each other as well */
    int32_t skin;
    const struct skin *own_skin; /* alias: a player's own picture in place of the model's skins;
                                    one that does not fit the model is passed over. NULL: none */
    double sync_base;            /* phase of group animations: they show time + sync_base */
    bool translate; /* player colours: shirt and trousers below instead of the skin's own */
    uint8_t shirt;  /* 0..15 */
    uint8_t trousers;
    bool tinted;      /* alias: its light has a colour, */
    uint8_t tint[3];  /* each channel in 1/32 */
    bool full_bright; /* alias: lit as much as brings its skin's own colours */
    uint8_t alpha;    /* opacity, 0..255; 255 = opaque, 0 = not drawn */
    bool own_alpha;   /* alpha was given: a brush model's liquids have it too, even if it is 255 */
    uint8_t scale;    /* sixteenths of the model's size, about its origin; 0 = its own (16) */
    bool needs_pvs;   /* static entity: drawn only if its bounds touch a visible leaf */
};

static inline float palette_entity_scale(const struct palette_entity *entity)
{
    return entity->scale != 0 ? (float)entity->scale * (1.0f / 16.0f) : 1.0f;
}

struct palette_dlight { /* dynamic light */
    float origin[3];
    float radius;    /* units, at this moment */
    float min_light; /* surfaces lit less than this get nothing */
};

struct palette_particle {
    float origin[3];
    uint8_t color; /* palette index */
};

struct palette_blend { /* one of the original's four colour shifts, applied in order to the palette
                        */
    uint8_t color[3];  /* 0..255 red, green, blue */
    int32_t percent;   /* 0..256: share of color; 0 = none */
};

/* Fog that leaves exp(-(density / 64 * distance)^2) of a colour, distance along the view axis:
 * FitzQuake's, OpenGL's GL_EXP2. */
struct palette_fog {
    float density;  /* as svc_fog and worldspawn give it; 0 (or less, or no number) = none */
    float color[3]; /* 0..1 red, green, blue */
};

enum { PALETTE_OUTLINE = 0 }; /* palette index: black */

/* 2D, drawn over the picture in list order, in frame pixels. */
enum palette_2d_kind {
    PALETTE_2D_PICTURE, /* indices, 255 = transparent unless opaque */
    PALETTE_2D_TILES,   /* a rectangle of such a picture, again and again from the frame's corner */
    PALETTE_2D_GLYPHS,  /* text in 8 x 8 glyphs of a 128 x 128 sheet, 0 = transparent */
    PALETTE_2D_FILL,    /* a rectangle of one colour */
    PALETTE_2D_SHADE    /* a rectangle darkened through the colormap */
};

struct palette_2d {
    enum palette_2d_kind kind;
    int32_t x, y;  /* top left, frame pixels; may lie outside */
    int32_t scale; /* frame pixels per picture pixel, >= 1 */
    int32_t width,
        height; /* PICTURE: source pixels; TILES, FILL, SHADE: frame pixels; GLYPHS: count, 1 */
    int32_t tile_width, tile_height; /* TILES: source pixels */
    bool opaque;                     /* PICTURE: 255 is a colour */
    uint8_t clear;         /* PICTURE: sixteenths of the background that show through, 0..15 */
    int32_t stride;        /* PICTURE: bytes from row to row, 0 = width: a part of a larger one */
    const uint8_t *pixels; /* PICTURE, TILES: indices; GLYPHS: the sheet (conchars) */
    uint32_t text;         /* GLYPHS: offset into scene.text */
    uint8_t color;         /* FILL: palette index; SHADE: colormap row 0..63 */
    bool tinted;           /* GLYPHS: in this colour, as bright as the sheet's pixels are: */
    uint8_t tint[3];       /* red, green, blue */
    bool outlined;         /* GLYPHS: a pixel of the sheet of PALETTE_OUTLINE around the letters */
};

/* The part of the frame that shows the world, pixels; inside the frame. */
struct palette_view {
    int32_t x, y;
    int32_t width, height; /* 0 = all of it */
};

struct palette_scene {
    const struct model *world;                 /* NULL: only 2D on a black ground */
    struct palette_view view;                  /* the frame around it is black, except 2D; the
                                                  camera's fov_x is across the view */
    int32_t light_levels[PALETTE_LIGHTSTYLES]; /* 256 = full ('m' = 264), as the original's
                                                  d_lightstylevalue */
    bool underwater_warp;                      /* the camera is in a liquid */
    /* Transparency of each liquid's surface, tenths; 0 = opaque. */
    uint8_t liquid_clear[LIQUIDS];
    float liquid_alpha[LIQUIDS]; /* opacity, 0..1: the same for the true-colour look */
    struct palette_blend blends[PALETTE_BLENDS];
    struct palette_fog fog;
    float sky_fog;               /* with fog: share of its colour in the sky, 0..1 */
    const struct skybox *skybox; /* NULL: the map's own sky */
    const struct skybox_pictures *skybox_pictures; /* the same for the true-colour look */
    const struct replacement_set *replacements;    /* of textures and skins, for that look; NULL:
                                                      none */

    struct palette_entity *entities; /* in drawing order: by entity number, beams, statics */
    size_t num_entities, cap_entities;
    struct palette_entity view_model; /* the weapon in hand; model NULL = none */
    struct palette_dlight *dlights;   /* at most 32 have an effect in the original; here all */
    size_t num_dlights, cap_dlights;
    struct palette_particle *particles;
    size_t num_particles, cap_particles;
    struct palette_2d *items;
    size_t num_items, cap_items;
    uint8_t *text;
    size_t text_size, cap_text;
    bool has_page;     /* scores or an ending are in the 2D list; no renderer asks */
    bool lacks_memory; /* an element is missing in a list */
};

/* Makes an empty palette scene of `scene` at time 0, with the memory it has, and returns its part
 * of it. NULL when memory ran out: the scene is SCENE_EMPTY then. */
struct palette_scene *palette_scene_begin(struct scene *scene);

/* Empties the lists, keeps their memory. */
void palette_scene_clear(struct palette_scene *scene);
/* Frees the lists of a palette scene that is no part of a struct scene. */
void palette_scene_free(struct palette_scene *scene);
/* Frees what palette_scene_begin made; NULL is allowed. scene_free calls it. */
void palette_scene_destroy(struct palette_scene *scene);

/* Append a zeroed element. Return NULL, and set lacks_memory, if out of memory. */
struct palette_entity *palette_scene_add_entity(struct palette_scene *scene);
struct palette_dlight *palette_scene_add_dlight(struct palette_scene *scene);
struct palette_particle *palette_scene_add_particles(struct palette_scene *scene, size_t count);
struct palette_2d *palette_scene_add_2d(struct palette_scene *scene);
/* A line of text at (x, y); glyphs are bytes of Quake's font. NULL: there is nothing of it, or
 * memory ran out. */
struct palette_2d *palette_scene_add_text(struct palette_scene *scene, int32_t x, int32_t y,
                                          int32_t scale, const uint8_t *sheet,
                                          const uint8_t *glyphs, size_t count);

#endif
