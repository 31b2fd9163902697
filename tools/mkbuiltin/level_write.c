/* The lumps of a BSP29 file from compiled models. */
#include "tools/mkbuiltin/level.h"

#include <stdlib.h>
#include <string.h>

enum lump {
    LUMP_ENTITIES,
    LUMP_PLANES,
    LUMP_TEXTURES,
    LUMP_VERTICES,
    LUMP_VISIBILITY,
    LUMP_NODES,
    LUMP_TEXINFO,
    LUMP_FACES,
    LUMP_LIGHTING,
    LUMP_CLIPNODES,
    LUMP_LEAFS,
    LUMP_MARKSURFACES,
    LUMP_EDGES,
    LUMP_SURFEDGES,
    LUMP_MODELS,
    LUMP_COUNT
};

struct texinfo {
    double s[4], t[4];
    int texture, special;
};

struct edge {
    int a, b;
    int first_face, uses;
    int contents;
};

struct writer {
    struct buf lumps[LUMP_COUNT];
    struct level *l; /* the model being written */
    int plane_base, point_base, leaf_base;
    int plane_total, point_total, leaf_total, node_total, clip_total, face_total, mark_total;
    int *face_number; /* per face of the model: its number in the file, -1: not written */
    struct texinfo *texinfos;
    int texinfo_count, texinfo_capacity;
    struct edge *edges;
    int edge_count, edge_capacity, edge_base;
    int surfedge_total;
};

static int texinfo_number(struct writer *w, const struct level_face *f)
{
    struct texinfo t = {0};
    memcpy(t.s, f->s, sizeof t.s);
    memcpy(t.t, f->t, sizeof t.t);
    t.texture = f->texture;
    t.special = f->special;
    for (int i = 0; i < w->texinfo_count; i++) {
        const struct texinfo *o = &w->texinfos[i];
        int same = o->texture == t.texture && o->special == t.special;
        for (int k = 0; k < 4 && same; k++) {
            same = o->s[k] == t.s[k] && o->t[k] == t.t[k];
        }
        if (same) {
            return i;
        }
    }
    mkb_grow((void **)&w->texinfos, &w->texinfo_capacity, w->texinfo_count + 1,
             sizeof *w->texinfos);
    w->texinfos[w->texinfo_count] = t;
    struct buf *b = &w->lumps[LUMP_TEXINFO];
    for (int k = 0; k < 4; k++) {
        buf_f32(b, t.s[k]);
    }
    for (int k = 0; k < 4; k++) {
        buf_f32(b, t.t[k]);
    }
    buf_i32(b, t.texture);
    buf_i32(b, t.special);
    return w->texinfo_count++;
}

/* An edge serves two faces at most, which run along it in opposite directions. */
static int edge_number(struct writer *w, int a, int b, int face, int contents)
{
    for (int i = w->edge_base; i < w->edge_count; i++) {
        struct edge *e = &w->edges[i];
        if (e->a == b && e->b == a && e->uses == 1 && e->contents == contents &&
            e->first_face != face) {
            e->uses = 2;
            return -i;
        }
    }
    mkb_grow((void **)&w->edges, &w->edge_capacity, w->edge_count + 1, sizeof *w->edges);
    struct edge *e = &w->edges[w->edge_count];
    e->a = a;
    e->b = b;
    e->first_face = face;
    e->uses = 1;
    e->contents = contents;
    if (a > 65535 || b > 65535) {
        mkb_fail("too many vertices");
    }
    buf_i16(&w->lumps[LUMP_EDGES], a);
    buf_i16(&w->lumps[LUMP_EDGES], b);
    return w->edge_count++;
}

static void write_face(struct writer *w, int index)
{
    struct level_face *f = &w->l->faces[index];
    struct buf *b = &w->lumps[LUMP_FACES];
    w->face_number[index] = w->face_total++;
    buf_i16(b, w->plane_base + f->plane);
    buf_i16(b, f->flip);
    buf_i32(b, w->surfedge_total);
    buf_i16(b, f->outline_count);
    buf_i16(b, texinfo_number(w, f));
    for (int i = 0; i < f->outline_count; i++) {
        int p = w->point_base + f->outline[i];
        int q = w->point_base + f->outline[(i + 1) % f->outline_count];
        buf_i32(&w->lumps[LUMP_SURFEDGES], edge_number(w, p, q, index, f->contents[0]));
        w->surfedge_total++;
    }
    for (int i = 0; i < LEVEL_LIGHT_STYLES; i++) {
        buf_u8(b, i < f->style_count ? f->styles[i] : 255);
    }
    if (!f->samples) {
        buf_i32(b, -1);
        return;
    }
    buf_i32(b, (int)w->lumps[LUMP_LIGHTING].size);
    buf_bytes(&w->lumps[LUMP_LIGHTING], f->samples,
              (size_t)(f->style_count * f->extent_s * f->extent_t));
}

