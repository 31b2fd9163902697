/* Light: samples of lightmaps, vertices and the air, from the sun, the sky, lamps, and how much of
 * its surroundings a place sees. */
#include "tools/mkbuiltin/quake3/bsp3.h"

#include <stdlib.h>
#include <string.h>

enum {
    DIRECTIONS = 12, /* looked into from each place */
    NEAR = 140,      /* units: what is nearer keeps the general light away */
    FAR = 4096,
    QUARTER = 4,    /* the format holds light at a quarter */
    LIGHT_SIZE = 10 /* units a lamp is wide: shadows have soft edges */
};

static struct rgb rgb_add(struct rgb a, struct rgb b, double f)
{
    return rgb_make(a.r + b.r * f, a.g + b.g * f, a.b + b.b * f);
}

/* Two axes across n. */
static void across(struct vec3 n, struct vec3 *a, struct vec3 *b)
{
    *a = v_unit(v_cross(n, mkb_abs(n.z) > 0.9 ? v_make(1, 0, 0) : v_make(0, 0, 1)));
    *b = v_cross(n, *a);
}

/* Directions round n, more of them near it, as light falls; turned by a different angle each time.
 */
static struct rgb surrounding_light(const struct bsp3 *b, struct vec3 p, struct vec3 n, int seed)
{
    static double table[DIRECTIONS][3];
    if (table[0][2] == 0) {
        for (int i = 0; i < DIRECTIONS; i++) {
            double part = (i + 0.5) / DIRECTIONS;
            double a = i * 2.39996322972865332;
            table[i][0] = sqrt(part) * mkb_cos(a);
            table[i][1] = sqrt(part) * mkb_sin(a);
            table[i][2] = sqrt(1 - part);
        }
    }
    const struct level *tree = &b->models[0].tree;
    struct vec3 e;
    struct vec3 f;
    across(n, &e, &f);
    double turn = noise_unit(seed, 1, 7001) * 2 * MKB_PI;
    double c = mkb_cos(turn);
    double s = mkb_sin(turn);
    struct rgb sum = {0, 0, 0};
    for (int i = 0; i < DIRECTIONS; i++) {
        double x = table[i][0] * c - table[i][1] * s;
        double y = table[i][0] * s + table[i][1] * c;
        struct vec3 dir = v_add(v_scale(n, table[i][2]), v_add(v_scale(e, x), v_scale(f, y)));
        struct vec3 near = v_add(p, v_scale(dir, NEAR));
        if (level_trace(tree, p, near) == CONTENTS_SOLID) {
            continue;
        }
        sum = rgb_add(sum, b->reel->ambient, 1.0 / DIRECTIONS);
        if (dir.z > 0.05 && level_trace(tree, p, v_add(p, v_scale(dir, FAR))) == CONTENTS_SKY) {
            sum = rgb_add(sum, b->reel->sky, 1.0 / DIRECTIONS);
        }
    }
    return sum;
}

static struct vec3 jitter(int seed, int light)
{
    return v_make((noise_unit(seed, light, 7101) - 0.5) * LIGHT_SIZE,
                  (noise_unit(seed, light, 7102) - 0.5) * LIGHT_SIZE,
                  (noise_unit(seed, light, 7103) - 0.5) * LIGHT_SIZE);
}

/* A lamp's light at a distance, without occlusion. */
static double lamp_strength(const struct reel3_light *lamp, double dist)
{
    double fade = 1 - dist / lamp->reach;
    return fade > 0 ? lamp->intensity * fade * fade : 0;
}

static struct rgb lamp_light(const struct bsp3 *b, struct vec3 p, struct vec3 n, int seed)
{
    struct rgb sum = {0, 0, 0};
    for (int i = 0; i < b->reel->light_count; i++) {
        const struct reel3_light *lamp = &b->reel->lights[i];
        struct vec3 to = v_sub(lamp->origin, p);
        double dist = v_length(to);
        double facing = v_dot(to, n) / mkb_max(dist, 1);
        double value = facing > 0 ? lamp_strength(lamp, dist) * (0.25 + 0.75 * facing) : 0;
        if (value > 1 && level_trace(&b->models[0].tree, p, v_add(lamp->origin, jitter(seed, i))) ==
                             CONTENTS_EMPTY) {
            sum = rgb_add(sum, lamp->colour, value);
        }
    }
    return sum;
}

