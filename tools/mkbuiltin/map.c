#include "tools/mkbuiltin/map.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void map_init(struct map *m, int default_contents)
{
    *m = (struct map){0};
    m->default_contents = default_contents;
    m->scale = 1;
}

void map_free(struct map *m)
{
    free(m->brushes);
    free(m->planes);
    free(m->lights);
    buf_free(&m->entities);
}

void map_set_skin(struct map *m, int top, int bottom, int side)
{
    m->skin.top = top;
    m->skin.bottom = bottom;
    m->skin.side = side;
}

static int largest_axis(struct vec3 n)
{
    double x = mkb_abs(n.x);
    double y = mkb_abs(n.y);
    double z = mkb_abs(n.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

int map_find_plane(struct map *m, struct vec3 n, double d, int *flip)
{
    int axis = largest_axis(n);
    *flip = v_get(n, axis) < 0;
    if (*flip) {
        n = v_scale(n, -1);
        d = -d;
    }
    if (v_get(n, axis) > 1 - 1e-7) {
        n = v_make(axis == 0, axis == 1, axis == 2);
    }
    for (int i = 0; i < m->plane_count; i++) {
        const struct map_plane *p = &m->planes[i];
        if (mkb_abs(p->d - d) < 0.01 && v_dot(p->n, n) > 1 - 1e-8) {
            return i;
        }
    }
    mkb_grow((void **)&m->planes, &m->plane_capacity, m->plane_count + 1, sizeof *m->planes);
    struct map_plane *p = &m->planes[m->plane_count];
    p->n = n;
    p->d = d;
    p->type = v_get(n, axis) == 1 ? axis : 3 + axis;
    return m->plane_count++;
}

/* Texture axes along the face: walls keep t straight down, floors follow the world (or the slope).
 */
static void side_axes(const struct map *m, struct brush_side *side)
{
    struct vec3 s = {0, 0, 0};
    struct vec3 t = {0, 0, 0};
    struct vec3 n = side->n;
    if (mkb_abs(n.z) > 0.999) {
        s = v_make(1, 0, 0);
        t = v_make(0, -1, 0);
    } else if (mkb_abs(n.z) > 0.7) {
        t = v_unit(v_cross(n, v_make(1, 0, 0)));
        if (mkb_abs(n.x) > mkb_abs(n.y)) {
            t = v_make(0, -1, 0);
        }
        t = v_unit(v_sub(t, v_scale(n, v_dot(t, n))));
        s = v_unit(v_cross(n, t));
    } else {
        s = v_unit(v_cross(v_make(0, 0, 1), n));
        t = v_unit(v_cross(s, n));
        if (t.z > 0) {
            t = v_scale(t, -1);
        }
        if (mkb_abs(n.x) == 1 || mkb_abs(n.y) == 1) {
            s = v_make(mkb_abs(s.x), mkb_abs(s.y), 0);
        }
    }
    side->s[0] = s.x / m->scale;
    side->s[1] = s.y / m->scale;
    side->s[2] = s.z / m->scale;
    side->t[0] = t.x / m->scale;
    side->t[1] = t.y / m->scale;
    side->t[2] = t.z / m->scale;
    side->s[3] = side->t[3] = 0;
}

/* With `fit` a face's smallest s and t become 0. */
static void side_fit(struct brush_side *side, const struct winding *w)
{
    double smin = 1e9;
    double tmin = 1e9;
    for (int i = 0; i < w->count; i++) {
        struct vec3 p = w->p[i];
        smin = mkb_min(smin, p.x * side->s[0] + p.y * side->s[1] + p.z * side->s[2]);
        tmin = mkb_min(tmin, p.x * side->t[0] + p.y * side->t[1] + p.z * side->t[2]);
    }
    side->s[3] = -smin;
    side->t[3] = -tmin;
}

static void brush_add_side(struct brush *b, struct vec3 n, double d)
{
    if (b->side_count >= BRUSH_SIDES_MAX) {
        mkb_fail("a brush has more than %d sides", BRUSH_SIDES_MAX);
    }
    b->sides[b->side_count].n = n;
    b->sides[b->side_count].d = d;
    b->side_count++;
}

/* Gives every side its plane number, texture and axes, and the brush its bounds. */
static void brush_finish(struct map *m, struct brush *b)
{
    b->mins = v_make(1e9, 1e9, 1e9);
    b->maxs = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < b->side_count; i++) {
        struct brush_side *side = &b->sides[i];
        side->plane = map_find_plane(m, side->n, side->d, &side->flip);
        const struct map_plane *p = &m->planes[side->plane];
        side->n = side->flip ? v_scale(p->n, -1) : p->n;
        side->d = side->flip ? -p->d : p->d;
        side->texture = side->n.z > 0.7    ? m->skin.top
                        : side->n.z < -0.7 ? m->skin.bottom
                                           : m->skin.side;
        side_axes(m, side);
    }
    for (int i = 0; i < b->side_count; i++) {
        struct winding w;
        winding_base(&w, b->sides[i].n, b->sides[i].d, 8192);
        int alive = 1;
        for (int j = 0; j < b->side_count && alive; j++) {
            if (j != i) {
                alive = winding_clip_back(&w, b->sides[j].n, b->sides[j].d, WINDING_EPSILON);
            }
        }
        if (!alive) {
            mkb_fail("brush %d has an empty side", m->brush_count);
        }
        struct vec3 lo;
        struct vec3 hi;
        winding_bounds(&w, &lo, &hi);
        b->mins =
            v_make(mkb_min(b->mins.x, lo.x), mkb_min(b->mins.y, lo.y), mkb_min(b->mins.z, lo.z));
        b->maxs =
            v_make(mkb_max(b->maxs.x, hi.x), mkb_max(b->maxs.y, hi.y), mkb_max(b->maxs.z, hi.z));
        if (m->fit) {
            side_fit(&b->sides[i], &w);
        }
    }
    mkb_grow((void **)&m->brushes, &m->brush_capacity, m->brush_count + 1, sizeof *m->brushes);
    m->brushes[m->brush_count++] = *b;
}

void map_box(struct map *m, int contents, double x0, double y0, double z0, double x1, double y1,
             double z1)
{
    struct brush b = {0};
    b.contents = contents;
    brush_add_side(&b, v_make(1, 0, 0), x1);
    brush_add_side(&b, v_make(-1, 0, 0), -x0);
    brush_add_side(&b, v_make(0, 1, 0), y1);
    brush_add_side(&b, v_make(0, -1, 0), -y0);
    brush_add_side(&b, v_make(0, 0, 1), z1);
    brush_add_side(&b, v_make(0, 0, -1), -z0);
    brush_finish(m, &b);
}

static struct vec3 outline_point(int axis, double a, double b, double along)
{
    return axis == 0 ? v_make(along, a, b) : axis == 1 ? v_make(a, along, b) : v_make(a, b, along);
}

void map_prism(struct map *m, int contents, int axis, int count, const double (*outline)[2],
               double lo, double hi)
{
    struct brush b = {0};
    b.contents = contents;
    struct vec3 along = outline_point(axis, 0, 0, 1);
    struct vec3 middle = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        middle = v_add(middle, outline_point(axis, outline[i][0], outline[i][1], lo));
    }
    middle = v_scale(middle, 1.0 / count);
    brush_add_side(&b, along, hi);
    brush_add_side(&b, v_scale(along, -1), -lo);
    for (int i = 0; i < count; i++) {
        int j = (i + 1) % count;
        struct vec3 p = outline_point(axis, outline[i][0], outline[i][1], lo);
        struct vec3 q = outline_point(axis, outline[j][0], outline[j][1], lo);
        struct vec3 n = v_unit(v_cross(v_sub(q, p), along));
        if (v_dot(v_sub(p, middle), n) < 0) {
            n = v_scale(n, -1);
        }
        brush_add_side(&b, n, v_dot(n, p));
    }
    brush_finish(m, &b);
}

