/* The BSP tree over the faces, its leafs, and queries in it. */
#include "tools/mkbuiltin/level.h"

#include <stdlib.h>

/* The half spaces that bound a node, from the root down. */
struct tree_path {
    struct {
        struct vec3 n; /* the cell lies behind: n.p <= d */
        double d;
    } planes[LEVEL_PATH_MAX];
    int count;
};

static void path_push(struct tree_path *path, struct vec3 n, double d)
{
    if (path->count >= LEVEL_PATH_MAX) {
        mkb_fail("the tree is deeper than %d", LEVEL_PATH_MAX);
    }
    path->planes[path->count].n = n;
    path->planes[path->count].d = d;
    path->count++;
}

/* Sides of the plane that a face touches: bit 0 front, bit 1 back; 0 = on it. */
static int face_sides(const struct level *l, const struct level_face *f, int plane)
{
    if (f->plane == plane) {
        return 0;
    }
    const struct map_plane *p = &l->map->planes[plane];
    int sides = 0;
    for (int i = 0; i < f->w.count; i++) {
        double dist = v_dot(f->w.p[i], p->n) - p->d;
        if (dist > WINDING_EPSILON) {
            sides |= 1;
        } else if (dist < -WINDING_EPSILON) {
            sides |= 2;
        }
    }
    return sides;
}

/* The plane that splits few faces and balances the rest; axial planes are preferred because the
 * renderer walks them faster. */
static int choose_plane(const struct level *l, const int *faces, int count)
{
    int best = l->faces[faces[0]].plane;
    double best_score = 1e30;
    uint8_t *tried = mkb_alloc((size_t)l->map->plane_count, 1);
    for (int i = 0; i < count; i++) {
        int plane = l->faces[faces[i]].plane;
        if (tried[plane]) {
            continue;
        }
        tried[plane] = 1;
        int tally[4] = {0, 0, 0, 0};
        for (int j = 0; j < count; j++) {
            tally[face_sides(l, &l->faces[faces[j]], plane)]++;
        }
        double score = tally[3] * 6.0 + mkb_abs(tally[1] - tally[2]) * 0.6 - tally[0] * 2.0;
        if (l->map->planes[plane].type > 2) {
            score = score * 1.2 + 8;
        }
        if (score < best_score) {
            best_score = score;
            best = plane;
        }
    }
    free(tried);
    return best;
}

static void node_add_face(struct level_node *node, int face)
{
    mkb_grow((void **)&node->faces, &node->face_capacity, node->face_count + 1,
             sizeof *node->faces);
    node->faces[node->face_count++] = face;
}

/* Corners of the cell bounded by the path: its middle decides the contents, its box the culling. */
static void leaf_measure(struct level *l, struct level_node *leaf, const struct tree_path *path)
{
    struct vec3 sum = {0, 0, 0};
    double weight = 0;
    leaf->mins = v_make(1e9, 1e9, 1e9);
    leaf->maxs = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < path->count; i++) {
        struct winding w;
        winding_base(&w, path->planes[i].n, path->planes[i].d, 16384);
        int alive = 1;
        for (int j = 0; j < path->count && alive; j++) {
            if (i != j) {
                alive = winding_clip_back(&w, path->planes[j].n, path->planes[j].d, 0.001);
            }
        }
        if (!alive) {
            continue;
        }
        struct vec3 lo;
        struct vec3 hi;
        winding_bounds(&w, &lo, &hi);
        leaf->mins = v_make(mkb_min(leaf->mins.x, lo.x), mkb_min(leaf->mins.y, lo.y),
                            mkb_min(leaf->mins.z, lo.z));
        leaf->maxs = v_make(mkb_max(leaf->maxs.x, hi.x), mkb_max(leaf->maxs.y, hi.y),
                            mkb_max(leaf->maxs.z, hi.z));
        double area = winding_area(&w);
        sum = v_add(sum, v_scale(winding_center(&w), area));
        weight += area;
    }
    leaf->contents = CONTENTS_SOLID;
    if (weight > 0.05) {
        struct vec3 middle = v_scale(sum, 1 / weight);
        leaf->contents = map_contents_of(l->map, map_owner_at(l->map, middle));
    }
}

