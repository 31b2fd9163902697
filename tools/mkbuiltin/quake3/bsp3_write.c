/* The lumps of a Quake III map. Every solid, sky or water leaf becomes one brush. */
#include "tools/mkbuiltin/quake3/bsp3.h"

#include <stdlib.h>
#include <string.h>

enum lump {
    LUMP_ENTITIES,
    LUMP_SHADERS,
    LUMP_PLANES,
    LUMP_NODES,
    LUMP_LEAFS,
    LUMP_LEAF_SURFACES,
    LUMP_LEAF_BRUSHES,
    LUMP_MODELS,
    LUMP_BRUSHES,
    LUMP_SIDES,
    LUMP_VERTICES,
    LUMP_INDEXES,
    LUMP_FOGS,
    LUMP_SURFACES,
    LUMP_LIGHTMAPS,
    LUMP_GRID,
    LUMP_VISIBILITY,
    LUMP_COUNT
};

enum { VERSION = 46, FOG_BRUSH = 0, FOG_TOP_SIDE = 5 };

struct path {
    int count;
    struct {
        struct vec3 n; /* the cell lies behind */
        double d;
    } planes[LEVEL_PATH_MAX];
};

struct writer {
    const struct bsp3 *b;
    struct buf lumps[LUMP_COUNT];
    struct map planes; /* only its planes are used */
    int brush_count, side_count, leaf_count, leaf_surface_count, leaf_brush_count;
    int node_count, model_brushes;
};

/* Plane number of n.p = d: pairs of opposite ones. */
static int plane_number(struct writer *w, struct vec3 n, double d)
{
    int flip;
    int i = map_find_plane(&w->planes, n, d, &flip);
    return i * 2 + flip;
}

static void write_vec(struct buf *out, struct vec3 v)
{
    buf_f32(out, v.x);
    buf_f32(out, v.y);
    buf_f32(out, v.z);
}

static void write_box(struct buf *out, struct vec3 mins, struct vec3 maxs)
{
    for (int i = 0; i < 3; i++) {
        buf_i32(out, (int)mkb_floor(v_get(mins, i)));
    }
    for (int i = 0; i < 3; i++) {
        buf_i32(out, (int)-mkb_floor(-v_get(maxs, i)));
    }
}

static void add_side(struct writer *w, struct vec3 n, double d, int shader)
{
    buf_i32(&w->lumps[LUMP_SIDES], plane_number(w, n, d));
    buf_i32(&w->lumps[LUMP_SIDES], shader);
    w->side_count++;
}

/* The six sides every brush begins with. */
static void add_box_sides(struct writer *w, struct vec3 mins, struct vec3 maxs, int shader)
{
    for (int i = 0; i < 6; i++) {
        int axis = i / 2;
        double s = i & 1 ? 1 : -1;
        double d = i & 1 ? v_get(maxs, axis) : -v_get(mins, axis);
        add_side(w, v_make(axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0), d, shader);
    }
}

static int end_brush(struct writer *w, int first_side, int shader)
{
    buf_i32(&w->lumps[LUMP_BRUSHES], first_side);
    buf_i32(&w->lumps[LUMP_BRUSHES], w->side_count - first_side);
    buf_i32(&w->lumps[LUMP_BRUSHES], shader);
    return w->brush_count++;
}

static int is_axial(struct vec3 n)
{
    return mkb_abs(n.x) == 1 || mkb_abs(n.y) == 1 || mkb_abs(n.z) == 1;
}

