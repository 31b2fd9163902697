/* A level made by hand, for tests of how it is drawn: leafs on both sides of planes x = 0 and
 * x = 256, quads, patches, soups, textures of one colour by name, materials by script. Colours of
 * pixels are exact: textures have one colour and lightmaps are white. */
#ifndef TESTS_RENDER_RGB_RGB_ROOM_H
#define TESTS_RENDER_RGB_RGB_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "assets/quake3/q3_model.h"
#include "formats/models/md3.h"
#include "render/rgb/rgb_renderer.h"
#include "render/thread_pool.h"

enum {
    ROOM_WIDTH = 160,
    ROOM_HEIGHT = 100,
    ROOM_SURFACES = 64,
    ROOM_VERTICES = 1024,
    ROOM_INDEXES = 2048,
    ROOM_MATERIALS = 32,
    ROOM_LEAFS = 3,
    ROOM_FOGS = 2,
    ROOM_MODELS = 4
};

struct room_color { /* a texture of one colour, with a border */
    struct texture texture;
    uint32_t texels[9];
};

struct rgb_room {
    struct q3_level level;
    struct q3_bsp_plane planes[2];
    struct q3_bsp_node nodes[2];
    struct q3_bsp_leaf leafs[ROOM_LEAFS];
    uint32_t leaf_surfaces[ROOM_SURFACES];
    struct q3_bsp_surface surfaces[ROOM_SURFACES];
    int32_t surface_leafs[ROOM_SURFACES]; /* -1: a submodel's */
    struct q3_bsp_vertex vertices[ROOM_VERTICES];
    uint32_t indexes[ROOM_INDEXES];
    struct q3_bsp_model models[ROOM_MODELS];
    struct q3_bsp_fog fogs[ROOM_FOGS];
    struct level_fog level_fogs[ROOM_FOGS];
    uint8_t visibility[ROOM_LEAFS]; /* a row a cluster; leaf n is cluster n */
    const struct material *surface_materials[ROOM_SURFACES];
    struct material materials[ROOM_MATERIALS];
    struct q3_shader rules[ROOM_MATERIALS];
    uint32_t num_materials;
    struct room_color colors[ROOM_MATERIALS * 4];
    uint32_t num_colors;
    struct room_color lightmap;
    const struct texture *lightmaps[1];

    struct scene scene;
    struct thread_pool *pool;
    struct rgb_renderer *renderer;
    uint32_t *pixels;
};

/* An empty level of three leafs: x < 0, 0..256, beyond; each sees all. The camera is at 0 0 0 of
 * `scene` and looks along x. */
struct rgb_room *room_create(int threads);
void room_destroy(struct rgb_room *room);

/* A material by its script's body, "{ ... }". Pictures are colours: "red", "green", "blue",
 * "white", "black", "grey" (128), or eight digits aarrggbb. Ranks go up from one to the next. */
struct material *room_material(struct rgb_room *room, const char *name, const char *script);
/* "{ { map COLOR } }" */
struct material *room_paint(struct rgb_room *room, const char *color);

/* A square around (x, y, z), 2 * half wide, that faces -x (turned: +x): in that leaf, or of no
 * leaf. Returns its number. */
uint32_t room_wall(struct rgb_room *room, int32_t leaf, const struct material *material, float x,
                   float y, float z, float half);
/* The same as a triangle soup, or as a patch that bulges towards -x; its rows go from the right to
 * the left as seen from there. */
uint32_t room_soup(struct rgb_room *room, int32_t leaf, const struct material *material, float x,
                   float y, float z, float half);
uint32_t room_patch(struct rgb_room *room, int32_t leaf, const struct material *material, float x,
                    float y, float z, float half, float bulge);
/* Moves the surfaces from `first` on from the world to a new inline model. Returns its number. */
uint32_t room_submodel(struct rgb_room *room, uint32_t first);
/* A fog with a box; its surface, if any, faces up at the box's top. */
uint32_t room_fog(struct rgb_room *room, const float mins[3], const float maxs[3], bool has_surface,
                  const uint8_t color[3], float depth);
/* Surfaces into leafs; call after all are there. */
void room_finish(struct rgb_room *room);

/* Draws room->scene; the code of rgb_renderer_draw. */
int room_draw(struct rgb_room *room);
/* 0xRRGGBB at a place of the picture drawn last, in -1..1 right and up of the middle. */
uint32_t room_pixel(const struct rgb_room *room, float x, float y);
/* Number of pixels of that colour. */
uint32_t room_count(const struct rgb_room *room, uint32_t color);

/* The scene's part, cleared, with the level and the camera at a place looking along x. */
struct rgb_scene *room_look(struct rgb_room *room, float x, float y, float z);

#endif
