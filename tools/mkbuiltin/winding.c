#include "tools/mkbuiltin/winding.h"

#include <string.h>

void winding_copy(struct winding *to, const struct winding *from)
{
    to->count = from->count;
    memcpy(to->p, from->p, (size_t)from->count * sizeof from->p[0]);
}

void winding_base(struct winding *w, struct vec3 n, double d, double size)
{
    struct vec3 up = mkb_abs(n.z) > 0.9 ? v_make(1, 0, 0) : v_make(0, 0, 1);
    up = v_unit(v_sub(up, v_scale(n, v_dot(up, n))));
    struct vec3 right = v_cross(up, n);
    struct vec3 origin = v_scale(n, d);
    up = v_scale(up, size);
    right = v_scale(right, size);
    w->count = 4;
    w->p[0] = v_add(v_sub(origin, right), up);
    w->p[1] = v_add(v_add(origin, right), up);
    w->p[2] = v_sub(v_add(origin, right), up);
    w->p[3] = v_sub(v_sub(origin, right), up);
}

static void winding_add(struct winding *w, struct vec3 p)
{
    if (w->count >= WINDING_MAX) {
        mkb_fail("a polygon has more than %d points", WINDING_MAX);
    }
    w->p[w->count++] = p;
}

/* The point where a-b crosses the plane; exact on axial planes so that neighbours meet. */
static struct vec3 split_point(struct vec3 a, double da, struct vec3 b, double db, struct vec3 n,
                               double d)
{
    struct vec3 r = v_mix(a, b, da / (da - db));
    if (n.x == 1 || n.x == -1) {
        r.x = d * n.x;
    } else if (n.y == 1 || n.y == -1) {
        r.y = d * n.y;
    } else if (n.z == 1 || n.z == -1) {
        r.z = d * n.z;
    }
    return r;
}

int winding_split(const struct winding *w, struct vec3 n, double d, double epsilon,
                  struct winding *front, struct winding *back)
{
    double dist[WINDING_MAX];
    int fronts = 0;
    int backs = 0;
    for (int i = 0; i < w->count; i++) {
        dist[i] = v_dot(w->p[i], n) - d;
        fronts += dist[i] > epsilon;
        backs += dist[i] < -epsilon;
    }
    struct winding f = {0};
    struct winding b = {0};
    if (!fronts && !backs) {
        if (front) {
            front->count = 0;
        }
        if (back) {
            back->count = 0;
        }
        return 1;
    }
    if (!backs) {
        f = *w;
    } else if (!fronts) {
        b = *w;
    } else {
        for (int i = 0; i < w->count; i++) {
            int j = (i + 1) % w->count;
            if (dist[i] >= -epsilon) {
                winding_add(&f, w->p[i]);
            }
            if (dist[i] <= epsilon) {
                winding_add(&b, w->p[i]);
            }
            if ((dist[i] > epsilon && dist[j] < -epsilon) ||
                (dist[i] < -epsilon && dist[j] > epsilon)) {
                struct vec3 mid = dist[i] > 0
                                      ? split_point(w->p[i], dist[i], w->p[j], dist[j], n, d)
                                      : split_point(w->p[j], dist[j], w->p[i], dist[i], n, d);
                winding_add(&f, mid);
                winding_add(&b, mid);
            }
        }
    }
    if (front) {
        *front = f;
    }
    if (back) {
        *back = b;
    }
    return 0;
}

/* The same as winding_split for one half, in place: this is where visibility spends its time. */
int winding_clip_back(struct winding *w, struct vec3 n, double d, double epsilon)
{
    double dist[WINDING_MAX];
    int fronts = 0;
    int backs = 0;
    for (int i = 0; i < w->count; i++) {
        dist[i] = v_dot(w->p[i], n) - d;
        fronts += dist[i] > epsilon;
        backs += dist[i] < -epsilon;
    }
    if (!fronts) {
        return w->count >= 3;
    }
    if (!backs) {
        w->count = 0;
        return 0;
    }
    struct winding kept;
    kept.count = 0;
    for (int i = 0; i < w->count; i++) {
        int j = i + 1 == w->count ? 0 : i + 1;
        if (dist[i] <= epsilon) {
            winding_add(&kept, w->p[i]);
        }
        if (dist[i] > epsilon && dist[j] < -epsilon) {
            winding_add(&kept, split_point(w->p[i], dist[i], w->p[j], dist[j], n, d));
        } else if (dist[i] < -epsilon && dist[j] > epsilon) {
            winding_add(&kept, split_point(w->p[j], dist[j], w->p[i], dist[i], n, d));
        }
    }
    winding_copy(w, &kept);
    return w->count >= 3;
}

