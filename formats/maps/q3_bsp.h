/* Maps of Quake III (IBSP version 46) and Quake Live (47), decoded and checked.
 *
 * After q3_bsp_read every index is in range, the node tree is free of cycles and at most
 * Q3_BSP_MAX_DEPTH deep, all numbers are finite, and the total length of overlapping ranges is
 * bounded; so users need no checks. Defects of a single surface, fog or leaf are repaired and
 * recorded in `damage`. Coordinates: units, z up; triangles are clockwise seen from the front. All
 * arrays are owned by the map and freed by q3_bsp_free. Immutable after q3_bsp_read and
 * q3_bsp_brighten; threads may share it.
 *
 * Layouts: the published tools' 72, 16, 36, ... byte records; version 47 has an 18th lump
 * (advertisements), which is not read. */
#ifndef FORMATS_MAPS_Q3_BSP_H
#define FORMATS_MAPS_Q3_BSP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/object_id.h"
#include "formats/base/q3_waves.h"

enum {
    Q3_BSP_VERSION = 46,
    Q3_BSP_VERSION_LIVE = 47,
    Q3_BSP_MAX_DEPTH = 4096,
    Q3_BSP_NAME = 64,
    Q3_BSP_AREAS = 256, /* areas are 0..255; -1 for leafs in no area */
    Q3_LIGHTMAP_SIDE = 128,
    Q3_LIGHTMAP_BYTES = Q3_LIGHTMAP_SIDE * Q3_LIGHTMAP_SIDE * 3,
    Q3_GRID_SAMPLE = 8,
    Q3_PATCH_SIDE_MAX = 31 /* control points a side, odd and at least 3 */
};

/* Light sources of surfaces without a lightmap. */
enum { Q3_LIGHT_NONE = -1, Q3_LIGHT_WHITE = -2, Q3_LIGHT_VERTEX = -3 };

/* Flags of q3_bsp_shader that drawing uses. */
enum {
    Q3_SURF_SKY = 0x4,
    Q3_SURF_NO_IMPACT = 0x10,
    Q3_SURF_NO_MARKS = 0x20,
    Q3_SURF_NO_DRAW = 0x80,
    Q3_SURF_NO_DLIGHT = 0x20000
};
enum {
    Q3_CONTENTS_SOLID = 0x1,
    Q3_CONTENTS_LAVA = 0x8,
    Q3_CONTENTS_SLIME = 0x10,
    Q3_CONTENTS_WATER = 0x20,
    Q3_CONTENTS_FOG = 0x40
};

enum q3_surface_kind {
    Q3_SURFACE_NOTHING, /* not drawn: a patch with a "nodraw" shader, or a repaired one */
    Q3_SURFACE_PLANAR,
    Q3_SURFACE_PATCH,
    Q3_SURFACE_SOUP,
    Q3_SURFACE_FLARE
};

struct q3_bsp_shader {
    char name[Q3_BSP_NAME];
    uint32_t surface_flags;
    uint32_t content_flags;
};

/* In front of it is where normal . p - dist > 0. */
struct q3_bsp_plane {
    float normal[3];
    float dist;
};

struct q3_bsp_node {
    uint32_t plane;
    int32_t children[2]; /* front, back; n >= 0: node n; n < 0: leaf -1 - n */
    int32_t parent;      /* node, -1 = the root */
    int32_t mins[3], maxs[3];
};

struct q3_bsp_leaf {
    int32_t cluster; /* -1 = solid or outside: never visible */
    int32_t area;    /* -1 = in none */
    int32_t parent;  /* node, -1 = none */
    int32_t mins[3], maxs[3];
    uint32_t first_surface, num_surfaces; /* in leaf_surfaces */
    uint32_t first_brush, num_brushes;    /* in leaf_brushes */
};

struct q3_bsp_model {
    float mins[3], maxs[3];
    uint32_t first_surface, num_surfaces;
    uint32_t first_brush, num_brushes;
};

struct q3_bsp_brush {
    uint32_t first_side, num_sides;
    uint32_t shader; /* its contents */
};

struct q3_bsp_side {
    uint32_t plane; /* faces outward */
    uint32_t shader;
};

struct q3_bsp_vertex {
    float xyz[3];
    float st[2];
    float light_st[2]; /* 0..1 of a lightmap */
    float normal[3];
    uint8_t color[4]; /* red, green, blue, alpha */
};

struct q3_bsp_fog {
    char shader[Q3_BSP_NAME];
    int32_t brush;    /* -1 = none, everywhere */
    bool has_surface; /* it ends at the plane below, which faces out of it */
    struct q3_bsp_plane surface;
    float mins[3], maxs[3];
};

