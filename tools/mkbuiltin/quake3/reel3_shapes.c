/* Pillars, arches, pipes and gratings as patches; the crystal and flames as loose triangles. */
#include "tools/mkbuiltin/quake3/reel3.h"

static struct reel3_patch *new_patch(struct reel3 *r, int shader, int width, int height)
{
    if (r->patch_count >= REEL3_PATCHES || width * height > REEL3_PATCH_POINTS) {
        mkb_fail("too many patches, or too large a one");
    }
    struct reel3_patch *p = &r->patches[r->patch_count++];
    p->shader = shader;
    p->width = width;
    p->height = height;
    return p;
}

static void set_point(struct reel3_patch *p, int column, int row, struct vec3 at, double s,
                      double t)
{
    int i = row * p->width + column;
    p->p[i] = at;
    p->st[i][0] = s;
    p->st[i][1] = t;
}

static void mirror(struct reel3_patch *p)
{
    for (int j = 0; j < p->height; j++) {
        for (int i = 0; i < p->width / 2; i++) {
            int a = j * p->width + i;
            int b = j * p->width + p->width - 1 - i;
            struct vec3 at = p->p[a];
            p->p[a] = p->p[b];
            p->p[b] = at;
            for (int k = 0; k < 2; k++) {
                double v = p->st[a][k];
                p->st[a][k] = p->st[b][k];
                p->st[b][k] = v;
            }
        }
    }
}

/* The front looks along columns x rows: makes that look along `dir`, all in all. */
static void turn_to(struct reel3_patch *p, struct vec3 dir)
{
    struct vec3 n = {0, 0, 0};
    for (int j = 0; j + 1 < p->height; j++) {
        for (int i = 0; i + 1 < p->width; i++) {
            const struct vec3 *a = &p->p[j * p->width + i];
            n = v_add(n, v_cross(v_sub(a[1], a[0]), v_sub(a[p->width], a[0])));
        }
    }
    if (v_dot(n, dir) < 0) {
        mirror(p);
    }
}

/* Control point i of 8 of a circle: 0, 2, 4 and 6 lie on it, the others on its square's corners. */
static void circle_point(int i, double *c, double *s)
{
    static const double cosines[9] = {1, 1, 0, -1, -1, -1, 0, 1, 1};
    static const double sines[9] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
    *c = cosines[i];
    *s = sines[i];
}

/* A round shaft, a little thicker below its middle; front outward. */
static void shaft(struct reel3 *r, double x, double y, double z0, double z1, double radius)
{
    struct reel3_patch *p = new_patch(r, S_MARBLE, 9, 5);
    static const double swell[5] = {1, 1.02, 0.98, 0.9, 0.84};
    for (int j = 0; j < 5; j++) {
        double z = mkb_mix(z0, z1, j / 4.0);
        for (int i = 0; i < 9; i++) {
            double c;
            double s;
            circle_point(i, &c, &s);
            set_point(p, i, j, v_make(x + c * radius * swell[j], y + s * radius * swell[j], z),
                      i / 4.0, -z / 128);
        }
    }
}

/* A ring round a shaft. */
static void torus(struct reel3 *r, int shader, double x, double y, double z, double radius,
                  double thick)
{
    struct reel3_patch *p = new_patch(r, shader, 9, 5);
    for (int j = 0; j < 5; j++) {
        static const double out[5] = {0, 1, 1, 1, 0};
        static const double up[5] = {-1, -1, 0, 1, 1};
        for (int i = 0; i < 9; i++) {
            double c;
            double s;
            circle_point(i, &c, &s);
            double far = radius + thick * out[j];
            set_point(p, i, j, v_make(x + c * far, y + s * far, z + thick * up[j]), i * 0.75,
                      j * 0.25);
        }
    }
}

static void pillar(struct reel3 *r, double x, double y, double z0, double z1, double radius)
{
    shaft(r, x, y, z0 + 24, z1 - 32, radius);
    torus(r, S_MARBLE, x, y, z0 + 30, radius - 2, 6);
    torus(r, S_TRIM, x, y, z1 - 38, radius * 0.84 - 2, 6);
}

/* A pipe between two places along x (0) or y (1). */
static void pipe(struct reel3 *r, int axis, struct vec3 from, double length, double radius)
{
    struct reel3_patch *p = new_patch(r, S_PIPE, 9, 3);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 9; i++) {
            double c;
            double s;
            circle_point(i, &c, &s);
            double along = length * j / 2;
            struct vec3 d = axis ? v_make(c * radius, along, s * radius)
                                 : v_make(along, s * radius, c * radius);
            set_point(p, i, j, v_add(from, d), i / 8.0, along / 64);
        }
    }
    struct vec3 n = v_cross(v_sub(p->p[1], p->p[0]), v_sub(p->p[9], p->p[0]));
    if (v_dot(n, v_sub(p->p[0], from)) < 0) {
        mirror(p);
    }
}

