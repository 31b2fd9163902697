/* Shared by the files of world.h: edges between polygons and spans. Private to this folder. */
#ifndef RENDER_PALETTE_WORLD_WORLD_INTERNAL_H
#define RENDER_PALETTE_WORLD_WORLD_INTERNAL_H

#include "formats/base/arrays.h"
#include "formats/base/vec.h"
#include "render/palette/blend.h"
#include "render/palette/world/world.h"

enum {
    EDGE_SHIFT = 20,
    EDGE_ONE = 1 << EDGE_SHIFT
}; /* u of an edge: 12.20 in the original, wider here */

/* One side of a polygon, or of two polygons that share it, over the rows v..v2 of the frame.
 * Surface 0 is the background and never has edges, so 0 means none. */
struct world_edge {
    int64_t u;      /* at row v, biased by EDGE_ONE - 1 so that u >> EDGE_SHIFT rounds up */
    int64_t u_step; /* a row */
    int32_t v, v2;
    uint32_t surfaces[2]; /* [0]: ends here (trailing), [1]: begins here (leading) */
    float near_zi;
    bool emitted_trailing; /* it was made for a surface that ends at it: sorts behind equal leading
                              ones */
};

/* The edges of one layer, in the order they were made and by row. */
struct world_edges {
    struct world_edge *list;
    uint32_t count;
    size_t capacity;
    uint32_t *row_start; /* row v's edges are order[row_start[v]]..order[row_start[v + 1] - 1] */
    uint32_t *order;
    size_t cap_order;
    int32_t *last_rows; /* v2 of order[i] */
    size_t cap_last_rows;
};

/* Translucent surfaces and fences are in a separate layer: they hide nothing. */
enum world_layer { LAYER_OPAQUE, LAYER_TRANSLUCENT, NUM_LAYERS };

/* The screen edge of a model's edge in this frame, which the neighbouring polygon reuses. */
struct edge_cache {
    uint32_t frame; /* valid when equal to world.frame */
    uint32_t edge;  /* index in its layer, or EDGE_CLIPPED */
    uint8_t layer;
};
#define EDGE_CLIPPED UINT32_MAX

/* A point on the screen. */
struct projected {
    float u, v, zi;
    int ceil_v;
};

/* Projected vertex of the world model; valid when frame equals world.frame. */
struct vertex_cache {
    uint32_t frame;
    struct projected at;
};

/* A leaf's position in the drawing order; valid when frame equals world.frame. Leafs not traversed
 * in the frame are outside the frustum, with everything in them. */
struct leaf_key {
    uint32_t frame;
    int32_t key;
};

/* The BSP that the marks belong to, and the sizes of their arrays. Compared before marks of an
 * earlier frame are used. */
struct marked {
    struct object_id *identity; /* held; NULL = none */
    uint32_t nodes, leafs, faces, edges, vertices;
    size_t visibility_bytes;
};

/* A brush model's polygon edge while it is cut by the world's BSP. */
struct brush_edge {
    float v[2][3];
};

struct brush_edges {
    struct brush_edge *list;
    uint32_t count;
    size_t capacity;
};

/* An edge crossing the row being scanned, with all of it that scanning reads. */
struct active_edge {
    int64_t u, u_step;
    uint32_t surfaces[2];
    int32_t v2;
    uint32_t edge; /* its index in the layer */
};

/* A surface while a row is scanned. Surfaces of one key that cover the same place form a list,
 * nearest first. */
struct open_surface {
    int32_t key;
    int32_t
        span_state; /* leading minus trailing edges met; 1 = it covers the place being scanned */
    int32_t last_u; /* where it came to the top */
    uint32_t next;  /* next in its key's list; 0 = none */
};

/* Keys that have open surfaces: a bit per key, and a bit per nonzero word of those. The nearest
 * surface is the first in the list of the lowest key. */
struct open_keys {
    uint64_t *words;
    uint64_t *summary;
    uint32_t *first; /* a key's list: a surface */
    uint32_t num_words, num_summary;
    uint32_t capacity; /* keys */
};

/* From the u of an active edge on, a surface is in front. */
struct transition {
    uint32_t active; /* index into band_scan.active */
    uint32_t surface;
};

struct band_scan { /* a band's own scratch: no two threads share one */
    struct world_band out;
    struct active_edge *active;
    size_t cap_active;
    uint32_t *fresh; /* edges that begin in the row */
    size_t cap_fresh;
    struct open_surface *open;
    size_t cap_open;
    struct open_keys keys;
    struct transition *transitions; /* the last row's */
    uint32_t num_transitions;
    size_t cap_transitions;
    bool nearness_decided; /* in that row 1/z decided between surfaces, and may decide otherwise in
                              the next */
};