struct q3_bsp_surface {
    enum q3_surface_kind kind;
    uint32_t shader;
    int32_t fog; /* -1 = none */
    uint32_t first_vertex, num_vertices;
    uint32_t first_index, num_indexes; /* a multiple of 3; they count from first_vertex */
    int32_t lightmap; /* or Q3_LIGHT_*; triangle soups are lit by vertex, as in the original,
                         whatever the file has */
    uint32_t patch_width, patch_height;
    struct q3_bsp_plane plane; /* planar surfaces: their plane, whatever the vertices have */
    float mins[3], maxs[3];    /* bounds of the vertices (for a patch: of its control points) */
    float lod_bounds[2][3];    /* bounds of the group of patches it belongs to */
};

/* Samples of light in the air, in rows of x, then y, then z: at origin + size * (x, y, z). */
struct q3_bsp_grid {
    uint8_t *samples; /* Q3_GRID_SAMPLE bytes each: ambient rgb, directed rgb, longitude, latitude;
                         NULL = no grid */
    int32_t counts[3];
    float origin[3], size[3];
};

struct q3_bsp {
    struct q3_bsp_shader *shaders;
    uint32_t num_shaders;
    struct q3_bsp_plane *planes;
    uint32_t num_planes;
    struct q3_bsp_node *nodes; /* [0] is the root */
    uint32_t num_nodes;
    struct q3_bsp_leaf *leafs;
    uint32_t num_leafs;
    uint32_t *leaf_surfaces;
    uint32_t num_leaf_surfaces;
    uint32_t *leaf_brushes;
    uint32_t num_leaf_brushes;
    struct q3_bsp_model *models; /* [0] is the world, [n] is "*n" */
    uint32_t num_models;
    struct q3_bsp_brush *brushes;
    uint32_t num_brushes;
    uint32_t contents; /* Q3_CONTENTS_* that any brush has */
    struct q3_bsp_side *sides;
    uint32_t num_sides;
    struct q3_bsp_vertex *vertices;
    uint32_t num_vertices;
    uint32_t *indexes;
    uint32_t num_indexes;
    struct q3_bsp_fog *fogs;
    uint32_t num_fogs;
    struct q3_bsp_surface *surfaces;
    uint32_t num_surfaces;
    uint8_t *lightmaps; /* Q3_LIGHTMAP_BYTES each: red, green, blue, row 0 first */
    uint32_t num_lightmaps;
    struct q3_bsp_grid grid;
    uint8_t *visibility; /* num_clusters rows; NULL = everything is visible */
    uint32_t num_clusters;
    uint32_t row_bytes;
    uint32_t num_areas;         /* above every leaf's area */
    char *entities;             /* NUL-terminated text */
    uint32_t version;           /* Q3_BSP_VERSION or Q3_BSP_VERSION_LIVE */
    struct object_id *identity; /* Id of the current contents, for caches. */
    struct format_error damage; /* the first defect that was repaired; num_damages 0 = none */
    uint32_t num_damages;
};

/* Reads a whole file. On failure everything is freed and *bsp is zeroed. */
int q3_bsp_read(struct q3_bsp *bsp, const uint8_t *data, size_t size,
                struct format_error *err) MUST_CHECK;
void q3_bsp_free(struct q3_bsp *bsp);

/* A colour times 2^shift; where a part passes 255 all are scaled down so that the hue stays. shift:
 * 0 to 8. */
void q3_light_shift(uint8_t rgb[3], unsigned shift);

/* Brightens lightmaps, vertex colours and the light grid by a shift: the file has them at a quarter
 * of their brightness (shift 2 in a window, 1 if the screen doubles it). Call it once, before
 * patches are made. */
void q3_bsp_brighten(struct q3_bsp *bsp, unsigned shift);

/* Index of the leaf at a point. */
uint32_t q3_bsp_point_leaf(const struct q3_bsp *bsp, const float point[3]);

/* Q3_CONTENTS_* bits of a mask that brushes at a point have. */
uint32_t q3_bsp_point_contents(const struct q3_bsp *bsp, const float point[3], uint32_t mask);

/* True if cluster `to` may be visible from `from`. A viewer in cluster -1 (outside) sees
 * everything; cluster -1 is never visible. Clusters are those of leafs. */
bool q3_bsp_sees(const struct q3_bsp *bsp, int32_t from, int32_t to);

/* The same for all: bit k of byte k / 8 is cluster k; row_bytes bytes. NULL = all are seen. */
const uint8_t *q3_bsp_visibility_row(const struct q3_bsp *bsp, int32_t from);

struct q3_light {
    float ambient[3], directed[3]; /* 0..255 */
    float direction[3];            /* to the light, one unit long or zero */
};

/* Light of the grid at a point, interpolated between the samples around it except those inside
 * walls; ambient is scaled by 0.6. False without a grid: nothing is written. */
bool q3_bsp_light(const struct q3_bsp *bsp, const struct q3_waves *waves, const float point[3],
                  struct q3_light *light);

/* Goes through a map's first entity: *at is q3_bsp.entities at first and moves on. False at its
 * end. What is longer than there is room for is cut. */
bool q3_worldspawn_next(const char **at, char *key, size_t key_size, char *value,
                        size_t value_size);

#endif
