/* Shared corners (no cracks between faces) and baked lightmaps. */
#include "tools/mkbuiltin/level.h"

#include <stdlib.h>
#include <string.h>

#define POINT_EPSILON 0.03

static double as_float(double x)
{
    return (double)(float)x;
}

static double snap(double x)
{
    double whole = mkb_floor(x + 0.5);
    return mkb_abs(x - whole) < 0.03 ? whole : as_float(x);
}

static int point_number(struct level *l, struct vec3 p)
{
    p = v_make(snap(p.x), snap(p.y), snap(p.z));
    for (int i = 0; i < l->point_count; i++) {
        struct vec3 d = v_sub(l->points[i], p);
        if (mkb_abs(d.x) < POINT_EPSILON && mkb_abs(d.y) < POINT_EPSILON &&
            mkb_abs(d.z) < POINT_EPSILON) {
            return i;
        }
    }
    mkb_grow((void **)&l->points, &l->point_capacity, l->point_count + 1, sizeof *l->points);
    l->points[l->point_count] = p;
    return l->point_count++;
}

static void outline_add(struct level_face *f, int *capacity, int point)
{
    if (f->outline_count && f->outline[f->outline_count - 1] == point) {
        return;
    }
    mkb_grow((void **)&f->outline, capacity, f->outline_count + 1, sizeof *f->outline);
    f->outline[f->outline_count++] = point;
}

/* Adds the corners of other faces that lie on the edge from a to b, in order. */
static void outline_edge(const struct level *l, struct level_face *f, int *capacity, int a, int b)
{
    struct vec3 from = l->points[a];
    struct vec3 edge = v_sub(l->points[b], from);
    double length = v_length(edge);
    struct vec3 dir = v_scale(edge, 1 / length);
    double at = 0.05;
    for (;;) {
        int next = -1;
        double nearest = length - 0.05;
        for (int i = 0; i < l->point_count; i++) {
            struct vec3 d = v_sub(l->points[i], from);
            double along = v_dot(d, dir);
            if (along <= at || along >= nearest) {
                continue;
            }
            if (v_length(v_sub(d, v_scale(dir, along))) < 0.06) {
                next = i;
                nearest = along;
            }
        }
        if (next < 0) {
            return;
        }
        outline_add(f, capacity, next);
        at = nearest + 0.01;
    }
}

void level_fix_tjunctions(struct level *l)
{
    int **corners = mkb_alloc((size_t)l->face_count, sizeof *corners);
    for (int i = 0; i < l->face_count; i++) {
        struct level_face *f = &l->faces[i];
        corners[i] = mkb_alloc((size_t)f->w.count, sizeof(int));
        for (int k = 0; k < f->w.count && !f->hidden; k++) {
            corners[i][k] = point_number(l, f->w.p[k]);
        }
    }
    for (int i = 0; i < l->face_count; i++) {
        struct level_face *f = &l->faces[i];
        int capacity = 0;
        for (int k = 0; k < f->w.count && !f->hidden; k++) {
            int a = corners[i][k];
            int b = corners[i][(k + 1) % f->w.count];
            if (a != b) {
                outline_add(f, &capacity, a);
                outline_edge(l, f, &capacity, a, b);
            }
        }
        while (f->outline_count > 1 && f->outline[0] == f->outline[f->outline_count - 1]) {
            f->outline_count--;
        }
        free(corners[i]);
    }
    free(corners);
}

/* Smallest and largest texture coordinate of the face along s or t. */
static void axis_range(const struct level *l, const struct level_face *f, const double v[4],
                       double *lo, double *hi)
{
    *lo = 1e9;
    *hi = -1e9;
    for (int i = 0; i < f->outline_count; i++) {
        struct vec3 p = l->points[f->outline[i]];
        double value = p.x * v[0] + p.y * v[1] + p.z * v[2] + v[3];
        *lo = mkb_min(*lo, value);
        *hi = mkb_max(*hi, value);
    }
}

static int near_sixteen(double value)
{
    double r = value / 16 - mkb_floor(value / 16 + 0.5);
    return mkb_abs(r) < 0.02 / 16;
}

/* Players compute a face's extent in float or in double; both must get the same number of samples.
 * Exact values are safe, others are shifted until none lies next to a multiple of 16. */
