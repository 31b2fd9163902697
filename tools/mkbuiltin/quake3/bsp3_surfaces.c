/* The surfaces of a map: faces of brushes with shared corners, patches, loose triangles. */
#include "tools/mkbuiltin/quake3/bsp3.h"

#include <stdlib.h>
#include <string.h>

static struct bsp3_surface *new_surface(struct bsp3 *b, enum bsp3_kind kind, int shader)
{
    mkb_grow((void **)&b->surfaces, &b->surface_capacity, b->surface_count + 1,
             sizeof *b->surfaces);
    struct bsp3_surface *s = &b->surfaces[b->surface_count++];
    *s = (struct bsp3_surface){.kind = kind, .shader = shader, .fog = -1, .page = -1};
    s->first_vertex = b->vertex_count;
    s->first_index = b->index_count;
    s->mins = v_make(1e9, 1e9, 1e9);
    s->maxs = v_make(-1e9, -1e9, -1e9);
    return s;
}

static struct bsp3_vertex *new_vertex(struct bsp3 *b, struct bsp3_surface *s, struct vec3 p,
                                      struct vec3 n)
{
    mkb_grow((void **)&b->vertices, &b->vertex_capacity, b->vertex_count + 1, sizeof *b->vertices);
    struct bsp3_vertex *v = &b->vertices[b->vertex_count++];
    *v = (struct bsp3_vertex){.p = p, .n = n, .color = {255, 255, 255, 255}};
    s->vertex_count++;
    s->mins = v_make(mkb_min(s->mins.x, p.x), mkb_min(s->mins.y, p.y), mkb_min(s->mins.z, p.z));
    s->maxs = v_make(mkb_max(s->maxs.x, p.x), mkb_max(s->maxs.y, p.y), mkb_max(s->maxs.z, p.z));
    return v;
}

static void add_triangle(struct bsp3 *b, struct bsp3_surface *s, int i, int j, int k)
{
    mkb_grow((void **)&b->indexes, &b->index_capacity, b->index_count + 3, sizeof *b->indexes);
    b->indexes[b->index_count++] = i;
    b->indexes[b->index_count++] = j;
    b->indexes[b->index_count++] = k;
    s->index_count += 3;
}

/* True if a face is drawn: one side of each boundary is. */
static int is_drawn(const struct level_face *f)
{
    if (f->hidden || f->outline_count < 3 || reel3_shaders[f->texture].flags & REEL3_HIDDEN) {
        return 0;
    }
    int front = f->contents[0];
    int back = f->contents[1];
    int soft = back != CONTENTS_SOLID && back != CONTENTS_SKY;
    return !soft || front == CONTENTS_EMPTY; /* water and fog show what faces out of them */
}

static void face_vertex(struct bsp3 *b, struct bsp3_surface *s, const struct level_face *f,
                        struct vec3 p)
{
    const struct reel3_shader_facts *facts = &reel3_shaders[f->texture];
    struct bsp3_vertex *v = new_vertex(b, s, p, s->n);
    v->st[0] = (v_dot(p, v_make(f->s[0], f->s[1], f->s[2])) + f->s[3]) / facts->width;
    v->st[1] = (v_dot(p, v_make(f->t[0], f->t[1], f->t[2])) + f->t[3]) / facts->height;
}

/* The whole top of the water, also above objects in it: one polygon has no seams. */
static void water_top(const struct map *m, struct winding *w)
{
    const struct vec3 up = {0, 0, 1};
    int i = 0;
    while (i + 1 < m->brush_count && m->brushes[i].contents != CONTENTS_WATER) {
        i++;
    }
    const struct brush *water = &m->brushes[i];
    winding_base(w, up, water->maxs.z, 4096);
    for (int k = 0; k < water->side_count; k++) {
        if (mkb_abs(water->sides[k].n.z) < 0.5) {
            winding_clip_back(w, water->sides[k].n, water->sides[k].d, WINDING_EPSILON);
        }
    }
}

/* Water is cut into squares, so that waves have something to move. */
static void add_fluid(struct bsp3 *b, struct bsp3_surface *s, const struct level *l,
                      const struct level_face *f)
{
    enum { STEP = 46 };
    struct winding outline;
    struct vec3 lo;
    struct vec3 hi;
    water_top(l->map, &outline);
    winding_bounds(&outline, &lo, &hi);
    for (double y = mkb_floor(lo.y / STEP) * STEP; y < hi.y; y += STEP) {
        for (double x = mkb_floor(lo.x / STEP) * STEP; x < hi.x; x += STEP) {
            struct winding w;
            winding_copy(&w, &outline);
            if (!winding_clip_back(&w, v_make(-1, 0, 0), -x, WINDING_EPSILON) ||
                !winding_clip_back(&w, v_make(1, 0, 0), x + STEP, WINDING_EPSILON) ||
                !winding_clip_back(&w, v_make(0, -1, 0), -y, WINDING_EPSILON) ||
                !winding_clip_back(&w, v_make(0, 1, 0), y + STEP, WINDING_EPSILON)) {
                continue;
            }
            int middle = s->vertex_count;
            face_vertex(b, s, f, winding_center(&w));
            for (int i = 0; i < w.count; i++) {
                face_vertex(b, s, f, w.p[i]);
            }
            for (int i = 0; i < w.count; i++) {
                add_triangle(b, s, middle, middle + 1 + i, middle + 1 + (i + 1) % w.count);
            }
        }
    }
}

