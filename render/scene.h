/* The one contract between simulation and drawing: everything a picture shows at one moment.
 *
 * The engine fills a scene, the renderer draws it and keeps nothing of it: the same scene gives the
 * same pixels on any number of threads and any kernel set. Nothing in it depends on the family of
 * the demo.
 *
 * Coordinates: Quake units, x forward at yaw 0, y left, z up. Angles: pitch (positive looks down
 * for cameras; alias models turn it round as the original does), yaw, roll, in degrees. Times:
 * seconds. Arrays are owned by the scene (scene_free) and grow; models and pictures are borrowed.
 */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/quake/model.h"
#include "assets/quake/skin_store.h"
#include "assets/quake/skybox.h"
#include "formats/base/error.h"

struct skybox;

enum { SCENE_LIGHTSTYLES = 64, SCENE_BLENDS = 4 };

struct scene_camera {
    float origin[3];
    float angles[3];
    float fov_x; /* degrees, across the whole picture's width; the height follows from the aspect
                    ratio */
};

struct scene_entity {
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
    uint8_t alpha;  /* 255 = opaque; less: mixed with what is behind, 0 = not drawn */
    bool own_alpha; /* alpha was given: a brush model's liquids have it too, even if it is 255 */
    uint8_t scale;  /* sixteenths of the model's size, about its origin; 0 = its own (16) */
    bool needs_pvs; /* static entity: drawn only if its bounds touch a visible leaf */
};

static inline float scene_entity_scale(const struct scene_entity *entity)
{
    return entity->scale != 0 ? (float)entity->scale * (1.0f / 16.0f) : 1.0f;
}

struct scene_dlight { /* dynamic light */
    float origin[3];
    float radius;    /* units, at this moment */
    float min_light; /* surfaces lit less than this get nothing */
};

struct scene_particle {
    float origin[3];
    uint8_t color; /* palette index */
};

struct scene_blend { /* one of the original's four colour shifts, applied in order to the palette */
    uint8_t color[3]; /* 0..255 red, green, blue */
    int32_t percent;  /* 0..256: share of color; 0 = none */
};

/* Fog that takes all but exp(-(density / 64 * distance)^2) of a colour, distance along the view
 * axis: FitzQuake's, by OpenGL's GL_EXP2. */
struct scene_fog {
    float density;  /* as svc_fog and worldspawn give it; 0 (or less, or no number) = none */
    float color[3]; /* 0 .. 1 red, green, blue */
};

/* 2D, drawn over the picture in list order, in frame pixels. */
enum scene_2d_kind {
    SCENE_2D_PICTURE, /* indices, 255 = transparent */
    SCENE_2D_GLYPHS,  /* text in 8 x 8 glyphs of a 128 x 128 sheet, 0 = transparent */
    SCENE_2D_FILL,    /* a rectangle of one colour */
    SCENE_2D_SHADE    /* a rectangle darkened through the colormap */
};

struct scene_2d {
    enum scene_2d_kind kind;
    int32_t x, y;  /* top left, frame pixels; may lie outside */
    int32_t scale; /* frame pixels per picture pixel, >= 1 */
    int32_t width,
        height; /* PICTURE: of the source; FILL, SHADE: in frame pixels; GLYPHS: count, 1 */
    const uint8_t *pixels; /* PICTURE: indices; GLYPHS: the sheet (conchars) */
    uint32_t text;         /* GLYPHS: offset into scene.text */
    uint8_t color;         /* FILL: palette index; SHADE: colormap row 0..63 */
};

struct scene {
    double time; /* seconds, server clock: texture, liquid, sky and group animation */
    struct scene_camera camera;
    const struct model *world;               /* NULL: only 2D on a black ground */
    int32_t light_levels[SCENE_LIGHTSTYLES]; /* 256 = full ('m' = 264), as the original's
                                                d_lightstylevalue */
    bool underwater_warp;                    /* the camera is in a liquid */
    /* How many tenths of what lies behind a liquid's surface show through it: 0 = opaque. */
    uint8_t liquid_clear[LIQUIDS];
    struct scene_blend blends[SCENE_BLENDS];
    struct scene_fog fog;
    float sky_fog;               /* with fog: share of its colour in the sky, 0 .. 1 */
    const struct skybox *skybox; /* NULL: the map's own sky */

    struct scene_entity *entities; /* in drawing order: by entity number, beams, statics */
    size_t num_entities, cap_entities;
    struct scene_entity view_model; /* the weapon in hand; model NULL = none */
    struct scene_dlight *dlights;   /* at most 32 have an effect in the original; here all */
    size_t num_dlights, cap_dlights;
    struct scene_particle *particles;
    size_t num_particles, cap_particles;
    struct scene_2d *items;
    size_t num_items, cap_items;
    uint8_t *text;
    size_t text_size, cap_text;
};

/* Empties the lists, keeps their memory. */
void scene_clear(struct scene *scene);
void scene_free(struct scene *scene);

/* Append a zeroed element; NULL when memory ran out (the picture then lacks it). */
struct scene_entity *scene_add_entity(struct scene *scene);
struct scene_dlight *scene_add_dlight(struct scene *scene);
struct scene_particle *scene_add_particles(struct scene *scene, size_t count);
struct scene_2d *scene_add_2d(struct scene *scene);
/* A line of text at (x, y); glyphs are bytes of Quake's font. */
void scene_add_text(struct scene *scene, int32_t x, int32_t y, int32_t scale, const uint8_t *sheet,
                    const uint8_t *glyphs, size_t count);

#endif