static void settle_axis(const struct level *l, const struct level_face *f, double v[4])
{
    int exact = 1;
    for (int i = 0; i < 3; i++) {
        double whole = mkb_floor(v[i] * 4 + 0.5) / 4;
        v[i] = mkb_abs(v[i] - whole) < 1e-7 ? whole : as_float(v[i]);
        exact = exact && v[i] == whole;
    }
    v[3] = as_float(v[3]);
    double base = v[3];
    for (int step = 0; step < 40; step++) {
        double lo;
        double hi;
        axis_range(l, f, v, &lo, &hi);
        int lo_whole = exact && lo == mkb_floor(lo / 16) * 16;
        int hi_whole = exact && hi == mkb_floor(hi / 16) * 16;
        if ((lo_whole || !near_sixteen(lo)) && (hi_whole || !near_sixteen(hi))) {
            return;
        }
        v[3] = as_float(base + 0.0625 * (step + 1));
    }
}

/* Lightmaps. */

struct light_job {
    const struct level *world;
    struct level_face *f;
    struct vec3 n;
    double d;
    struct vec3 corners[256];
    int corner_count;
    struct vec3 center;
    double smin, tmin;                    /* texture coordinate of the first sample */
    struct vec3 along_s, along_t, origin; /* point = origin + s * along_s + t * along_t */
    double *sums[LEVEL_LIGHT_STYLES];
    int count;
};

enum { SKY_DIRECTIONS = 24 };

static int style_slot(struct light_job *job, int style)
{
    struct level_face *f = job->f;
    for (int i = 0; i < f->style_count; i++) {
        if (f->styles[i] == style) {
            return i;
        }
    }
    if (f->style_count >= LEVEL_LIGHT_STYLES) {
        return -1;
    }
    f->styles[f->style_count] = style;
    job->sums[f->style_count] = mkb_alloc((size_t)job->count, sizeof(double));
    return f->style_count++;
}

/* Pulls a point of the face's plane into the face, and out of rock. */
static struct vec3 sample_point(const struct light_job *job, double s, double t)
{
    struct vec3 p = v_add(job->origin, v_add(v_scale(job->along_s, s), v_scale(job->along_t, t)));
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < job->corner_count; i++) {
            struct vec3 a = job->corners[i];
            struct vec3 b = job->corners[(i + 1) % job->corner_count];
            struct vec3 inward = v_unit(v_cross(v_sub(b, a), job->n));
            double dist = v_dot(v_sub(p, a), inward);
            if (dist < 0.5) {
                p = v_add(p, v_scale(inward, 0.5 - dist));
            }
        }
    }
    p = v_add(p, v_scale(job->n, 1));
    struct vec3 safe = v_add(job->center, job->n);
    for (int i = 0; i < 5 && level_contents_at(job->world, p) == CONTENTS_SOLID; i++) {
        p = v_mix(p, safe, 0.2 + 0.1 * i);
    }
    return p;
}

/* Directions spread evenly over the upper hemisphere (a golden-angle spiral). */
static struct vec3 sky_direction(int i)
{
    double z = ((double)i + 0.5) / SKY_DIRECTIONS;
    double r = sqrt(1 - z * z);
    double a = i * 2.39996322972865332;
    return v_make(r * mkb_cos(a), r * mkb_sin(a), z);
}

static double sky_light(const struct light_job *job, struct vec3 p)
{
    const struct map *m = job->world->map;
    double sum = 0;
    double facing = v_dot(m->sun, job->n);
    if (facing > 0 && level_trace(job->world, p, v_add(p, v_scale(m->sun, 4096))) == CONTENTS_SKY) {
        sum += m->sun_intensity * facing;
    }
    for (int i = 0; i < SKY_DIRECTIONS; i++) {
        struct vec3 dir = sky_direction(i);
        double cosine = v_dot(dir, job->n);
        if (cosine > 0 &&
            level_trace(job->world, p, v_add(p, v_scale(dir, 4096))) == CONTENTS_SKY) {
            sum += m->sky_intensity * cosine * 2 / SKY_DIRECTIONS;
        }
    }
    return sum;
}

