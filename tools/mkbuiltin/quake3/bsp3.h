/* Compiles the level's brushes, patches and triangles to a Quake III map (IBSP 46).
 *
 * The tree, its leafs and their PVS come from level.h, as for the other families. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_BSP3_H
#define TOOLS_MKBUILTIN_QUAKE3_BSP3_H

#include "tools/mkbuiltin/level.h"
#include "tools/mkbuiltin/quake3/reel3.h"

enum { BSP3_PAGE = 128, BSP3_LUXEL = 12 }; /* side of a lightmap; units from sample to sample */

enum bsp3_kind { BSP3_PLANAR = 1, BSP3_PATCH, BSP3_SOUP };

struct bsp3_vertex {
    struct vec3 p, n;
    double st[2], light_st[2];
    uint8_t color[4];
};

struct bsp3_surface {
    enum bsp3_kind kind;
    int shader, fog; /* fog: -1 or 0 */
    int first_vertex, vertex_count, first_index, index_count;
    int page, x, y, w, h;          /* its part of a lightmap; page -1: none, -3: by vertex */
    struct vec3 u, v, n;           /* planar: along the lightmap, and the normal */
    double u0, v0;                 /* lightmap coordinates of the first sample */
    const struct winding *outline; /* planar */
    const struct reel3_patch *patch;
    struct vec3 mins, maxs;
    int everywhere; /* goes into each leaf its box touches */
};

/* A brush model being compiled: model 0 is the world. */
struct bsp3_model {
    struct level tree, drawn; /* drawn: its faces as they were before the tree cut them */
    int first_surface, surface_count;
    int *surface_of; /* by face of `drawn`: its surface, -1 = none */
};

enum { BSP3_MODELS = 2 };

struct bsp3 {
    const struct reel3 *reel;
    struct bsp3_model models[BSP3_MODELS];
    struct bsp3_surface *surfaces;
    int surface_count, surface_capacity;
    struct bsp3_vertex *vertices;
    int vertex_count, vertex_capacity;
    int *indexes;
    int index_count, index_capacity;
    uint8_t *pages; /* page_count of BSP3_PAGE^2 * 3 */
    int page_count;
    uint8_t *grid; /* 8 bytes each */
    int grid_counts[3];
};

/* Compiles and lights; reel stays in use. */
void bsp3_make(struct bsp3 *b, struct reel3 *reel);
void bsp3_free(struct bsp3 *b);
void bsp3_write(const struct bsp3 *b, struct buf *out);

/* Parts of bsp3_make. */
void bsp3_add_surfaces(struct bsp3 *b);
void bsp3_light(struct bsp3 *b);
/* A place on a patch, u and v from 0 to 1, and its normal. */
struct vec3 bsp3_patch_at(const struct reel3_patch *p, double u, double v, struct vec3 *normal);

#endif