/* A fan round the middle where corners of neighbours lie on the edges, round a corner else. */
static void add_polygon(struct bsp3 *b, struct bsp3_surface *s, const struct level *l,
                        const struct level_face *f)
{
    for (int i = 0; i < f->outline_count; i++) {
        face_vertex(b, s, f, l->points[f->outline[i]]);
    }
    if (f->outline_count <= f->w.count) {
        for (int i = 1; i + 1 < f->outline_count; i++) {
            add_triangle(b, s, 0, i, i + 1);
        }
        return;
    }
    int middle = f->outline_count;
    face_vertex(b, s, f, winding_center(&f->w));
    for (int i = 0; i < middle; i++) {
        add_triangle(b, s, middle, i, (i + 1) % middle);
    }
}

static void light_frame(struct bsp3_surface *s, const struct level_face *f)
{
    struct vec3 along = v_make(f->s[0], f->s[1], f->s[2]);
    s->u = v_unit(v_sub(along, v_scale(s->n, v_dot(along, s->n))));
    s->v = v_cross(s->n, s->u);
    double u1 = -1e9;
    double v1 = -1e9;
    s->u0 = s->v0 = 1e9;
    for (int i = 0; i < f->w.count; i++) {
        double u = v_dot(f->w.p[i], s->u);
        double v = v_dot(f->w.p[i], s->v);
        s->u0 = mkb_min(s->u0, u);
        s->v0 = mkb_min(s->v0, v);
        u1 = mkb_max(u1, u);
        v1 = mkb_max(v1, v);
    }
    s->w = (int)mkb_floor((u1 - s->u0) / BSP3_LUXEL + 0.999) + 1;
    s->h = (int)mkb_floor((v1 - s->v0) / BSP3_LUXEL + 0.999) + 1;
    if (s->w > BSP3_PAGE || s->h > BSP3_PAGE) {
        mkb_fail("a face has %dx%d light samples", s->w, s->h);
    }
    s->page = 0;
}

static void add_faces(struct bsp3 *b, struct bsp3_model *m)
{
    const struct level *l = &m->drawn;
    int has_water = 0;
    for (int i = 0; i < l->face_count; i++) {
        const struct level_face *f = &l->faces[i];
        m->surface_of[i] = -1;
        if (!is_drawn(f) || (f->texture == S_WATER && has_water)) {
            continue;
        }
        has_water |= f->texture == S_WATER;
        m->surface_of[i] = b->surface_count;
        struct bsp3_surface *s = new_surface(b, BSP3_PLANAR, f->texture);
        const struct map_plane *p = &l->map->planes[f->plane];
        s->n = f->flip ? v_scale(p->n, -1) : p->n;
        s->outline = &f->w;
        s->everywhere = f->texture == S_WATER || f->texture == S_FOG;
        if (f->contents[0] == CONTENTS_MIST || f->texture == S_FOG) {
            s->fog = 0;
        }
        if (f->texture == S_WATER) {
            s->kind = BSP3_SOUP;
            add_fluid(b, s, l, f);
        } else {
            add_polygon(b, s, l, f);
        }
        if (!f->special) {
            light_frame(s, f);
        }
    }
}

/* The weights of a quadratic curve's three points. */
static void weights(double t, double w[3])
{
    w[0] = (1 - t) * (1 - t);
    w[1] = 2 * t * (1 - t);
    w[2] = t * t;
}

static struct vec3 patch_point(const struct reel3_patch *p, double u, double v)
{
    double parts_u = (p->width - 1) / 2.0;
    double parts_v = (p->height - 1) / 2.0;
    int i = (int)mkb_min(mkb_floor(u * parts_u), parts_u - 1);
    int j = (int)mkb_min(mkb_floor(v * parts_v), parts_v - 1);
    double wu[3];
    double wv[3];
    weights(u * parts_u - i, wu);
    weights(v * parts_v - j, wv);
    struct vec3 sum = {0, 0, 0};
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 3; x++) {
            const struct vec3 *at = &p->p[(j * 2 + y) * p->width + i * 2 + x];
            sum = v_add(sum, v_scale(*at, wu[x] * wv[y]));
        }
    }
    return sum;
}