static struct rgb sun_light(const struct bsp3 *b, struct vec3 p, struct vec3 n)
{
    const struct vec3 to_sun = b->reel->world.sun;
    double facing = v_dot(to_sun, n);
    struct rgb sum = {0, 0, 0};
    if (facing > 0 &&
        level_trace(&b->models[0].tree, p, v_add(p, v_scale(to_sun, FAR))) == CONTENTS_SKY) {
        sum = rgb_scale(b->reel->sun, facing);
    }
    return sum;
}

static struct rgb light_at(const struct bsp3 *b, struct vec3 p, struct vec3 n, int seed)
{
    struct rgb c = surrounding_light(b, p, n, seed);
    c = rgb_add(c, lamp_light(b, p, n, seed), 1);
    return rgb_add(c, sun_light(b, p, n), 1);
}

/* At a quarter; too bright a light keeps its hue. */
static void store_light(struct rgb c, uint8_t out[3])
{
    double most = mkb_max(c.r, mkb_max(c.g, c.b));
    double f = (most > 255 ? 255 / most : 1) / QUARTER;
    out[0] = (uint8_t)mkb_clamp(c.r * f + 0.5, 0, 255);
    out[1] = (uint8_t)mkb_clamp(c.g * f + 0.5, 0, 255);
    out[2] = (uint8_t)mkb_clamp(c.b * f + 0.5, 0, 255);
}

/* Pulls a point of the surface's plane into its outline, and out of rock. */
static struct vec3 planar_point(const struct bsp3 *b, const struct bsp3_surface *s, struct vec3 p)
{
    const struct winding *w = s->outline;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < w->count; i++) {
            struct vec3 a = w->p[i];
            struct vec3 inward = v_unit(v_cross(v_sub(w->p[(i + 1) % w->count], a), s->n));
            double dist = v_dot(v_sub(p, a), inward);
            if (dist < 0.6) {
                p = v_add(p, v_scale(inward, 0.6 - dist));
            }
        }
    }
    struct vec3 safe = v_add(winding_center(w), s->n);
    p = v_add(p, s->n);
    for (int i = 0; i < 5 && level_contents_at(&b->models[0].tree, p) == CONTENTS_SOLID; i++) {
        p = v_mix(p, safe, 0.2 + 0.1 * i);
    }
    return p;
}

static struct vec3 sample_point(const struct bsp3 *b, const struct bsp3_surface *s, int x, int y,
                                struct vec3 *n)
{
    if (s->kind == BSP3_PATCH) {
        struct vec3 p = bsp3_patch_at(s->patch, (double)x / (s->w - 1), (double)y / (s->h - 1), n);
        return v_add(p, v_scale(*n, 2));
    }
    *n = s->n;
    double u = s->u0 + x * (double)BSP3_LUXEL;
    double v = s->v0 + y * (double)BSP3_LUXEL;
    double d = v_dot(s->outline->p[0], s->n);
    struct vec3 p = v_add(v_scale(s->n, d), v_add(v_scale(s->u, u), v_scale(s->v, v)));
    return planar_point(b, s, p);
}

static void light_surface(struct bsp3 *b, const struct bsp3_surface *s)
{
    struct rgb *samples = mkb_alloc((size_t)(s->w * s->h), sizeof *samples);
    for (int i = 0; i < s->w * s->h; i++) {
        struct vec3 n;
        struct vec3 p = sample_point(b, s, i % s->w, i / s->w, &n);
        samples[i] = light_at(b, p, n, (int)(s - b->surfaces) * 20011 + i);
    }
    for (int y = 0; y < s->h; y++) {
        for (int x = 0; x < s->w; x++) {
            struct rgb sum = {0, 0, 0};
            double weight = 0;
            for (int k = 0; k < 9; k++) {
                int i = x + k % 3 - 1;
                int j = y + k / 3 - 1;
                if (i >= 0 && j >= 0 && i < s->w && j < s->h) {
                    double f = (i == x ? 2 : 1) * (j == y ? 2 : 1);
                    sum = rgb_add(sum, samples[j * s->w + i], f);
                    weight += f;
                }
            }
            size_t at =
                ((size_t)s->page * BSP3_PAGE + (size_t)(s->y + y)) * BSP3_PAGE + (size_t)(s->x + x);
            store_light(rgb_scale(sum, 1 / weight), b->pages + at * 3);
        }
    }
    free(samples);
}