static double lamp_light(const struct light_job *job, const struct map_light *lamp, struct vec3 p)
{
    struct vec3 to = v_sub(lamp->origin, p);
    double dist = v_length(to);
    double facing = v_dot(to, job->n) / mkb_max(dist, 1);
    if (dist >= lamp->reach || facing <= 0) {
        return 0;
    }
    double fade = 1 - dist / lamp->reach;
    double value = lamp->intensity * fade * (0.35 + 0.65 * fade) * (0.35 + 0.65 * facing);
    if (value < 0.5 || level_trace(job->world, p, lamp->origin) != CONTENTS_EMPTY) {
        return 0;
    }
    return value;
}

static void light_sample(struct light_job *job, int index, struct vec3 p, double weight,
                         int use_sky)
{
    const struct map *m = job->world->map;
    job->sums[0][index] += weight * m->ambient;
    if (use_sky) {
        job->sums[0][index] += weight * sky_light(job, p);
    }
    for (int i = 0; i < m->light_count; i++) {
        const struct map_light *lamp = &m->lights[i];
        double value = lamp_light(job, lamp, p);
        if (value > 0) {
            int slot = style_slot(job, lamp->style);
            if (slot >= 0) {
                job->sums[slot][index] += weight * value;
            }
        }
    }
}

static void light_face(struct level *l, struct level_face *f, const struct level *world)
{
    struct light_job job = {0};
    job.world = world;
    job.f = f;
    const struct map_plane *plane = &l->map->planes[f->plane];
    job.n = f->flip ? v_scale(plane->n, -1) : plane->n;
    job.d = f->flip ? -plane->d : plane->d;
    double slo;
    double shi;
    double tlo;
    double thi;
    axis_range(l, f, f->s, &slo, &shi);
    axis_range(l, f, f->t, &tlo, &thi);
    job.smin = mkb_floor(slo / 16) * 16;
    job.tmin = mkb_floor(tlo / 16) * 16;
    f->extent_s = (int)(-mkb_floor(-shi / 16) - mkb_floor(slo / 16)) + 1;
    f->extent_t = (int)(-mkb_floor(-thi / 16) - mkb_floor(tlo / 16)) + 1;
    if (f->extent_s > 17 || f->extent_t > 17) {
        mkb_fail("a face has %dx%d light samples", f->extent_s, f->extent_t);
    }
    job.corner_count = f->w.count;
    memcpy(job.corners, f->w.p, (size_t)f->w.count * sizeof f->w.p[0]);
    job.center = winding_center(&f->w);
    /* Invert (s axis, t axis, plane normal). */
    struct vec3 s = v_make(f->s[0], f->s[1], f->s[2]);
    struct vec3 t = v_make(f->t[0], f->t[1], f->t[2]);
    double det = v_dot(s, v_cross(t, job.n));
    job.along_s = v_scale(v_cross(t, job.n), 1 / det);
    job.along_t = v_scale(v_cross(job.n, s), 1 / det);
    struct vec3 up = v_scale(v_cross(s, t), 1 / det);
    job.origin = v_add(v_scale(up, job.d),
                       v_add(v_scale(job.along_s, -f->s[3]), v_scale(job.along_t, -f->t[3])));
    job.count = f->extent_s * f->extent_t;
    style_slot(&job, 0);
    int use_sky = v_dot(world->map->sun, world->map->sun) > 0;
    for (int i = 0; i < job.count; i++) {
        double cs = job.smin + 16 * (i % f->extent_s);
        double ct = job.tmin + 16 * (i / f->extent_s);
        for (int k = 0; k < 4; k++) {
            struct vec3 p = sample_point(&job, cs + (k & 1 ? 4 : -4), ct + (k & 2 ? 4 : -4));
            light_sample(&job, i, p, 0.25, use_sky);
        }
    }
    f->samples = mkb_alloc((size_t)(job.count * f->style_count), 1);
    for (int k = 0; k < f->style_count; k++) {
        for (int i = 0; i < job.count; i++) {
            f->samples[k * job.count + i] = (uint8_t)mkb_clamp(job.sums[k][i] + 0.5, 0, 255);
        }
        free(job.sums[k]);
    }
}

void level_light(struct level *l, const struct level *world)
{
    for (int i = 0; i < l->face_count; i++) {
        struct level_face *f = &l->faces[i];
        if (f->hidden) {
            continue;
        }
        settle_axis(l, f, f->s);
        settle_axis(l, f, f->t);
        if (!f->special) {
            light_face(l, f, world);
        }
    }
}