static int child_number(const struct writer *w, const struct level_node *c, int *next_node)
{
    if (c->plane >= 0) {
        return (*next_node)++;
    }
    return c->leaf < 0 ? -1 : -(w->leaf_base + c->leaf) - 1;
}

static int count_nodes(const struct level_node *n)
{
    return n->plane < 0 ? 0 : 1 + count_nodes(n->child[0]) + count_nodes(n->child[1]);
}

static void write_box(struct buf *b, struct vec3 mins, struct vec3 maxs)
{
    for (int i = 0; i < 3; i++) {
        buf_i16(b, (int)mkb_floor(v_get(mins, i) + 0.001));
    }
    for (int i = 0; i < 3; i++) {
        buf_i16(b, (int)-mkb_floor(-v_get(maxs, i) + 0.001));
    }
}

/* Writes the node and its subtree in preorder; both halves know their numbers by the subtree sizes.
 */
static void write_node(struct writer *w, const struct level_node *n, int number)
{
    int next[2] = {number + 1, number + 1 + count_nodes(n->child[0])};
    int first_face = w->face_total;
    struct buf *b = &w->lumps[LUMP_NODES];
    buf_i32(b, w->plane_base + n->plane);
    for (int i = 0; i < 2; i++) {
        int at = next[i];
        buf_i16(b, child_number(w, n->child[i], &at));
    }
    write_box(b, n->mins, n->maxs);
    for (int i = 0; i < n->face_count; i++) {
        if (!w->l->faces[n->faces[i]].hidden) {
            write_face(w, n->faces[i]);
        }
    }
    buf_i16(b, first_face);
    buf_i16(b, w->face_total - first_face);
    w->node_total++;
    for (int i = 0; i < 2; i++) {
        if (n->child[i]->plane >= 0) {
            write_node(w, n->child[i], next[i]);
        }
    }
}

/* Clip hulls: the drawing tree itself (a player of zero size). Valid for readers; the level needs
 * no player physics. */
static void write_clipnodes(struct writer *w, const struct level_node *n, int number)
{
    int next[2] = {number + 1, number + 1 + count_nodes(n->child[0])};
    struct buf *b = &w->lumps[LUMP_CLIPNODES];
    buf_i32(b, w->plane_base + n->plane);
    for (int i = 0; i < 2; i++) {
        const struct level_node *c = n->child[i];
        buf_i16(b, c->plane >= 0 ? next[i] : c->contents);
    }
    w->clip_total++;
    for (int i = 0; i < 2; i++) {
        if (n->child[i]->plane >= 0) {
            write_clipnodes(w, n->child[i], next[i]);
        }
    }
}

/* Runs of zero bytes become a zero and their length. */
static int write_vis_row(struct buf *out, const uint8_t *row, int size)
{
    int offset = (int)out->size;
    for (int i = 0; i < size;) {
        if (row[i]) {
            buf_u8(out, row[i++]);
            continue;
        }
        int run = 0;
        while (i < size && !row[i] && run < 255) {
            run++;
            i++;
        }
        buf_u8(out, 0);
        buf_u8(out, run);
    }
    return offset;
}

static void write_leafs(struct writer *w)
{
    struct buf *b = &w->lumps[LUMP_LEAFS];
    const struct level *l = w->l;
    for (int i = 0; i < l->leaf_count; i++) {
        const struct level_node *leaf = l->leafs[i];
        int sees = l->vis && leaf->contents != CONTENTS_SKY;
        buf_i32(b, leaf->contents);
        buf_i32(b, sees ? write_vis_row(&w->lumps[LUMP_VISIBILITY],
                                        l->vis + (size_t)i * (size_t)l->vis_row, l->vis_row)
                        : -1);
        write_box(b, leaf->mins, leaf->maxs);
        buf_i16(b, w->mark_total);
        buf_i16(b, leaf->face_count);
        for (int k = 0; k < leaf->face_count; k++) {
            buf_i16(&w->lumps[LUMP_MARKSURFACES], w->face_number[leaf->faces[k]]);
        }
        w->mark_total += leaf->face_count;
        int ambience[LEVEL_AMBIENCES];
        level_ambience(l, i, ambience);
        for (int k = 0; k < LEVEL_AMBIENCES; k++) {
            buf_u8(b, ambience[k]);
        }
        w->leaf_total++;
    }
}