/* Highest first, so that rows of blocks waste little. */
static int by_height(const void *a, const void *b)
{
    const struct bsp3_surface *s = *(struct bsp3_surface *const *)a;
    const struct bsp3_surface *t = *(struct bsp3_surface *const *)b;
    return s->h != t->h ? t->h - s->h : s->w != t->w ? t->w - s->w : s < t ? -1 : s > t;
}

/* Gives every lit surface its place: rows on pages, each block in the first row that has room. */
static void place_blocks(struct bsp3 *b)
{
    struct row {
        int page, y, height, used;
    } *rows = NULL;
    int row_count = 0;
    int row_capacity = 0;
    int *filled = NULL; /* by page: height taken */
    int filled_capacity = 0;
    struct bsp3_surface **order = mkb_alloc((size_t)b->surface_count, sizeof *order);
    int count = 0;
    for (int i = 0; i < b->surface_count; i++) {
        if (b->surfaces[i].page >= 0) {
            order[count++] = &b->surfaces[i];
        }
    }
    qsort(order, (size_t)count, sizeof *order, by_height);
    for (int i = 0; i < count; i++) {
        struct bsp3_surface *s = order[i];
        int k = 0;
        while (k < row_count && (rows[k].height < s->h || rows[k].used + s->w > BSP3_PAGE)) {
            k++;
        }
        if (k == row_count) {
            int page = 0;
            while (page < b->page_count && filled[page] + s->h > BSP3_PAGE) {
                page++;
            }
            if (page == b->page_count) {
                mkb_grow((void **)&filled, &filled_capacity, page + 1, sizeof *filled);
                filled[page] = 0;
                b->page_count++;
            }
            mkb_grow((void **)&rows, &row_capacity, row_count + 1, sizeof *rows);
            rows[row_count++] = (struct row){page, filled[page], s->h, 0};
            filled[page] += s->h;
        }
        s->page = rows[k].page;
        s->x = rows[k].used;
        s->y = rows[k].y;
        rows[k].used += s->w;
    }
    free(order);
    free(filled);
    free(rows);
}

static void light_coordinates(struct bsp3 *b, const struct bsp3_surface *s)
{
    for (int i = 0; i < s->vertex_count; i++) {
        struct bsp3_vertex *v = &b->vertices[s->first_vertex + i];
        double x;
        double y;
        if (s->kind == BSP3_PATCH) {
            x = (double)(i % s->patch->width) / (s->patch->width - 1) * (s->w - 1);
            y = (double)(i / s->patch->width) / (s->patch->height - 1) * (s->h - 1);
        } else {
            x = (v_dot(v->p, s->u) - s->u0) / BSP3_LUXEL;
            y = (v_dot(v->p, s->v) - s->v0) / BSP3_LUXEL;
        }
        v->light_st[0] = (s->x + x + 0.5) / BSP3_PAGE;
        v->light_st[1] = (s->y + y + 0.5) / BSP3_PAGE;
    }
}

static void light_vertices(struct bsp3 *b, const struct bsp3_surface *s, struct rgb glow)
{
    for (int i = 0; i < s->vertex_count; i++) {
        struct bsp3_vertex *v = &b->vertices[s->first_vertex + i];
        struct vec3 p = v_add(v->p, v_scale(v->n, 4));
        store_light(rgb_add(light_at(b, p, v->n, i), glow, 1), v->color);
    }
}

static uint8_t turn_byte(double angle)
{
    double turns = angle / (2 * MKB_PI);
    return (uint8_t)((int)mkb_floor((turns - mkb_floor(turns)) * 256 + 0.5) & 255);
}