/* A flat patch: the corner, and two edges. */
static void sheet(struct reel3 *r, int shader, struct vec3 corner, struct vec3 across,
                  struct vec3 down, double size)
{
    struct reel3_patch *p = new_patch(r, shader, 3, 3);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) {
            struct vec3 at = v_add(corner, v_add(v_scale(across, i / 2.0), v_scale(down, j / 2.0)));
            set_point(p, i, j, at, v_length(across) * i / 2 / size, v_length(down) * j / 2 / size);
        }
    }
}

/* The round top of an opening along y: half a cylinder, and the corners of both fronts.
 */
static void arch_top(struct reel3 *r, double y0, double y1, double spring, double radius)
{
    static const double xs[5] = {-1, -1, 0, 1, 1};
    static const double zs[5] = {0, 1, 1, 1, 0};
    struct reel3_patch *p = new_patch(r, S_BLOCK, 5, 3);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 5; i++) {
            double y = mkb_mix(y0, y1, j / 2.0);
            set_point(p, i, j, v_make(xs[i] * radius, y, spring + zs[i] * radius), i * 0.4,
                      y / 128);
        }
    }
    turn_to(p, v_make(0, 0, -1));
    for (int side = 0; side < 4; side++) {
        double x = side & 1 ? radius : -radius;
        double y = side & 2 ? y1 : y0;
        struct vec3 corner = v_make(x, y, spring + radius);
        const struct vec3 arc[3] = {{x, y, spring}, corner, {0, y, spring + radius}};
        struct reel3_patch *fill = new_patch(r, S_BLOCK, 3, 3);
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < 3; i++) {
                struct vec3 at = v_mix(arc[i], corner, j / 2.0);
                set_point(fill, i, j, at, at.x / 128, -at.z / 128);
            }
        }
        turn_to(fill, v_make(0, side & 2 ? 1 : -1, 0));
    }
}

/* A moulding round an opening of the wall at y, on the side it looks to (-1 or 1). */
static void arch_rib(struct reel3 *r, double y, double look, double spring, double radius,
                     double thick)
{
    /* The way: up the left side, over the top, down the right; outward along it, and how far
     * corners are pushed. */
    static const double way[9][4] = {{-1, 0, -1, 0}, {-1, 0.5, -1, 0}, {-1, 1, -1, 0},
                                     {-1, 2, -1, 1}, {0, 2, 0, 1},     {1, 2, 1, 1},
                                     {1, 1, 1, 0},   {1, 0.5, 1, 0},   {1, 0, 1, 0}};
    static const double out[5] = {-1, -1, 0, 1, 1};
    static const double off[5] = {0, 1, 1, 1, 0};
    struct reel3_patch *p = new_patch(r, S_TRIM, 9, 5);
    for (int j = 0; j < 5; j++) {
        for (int i = 0; i < 9; i++) {
            double z = way[i][1] <= 1 ? way[i][1] * spring : spring + radius;
            double o = out[j] * thick;
            struct vec3 at = v_make(way[i][0] * radius + way[i][2] * o, y + look * off[j] * thick,
                                    z + way[i][3] * o);
            set_point(p, i, j, at, i * 0.75, j * 0.25);
        }
    }
    turn_to(p, v_make(0, look, 0));
}

static struct reel3_soup *new_soup(struct reel3 *r, int shader)
{
    if (r->soup_count >= REEL3_SOUPS) {
        mkb_fail("too many triangle soups");
    }
    struct reel3_soup *s = &r->soups[r->soup_count++];
    s->shader = shader;
    return s;
}

static void soup_vertex(struct reel3_soup *s, struct vec3 p, struct vec3 n, double u, double v)
{
    if (s->count >= REEL3_SOUP_VERTICES) {
        mkb_fail("too many vertices in a triangle soup");
    }
    s->v[s->count++] = (struct reel3_soup_vertex){p, n, u, v};
}

/* A triangle with a flat normal that looks away from `inside`. */
static void facet(struct reel3_soup *s, struct vec3 a, struct vec3 b, struct vec3 c,
                  struct vec3 inside)
{
    struct vec3 n = v_unit(v_cross(v_sub(c, a), v_sub(b, a)));
    int swap = v_dot(n, v_sub(a, inside)) < 0;
    n = swap ? v_scale(n, -1) : n;
    const struct vec3 p[3] = {a, swap ? c : b, swap ? b : c};
    for (int i = 0; i < 3; i++) {
        soup_vertex(s, p[i], n, (p[i].x + p[i].y) / 64, -p[i].z / 64);
    }
}

