/* What is to be drawn in a picture, one item for each surface of the level, of a model or of the
 * game's own, and the order of drawing.
 *
 * The original sorts by the material's place, the entity, the fog and whether dynamic lights touch
 * it, nothing by distance. */
#ifndef RENDER_RGB_DRAW_LIST_H
#define RENDER_RGB_DRAW_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/rgb/scene_rgb.h"
#include "render/rgb/shading/entity_light.h"
#include "render/rgb/view.h"

enum rgb_surf_kind {
    RGB_SURF_LEVEL,  /* of the level: `number` */
    RGB_SURF_MD3,    /* of the thing's model: `number` */
    RGB_SURF_SPRITE, /* what the thing's entity is */
    RGB_SURF_STRIPS,
    RGB_SURF_POLY /* of the scene: `number` */
};

#define RGB_NO_ENTITY UINT32_MAX /* `thing` of what belongs to none */

enum { RGB_MOST_LIGHTS = 32 /* of dynamic ones that show on surfaces: as the original */ };

struct rgb_draw_surf {
    const struct material *material; /* that is drawn */
    const struct material *called;   /* by whose name it is: another one where a remap holds */
    double time_offset;              /* of the remap, seconds */
    uint8_t kind;                    /* enum rgb_surf_kind */
    uint32_t entity;                 /* of rgb_draw_list.things */
    uint32_t number;
    uint32_t fog;     /* of the level's, from 1 on; 0 = in none */
    uint32_t lights;  /* bit n: dynamic light n */
    uint32_t indexes; /* of its triangles, about: how the work is shared out */
    uint32_t order;   /* in which it was added */
};

/* An entity that may be in the picture. */
struct rgb_draw_entity {
    const struct rgb_entity *entity;
    struct rgb_space space;
    struct rgb_entity_light light;
    /* MD3: */
    uint32_t lod;
    uint32_t frame, old_frame;
    float backlerp;
};

/* Items of one kind, to be drawn one after the other. */
struct rgb_surf_list {
    struct rgb_draw_surf *surfs;
    size_t count, capacity;
};

struct rgb_draw_list { /* start from {0}; memory is kept from picture to picture */
    const struct rgb_scene *scene;
    struct rgb_surf_list solid;   /* hide what is behind them */
    struct rgb_surf_list ordered; /* the others, and all whose order shows */
    struct rgb_surf_list sky;
    struct rgb_draw_entity *entities; /* in the order of the scene's entities */
    size_t num_entities, cap_entities;
    uint32_t next_order;
    bool lacks_memory;
    const struct material *last_called, *last_drawn; /* of the remap found last */
    double last_offset;
};

void rgb_draw_list_begin(struct rgb_draw_list *draw_list, const struct rgb_scene *scene);
/* Adds what `item` describes: material, order and lists are found here, from item->called. Without
 * memory it is left out, and lacks_memory says so. */
void rgb_draw_list_add(struct rgb_draw_list *draw_list, const struct rgb_draw_surf *surf);
/* A thing to refer to, zeroed; NULL without memory. */
struct rgb_draw_entity *rgb_draw_list_add_entity(struct rgb_draw_list *draw_list);
void rgb_draw_list_sort(struct rgb_draw_list *draw_list);
void rgb_draw_list_free(struct rgb_draw_list *draw_list);

/* Whether two items can be drawn as one mesh. */
bool rgb_surfs_merge(const struct rgb_draw_surf *a, const struct rgb_draw_surf *b);
/* What a material is drawn as, where the scene's remaps say so. */
const struct material *rgb_draw_list_remap(struct rgb_draw_list *draw_list,
                                           const struct material *called, double *time_offset);

#endif
