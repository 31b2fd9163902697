/* The level compiler: brushes -> faces -> tree -> portals -> PVS -> lightmaps -> BSP version 29
 * lumps.
 *
 * One struct level holds one brush model (the world or a submodel); level_write_bsp joins several
 * of them into one file, the world first. */
#ifndef TOOLS_MKBUILTIN_LEVEL_H
#define TOOLS_MKBUILTIN_LEVEL_H

#include "tools/mkbuiltin/map.h"

enum {
    LEVEL_LIGHT_STYLES = 4, /* per face */
    LEVEL_EXTENT_MAX = 240, /* texels of a lit face */
    LEVEL_PATH_MAX = 400,   /* depth of the tree */
    LEVEL_AMBIENCES = 4,    /* water, sky, slime, lava */
};

struct level_face {
    int plane, flip; /* flip: the face looks against the plane's normal */
    int texture;
    double s[4], t[4];
    int special;     /* sky or liquid: no lightmap */
    int hidden;      /* splits the tree but is not drawn (a sky/rock boundary) */
    int contents[2]; /* leafs in front of and behind the face */
    int origin;      /* number of the face it was cut out of by the tree */
    struct winding w;
    /* Filled by level_light. */
    int styles[LEVEL_LIGHT_STYLES];
    int style_count;
    int extent_s, extent_t; /* samples */
    uint8_t *samples;       /* style_count planes of extent_s * extent_t */
    /* Filled by level_fix_tjunctions: outline with every neighbour's corner. */
    int outline_count;
    int *outline; /* indices into level.points */
};

struct level_node {
    int plane; /* -1: leaf */
    struct level_node *child[2];
    int *faces; /* node: faces on the plane; leaf: faces that touch it */
    int face_count, face_capacity;
    int contents;
    int leaf; /* number among visible leafs from 0, -1: solid */
    struct vec3 mins, maxs;
};

struct level_portal {
    int from, to;  /* leaf numbers */
    struct vec3 n; /* plane looking from `from` into `to` */
    double d;
    struct winding w;
};

struct level {
    struct map *map;
    struct level_face *faces;
    int face_count, face_capacity;
    struct level_node *root;
    struct level_node **leafs; /* visible (not solid) ones */
    int leaf_count, leaf_capacity;
    struct level_portal *portals; /* both directions, 2k and 2k+1 are one opening */
    int portal_count, portal_capacity;
    uint8_t *vis; /* leaf_count rows of vis_row bytes */
    int vis_row;
    int vis_steps; /* most steps of the search behind one opening, then all that might be seen is;
                      0: no end */
    struct vec3 *points;
    int point_count, point_capacity;
    struct vec3 mins, maxs;
};

/* Whole compilation of one model; with_vis 0 skips portals (submodels). */
void level_compile(struct level *b, struct map *m, int with_vis);
void level_free(struct level *b);

void level_csg(struct level *b);
/* Cuts faces by each other's planes; `origin` is the number of the uncut face. */
void level_tree(struct level *b);
void level_portals(struct level *b);
void level_vis(struct level *b);
void level_fix_tjunctions(struct level *b);
/* Lights the faces of `b` with the lights and shadows of `world` (a submodel passes its world). */
void level_light(struct level *b, const struct level *world);

int level_contents_at(const struct level *b, struct vec3 p);
int level_leaf_at(const struct level *b, struct vec3 p);
/* First contents a ray hits: CONTENTS_SOLID, CONTENTS_SKY, or CONTENTS_EMPTY if it arrives. */
int level_trace(const struct level *b, struct vec3 from, struct vec3 to);

/* The ambient levels of a leaf, 0..255. */
void level_ambience(const struct level *l, int leaf, int levels[LEVEL_AMBIENCES]);

/* Joins models into a BSP29 file. `miptex` is the complete textures lump. */
void level_write_bsp(struct buf *out, struct level *const *models, int model_count,
                     const struct buf *miptex, const struct buf *entities);

#endif