static void write_planes_and_points(struct writer *w)
{
    const struct level *l = w->l;
    struct buf *b = &w->lumps[LUMP_PLANES];
    for (int i = 0; i < l->map->plane_count; i++) {
        const struct map_plane *p = &l->map->planes[i];
        buf_f32(b, p->n.x);
        buf_f32(b, p->n.y);
        buf_f32(b, p->n.z);
        buf_f32(b, p->d);
        buf_i32(b, p->type);
    }
    w->plane_total += l->map->plane_count;
    for (int i = 0; i < l->point_count; i++) {
        buf_f32(&w->lumps[LUMP_VERTICES], l->points[i].x);
        buf_f32(&w->lumps[LUMP_VERTICES], l->points[i].y);
        buf_f32(&w->lumps[LUMP_VERTICES], l->points[i].z);
    }
    w->point_total += l->point_count;
}

static void write_model(struct writer *w, struct level *l)
{
    w->l = l;
    w->plane_base = w->plane_total;
    w->point_base = w->point_total;
    w->leaf_base = w->leaf_total;
    w->edge_base = w->edge_count;
    w->face_number = mkb_alloc((size_t)l->face_count, sizeof(int));
    int head = w->node_total;
    int clip_head = w->clip_total;
    int first_face = w->face_total;
    write_planes_and_points(w);
    write_node(w, l->root, head);
    write_clipnodes(w, l->root, clip_head);
    write_leafs(w);
    struct vec3 lo = v_make(1e9, 1e9, 1e9);
    struct vec3 hi = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < l->point_count; i++) {
        struct vec3 p = l->points[i];
        lo = v_make(mkb_min(lo.x, p.x), mkb_min(lo.y, p.y), mkb_min(lo.z, p.z));
        hi = v_make(mkb_max(hi.x, p.x), mkb_max(hi.y, p.y), mkb_max(hi.z, p.z));
    }
    struct buf *b = &w->lumps[LUMP_MODELS];
    for (int i = 0; i < 3; i++) {
        buf_f32(b, v_get(lo, i));
    }
    for (int i = 0; i < 3; i++) {
        buf_f32(b, v_get(hi, i));
    }
    buf_zero(b, 12);
    buf_i32(b, head);
    buf_i32(b, clip_head);
    buf_i32(b, clip_head);
    buf_i32(b, 0);
    buf_i32(b, l->leaf_count);
    buf_i32(b, first_face);
    buf_i32(b, w->face_total - first_face);
    free(w->face_number);
}

void level_write_bsp(struct buf *out, struct level *const *models, int model_count,
                     const struct buf *miptex, const struct buf *entities)
{
    struct writer w = {0};
    /* Leaf 0 is all rock; edge 0 cannot be named reversed, so it stays unused. */
    buf_i32(&w.lumps[LUMP_LEAFS], CONTENTS_SOLID);
    buf_i32(&w.lumps[LUMP_LEAFS], -1);
    buf_zero(&w.lumps[LUMP_LEAFS], 20);
    w.leaf_total = 1;
    mkb_grow((void **)&w.edges, &w.edge_capacity, 1, sizeof *w.edges);
    w.edges[0] = (struct edge){0, 0, -1, 2, 0};
    w.edge_count = 1;
    buf_i32(&w.lumps[LUMP_EDGES], 0);
    for (int i = 0; i < model_count; i++) {
        write_model(&w, models[i]);
    }
    buf_bytes(&w.lumps[LUMP_ENTITIES], entities->data, entities->size);
    buf_u8(&w.lumps[LUMP_ENTITIES], 0);
    buf_bytes(&w.lumps[LUMP_TEXTURES], miptex->data, miptex->size);
    size_t start = out->size;
    buf_i32(out, 29);
    buf_zero(out, LUMP_COUNT * 8);
    for (int i = 0; i < LUMP_COUNT; i++) {
        buf_patch_i32(out, start + 4 + (size_t)i * 8, (int)(out->size - start));
        buf_patch_i32(out, start + 8 + (size_t)i * 8, (int)w.lumps[i].size);
        buf_bytes(out, w.lumps[i].data, w.lumps[i].size);
        buf_align(out, 4);
        buf_free(&w.lumps[i]);
    }
    free(w.edges);
    free(w.texinfos);
}
