/* Openings between leafs, and which leafs can see which through them.
 *
 * The potentially visible set of a leaf has the leafs reached through chains of openings that one
 * straight line can pass. The test with separating planes is conservative: it errs only towards
 * "visible". */
#include "tools/mkbuiltin/level.h"

#include <stdlib.h>
#include <string.h>

#define VIS_EPSILON 0.05

/* Portals. */

static int see_through(int contents)
{
    return contents != CONTENTS_SOLID && contents != CONTENTS_SKY;
}

static void add_portal(struct level *l, int from, int to, const struct winding *w, struct vec3 n,
                       double d)
{
    mkb_grow((void **)&l->portals, &l->portal_capacity, l->portal_count + 1, sizeof *l->portals);
    struct level_portal *p = &l->portals[l->portal_count++];
    p->from = from;
    p->to = to;
    p->n = n;
    p->d = d;
    p->w = *w;
}

/* Pushes a node's polygon down both sides: every fragment ends between two leafs. `front` is set
 * once the fragment's front leaf is known. */
static void portal_fragment(struct level *l, const struct level_node *origin,
                            const struct level_node *node, const struct level_node *front,
                            const struct winding *w)
{
    if (node->plane < 0) {
        if (!see_through(node->contents)) {
            return;
        }
        if (!front) {
            portal_fragment(l, origin, origin->child[1], node, w);
            return;
        }
        const struct map_plane *p = &l->map->planes[origin->plane];
        /* On the way from back to front the plane is looked through along its normal. */
        add_portal(l, node->leaf, front->leaf, w, p->n, p->d);
        add_portal(l, front->leaf, node->leaf, w, v_scale(p->n, -1), -p->d);
        return;
    }
    const struct map_plane *p = &l->map->planes[node->plane];
    struct winding a;
    struct winding b;
    if (winding_split(w, p->n, p->d, WINDING_EPSILON, &a, &b)) {
        return;
    }
    if (a.count >= 3 && winding_area(&a) > 0.02) {
        portal_fragment(l, origin, node->child[0], front, &a);
    }
    if (b.count >= 3 && winding_area(&b) > 0.02) {
        portal_fragment(l, origin, node->child[1], front, &b);
    }
}

struct portal_path {
    struct {
        struct vec3 n;
        double d;
    } planes[LEVEL_PATH_MAX];
    int count;
};

static void node_portals(struct level *l, const struct level_node *node, struct portal_path *path)
{
    if (node->plane < 0) {
        return;
    }
    struct map_plane p = l->map->planes[node->plane];
    struct winding w;
    winding_base(&w, p.n, p.d, 16384);
    int alive = 1;
    for (int i = 0; i < path->count && alive; i++) {
        alive = winding_clip_back(&w, path->planes[i].n, path->planes[i].d, 0.001);
    }
    if (alive) {
        portal_fragment(l, node, node->child[0], NULL, &w);
    }
    int depth = path->count++;
    path->planes[depth].n = v_scale(p.n, -1);
    path->planes[depth].d = -p.d;
    node_portals(l, node->child[0], path);
    path->planes[depth].n = p.n;
    path->planes[depth].d = p.d;
    node_portals(l, node->child[1], path);
    path->count = depth;
}

void level_portals(struct level *l)
{
    struct portal_path path = {0};
    const double corner[6] = {l->maxs.x, -l->mins.x, l->maxs.y, -l->mins.y, l->maxs.z, -l->mins.z};
    for (int i = 0; i < 6; i++) {
        double s = i & 1 ? -1 : 1;
        path.planes[i].n = v_make(i / 2 == 0 ? s : 0, i / 2 == 1 ? s : 0, i / 2 == 2 ? s : 0);
        path.planes[i].d = corner[i] + 32;
    }
    path.count = 6;
    node_portals(l, l->root, &path);
}

/* Visibility. */

struct vis_portal {
    const struct level_portal *p;
    struct vec3 center;
    double radius;
    uint8_t *might; /* leafs that could at best be seen through it */
    uint8_t *sees;  /* leafs that are; valid when done */
    int done, weight;
};

struct vis_step {
    struct winding source; /* what is left of the first opening */
    struct winding pass;   /* and of the last one gone through */
    int has_pass;
    struct vec3 n; /* plane of the last opening, looking on */
    double d;
    uint8_t *might;
};

struct vis_state {
    struct level *l;
    struct vis_portal *portals;
    int **leaf_portals; /* portal numbers by the leaf they leave, -1 ends */
    int row;
    struct vis_portal *base;
    struct vis_step **steps; /* by recursion depth */
    int step_count, step_capacity;
    int left; /* steps behind this opening that may still be made */
};

