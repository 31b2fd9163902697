/* From brushes to the faces between different contents. */
#include "tools/mkbuiltin/level.h"

#include "tools/mkbuiltin/textures.h"

#include <stdlib.h>

struct piece_list {
    struct winding *w;
    int count, capacity;
};

static void pieces_add(struct piece_list *list, const struct winding *w)
{
    mkb_grow((void **)&list->w, &list->capacity, list->count + 1, sizeof *list->w);
    list->w[list->count++] = *w;
}

static int bounds_touch(const struct winding *w, const struct brush *b)
{
    struct vec3 lo;
    struct vec3 hi;
    winding_bounds(w, &lo, &hi);
    return lo.x <= b->maxs.x + 0.05 && lo.y <= b->maxs.y + 0.05 && lo.z <= b->maxs.z + 0.05 &&
           hi.x >= b->mins.x - 0.05 && hi.y >= b->mins.y - 0.05 && hi.z >= b->mins.z - 0.05;
}

/* Adds the parts of `w` outside and inside of brush `b` to `out`, each convex. */
static void split_by_brush(const struct winding *w, int plane, const struct brush *b,
                           struct piece_list *out)
{
    struct winding rest = *w;
    struct winding inside = *w;
    for (int i = 0; i < b->side_count; i++) {
        const struct brush_side *side = &b->sides[i];
        if (side->plane != plane &&
            !winding_clip_back(&inside, side->n, side->d, WINDING_EPSILON)) {
            pieces_add(out, w);
            return;
        }
    }
    if (winding_area(&inside) < 0.01) {
        pieces_add(out, w);
        return;
    }
    for (int i = 0; i < b->side_count; i++) {
        const struct brush_side *side = &b->sides[i];
        if (side->plane == plane) {
            continue;
        }
        struct winding front;
        struct winding back;
        winding_split(&rest, side->n, side->d, WINDING_EPSILON, &front, &back);
        if (front.count >= 3) {
            pieces_add(out, &front);
        }
        if (back.count < 3) {
            return;
        }
        rest = back;
    }
    pieces_add(out, &rest);
}

static struct level_face *add_face(struct level *b, const struct brush_side *side,
                                   const struct winding *w)
{
    mkb_grow((void **)&b->faces, &b->face_capacity, b->face_count + 1, sizeof *b->faces);
    struct level_face *f = &b->faces[b->face_count++];
    *f = (struct level_face){0};
    f->plane = side->plane;
    f->flip = side->flip;
    f->texture = side->texture;
    f->special =
        b->map->is_special ? b->map->is_special(side->texture) : textures_is_special(side->texture);
    for (int i = 0; i < 4; i++) {
        f->s[i] = side->s[i];
        f->t[i] = side->t[i];
    }
    f->w = *w;
    return f;
}

static void flip_face(struct level_face *f)
{
    f->flip = !f->flip;
    winding_reverse(&f->w);
    int t = f->contents[0];
    f->contents[0] = f->contents[1];
    f->contents[1] = t;
}

static int is_liquid(int contents)
{
    return contents == CONTENTS_WATER || contents == CONTENTS_SLIME || contents == CONTENTS_LAVA;
}

/* Emits what the boundary between contents `outside` (front of the side) and `inside` shows. */
static void emit_boundary(struct level *b, const struct brush_side *side, const struct winding *w,
                          int outside, int inside)
{
    struct level_face *f = add_face(b, side, w);
    f->contents[0] = outside;
    f->contents[1] = inside;
    int front_rock = outside == CONTENTS_SOLID;
    int back_rock = inside == CONTENTS_SOLID;
    if ((front_rock && inside == CONTENTS_SKY) || (back_rock && outside == CONTENTS_SKY)) {
        f->hidden = 1;
    } else if (front_rock || (outside == CONTENTS_SKY && !back_rock)) {
        flip_face(f);
    } else if (!back_rock && inside != CONTENTS_SKY) {
        /* A liquid surface is seen from both sides. */
        int both = is_liquid(outside) != is_liquid(inside) || outside != inside;
        if (both) {
            struct winding reversed = *w;
            struct level_face *g = add_face(b, side, &reversed);
            g->contents[0] = outside;
            g->contents[1] = inside;
            flip_face(g);
        }
    }
}