/* Light grid: ambient and directed light. */
static void light_air(const struct bsp3 *b, struct vec3 p, int seed, uint8_t out[8])
{
    const struct level *tree = &b->models[0].tree;
    memset(out, 0, 8);
    int contents = level_contents_at(tree, p);
    if (contents == CONTENTS_SOLID || contents == CONTENTS_SKY) {
        return;
    }
    struct rgb around = surrounding_light(b, p, v_make(0, 0, 1), seed);
    around = rgb_add(around, surrounding_light(b, p, v_make(0, 0, -1), seed + 1), 1);
    around = rgb_add(rgb_make(6, 6, 6), around, 0.6);
    struct rgb aimed = {0, 0, 0};
    struct vec3 dir = {0, 0, 0.01};
    for (int i = 0; i < b->reel->light_count; i++) {
        const struct reel3_light *lamp = &b->reel->lights[i];
        struct vec3 to = v_sub(lamp->origin, p);
        double value = lamp_strength(lamp, v_length(to));
        if (value > 1 && level_trace(tree, p, lamp->origin) == CONTENTS_EMPTY) {
            aimed = rgb_add(aimed, lamp->colour, value);
            dir = v_add(dir, v_scale(v_unit(to), value));
        }
    }
    if (level_trace(tree, p, v_add(p, v_scale(b->reel->world.sun, FAR))) == CONTENTS_SKY) {
        aimed = rgb_add(aimed, b->reel->sun, 0.8);
        dir = v_add(dir, v_scale(b->reel->world.sun, 220));
    }
    around = rgb_add(around, aimed, 0.25);
    store_light(around, out);
    store_light(rgb_scale(aimed, 0.75), out + 3);
    out[0] = out[0] ? out[0] : 1; /* 0 marks a sample inside a wall */
    dir = v_unit(dir);
    out[6] = turn_byte(mkb_atan2(sqrt(dir.x * dir.x + dir.y * dir.y), dir.z));
    out[7] = turn_byte(mkb_atan2(dir.y, dir.x));
}

static void light_grid(struct bsp3 *b)
{
    static const double size[3] = {64, 64, 96};
    struct vec3 lo = v_make(1e9, 1e9, 1e9);
    struct vec3 hi = v_make(-1e9, -1e9, -1e9);
    for (int i = 0; i < b->models[0].surface_count; i++) {
        const struct bsp3_surface *s = &b->surfaces[b->models[0].first_surface + i];
        lo = v_make(mkb_min(lo.x, s->mins.x), mkb_min(lo.y, s->mins.y), mkb_min(lo.z, s->mins.z));
        hi = v_make(mkb_max(hi.x, s->maxs.x), mkb_max(hi.y, s->maxs.y), mkb_max(hi.z, s->maxs.z));
    }
    b->models[0].drawn.mins = lo;
    b->models[0].drawn.maxs = hi;
    double from[3];
    for (int i = 0; i < 3; i++) {
        from[i] = size[i] * -mkb_floor(-v_get(lo, i) / size[i]);
        b->grid_counts[i] =
            (int)((size[i] * mkb_floor(v_get(hi, i) / size[i]) - from[i]) / size[i]) + 1;
    }
    const int nx = b->grid_counts[0];
    const int ny = b->grid_counts[1];
    const int count = nx * ny * b->grid_counts[2];
    b->grid = mkb_alloc((size_t)count, 8);
    for (int i = 0; i < count; i++) {
        struct vec3 p = v_make(from[0] + size[0] * (i % nx), from[1] + size[1] * (i / nx % ny),
                               from[2] + size[2] * (i / nx / ny));
        light_air(b, p, i * 2, b->grid + (size_t)i * 8);
    }
}

void bsp3_light(struct bsp3 *b)
{
    place_blocks(b);
    b->pages = mkb_alloc((size_t)b->page_count, (size_t)BSP3_PAGE * BSP3_PAGE * 3);
    int soups = 0;
    for (int i = 0; i < b->surface_count; i++) {
        const struct bsp3_surface *s = &b->surfaces[i];
        if (s->page >= 0) {
            light_coordinates(b, s);
            light_surface(b, s);
        } else if (s->page == -3) {
            light_vertices(b, s, b->reel->soups[soups++].glow);
        }
    }
    light_grid(b);
}
