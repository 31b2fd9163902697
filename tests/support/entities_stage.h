/* Fixture for tests of entities: an image with guard bytes, a scene with a camera, and synthetic
 * meshes. */
#ifndef TESTS_SUPPORT_ENTITIES_STAGE_H
#define TESTS_SUPPORT_ENTITIES_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette/entities/entities.h"

enum { GUARD = 64, GROUND = 250 };

enum { MESH_VERTICES = 60, MESH_TRIANGLES = 80, SKIN_SIDE = 16 };

struct picture {
    int width, height;
    uint8_t *pixels;
    int16_t *z;
};

struct stage {
    struct scene scene;
    int width, height;
    struct entities *entities;
};

struct mesh {
    struct model model;
    struct mdl mdl;
    struct mdl_vertex poses[2 * MESH_VERTICES];
    struct mdl_texcoord texcoords[MESH_VERTICES];
    struct mdl_triangle triangles[MESH_TRIANGLES];
    struct mdl_group frames[2], skins[2];
    struct mdl_vertex bounds[2][2];
    uint8_t skin[2 * SKIN_SIDE * SKIN_SIDE];
};

extern uint8_t stage_colormap[];

struct picture picture_make(int width, int height);
void picture_free(struct picture *p);
struct surfaces_target picture_target(struct picture *p);
uint8_t picture_pixel(const struct picture *p, int u, int v);
int count_drawn(const struct picture *p);
bool pictures_equal(const struct picture *a, const struct picture *b);
void stage_init(struct stage *stage, int width, int height);
void stage_free(struct stage *stage);
struct palette_entity *stage_add(struct stage *stage, const struct model *model, float x, float y,
                                 float z);
struct picture stage_draw(struct stage *stage, int band);
/* Draws with several band heights and asserts that the pictures are equal; returns the number of
 * pixels drawn. */
int check_bands(struct stage *stage, const char *what);
/* 2 frames, 2 skins, 256 * scale units on each side, the origin in the middle. */
void mesh_init(struct mesh *mesh, uint32_t vertices, uint32_t triangles, float scale);
/* Random triangles. */
void mesh_random(struct mesh *mesh, uint32_t seed, float scale);
/* A square in the y-z plane, as wide as the model, seen from -x; its skin is one colour. Both
 * windings, so that it can be seen from anywhere. */
void mesh_square(struct mesh *mesh, float scale, uint8_t color);

#endif