static struct level_node *build(struct level *l, int *faces, int count, struct tree_path *path)
{
    struct level_node *node = mkb_alloc(1, sizeof *node);
    node->plane = -1;
    node->leaf = -1;
    if (!count) {
        leaf_measure(l, node, path);
        if (node->contents != CONTENTS_SOLID) {
            node->leaf = l->leaf_count;
            mkb_grow((void **)&l->leafs, &l->leaf_capacity, l->leaf_count + 1, sizeof *l->leafs);
            l->leafs[l->leaf_count++] = node;
        }
        return node;
    }
    node->plane = choose_plane(l, faces, count);
    struct map_plane p = l->map->planes[node->plane];
    int *lists[2] = {mkb_alloc((size_t)count, sizeof(int)), mkb_alloc((size_t)count, sizeof(int))};
    int counts[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        int sides = face_sides(l, &l->faces[faces[i]], node->plane);
        if (sides == 0) {
            node_add_face(node, faces[i]);
        } else if (sides == 3) {
            mkb_grow((void **)&l->faces, &l->face_capacity, l->face_count + 1, sizeof *l->faces);
            struct level_face *half = &l->faces[l->face_count];
            *half = l->faces[faces[i]];
            winding_split(&half->w, p.n, p.d, WINDING_EPSILON, &l->faces[faces[i]].w, &half->w);
            lists[0][counts[0]++] = faces[i];
            lists[1][counts[1]++] = l->face_count++;
        } else {
            int side = sides == 2;
            lists[side][counts[side]++] = faces[i];
        }
    }
    int depth = path->count;
    path_push(path, v_scale(p.n, -1), -p.d);
    node->child[0] = build(l, lists[0], counts[0], path);
    path->count = depth;
    path_push(path, p.n, p.d);
    node->child[1] = build(l, lists[1], counts[1], path);
    path->count = depth;
    free(lists[0]);
    free(lists[1]);
    return node;
}

/* A node's box is that of its visible leafs; rock outside the rooms must not keep it in view. */
static void bound_node(struct level *l, struct level_node *node)
{
    if (node->plane < 0) {
        return;
    }
    node->mins = v_make(1e9, 1e9, 1e9);
    node->maxs = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < 2; i++) {
        struct level_node *c = node->child[i];
        bound_node(l, c);
        if (c->contents == CONTENTS_SOLID || c->mins.x > c->maxs.x) {
            continue;
        }
        node->mins = v_make(mkb_min(node->mins.x, c->mins.x), mkb_min(node->mins.y, c->mins.y),
                            mkb_min(node->mins.z, c->mins.z));
        node->maxs = v_make(mkb_max(node->maxs.x, c->maxs.x), mkb_max(node->maxs.y, c->maxs.y),
                            mkb_max(node->maxs.z, c->maxs.z));
    }
    if (node->mins.x > node->maxs.x) {
        winding_bounds(&l->faces[node->faces[0]].w, &node->mins, &node->maxs);
    }
}

/* Notes a node's face in every visible leaf it touches from its front. */
static void mark_leafs(struct level_node *node, const struct level *l, int face,
                       const struct winding *w)
{
    if (node->plane < 0) {
        if (node->leaf >= 0 && (!node->face_count || node->faces[node->face_count - 1] != face)) {
            node_add_face(node, face);
        }
        return;
    }
    const struct map_plane *p = &l->map->planes[node->plane];
    struct winding front;
    struct winding back;
    if (winding_split(w, p->n, p->d, WINDING_EPSILON, &front, &back)) {
        mark_leafs(node->child[l->faces[face].flip], l, face, w);
        return;
    }
    if (front.count >= 3) {
        mark_leafs(node->child[0], l, face, &front);
    }
    if (back.count >= 3) {
        mark_leafs(node->child[1], l, face, &back);
    }
}