int winding_clip_front(struct winding *w, struct vec3 n, double d, double epsilon)
{
    return winding_clip_back(w, v_scale(n, -1), -d, epsilon);
}

struct vec3 winding_center(const struct winding *w)
{
    struct vec3 sum = {0, 0, 0};
    for (int i = 0; i < w->count; i++) {
        sum = v_add(sum, w->p[i]);
    }
    return v_scale(sum, 1.0 / w->count);
}

double winding_area(const struct winding *w)
{
    double area = 0;
    for (int i = 2; i < w->count; i++) {
        area += v_length(v_cross(v_sub(w->p[i - 1], w->p[0]), v_sub(w->p[i], w->p[0]))) / 2;
    }
    return area;
}

void winding_reverse(struct winding *w)
{
    for (int i = 0; i < w->count / 2; i++) {
        struct vec3 t = w->p[i];
        w->p[i] = w->p[w->count - 1 - i];
        w->p[w->count - 1 - i] = t;
    }
}

void winding_bounds(const struct winding *w, struct vec3 *mins, struct vec3 *maxs)
{
    *mins = v_make(1e9, 1e9, 1e9);
    *maxs = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < w->count; i++) {
        mins->x = mkb_min(mins->x, w->p[i].x);
        mins->y = mkb_min(mins->y, w->p[i].y);
        mins->z = mkb_min(mins->z, w->p[i].z);
        maxs->x = mkb_max(maxs->x, w->p[i].x);
        maxs->y = mkb_max(maxs->y, w->p[i].y);
        maxs->z = mkb_max(maxs->z, w->p[i].z);
    }
}

void winding_simplify(struct winding *w)
{
    for (int i = 0; i < w->count && w->count >= 3;) {
        struct vec3 a = w->p[(i + w->count - 1) % w->count];
        struct vec3 b = w->p[i];
        struct vec3 c = w->p[(i + 1) % w->count];
        struct vec3 ab = v_sub(b, a);
        struct vec3 bc = v_sub(c, b);
        int drop = v_length(ab) < 0.02 ||
                   (v_length(v_cross(v_unit(ab), v_unit(bc))) < 1e-4 && v_dot(ab, bc) > 0);
        if (drop) {
            memmove(&w->p[i], &w->p[i + 1], (size_t)(w->count - 1 - i) * sizeof w->p[0]);
            w->count--;
            i = 0;
        } else {
            i++;
        }
    }
}

static int same_point(struct vec3 a, struct vec3 b)
{
    return mkb_abs(a.x - b.x) < 0.01 && mkb_abs(a.y - b.y) < 0.01 && mkb_abs(a.z - b.z) < 0.01;
}

/* A corner a-b-c of a clockwise polygon with normal n: does it turn the convex way (or not at all)?
 */
static int corner_convex(struct vec3 a, struct vec3 b, struct vec3 c, struct vec3 n)
{
    struct vec3 inward = v_cross(v_unit(v_sub(b, a)), n);
    return v_dot(v_unit(v_sub(c, b)), inward) > -1e-4;
}

int winding_merge(const struct winding *a, const struct winding *b, struct vec3 n,
                  struct winding *result)
{
    for (int i = 0; i < a->count; i++) {
        struct vec3 a0 = a->p[i];
        struct vec3 a1 = a->p[(i + 1) % a->count];
        for (int j = 0; j < b->count; j++) {
            if (!same_point(a0, b->p[(j + 1) % b->count]) || !same_point(a1, b->p[j])) {
                continue;
            }
            if (a->count + b->count - 2 > WINDING_MAX) {
                return 0;
            }
            struct winding w = {0};
            for (int k = 1; k < a->count; k++) {
                winding_add(&w, a->p[(i + k) % a->count]);
            }
            w.p[w.count] = a0;
            for (int k = 1; k < b->count; k++) {
                winding_add(&w, b->p[(j + k) % b->count]);
            }
            int joint = a->count - 1;
            int last = w.count - 1;
            int ok = corner_convex(w.p[joint - 1], w.p[joint], w.p[(joint + 1) % w.count], n) &&
                     corner_convex(w.p[last], w.p[0], w.p[1], n);
            if (!ok) {
                return 0;
            }
            winding_simplify(&w);
            *result = w;
            return 1;
        }
    }
    return 0;
}
