/* The frame's sorted draw list: an entry per surface of the level, per surface of a model, and per
 * polygon of the client game.
 *
 * Quake III sorts by material rank, entity, fog and whether dynamic lights reach the surface; never
 * by distance. */
#ifndef RENDER_RGB_DRAW_LIST_H
#define RENDER_RGB_DRAW_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/rgb/scene_rgb.h"
#include "render/rgb/shading/entity_light.h"
#include "render/rgb/view.h"

enum rgb_surf_kind {
    RGB_SURF_LEVEL,  /* `number`: surface of the level */
    RGB_SURF_MD3,    /* `number`: surface of the entity's model */
    RGB_SURF_SPRITE, /* the entity itself */
    RGB_SURF_STRIPS, /* the entity itself: lightning, rail core */
    RGB_SURF_POLY    /* `number`: polygon of the scene */
};

#define RGB_NO_ENTITY UINT32_MAX /* rgb_draw_surf.entity of surfaces without one */

enum { RGB_LIGHTS_MAX = 32 /* dynamic lights that show on surfaces, as in Quake III */ };

struct rgb_draw_surf {
    const struct material *material; /* drawn; after remapShader */
    const struct material *called;   /* before remapShader */
    double time_offset;              /* remap time offset, seconds */
    uint8_t kind;                    /* enum rgb_surf_kind */
    uint32_t entity;                 /* index in rgb_draw_list.entities, or RGB_NO_ENTITY */
    uint32_t number;
    uint32_t fog;     /* fog of the level, numbered from 1; 0 = none */
    uint32_t lights;  /* bit n: dynamic light n */
    uint32_t indexes; /* estimated index count, for sharing the work among threads */
    uint32_t order;   /* number of surfaces added before it */
};

/* An entity that may be visible. */
struct rgb_draw_entity {
    const struct rgb_entity *entity;
    struct rgb_space space;
    struct rgb_entity_light light;
    /* MD3: */
    uint32_t lod;
    uint32_t frame, old_frame;
    float backlerp;
};

/* Surfaces of one list, in drawing order once sorted. */
struct rgb_surf_list {
    struct rgb_draw_surf *surfs;
    size_t count, capacity;
};

struct rgb_draw_list { /* start from {0}; memory is reused from frame to frame */
    const struct rgb_scene *scene;
    struct rgb_surf_list solid;   /* opaque: occlude what is behind */
    struct rgb_surf_list ordered; /* translucent, and others whose order shows */
    struct rgb_surf_list sky;
    struct rgb_draw_entity *entities; /* in the order of the scene's entities */
    size_t num_entities, cap_entities;
    uint32_t next_order;
    bool lacks_memory;
    const struct material *last_called, *last_drawn; /* the last remap looked up */
    double last_offset;
};

void rgb_draw_list_begin(struct rgb_draw_list *draw_list, const struct rgb_scene *scene);
/* Adds a copy of *surf to its list; sets material, time_offset and order from surf->called. If out
 * of memory it is left out and lacks_memory is set. */
void rgb_draw_list_add(struct rgb_draw_list *draw_list, const struct rgb_draw_surf *surf);
/* Appends a zeroed entity. Returns NULL if out of memory. */
struct rgb_draw_entity *rgb_draw_list_add_entity(struct rgb_draw_list *draw_list);
void rgb_draw_list_sort(struct rgb_draw_list *draw_list);
void rgb_draw_list_free(struct rgb_draw_list *draw_list);

/* True if two surfaces can be drawn as one mesh. */
bool rgb_surfs_merge(const struct rgb_draw_surf *a, const struct rgb_draw_surf *b);
/* The material drawn for `called` after the scene's remaps; sets *time_offset, seconds. */
const struct material *rgb_draw_list_remap(struct rgb_draw_list *draw_list,
                                           const struct material *called, double *time_offset);

#endif
