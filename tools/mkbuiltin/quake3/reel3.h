/* The level "reel3": a courtyard round a pool, a gate with a door, a hall above the fog.
 *
 * Walls and floors are brushes of map.h; curves and triangle meshes are separate. Units are
 * Quake's, z up, the yard's ground is z 0. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_REEL3_H
#define TOOLS_MKBUILTIN_QUAKE3_REEL3_H

#include "tools/mkbuiltin/map.h"
#include "tools/mkbuiltin/palette.h"

/* Contents in addition to map.h's. */
enum { CONTENTS_MIST = -7 };

enum reel3_shader {
    S_BLOCK,
    S_BRICK,
    S_FLOOR,
    S_COBBLE,
    S_CEILING,
    S_METAL,
    S_TRIM,
    S_DOOR,
    S_LAMP,
    S_LAMP_PULSE,
    S_MARBLE,
    S_BEAM,
    S_ENERGY,
    S_SCREEN,
    S_PIPE,
    S_CRYSTAL,
    S_GRATE,
    S_JUMPPAD,
    S_WATER,
    S_FOG,
    S_SKY,
    S_FLAME,
    S_GLOW,
    S_GLOW_COLD,
    S_CAULK, /* solid, not drawn */
    S_COUNT
};

/* Properties of a shader's surfaces. */
enum {
    REEL3_UNLIT = 1, /* no lightmap */
    REEL3_HIDDEN = 2 /* not drawn */
};

struct reel3_shader_facts {
    const char *name;
    int width, height; /* texture size, texels */
    int flags;
    int surface, contents; /* Quake III's */
};
extern const struct reel3_shader_facts reel3_shaders[S_COUNT];

enum {
    REEL3_PATCH_POINTS = 9 * 9,
    REEL3_PATCHES = 64,
    REEL3_SOUP_VERTICES = 600,
    REEL3_SOUPS = 32,
    REEL3_LIGHTS = 64
};

/* A curved surface: width by height control points, row by row. */
struct reel3_patch {
    int shader, width, height;
    struct vec3 p[REEL3_PATCH_POINTS];
    double st[REEL3_PATCH_POINTS][2];
};

struct reel3_soup_vertex {
    struct vec3 p, n;
    double s, t;
};

/* Triangles, three vertices each unless it is a sprite (four, in the order of a quad). */
struct reel3_soup {
    int shader;
    int is_sprite;
    struct rgb glow; /* emitted light, 0..255 */
    int count;
    struct reel3_soup_vertex v[REEL3_SOUP_VERTICES];
};

struct reel3_light {
    struct vec3 origin;
    struct rgb colour; /* 0..1 */
    double intensity;  /* next to it, 255 = a surface's own colour */
    double reach;      /* units until darkness */
};

struct reel3 {
    struct map world, door;
    struct reel3_patch patches[REEL3_PATCHES];
    int patch_count;
    struct reel3_soup soups[REEL3_SOUPS];
    int soup_count;
    struct reel3_light lights[REEL3_LIGHTS];
    int light_count;
    struct vec3 mist_mins, mist_maxs; /* the fog's box */
    struct rgb sun, sky, ambient;     /* 0..255 */
};

void reel3_build(struct reel3 *r);
void reel3_free(struct reel3 *r);

/* Adds the level's curves and triangle meshes (reel3_shapes.c). */
void reel3_add_shapes(struct reel3 *r);

#endif