struct world {
    int width, height;
    int band_height;
    int num_bands;
    struct band_scan *bands;

    const struct palette_scene *scene; /* during a frame */
    const struct model *model;         /* the scene's world or NULL */
    struct view view;                  /* its frustum follows the placement being drawn */
    uint32_t frame;                    /* stamp of this frame's marks, never 0 */
    bool failed;                       /* memory ran out */

    /* Marks on the world's BSP, valid when equal to the stamp. */
    const struct bsp *marked_bsp;          /* the frame's */
    struct marked marked;                  /* what the arrays are made for */
    uint32_t *node_visible, *leaf_visible; /* stamped with vis_stamp */
    uint32_t *face_visible;                /* stamped with frame */
    struct leaf_key *leaf_keys;
    struct edge_cache *edge_cache;
    struct vertex_cache *vertex_cache;
    uint8_t *visibility;
    uint32_t vis_stamp, vis_leaf;
    bool vis_valid;

    struct world_placement *placements;
    uint32_t num_placements;
    size_t cap_placements;
    struct world_surface *surfaces;
    uint32_t num_surfaces;
    size_t cap_surfaces;
    struct world_edges layers[NUM_LAYERS];
    struct brush_edges brush_edges;
    /* Points where the last polygon crossed the left and right sides. As in the original they
     * persist from polygon to polygon: the cache of a clipped edge lacks its crossing. */
    float left_enter[3], left_exit[3], right_enter[3], right_exit[3];
    int32_t key; /* the next polygon's, in BSP order */
};

/* A polygon during clipping and projection (R_RenderFace's state in the original). */
struct polygon {
    struct world *world;
    const struct world_placement *placement;
    enum world_layer layer;
    uint8_t clear, opacity; /* see struct world_surface */
    unsigned clip_mask;
    uint32_t surface; /* index it will get */
    uint32_t cache;   /* outcome for the cache: an edge index, EDGE_CLIPPED, or NOT_CACHEABLE */
    bool emitted;
    bool near_only; /* only the effect on near_zi is wanted */
    float near_zi;
    bool last_valid; /* `last` is the end of the edge before */
    struct projected last;
    bool whole[2]; /* the ends of the edge being clipped are still vertices of the model: */
    uint32_t vertices[2];
    bool left_clipped, right_clipped;
};

/* world_edges.c */
/* Draws a face of the placement's model whole: in BSP order with the world's key, or as part of a
 * brush model. */
void world_render_face(struct world *world, uint32_t placement, uint32_t face, unsigned clip_mask,
                       bool in_submodel, int32_t key);
/* Draws what the BSP left of a brush model's face inside one leaf: the brush edges listed in
 * pieces. */
void world_render_piece(struct world *world, uint32_t placement, uint32_t face, unsigned clip_mask,
                        int32_t key, const uint32_t *pieces, uint32_t count);
/* Orders a layer's edges by row. 0 or FORMAT_MEMORY. */
int world_sort_edges(struct world_edges *edges, int height);

/* world_visible.c */
int world_mark_visible(struct world *world);
/* Invalidates the marks: the next frame makes new ones. */
void world_forget_marks(struct world *world);
void world_walk(struct world *world);
/* Sides of a plane that a box is on: 1 front, 2 back, 3 both. */
int world_box_sides(const struct bsp_plane *plane, const float mins[3], const float maxs[3]);
/* A box against the frustum planes named by *mask: true when it is wholly outside one; clears the
 * bits of the planes it lies wholly inside of (accept_edge: touching counts as inside). */
bool world_clip_box(const struct view *view, const float mins[3], const float maxs[3],
                    unsigned *mask, bool accept_edge);

/* world_brush.c */
void world_draw_brush_entities(struct world *world);

/* The vertices (indices) of a face's edge i in its winding. Returns the edge. */
static inline uint32_t world_face_edge(const struct bsp *bsp, const struct bsp_face *face,
                                       uint32_t i, uint32_t vertices[2])
{
    int32_t s = bsp->surfedges[face->first_surfedge + i];
    bool forward = s > 0;
    uint32_t edge = forward ? (uint32_t)s : (uint32_t)-s;
    vertices[0] = bsp->edges[edge][forward ? 0 : 1];
    vertices[1] = bsp->edges[edge][forward ? 1 : 0];
    return edge;
}

/* Two vertices as large as the placement has them; 1.0 leaves every bit alone. */
static inline void world_scale_vertices(const struct bsp *bsp, const uint32_t vertices[2],
                                        float scale, float out[2][3])
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
            out[i][j] = bsp->vertices[vertices[i]][j] * scale;
        }
    }
}

#endif