/* A six-sided crystal from a foot along `up`, with a point at its end. */
static void crystal(struct reel3_soup *s, struct vec3 foot, struct vec3 up, double length,
                    double radius, int seed)
{
    enum { SIDES = 6 };
    up = v_unit(up);
    struct vec3 left = v_unit(v_cross(up, v_make(0.3, 1, 0.1)));
    struct vec3 ahead = v_cross(left, up);
    struct vec3 low[SIDES];
    struct vec3 high[SIDES];
    for (int i = 0; i < SIDES; i++) {
        double a = 2 * MKB_PI * i / SIDES;
        double wide = radius * (0.85 + 0.3 * noise_unit(i, seed, 6001));
        struct vec3 out = v_add(v_scale(left, mkb_cos(a)), v_scale(ahead, mkb_sin(a)));
        low[i] = v_add(foot, v_scale(out, wide * 0.7));
        high[i] = v_add(v_add(foot, v_scale(out, wide)),
                        v_scale(up, length * (0.62 + 0.14 * noise_unit(i, seed, 6002))));
    }
    struct vec3 tip = v_add(foot, v_scale(up, length));
    struct vec3 inside = v_add(foot, v_scale(up, length * 0.4));
    for (int i = 0; i < SIDES; i++) {
        int k = (i + 1) % SIDES;
        facet(s, low[i], low[k], high[i], inside);
        facet(s, high[i], low[k], high[k], inside);
        facet(s, high[i], high[k], tip, inside);
    }
}

/* A quad that turns to the eye; `tall` ones only about their long axis. */
static void sprite(struct reel3 *r, int shader, struct vec3 at, double half_width,
                   double half_height)
{
    struct reel3_soup *s = new_soup(r, shader);
    s->is_sprite = 1;
    struct vec3 n = {0, -1, 0};
    soup_vertex(s, v_add(at, v_make(-half_width, 0, half_height)), n, 0, 0);
    soup_vertex(s, v_add(at, v_make(half_width, 0, half_height)), n, 1, 0);
    soup_vertex(s, v_add(at, v_make(half_width, 0, -half_height)), n, 1, 1);
    soup_vertex(s, v_add(at, v_make(-half_width, 0, -half_height)), n, 0, 1);
}

static void add_crystals(struct reel3 *r)
{
    struct reel3_soup *s = new_soup(r, S_CRYSTAL);
    s->glow = rgb_make(70, 120, 116);
    crystal(s, v_make(0, 0, 18), v_make(0.06, 0.04, 1), 150, 22, 1);
    crystal(s, v_make(12, -8, 18), v_make(0.5, -0.3, 1), 84, 13, 2);
    crystal(s, v_make(-14, 4, 18), v_make(-0.55, 0.1, 1), 92, 12, 3);
    crystal(s, v_make(2, 14, 18), v_make(0.1, 0.6, 1), 70, 11, 4);
    crystal(s, v_make(-4, -14, 18), v_make(-0.2, -0.7, 1), 58, 10, 5);
    sprite(r, S_GLOW_COLD, v_make(0, 0, 110), 110, 110);
}

void reel3_add_shapes(struct reel3 *r)
{
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? 272 : -272;
        double y = i & 2 ? 300 : -300;
        pillar(r, x, y, 0, 288, 32);
        sprite(r, S_FLAME, v_make(x, y, 342), 26, 46);
        sprite(r, S_GLOW, v_make(x, y, 330), 70, 70);
        pillar(r, i & 1 ? 224 : -224, i & 2 ? 1344 : 1088, -192, 296, 36);
    }
    arch_top(r, 492, 544, 96, 64);
    arch_top(r, 896, 928, 96, 64);
    arch_rib(r, 498, -1, 96, 72, 9);
    arch_rib(r, 928, 1, 96, 72, 9);
    pipe(r, 1, v_make(-494, -330, 240), 660, 10);
    pipe(r, 1, v_make(-494, -330, 214), 660, 7);
    pipe(r, 1, v_make(330, 936, 220), 620, 12);
    pipe(r, 1, v_make(-330, 936, 220), 620, 12);
    pipe(r, 0, v_make(-352, 952, 250), 704, 9);
    sheet(r, S_GRATE, v_make(-40, 592, -1), v_make(80, 0, 0), v_make(0, 64, 0), 64);
    sheet(r, S_GRATE, v_make(340, -256, 208), v_make(0, 186, 0), v_make(0, 0, -40), 40);
    sheet(r, S_GRATE, v_make(340, 70, 208), v_make(0, 186, 0), v_make(0, 0, -40), 40);
    add_crystals(r);
}
