/* The true-colour part of a struct scene (Quake III), drawn by render/rgb/rgb_renderer.h.
 *
 * Coordinates as in render/scene.h. An axis is three vectors: forward, left, up; an entity's need
 * not be of unit length. Times: seconds of the server's clock, as in struct scene. The lists
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
    RGB_LIGHTNING, /* four strips about origin..end: `material` */
    RGB_RAIL_CORE  /* one strip, from end to origin */
};

enum rgb_entity_flags {
    RGB_NEAR = 1,        /* in the nearest 0.3 of the depth range: the view weapon */
    RGB_NOT_IN_EYES = 2, /* the followed player's body: only mirrors show it */
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
    const struct material *material;  /* replaces all of the model's if not NULL; a sprite's or
                                         beam's material */
    uint8_t color[4];                 /* red, green, blue, alpha of "rgbGen entity" */
    float shader_st[2];               /* scroll of "tcMod entityTranslate" */
    double shader_time;               /* start of the shader's clock, seconds of server time */
    float radius, rotation;           /* SPRITE: units, degrees */
    float end[3];                     /* LIGHTNING, RAIL_CORE */
};

struct rgb_dlight { /* dynamic light; the 33rd and later ones light entities only */
    float origin[3];
    float radius;   /* units, more than 0 */
    float color[3]; /* 0..1 */
};

struct rgb_point {
    float xyz[3];
    float st[2];
    uint8_t color[4];
};

/* A convex polygon in world space, added by the client game: decals, shadows, particles. */
struct rgb_poly {
    const struct material *material;
    size_t first;   /* index of its first point */
    uint32_t count; /* 3 to RGB_POLY_POINTS */
};

/* 2D draws, in list order. */
enum rgb_2d_kind {
    RGB_2D_PICTURE, /* `material`; NULL = a plain colour */
    RGB_2D_VIEW     /* a 3D view of view_entities alone, from 0 0 0 along x under a fixed light;
                         clipped to the rectangle */
};

struct rgb_2d_draw {
    uint8_t kind;                      /* enum rgb_2d_kind */
    uint8_t color[4];                  /* PICTURE: red, green, blue, alpha: "rgbGen vertex" */
    float x, y, width, height;         /* frame pixels, from the top left corner; a VIEW's are
                                          truncated to integers */
    float st[4];                       /* PICTURE: s, t of the top left and bottom right corner */
    const struct material *material;   /* requested with Q3_LIGHT_2D */
    float fov_x, fov_y;                /* VIEW: degrees */
    size_t first_entity, num_entities; /* VIEW: range of view_entities */
};

struct rgb_remap {             /* draws the stages of `to` in place of `from` (with any lightmap) */
    const char *from;          /* borrowed; valid as long as the scene */
    const struct material *to; /* requested with Q3_LIGHT_NONE; its $lightmap is the surface's
                                  lightmap */
    float time_offset;         /* seconds subtracted from the shader's time */
};

struct rgb_scene {
    const struct q3_level *level; /* NULL = no world */
    float axis[3][3]; /* camera axes, set by rgb_scene_aim; scene.camera has the origin */
    float fov_y;      /* degrees; fov_x is in scene.camera */
    uint8_t hidden_areas[RGB_AREA_BYTES]; /* bit n: area n lies behind a closed door */
    bool all_areas; /* the camera is away from the snapshot's view: ignore hidden_areas */
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
    bool has_page;     /* the scoreboard is shown; not used by renderers */
    bool lacks_memory; /* an entry was left out for lack of it */
};

/* Makes `scene` an empty SCENE_RGB at time 0, reusing its memory. Returns its true-colour part;
 * NULL if out of memory (the scene is SCENE_EMPTY then). */
struct rgb_scene *rgb_scene_begin(struct scene *scene);
/* Frees what rgb_scene_begin made; NULL is allowed. scene_free calls it. */
void rgb_scene_destroy(struct rgb_scene *scene);

/* Forward, left, up of angles (pitch, yaw, roll; degrees), by formats/base/dmath.h. */
void rgb_axis_of_angles(const float angles[3], float axis[3][3]);
/* Sets axis and fov_y from the camera's angles and fov_x, for a picture of that size. */
void rgb_scene_aim(struct scene *scene, int width, int height);

/* Append a zeroed element (an entity has unit axes and white colour). Return NULL if out of memory
 * and set lacks_memory. */
struct rgb_entity *rgb_scene_add_entity(struct rgb_scene *scene);
struct rgb_dlight *rgb_scene_add_dlight(struct rgb_scene *scene);
struct rgb_remap *rgb_scene_add_remap(struct rgb_scene *scene);
struct rgb_2d_draw *rgb_scene_add_2d(struct rgb_scene *scene);
/* Appends an entity to the draw added last, which is an RGB_2D_VIEW. */
struct rgb_entity *rgb_scene_add_view_entity(struct rgb_scene *scene);
/* Appends a polygon of `count` zeroed points; sets *points to them. */
struct rgb_poly *rgb_scene_add_poly(struct rgb_scene *scene, uint32_t count,
                                    struct rgb_point **points);

#endif