static void mark_all(struct level_node *node, const struct level *l)
{
    if (node->plane < 0) {
        return;
    }
    for (int i = 0; i < node->face_count; i++) {
        const struct level_face *f = &l->faces[node->faces[i]];
        if (!f->hidden) {
            mark_leafs(node->child[f->flip], l, node->faces[i], &f->w);
        }
    }
    mark_all(node->child[0], l);
    mark_all(node->child[1], l);
}

void level_tree(struct level *l)
{
    struct tree_path path = {0};
    struct vec3 lo = v_make(1e9, 1e9, 1e9);
    struct vec3 hi = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < l->map->brush_count; i++) {
        const struct brush *b = &l->map->brushes[i];
        lo = v_make(mkb_min(lo.x, b->mins.x), mkb_min(lo.y, b->mins.y), mkb_min(lo.z, b->mins.z));
        hi = v_make(mkb_max(hi.x, b->maxs.x), mkb_max(hi.y, b->maxs.y), mkb_max(hi.z, b->maxs.z));
    }
    l->mins = lo;
    l->maxs = hi;
    path_push(&path, v_make(1, 0, 0), hi.x + 32);
    path_push(&path, v_make(-1, 0, 0), -lo.x + 32);
    path_push(&path, v_make(0, 1, 0), hi.y + 32);
    path_push(&path, v_make(0, -1, 0), -lo.y + 32);
    path_push(&path, v_make(0, 0, 1), hi.z + 32);
    path_push(&path, v_make(0, 0, -1), -lo.z + 32);
    int *all = mkb_alloc((size_t)l->face_count, sizeof *all);
    for (int i = 0; i < l->face_count; i++) {
        all[i] = i;
        l->faces[i].origin = i;
    }
    l->root = build(l, all, l->face_count, &path);
    free(all);
    bound_node(l, l->root);
    mark_all(l->root, l);
}

static const struct level_node *descend(const struct level *l, struct vec3 p)
{
    const struct level_node *node = l->root;
    while (node->plane >= 0) {
        const struct map_plane *plane = &l->map->planes[node->plane];
        node = node->child[v_dot(plane->n, p) - plane->d < 0];
    }
    return node;
}

int level_contents_at(const struct level *l, struct vec3 p)
{
    return descend(l, p)->contents;
}

int level_leaf_at(const struct level *l, struct vec3 p)
{
    return descend(l, p)->leaf;
}

static int trace_node(const struct level *l, const struct level_node *node, struct vec3 from,
                      struct vec3 to)
{
    while (node->plane >= 0) {
        const struct map_plane *p = &l->map->planes[node->plane];
        double a = v_dot(p->n, from) - p->d;
        double b = v_dot(p->n, to) - p->d;
        if (a >= 0 && b >= 0) {
            node = node->child[0];
        } else if (a < 0 && b < 0) {
            node = node->child[1];
        } else {
            struct vec3 mid = v_mix(from, to, a / (a - b));
            int hit = trace_node(l, node->child[a < 0], from, mid);
            if (hit != CONTENTS_EMPTY) {
                return hit;
            }
            from = mid;
            node = node->child[a >= 0];
        }
    }
    return node->contents == CONTENTS_SOLID || node->contents == CONTENTS_SKY ? node->contents
                                                                              : CONTENTS_EMPTY;
}

int level_trace(const struct level *l, struct vec3 from, struct vec3 to)
{
    return trace_node(l, l->root, from, to);
}

static void free_node(struct level_node *node)
{
    if (!node) {
        return;
    }
    free_node(node->child[0]);
    free_node(node->child[1]);
    free(node->faces);
    free(node);
}

void level_free(struct level *l)
{
    for (int i = 0; i < l->face_count; i++) {
        free(l->faces[i].samples);
        free(l->faces[i].outline);
    }
    free_node(l->root);
    free(l->faces);
    free(l->leafs);
    free(l->portals);
    free(l->vis);
    free(l->points);
}

void level_compile(struct level *l, struct map *m, int with_vis)
{
    *l = (struct level){0};
    l->map = m;
    level_csg(l);
    level_tree(l);
    if (with_vis) {
        level_portals(l);
        level_vis(l);
    }
    level_fix_tjunctions(l);
}