static int test_bit(const uint8_t *bits, int i)
{
    return bits[i >> 3] >> (i & 7) & 1;
}

static void set_bit(uint8_t *bits, int i)
{
    bits[i >> 3] = (uint8_t)(bits[i >> 3] | 1 << (i & 7));
}

/* 1 when all of w lies behind the plane, -1 in front of it, 0 when on both sides or in it as a
 * whole: a winding in the plane separates nothing. */
static double source_side(const struct winding *w, struct vec3 n, double d)
{
    int front = 0;
    int back = 0;
    for (int i = 0; i < w->count; i++) {
        double dist = v_dot(w->p[i], n) - d;
        front |= dist > VIS_EPSILON;
        back |= dist < -VIS_EPSILON;
        if (front && back) {
            return 0;
        }
    }
    return back ? 1 : front ? -1 : 0;
}

/* Could a line pass a and then b, by their planes alone? */
static int portals_face(const struct level_portal *a, const struct level_portal *b)
{
    int ahead = 0;
    for (int i = 0; i < b->w.count && !ahead; i++) {
        ahead = v_dot(b->w.p[i], a->n) - a->d > VIS_EPSILON;
    }
    int behind = 0;
    for (int i = 0; i < a->w.count && !behind; i++) {
        behind = v_dot(a->w.p[i], b->n) - b->d < -VIS_EPSILON;
    }
    return ahead && behind;
}

static void flood(const struct vis_state *s, struct vis_portal *from, const uint8_t *faces,
                  int leaf)
{
    if (test_bit(from->might, leaf)) {
        return;
    }
    set_bit(from->might, leaf);
    from->weight++;
    for (const int *i = s->leaf_portals[leaf]; *i >= 0; i++) {
        if (faces[*i]) {
            flood(s, from, faces, s->portals[*i].p->to);
        }
    }
}

/* Clips `target` to the part visible from `source` through `pass`: planes through an edge of one
 * and a point of the other that have them on opposite sides. Returns 0 when nothing is left. */
static int clip_to_separators(const struct winding *source, const struct winding *pass,
                              struct winding *target, int swapped)
{
    for (int i = 0; i < source->count; i++) {
        struct vec3 a = source->p[i];
        struct vec3 edge = v_sub(source->p[(i + 1) % source->count], a);
        for (int j = 0; j < pass->count; j++) {
            struct vec3 n = v_cross(edge, v_sub(pass->p[j], a));
            double length = v_length(n);
            if (length < 0.02) {
                continue;
            }
            n = v_scale(n, 1 / length);
            double d = v_dot(n, a);
            double sign = source_side(source, n, d);
            if (sign == 0) {
                continue;
            }
            double reach = 0;
            int separates = 1;
            for (int k = 0; k < pass->count && separates; k++) {
                double dist = (v_dot(pass->p[k], n) - d) * sign;
                separates = dist >= -VIS_EPSILON;
                reach = mkb_max(reach, dist);
            }
            if (!separates || reach <= VIS_EPSILON) {
                continue;
            }
            double keep = swapped ? -sign : sign;
            if (!winding_clip_back(target, v_scale(n, -keep), -d * keep + VIS_EPSILON, 0.001)) {
                return 0;
            }
        }
    }
    return 1;
}

/* The scratch step of a recursion depth, made when first needed. */
static struct vis_step *step_at(struct vis_state *s, int depth)
{
    if (depth >= s->step_count) {
        mkb_grow((void **)&s->steps, &s->step_capacity, depth + 1, sizeof *s->steps);
        struct vis_step *made = mkb_alloc(1, sizeof *made);
        made->might = mkb_alloc((size_t)s->row, 1);
        s->steps[s->step_count++] = made;
    }
    return s->steps[depth];
}