void map_column(struct map *m, int contents, double x, double y, int sides, double radius,
                double lo, double hi)
{
    struct brush b = {0};
    b.contents = contents;
    brush_add_side(&b, v_make(0, 0, 1), hi);
    brush_add_side(&b, v_make(0, 0, -1), -lo);
    for (int i = 0; i < sides; i++) {
        double a = 2 * MKB_PI * i / sides;
        struct vec3 n = v_unit(v_make(mkb_cos(a), mkb_sin(a), 0));
        brush_add_side(&b, n, n.x * x + n.y * y + radius);
    }
    brush_finish(m, &b);
}

void map_taper(struct map *m, int contents, const double low[4], double z0, const double high[4],
               double z1)
{
    struct brush b = {0};
    b.contents = contents;
    brush_add_side(&b, v_make(0, 0, 1), z1);
    brush_add_side(&b, v_make(0, 0, -1), -z0);
    double h = z1 - z0;
    /* Each slope contains one edge below and the parallel one above. */
    struct vec3 n = v_unit(v_make(-h, 0, high[0] - low[0]));
    brush_add_side(&b, n, v_dot(n, v_make(low[0], 0, z0)));
    n = v_unit(v_make(0, -h, high[1] - low[1]));
    brush_add_side(&b, n, v_dot(n, v_make(0, low[1], z0)));
    n = v_unit(v_make(h, 0, low[2] - high[2]));
    brush_add_side(&b, n, v_dot(n, v_make(low[2], 0, z0)));
    n = v_unit(v_make(0, h, low[3] - high[3]));
    brush_add_side(&b, n, v_dot(n, v_make(0, low[3], z0)));
    brush_finish(m, &b);
}

void map_light(struct map *m, double x, double y, double z, double reach, double intensity,
               int style)
{
    mkb_grow((void **)&m->lights, &m->light_capacity, m->light_count + 1, sizeof *m->lights);
    struct map_light *l = &m->lights[m->light_count++];
    l->origin = v_make(x, y, z);
    l->reach = reach;
    l->intensity = intensity;
    l->style = style;
}

void map_entity(struct map *m, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof text) {
        mkb_fail("entity text too long");
    }
    buf_bytes(&m->entities, text, (size_t)length);
}

int map_owner_at(const struct map *m, struct vec3 p)
{
    for (int i = m->brush_count - 1; i >= 0; i--) {
        const struct brush *b = &m->brushes[i];
        if (p.x < b->mins.x - 0.01 || p.y < b->mins.y - 0.01 || p.z < b->mins.z - 0.01 ||
            p.x > b->maxs.x + 0.01 || p.y > b->maxs.y + 0.01 || p.z > b->maxs.z + 0.01) {
            continue;
        }
        int inside = 1;
        for (int j = 0; j < b->side_count && inside; j++) {
            inside = v_dot(b->sides[j].n, p) <= b->sides[j].d;
        }
        if (inside) {
            return i;
        }
    }
    return -1;
}

int map_contents_of(const struct map *m, int owner)
{
    return owner < 0 ? m->default_contents : m->brushes[owner].contents;
}
