/* What stands in a picture of Quake III's: the part of a struct scene that is drawn in true colour,
 * by render/rgb/rgb_renderer.h.
 *
 * Coordinates as in render/scene.h. An axis is three vectors: forward, left, up; those of a thing
 * need not be of unit length. Times: seconds of the server's clock, as in struct scene. The lists
 * are the scene's own and grow; levels, models and materials are borrowed from the game data. */
#ifndef RENDER_RGB_SCENE_RGB_H
#define RENDER_RGB_SCENE_RGB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "assets/quake3/material.h"
#include "assets/quake3/q3_model.h"
#include "render/scene.h"

enum { RGB_AREA_BYTES = 32, RGB_POLY_POINTS = 64 };

enum rgb_entity_kind {
    RGB_MODEL,     /* `model`, MD3 or a part of the level */
    RGB_SPRITE,    /* a square that faces the view: `material`, radius, rotation */
    RGB_LIGHTNING, /* four strips about origin .. end: `material` */
    RGB_RAIL_CORE  /* one strip, from end to origin */
};

enum rgb_entity_flags {
    RGB_NEAR = 1, /* in the nearest 0.3 of the depth range, before all else: the weapon in hand */
    RGB_NOT_IN_EYES = 2, /* the body of who looks: only mirrors show it */
    RGB_ONLY_IN_EYES = 4,
    RGB_OWN_LIGHT_PLACE = 8, /* lit as at light_origin */
    RGB_WRAP_FRAMES = 16     /* frames beyond the model's count from 0 again */
};

struct rgb_entity {
    enum rgb_entity_kind kind;
    unsigned flags; /* enum rgb_entity_flags */
    const struct q3_model *model;
    float origin[3];
    float axis[3][3];
    float light_origin[3];
    int32_t frame, old_frame;
    float backlerp; /* 1 = old_frame alone, 0 = frame alone */
    int32_t skin_number;
    const struct q3_model_skin *skin; /* NULL = the model's own shaders */
    const struct material *material;  /* not NULL: in place of all of the model's; a sprite's, a
                                         beam's */
    uint8_t color[4];                 /* red, green, blue, alpha: what "rgbGen entity" shows */
    float shader_st[2];               /* what "tcMod entityTranslate" scrolls by */
    double shader_time;               /* when the shader's clock began, seconds; 0 = the server's */
    float radius, rotation;           /* SPRITE: units, degrees */
    float end[3];                     /* LIGHTNING, RAIL_CORE */
};

struct rgb_dlight { /* dynamic light; of more than 32 those beyond light things alone */
    float origin[3];
    float radius;   /* units, more than 0 */
    float color[3]; /* 0 .. 1 */
};

struct rgb_point {
    float xyz[3];
    float st[2];
    uint8_t color[4];
};

/* A convex polygon in the world that the game has made: marks, shadows, particles. */
struct rgb_poly {
    const struct material *material;
    size_t first;   /* of points */
    uint32_t count; /* 3 to RGB_POLY_POINTS */
};

/* What lies over the world, in the order of the list. */
enum rgb_2d_kind {
    RGB_2D_PICTURE, /* `material`; without one a plain colour */
    RGB_2D_VIEW     /* things by themselves, seen from 0 0 0 along x under a light of their own;
                         what is beyond the rectangle is cut off */
};

struct rgb_2d_draw {
    uint8_t kind;                      /* enum rgb_2d_kind */
    uint8_t color[4];                  /* PICTURE: red, green, blue, alpha: "rgbGen vertex" */
    float x, y, width, height;         /* frame pixels, of the top left corner; a VIEW's are cut to
                                          whole ones */
    float st[4];                       /* PICTURE: s, t of the top left and of the other corner */
    const struct material *material;   /* asked for with Q3_LIGHT_2D */
    float fov_x, fov_y;                /* VIEW: degrees */
    size_t first_entity, num_entities; /* VIEW: of view_entities */
};

struct rgb_remap {    /* wherever `from` (any lightmap) would be drawn, the stages of `to` are */
    const char *from; /* in the state or the level: good as long as the scene */
    const struct material *to; /* asked for with Q3_LIGHT_NONE; what it has of $lightmap is the
                                  surface's own */
    float time_offset;         /* seconds taken from the shader's time */
};

struct rgb_scene {
    const struct q3_level *level; /* NULL: there is no world */
    float axis[3][3]; /* the camera's; scene.camera has its place. Set from its angles by
                         rgb_scene_aim */
    float fov_y;      /* degrees; fov_x is the camera's */
    uint8_t hidden_areas[RGB_AREA_BYTES]; /* bit n: area n lies behind a closed door */
    bool all_areas;              /* the camera is not where the snapshot is: all are seen */
    struct rgb_entity *entities; /* in the game's order */
    size_t num_entities, cap_entities;
    struct rgb_dlight *dlights;
    size_t num_dlights, cap_dlights;
    struct rgb_poly *polys;
    size_t num_polys, cap_polys;
    struct rgb_point *points;
    size_t num_points, cap_points;
    struct rgb_remap *remaps;
    size_t num_remaps, cap_remaps;
    struct rgb_2d_draw *draws_2d; /* the first is drawn first */
    size_t num_draws_2d, cap_draws_2d;
    struct rgb_entity *view_entities;
    size_t num_view_entities, cap_view_entities;
    bool has_page;     /* scores lie over it; no renderer asks */
    bool lacks_memory; /* for something that was to be in a list */
};

/* Makes an empty scene of kind SCENE_RGB of `scene` at time 0, with the memory it has, and returns
 * its part of it. NULL when memory ran out: the scene is SCENE_EMPTY then. */
struct rgb_scene *rgb_scene_begin(struct scene *scene);
/* Frees what rgb_scene_begin made; NULL is allowed. scene_free calls it. */
void rgb_scene_destroy(struct rgb_scene *scene);

/* Forward, left, up of angles (pitch, yaw, roll; degrees), by formats/base/dmath.h. */
void rgb_axis_of_angles(const float angles[3], float axis[3][3]);
/* Sets axis and fov_y from the camera's angles and fov_x, for a picture of that size. */
void rgb_scene_aim(struct scene *scene, int width, int height);

/* Append a zeroed element (an entity with unit axes and white colour); NULL when memory ran out,
 * which lacks_memory then says. */
struct rgb_entity *rgb_scene_add_entity(struct rgb_scene *scene);
struct rgb_dlight *rgb_scene_add_dlight(struct rgb_scene *scene);
struct rgb_remap *rgb_scene_add_remap(struct rgb_scene *scene);
struct rgb_2d_draw *rgb_scene_add_2d(struct rgb_scene *scene);
/* Appends an entity to the draw added last, which is an RGB_2D_VIEW. */
struct rgb_entity *rgb_scene_add_view_entity(struct rgb_scene *scene);
/* A polygon of `count` zeroed points; these are at *points. */
struct rgb_poly *rgb_scene_add_poly(struct rgb_scene *scene, uint32_t count,
                                    struct rgb_point **points);

#endif