static void side_faces(struct level *b, int index, int k)
{
    const struct map *m = b->map;
    const struct brush *brush = &m->brushes[index];
    const struct brush_side *side = &brush->sides[k];
    struct winding w;
    winding_base(&w, side->n, side->d, 8192);
    for (int j = 0; j < brush->side_count; j++) {
        if (j != k &&
            !winding_clip_back(&w, brush->sides[j].n, brush->sides[j].d, WINDING_EPSILON)) {
            return;
        }
    }
    struct piece_list now = {0};
    struct piece_list next = {0};
    pieces_add(&now, &w);
    for (int j = 0; j < m->brush_count; j++) {
        if (j == index || !bounds_touch(&w, &m->brushes[j])) {
            continue;
        }
        next.count = 0;
        for (int i = 0; i < now.count; i++) {
            split_by_brush(&now.w[i], side->plane, &m->brushes[j], &next);
        }
        struct piece_list t = now;
        now = next;
        next = t;
    }
    for (int i = 0; i < now.count; i++) {
        if (winding_area(&now.w[i]) < 0.01) {
            continue;
        }
        struct vec3 c = winding_center(&now.w[i]);
        int outer = map_owner_at(m, v_add(c, v_scale(side->n, 0.05)));
        int inner = map_owner_at(m, v_sub(c, v_scale(side->n, 0.05)));
        int outside = map_contents_of(m, outer);
        int inside = map_contents_of(m, inner);
        if (outside != inside && (outer > inner ? outer : inner) == index) {
            emit_boundary(b, side, &now.w[i], outside, inside);
        }
    }
    free(now.w);
    free(next.w);
}

static int faces_alike(const struct level_face *a, const struct level_face *b)
{
    if (a->plane != b->plane || a->flip != b->flip || a->texture != b->texture ||
        a->hidden != b->hidden || a->contents[0] != b->contents[0] ||
        a->contents[1] != b->contents[1]) {
        return 0;
    }
    for (int i = 0; i < 4; i++) {
        if (mkb_abs(a->s[i] - b->s[i]) > 1e-6 || mkb_abs(a->t[i] - b->t[i]) > 1e-6) {
            return 0;
        }
    }
    return 1;
}

static void merge_faces(struct level *b)
{
    for (int changed = 1; changed;) {
        changed = 0;
        for (int i = 0; i < b->face_count; i++) {
            for (int j = i + 1; j < b->face_count; j++) {
                struct level_face *f = &b->faces[i];
                struct winding joined;
                struct vec3 n = b->map->planes[f->plane].n;
                if (!faces_alike(f, &b->faces[j]) ||
                    !winding_merge(&f->w, &b->faces[j].w, f->flip ? v_scale(n, -1) : n, &joined)) {
                    continue;
                }
                f->w = joined;
                b->faces[j] = b->faces[--b->face_count];
                j = i;
                changed = 1;
            }
        }
    }
}

/* Cuts faces so that a lightmap fits. Faces added on the way are visited too. */
static void subdivide_faces(struct level *b)
{
    const double most = b->map->face_max > 0 ? b->map->face_max : LEVEL_EXTENT_MAX;
    for (int i = 0; i < b->face_count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            while (!b->faces[i].special && !b->faces[i].hidden) {
                const double *v = axis ? b->faces[i].t : b->faces[i].s;
                struct vec3 dir = v_make(v[0], v[1], v[2]);
                double lo = 1e9;
                double hi = -1e9;
                for (int k = 0; k < b->faces[i].w.count; k++) {
                    double value = v_dot(b->faces[i].w.p[k], dir) + v[3];
                    lo = mkb_min(lo, value);
                    hi = mkb_max(hi, value);
                }
                double cut = mkb_floor((lo + 0.01) / 16) * 16 + most;
                if (hi <= cut + 0.01) {
                    break;
                }
                double length = v_length(dir);
                struct level_face copy = b->faces[i];
                winding_split(&b->faces[i].w, v_scale(dir, 1 / length), (cut - v[3]) / length,
                              WINDING_EPSILON, &copy.w, &b->faces[i].w);
                mkb_grow((void **)&b->faces, &b->face_capacity, b->face_count + 1,
                         sizeof *b->faces);
                b->faces[b->face_count++] = copy;
            }
        }
    }
}

void level_csg(struct level *b)
{
    for (int i = 0; i < b->map->brush_count; i++) {
        for (int k = 0; k < b->map->brushes[i].side_count; k++) {
            side_faces(b, i, k);
        }
    }
    merge_faces(b);
    for (int i = 0; i < b->face_count; i++) {
        winding_simplify(&b->faces[i].w);
    }
    subdivide_faces(b);
}