/* The cell behind all planes of the path as a brush. */
static int cell_brush(struct writer *w, const struct path *path, struct vec3 mins, struct vec3 maxs,
                      int shader)
{
    int first = w->side_count;
    add_box_sides(w, mins, maxs, shader);
    for (int i = 0; i < path->count; i++) {
        struct winding side;
        winding_base(&side, path->planes[i].n, path->planes[i].d, 16384);
        int alive = !is_axial(path->planes[i].n);
        for (int j = 0; j < path->count && alive; j++) {
            if (i != j) {
                alive = winding_clip_back(&side, path->planes[j].n, path->planes[j].d, 0.001);
            }
        }
        if (alive) {
            add_side(w, path->planes[i].n, path->planes[i].d, shader);
        }
    }
    return end_brush(w, first, shader);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Surfaces of each leaf: its faces, and surfaces outside the tree whose box touches its box. */
static void leaf_surfaces(struct writer *w, const struct level_node *leaf)
{
    const struct bsp3 *b = w->b;
    const struct bsp3_model *m = &b->models[0];
    int *list = mkb_alloc((size_t)(leaf->face_count + m->surface_count), sizeof *list);
    int count = 0;
    for (int i = 0; i < leaf->face_count; i++) {
        int s = m->surface_of[m->tree.faces[leaf->faces[i]].origin];
        if (s >= 0 && !b->surfaces[s].everywhere) {
            list[count++] = s;
        }
    }
    for (int i = 0; i < m->surface_count; i++) {
        const struct bsp3_surface *s = &b->surfaces[m->first_surface + i];
        if (s->everywhere && s->mins.x <= leaf->maxs.x + 1 && s->maxs.x >= leaf->mins.x - 1 &&
            s->mins.y <= leaf->maxs.y + 1 && s->maxs.y >= leaf->mins.y - 1 &&
            s->mins.z <= leaf->maxs.z + 1 && s->maxs.z >= leaf->mins.z - 1) {
            list[count++] = m->first_surface + i;
        }
    }
    qsort(list, (size_t)count, sizeof *list, by_number);
    for (int i = 0; i < count; i++) {
        if (i == 0 || list[i] != list[i - 1]) {
            buf_i32(&w->lumps[LUMP_LEAF_SURFACES], list[i]);
            w->leaf_surface_count++;
        }
    }
    free(list);
}

static void add_leaf_brush(struct writer *w, int brush)
{
    buf_i32(&w->lumps[LUMP_LEAF_BRUSHES], brush);
    w->leaf_brush_count++;
}

static void write_leaf(struct writer *w, const struct level_node *leaf, const struct path *path)
{
    int seen = leaf->contents != CONTENTS_SOLID && leaf->contents != CONTENTS_SKY;
    int first_surface = w->leaf_surface_count;
    int first_brush = w->leaf_brush_count;
    if (seen) {
        leaf_surfaces(w, leaf);
    }
    if (leaf->contents == CONTENTS_MIST) {
        add_leaf_brush(w, FOG_BRUSH);
    } else if (leaf->contents != CONTENTS_EMPTY && leaf->mins.x <= leaf->maxs.x) {
        int shader = leaf->contents == CONTENTS_SKY     ? S_SKY
                     : leaf->contents == CONTENTS_WATER ? S_WATER
                                                        : S_BLOCK;
        add_leaf_brush(w, cell_brush(w, path, leaf->mins, leaf->maxs, shader));
    }
    struct buf *out = &w->lumps[LUMP_LEAFS];
    buf_i32(out, seen ? leaf->leaf : -1);
    buf_i32(out, seen ? 0 : -1);
    int is_cell = leaf->mins.x <= leaf->maxs.x;
    write_box(out, is_cell ? leaf->mins : v_make(0, 0, 0), is_cell ? leaf->maxs : v_make(0, 0, 0));
    buf_i32(out, first_surface);
    buf_i32(out, w->leaf_surface_count - first_surface);
    buf_i32(out, first_brush);
    buf_i32(out, w->leaf_brush_count - first_brush);
    w->leaf_count++;
}

/* Writes a tree from its root; returns a node's number, or -1 - a leaf's. */
static int write_tree(struct writer *w, const struct level_node *node, struct path *path)
{
    if (node->plane < 0) {
        write_leaf(w, node, path);
        return -w->leaf_count;
    }
    const struct map_plane *p = &w->b->models[0].tree.map->planes[node->plane];
    struct buf *out = &w->lumps[LUMP_NODES];
    int number = w->node_count++;
    size_t at = out->size;
    buf_i32(out, plane_number(w, p->n, p->d));
    buf_i32(out, 0);
    buf_i32(out, 0);
    write_box(out, node->mins, node->maxs);
    int depth = path->count++;
    for (int side = 0; side < 2; side++) {
        path->count = depth + 1;
        path->planes[depth].n = side ? p->n : v_scale(p->n, -1);
        path->planes[depth].d = side ? p->d : -p->d;
        int child = write_tree(w, node->child[side], path);
        buf_patch_i32(&w->lumps[LUMP_NODES], at + 4 + (size_t)side * 4, child);
    }
    path->count = depth;
    return number;
}

static void write_world(struct writer *w)
{
    const struct bsp3 *b = w->b;
    const struct level *l = &b->models[0].tree;
    int first = w->side_count;
    add_box_sides(w, b->reel->mist_mins, b->reel->mist_maxs, S_FOG);
    end_brush(w, first, S_FOG);
    struct path path = {0};
    const double corner[6] = {l->maxs.x, -l->mins.x, l->maxs.y, -l->mins.y, l->maxs.z, -l->mins.z};
    for (int i = 0; i < 6; i++) {
        double s = i & 1 ? -1 : 1;
        path.planes[i].n = v_make(i / 2 == 0 ? s : 0, i / 2 == 1 ? s : 0, i / 2 == 2 ? s : 0);
        path.planes[i].d = corner[i] + 32;
    }
    path.count = 6;
    write_tree(w, l->root, &path);
}

static void write_models(struct writer *w)
{
    const struct bsp3 *b = w->b;
    for (int i = 0; i < BSP3_MODELS; i++) {
        const struct bsp3_model *m = &b->models[i];
        int first = i == 0 ? 0 : w->brush_count;
        struct vec3 mins = m->drawn.mins;
        struct vec3 maxs = m->drawn.maxs;
        if (i > 0) {
            const struct brush *box = &m->tree.map->brushes[0];
            mins = box->mins;
            maxs = box->maxs;
            int side = w->side_count;
            add_box_sides(w, mins, maxs, S_DOOR);
            end_brush(w, side, S_DOOR);
        }
        struct buf *out = &w->lumps[LUMP_MODELS];
        write_vec(out, mins);
        write_vec(out, maxs);
        buf_i32(out, m->first_surface);
        buf_i32(out, m->surface_count);
        buf_i32(out, first);
        buf_i32(out, w->brush_count - first);
    }
}

static void write_vertices(struct writer *w)
{
    const struct bsp3 *b = w->b;
    for (int i = 0; i < b->vertex_count; i++) {
        const struct bsp3_vertex *v = &b->vertices[i];
        struct buf *out = &w->lumps[LUMP_VERTICES];
        write_vec(out, v->p);
        buf_f32(out, v->st[0]);
        buf_f32(out, v->st[1]);
        buf_f32(out, v->light_st[0]);
        buf_f32(out, v->light_st[1]);
        write_vec(out, v->n);
        buf_bytes(out, v->color, 4);
    }
    for (int i = 0; i < b->index_count; i++) {
        buf_i32(&w->lumps[LUMP_INDEXES], b->indexes[i]);
    }
}

static void write_surfaces(struct writer *w)
{
    const struct bsp3 *b = w->b;
    struct buf *out = &w->lumps[LUMP_SURFACES];
    for (int i = 0; i < b->surface_count; i++) {
        const struct bsp3_surface *s = &b->surfaces[i];
        buf_i32(out, s->shader);
        buf_i32(out, s->fog);
        buf_i32(out, (int)s->kind);
        buf_i32(out, s->first_vertex);
        buf_i32(out, s->vertex_count);
        buf_i32(out, s->first_index);
        buf_i32(out, s->index_count);
        buf_i32(out, s->page);
        buf_i32(out, s->x);
        buf_i32(out, s->y);
        buf_i32(out, s->w);
        buf_i32(out, s->h);
        if (s->kind == BSP3_PATCH) {
            write_vec(out, s->mins);
            write_vec(out, s->mins);
            write_vec(out, s->maxs);
            write_vec(out, v_make(0, 0, 1));
        } else {
            write_vec(out, b->vertices[s->first_vertex].p);
            write_vec(out, v_scale(s->u, BSP3_LUXEL));
            write_vec(out, v_scale(s->v, BSP3_LUXEL));
            write_vec(out, s->n);
        }
        buf_i32(out, s->patch ? s->patch->width : 0);
        buf_i32(out, s->patch ? s->patch->height : 0);
    }
}

static void write_rest(struct writer *w)
{
    const struct bsp3 *b = w->b;
    buf_bytes(&w->lumps[LUMP_ENTITIES], b->reel->world.entities.data, b->reel->world.entities.size);
    buf_u8(&w->lumps[LUMP_ENTITIES], 0);
    for (int i = 0; i < S_COUNT; i++) {
        buf_name(&w->lumps[LUMP_SHADERS], reel3_shaders[i].name, 64);
        buf_i32(&w->lumps[LUMP_SHADERS], reel3_shaders[i].surface);
        buf_i32(&w->lumps[LUMP_SHADERS], reel3_shaders[i].contents);
    }
    for (int i = 0; i < w->planes.plane_count; i++) {
        const struct map_plane *p = &w->planes.planes[i];
        write_vec(&w->lumps[LUMP_PLANES], p->n);
        buf_f32(&w->lumps[LUMP_PLANES], p->d);
        write_vec(&w->lumps[LUMP_PLANES], v_scale(p->n, -1));
        buf_f32(&w->lumps[LUMP_PLANES], -p->d);
    }
    buf_name(&w->lumps[LUMP_FOGS], reel3_shaders[S_FOG].name, 64);
    buf_i32(&w->lumps[LUMP_FOGS], FOG_BRUSH);
    buf_i32(&w->lumps[LUMP_FOGS], FOG_TOP_SIDE);
    buf_bytes(&w->lumps[LUMP_LIGHTMAPS], b->pages,
              (size_t)b->page_count * BSP3_PAGE * BSP3_PAGE * 3);
    buf_bytes(&w->lumps[LUMP_GRID], b->grid,
              (size_t)(b->grid_counts[0] * b->grid_counts[1] * b->grid_counts[2]) * 8);
    const struct level *l = &b->models[0].tree;
    struct buf *vis = &w->lumps[LUMP_VISIBILITY];
    buf_i32(vis, l->leaf_count);
    buf_i32(vis, l->vis_row);
    buf_bytes(vis, l->vis, (size_t)l->leaf_count * (size_t)l->vis_row);
}

void bsp3_write(const struct bsp3 *b, struct buf *out)
{
    struct writer w = {.b = b};
    map_init(&w.planes, CONTENTS_EMPTY);
    write_world(&w);
    write_models(&w);
    write_vertices(&w);
    write_surfaces(&w);
    write_rest(&w);
    buf_bytes(out, "IBSP", 4);
    buf_i32(out, VERSION);
    size_t directory = out->size;
    buf_zero(out, LUMP_COUNT * 8);
    for (size_t i = 0; i < LUMP_COUNT; i++) {
        buf_align(out, 4);
        buf_patch_i32(out, directory + i * 8, (int)out->size);
        buf_patch_i32(out, directory + i * 8 + 4, (int)w.lumps[i].size);
        buf_bytes(out, w.lumps[i].data, w.lumps[i].size);
        buf_free(&w.lumps[i]);
    }
    map_free(&w.planes);
}