struct vec3 bsp3_patch_at(const struct reel3_patch *p, double u, double v, struct vec3 *normal)
{
    const double step = 0.004;
    double ua = mkb_max(u - step, 0);
    double va = mkb_max(v - step, 0);
    /* A corner where all points of a side coincide has no normal: step inward. */
    double un = mkb_clamp(u, 0.02, 0.98);
    double vn = mkb_clamp(v, 0.02, 0.98);
    ua = mkb_max(un - step, 0);
    va = mkb_max(vn - step, 0);
    struct vec3 du = v_sub(patch_point(p, mkb_min(un + step, 1), vn), patch_point(p, ua, vn));
    struct vec3 dv = v_sub(patch_point(p, un, mkb_min(vn + step, 1)), patch_point(p, un, va));
    *normal = v_unit(v_cross(du, dv));
    return patch_point(p, u, v);
}

static void add_patch(struct bsp3 *b, const struct reel3_patch *p)
{
    struct bsp3_surface *s = new_surface(b, BSP3_PATCH, p->shader);
    s->patch = p;
    s->everywhere = 1;
    for (int j = 0; j < p->height; j++) {
        for (int i = 0; i < p->width; i++) {
            struct vec3 n;
            bsp3_patch_at(p, (double)i / (p->width - 1), (double)j / (p->height - 1), &n);
            struct bsp3_vertex *v = new_vertex(b, s, p->p[j * p->width + i], n);
            v->st[0] = p->st[j * p->width + i][0];
            v->st[1] = p->st[j * p->width + i][1];
        }
    }
    /* The longest row and column give the number of samples. */
    double wide = 0;
    double high = 0;
    for (int j = 0; j < p->height; j++) {
        double along = 0;
        for (int i = 0; i + 1 < p->width; i++) {
            along += v_length(v_sub(p->p[j * p->width + i + 1], p->p[j * p->width + i]));
        }
        wide = mkb_max(wide, along);
    }
    for (int i = 0; i < p->width; i++) {
        double along = 0;
        for (int j = 0; j + 1 < p->height; j++) {
            along += v_length(v_sub(p->p[(j + 1) * p->width + i], p->p[j * p->width + i]));
        }
        high = mkb_max(high, along);
    }
    s->w = (int)mkb_clamp(wide / BSP3_LUXEL, 3, 100) + 1;
    s->h = (int)mkb_clamp(high / BSP3_LUXEL, 3, 100) + 1;
    s->page = 0;
}

static void add_soup(struct bsp3 *b, const struct reel3_soup *soup)
{
    struct bsp3_surface *s = new_surface(b, BSP3_SOUP, soup->shader);
    s->page = -3;
    s->everywhere = 1;
    for (int i = 0; i < soup->count; i++) {
        struct bsp3_vertex *v = new_vertex(b, s, soup->v[i].p, soup->v[i].n);
        v->st[0] = soup->v[i].s;
        v->st[1] = soup->v[i].t;
    }
    if (soup->is_sprite) {
        add_triangle(b, s, 0, 1, 2);
        add_triangle(b, s, 0, 2, 3);
    } else {
        for (int i = 0; i + 2 < soup->count; i += 3) {
            add_triangle(b, s, i, i + 1, i + 2);
        }
    }
}

static int in_mist(const struct reel3 *r, const struct bsp3_surface *s)
{
    return s->mins.x < r->mist_maxs.x && s->maxs.x > r->mist_mins.x && s->mins.y < r->mist_maxs.y &&
           s->maxs.y > r->mist_mins.y && s->mins.z < r->mist_maxs.z && s->maxs.z > r->mist_mins.z;
}

void bsp3_add_surfaces(struct bsp3 *b)
{
    for (int i = 0; i < BSP3_MODELS; i++) {
        struct bsp3_model *m = &b->models[i];
        m->first_surface = b->surface_count;
        m->surface_of = mkb_alloc((size_t)m->drawn.face_count, sizeof *m->surface_of);
        add_faces(b, m);
        for (int k = 0; i == 0 && k < b->reel->patch_count; k++) {
            add_patch(b, &b->reel->patches[k]);
            struct bsp3_surface *s = &b->surfaces[b->surface_count - 1];
            s->fog = in_mist(b->reel, s) ? 0 : -1;
        }
        for (int k = 0; i == 0 && k < b->reel->soup_count; k++) {
            add_soup(b, &b->reel->soups[k]);
        }
        m->surface_count = b->surface_count - m->first_surface;
    }
}