static void see_from(struct vis_state *s, int leaf, const struct vis_step *prev, int depth)
{
    set_bit(s->base->sees, leaf);
    struct vis_step *next = step_at(s, depth);
    for (const int *i = s->leaf_portals[leaf]; *i >= 0 && s->left != 0; i++) {
        struct vis_portal *q = &s->portals[*i];
        if (!test_bit(prev->might, q->p->to)) {
            continue;
        }
        const uint8_t *through = q->done ? q->sees : q->might;
        int more = !test_bit(s->base->sees, q->p->to);
        for (int k = 0; k < s->row; k++) {
            next->might[k] = prev->might[k] & through[k];
            more |= (next->might[k] & ~s->base->sees[k]) != 0;
        }
        if (!more) {
            continue;
        }
        /* Straight back through the opening we came by. */
        if (v_dot(q->p->n, prev->n) < -0.9999 && mkb_abs(q->p->d + prev->d) < 0.01) {
            continue;
        }
        next->n = q->p->n;
        next->d = q->p->d;
        winding_copy(&next->pass, &q->p->w);
        winding_copy(&next->source, &prev->source);
        next->has_pass = 1;
        if (!winding_clip_front(&next->pass, prev->n, prev->d - VIS_EPSILON, 0.001) ||
            !winding_clip_back(&next->source, q->p->n, q->p->d + VIS_EPSILON, 0.001)) {
            continue;
        }
        if (prev->has_pass && (!clip_to_separators(&next->source, &prev->pass, &next->pass, 0) ||
                               !clip_to_separators(&prev->pass, &next->source, &next->pass, 1))) {
            continue;
        }
        s->left -= s->left > 0;
        see_from(s, q->p->to, next, depth + 1);
    }
}

static int by_weight(const void *a, const void *b)
{
    const struct vis_portal *p = *(struct vis_portal *const *)a;
    const struct vis_portal *q = *(struct vis_portal *const *)b;
    return p->weight != q->weight ? p->weight - q->weight : p < q ? -1 : p > q;
}

static void prepare_portals(struct vis_state *s)
{
    struct level *l = s->l;
    for (int i = 0; i < l->leaf_count; i++) {
        int count = 0;
        for (int k = 0; k < l->portal_count; k++) {
            count += l->portals[k].from == i;
        }
        s->leaf_portals[i] = mkb_alloc((size_t)count + 1, sizeof(int));
        int n = 0;
        for (int k = 0; k < l->portal_count; k++) {
            if (l->portals[k].from == i) {
                s->leaf_portals[i][n++] = k;
            }
        }
        s->leaf_portals[i][n] = -1;
    }
    for (int i = 0; i < l->portal_count; i++) {
        s->portals[i].p = &l->portals[i];
    }
    uint8_t *faces = mkb_alloc((size_t)l->portal_count, 1);
    for (int i = 0; i < l->portal_count; i++) {
        struct vis_portal *v = &s->portals[i];
        v->might = mkb_alloc((size_t)s->row, 1);
        v->sees = mkb_alloc((size_t)s->row, 1);
        for (int k = 0; k < l->portal_count; k++) {
            faces[k] = (uint8_t)(k != i && portals_face(v->p, &l->portals[k]));
        }
        flood(s, v, faces, v->p->to);
    }
    free(faces);
}

static void portal_vis(struct vis_state *s, struct vis_portal *v)
{
    struct vis_step first = {0};
    first.source = v->p->w;
    first.n = v->p->n;
    first.d = v->p->d;
    first.might = v->might;
    s->base = v;
    s->left = s->l->vis_steps > 0 ? s->l->vis_steps : -1;
    see_from(s, v->p->to, &first, 0);
    if (s->left == 0) {
        memcpy(v->sees, v->might, (size_t)s->row);
    }
    v->done = 1;
}

void level_vis(struct level *l)
{
    struct vis_state s = {0};
    s.l = l;
    s.row = (l->leaf_count + 7) / 8;
    s.portals = mkb_alloc((size_t)l->portal_count, sizeof *s.portals);
    s.leaf_portals = mkb_alloc((size_t)l->leaf_count, sizeof *s.leaf_portals);
    prepare_portals(&s);
    struct vis_portal **order = mkb_alloc((size_t)l->portal_count, sizeof *order);
    for (int i = 0; i < l->portal_count; i++) {
        order[i] = &s.portals[i];
    }
    qsort(order, (size_t)l->portal_count, sizeof *order, by_weight);
    for (int i = 0; i < l->portal_count; i++) {
        portal_vis(&s, order[i]);
    }
    l->vis_row = s.row;
    l->vis = mkb_alloc((size_t)l->leaf_count, (size_t)s.row);
    for (int i = 0; i < l->leaf_count; i++) {
        uint8_t *row = l->vis + (size_t)i * (size_t)s.row;
        set_bit(row, i);
        for (const int *k = s.leaf_portals[i]; *k >= 0; k++) {
            for (int b = 0; b < s.row; b++) {
                row[b] |= s.portals[*k].sees[b];
            }
        }
        free(s.leaf_portals[i]);
    }
    for (int i = 0; i < l->portal_count; i++) {
        free(s.portals[i].might);
        free(s.portals[i].sees);
    }
    for (int i = 0; i < s.step_count; i++) {
        free(s.steps[i]->might);
        free(s.steps[i]);
    }
    free(s.steps);
    free(order);
    free(s.portals);
    free(s.leaf_portals);
}
