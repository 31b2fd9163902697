/* From screen triangles to pixels: the arithmetic of Quake's d_polyse.c.
 *
 * The original walks the left edge into a list of spans and then the right edge against it. Both
 * walks add integers, with a carry that decides between two steps, so the state n rows down has a
 * closed form: n steps and ceil(n * rest / height) carries, modulo 2^32. So a band starts in the
 * middle of a triangle with the very numbers the walk would have brought. */
#include <stddef.h>

#include "render/palette/entities/alias_internal.h"
#include "render/palette/fixed.h"

/* Steps per pixel or per row of the interpolated values. */
struct steps {
    uint32_t s, t, light, zi;
};

struct gradients {
    struct steps u, v;
};

struct edge {
    int32_t u, top, height;
    int32_t step;        /* pixels to the right per row, rounded down, */
    int32_t rest, error; /* and the rest of that division */
};

static inline uint32_t to_bits(int32_t x)
{
    return (uint32_t)x;
}

/* The plane through three values of a member, as a step to the right and one down. */
struct plane {
    float ac_u, ac_v, bc_u, bc_v; /* a - c and b - c */
    float inverse_u, inverse_v;
};

static inline float plane_step_u(const struct plane *plane, float ac, float bc)
{
    return (bc * plane->ac_v - ac * plane->bc_v) * plane->inverse_u;
}

static inline float plane_step_v(const struct plane *plane, float ac, float bc)
{
    return (bc * plane->ac_u - ac * plane->bc_u) * plane->inverse_v;
}

static inline float member_difference(const int32_t *a, const int32_t *b, int member)
{
    return (float)fixed_sub(a[member], b[member]);
}

/* fixed_from_float(ceilf(x)) without a call. */
static inline int32_t fixed_ceil(float x)
{
    int32_t whole = fixed_from_float(x);
    return whole == INT32_MIN ? whole : whole + ((float)whole < x);
}

/* D_PolysetCalcGradients. denominator < 0: the triangle faces the viewer. */
static void calculate_gradients(const int32_t *a, const int32_t *b, const int32_t *c,
                                int32_t denominator, struct gradients *out)
{
    struct plane plane;
    plane.ac_u = member_difference(a, c, ALIAS_U);
    plane.ac_v = member_difference(a, c, ALIAS_V);
    plane.bc_u = member_difference(b, c, ALIAS_U);
    plane.bc_v = member_difference(b, c, ALIAS_V);
    plane.inverse_u = 1.0f / (float)denominator;
    plane.inverse_v = -plane.inverse_u;

    /* Light is rounded up, away from negative values, which show as wrong colours. */
    float ac = member_difference(a, c, ALIAS_LIGHT), bc = member_difference(b, c, ALIAS_LIGHT);
    out->u.light = to_bits(fixed_ceil(plane_step_u(&plane, ac, bc)));
    out->v.light = to_bits(fixed_ceil(plane_step_v(&plane, ac, bc)));
    ac = member_difference(a, c, ALIAS_S), bc = member_difference(b, c, ALIAS_S);
    out->u.s = to_bits(fixed_from_float(plane_step_u(&plane, ac, bc)));
    out->v.s = to_bits(fixed_from_float(plane_step_v(&plane, ac, bc)));
    ac = member_difference(a, c, ALIAS_T), bc = member_difference(b, c, ALIAS_T);
    out->u.t = to_bits(fixed_from_float(plane_step_u(&plane, ac, bc)));
    out->v.t = to_bits(fixed_from_float(plane_step_v(&plane, ac, bc)));
    ac = member_difference(a, c, ALIAS_ZI), bc = member_difference(b, c, ALIAS_ZI);
    out->u.zi = to_bits(fixed_from_float(plane_step_u(&plane, ac, bc)));
    out->v.zi = to_bits(fixed_from_float(plane_step_v(&plane, ac, bc)));
}

/* Puts an edge at `row`; returns how many carries lie above it. */
static int32_t edge_seek(struct edge *edge, const int32_t *top, const int32_t *bottom, int32_t row)
{
    int32_t du = bottom[ALIAS_U] - top[ALIAS_U];
    edge->top = top[ALIAS_V];
    edge->height = bottom[ALIAS_V] - edge->top;
    edge->step = du / edge->height;
    edge->rest = du % edge->height;
    if (edge->rest < 0) { /* division rounding down */
        edge->step--;
        edge->rest += edge->height;
    }
    int32_t rows = row - edge->top;
    int32_t carries = (rows * edge->rest + edge->height - 1) / edge->height;
    edge->u = top[ALIAS_U] + rows * edge->step + carries;
    edge->error = rows * edge->rest - carries * edge->height - 1;
    return carries;
}

/* True when the step carried. */
static inline bool edge_step(struct edge *edge)
{
    edge->u += edge->step;
    edge->error += edge->rest;
    if (edge->error >= 0) {
        edge->u++;
        edge->error -= edge->height;
        return true;
    }
    return false;
}

/* The left edge carries the state of the first pixel of each row. */
struct left_edge {
    struct edge edge;
    struct steps at;
    struct steps base; /* per row; a carry adds `extra` */
    struct steps extra;
};

static void left_seek(struct left_edge *left, const struct gradients *gradients, const int32_t *top,
                      const int32_t *bottom, int32_t row, bool lower_part)
{
    int32_t carries = edge_seek(&left->edge, top, bottom, row);
    uint32_t rows = to_bits(row - left->edge.top), step = to_bits(left->edge.step);
    left->extra = gradients->u;
    left->extra.light -= left->edge.step < 0; /* again towards higher light */
    left->base.s = gradients->v.s + gradients->u.s * step;
    left->base.t = gradients->v.t + gradients->u.t * step;
    left->base.light = gradients->v.light + left->extra.light * step;
    left->base.zi = gradients->v.zi + gradients->u.zi * step;

    /* The original starts the lower part of a bent edge on whole texels. */
    uint32_t mask = lower_part ? 0xFFFF0000u : 0xFFFFFFFFu;
    uint32_t extra = to_bits(carries);
    left->at.s = (to_bits(top[ALIAS_S]) & mask) + rows * left->base.s + extra * left->extra.s;
    left->at.t = (to_bits(top[ALIAS_T]) & mask) + rows * left->base.t + extra * left->extra.t;
    left->at.light =
        to_bits(top[ALIAS_LIGHT]) + rows * left->base.light + extra * left->extra.light;
    left->at.zi = to_bits(top[ALIAS_ZI]) + rows * left->base.zi + extra * left->extra.zi;
}

static inline void add_steps(struct steps *at, const struct steps *step)
{
    at->s += step->s;
    at->t += step->t;
    at->light += step->light;
    at->zi += step->zi;
}

static inline void left_step(struct left_edge *left)
{
    add_steps(&left->at, &left->base);
    if (edge_step(&left->edge)) {
        add_steps(&left->at, &left->extra);
    }
}

/* True if s and t stay inside the skin and light above 0 over count pixels: no check per pixel is
 * needed then. */
static inline bool span_is_inside(const struct alias_model *model, const struct steps *at,
                                  const struct steps *step, int count)
{
    int64_t n = count - 1;
    int64_t s0 = (int32_t)at->s, s1 = s0 + n * (int32_t)step->s;
    int64_t t0 = (int32_t)at->t, t1 = t0 + n * (int32_t)step->t;
    int64_t light0 = (int32_t)at->light, light1 = light0 + n * (int32_t)step->light;
    int64_t s_end = (int64_t)model->skin_width << 16, t_end = (int64_t)model->skin_height << 16;
    return (s0 | s1 | t0 | t1 | light0 | light1) >= 0 && s0 < s_end && s1 < s_end && t0 < t_end &&
           t1 < t_end;
}

static void draw_span_checked(const struct alias_model *model, struct steps at,
                              const struct steps *step, uint8_t *dest, int16_t *z, int count)
{
    for (int i = 0; i < count; i++, add_steps(&at, step)) {
        int32_t depth = (int32_t)at.zi >> 16;
        if (depth >= z[i]) {
            uint8_t texel = alias_texel(model, (int32_t)at.s, (int32_t)at.t);
            if (model->holey && texel == ALIAS_HOLE) {
                continue;
            }
            z[i] = (int16_t)depth;
            dest[i] = model->colormap[(at.light & 0xFF00) + texel];
        }
    }
}

static inline uint64_t pack_words(uint32_t upper, uint32_t lower)
{
    return (uint64_t)upper << 32 | lower;
}

static inline uint64_t pack_step(uint32_t upper, uint32_t lower)
{
    return ((uint64_t)upper << 32) + (uint64_t)(int64_t)(int32_t)lower;
}

static void draw_span(const struct alias_model *model, const struct steps *start,
                      const struct steps *step, uint8_t *dest, int16_t *z, int count)
{
    if (model->holey || !span_is_inside(model, start, step, count)) {
        draw_span_checked(model, *start, step, dest, z, count);
        return;
    }
    /* Two numbers share a register: the lower one never goes below 0, so it never borrows from the
     * upper one. */
    const uint8_t *skin = model->skin, *colormap = model->colormap;
    uint32_t width = to_bits(model->skin_width);
    uint64_t t_s = pack_words(start->t, start->s), t_s_step = pack_step(step->t, step->s);
    uint64_t zi_light = pack_words(start->zi, start->light);
    uint64_t zi_light_step = pack_step(step->zi, step->light);
    for (int i = 0; i < count; i++) {
        int32_t depth = (int32_t)((int64_t)zi_light >> 48);
        if (depth >= z[i]) {
            z[i] = (int16_t)depth;
            uint32_t texel = (uint32_t)(t_s >> 48) * width + (uint16_t)(t_s >> 16);
            dest[i] = colormap[((uint32_t)zi_light & 0xFF00) + skin[texel]];
        }
        t_s += t_s_step;
        zi_light += zi_light_step;
    }
}

/* Vertices of a triangle's left and right edges, from top to bottom; -1 = none. */
struct edge_order {
    int8_t left[3], right[3];
};

/* D_PolysetSetEdgeTable: by the order of the three rows; equal rows give a flat top or bottom. */
static const struct edge_order *order_edges(int32_t a, int32_t b, int32_t c)
{
    static const struct edge_order orders[8] = {
        {{0, 2, -1}, {0, 1, 2}},                                         /* a < b < c */
        {{1, 0, 2}, {1, 2, -1}},                                         /* b < a < c */
        {{-1, -1, -1}, {-1, -1, -1}}, {{1, 0, -1}, {1, 2, 0}},           /* b < c < a */
        {{0, 2, 1}, {0, 1, -1}},                                         /* a < c < b */
        {{-1, -1, -1}, {-1, -1, -1}}, {{2, 1, -1}, {2, 0, 1}},           /* c < a < b */
        {{2, 1, 0}, {2, 0, -1}}};                                        /* c < b < a */
    static const struct edge_order flat[6] = {{{0, 2, -1}, {1, 2, -1}},  /* a = b < c */
                                              {{2, 1, -1}, {2, 0, -1}},  /* c < a = b */
                                              {{1, 0, -1}, {1, 2, -1}},  /* b < a = c */
                                              {{2, 1, -1}, {0, 1, -1}},  /* a = c < b */
                                              {{1, 0, -1}, {2, 0, -1}},  /* b = c < a */
                                              {{0, 2, -1}, {0, 1, -1}}}; /* a < b = c */
    if (a == b) {
        return &flat[a < c ? 0 : 1];
    }
    if (a == c) {
        return &flat[b < a ? 2 : 3];
    }
    if (b == c) {
        return &flat[b < a ? 4 : 5];
    }
    return &orders[(a > b) + 2 * (a > c) + 4 * (b > c)];
}

/* D_RasterizeAliasPolySmooth, both edges in one walk. */
static void fill_spans(const struct canvas *canvas, const struct alias_model *model,
                       const struct alias_triangle *triangle)
{
    const int32_t *const points[3] = {triangle->corners[0], triangle->corners[1],
                                      triangle->corners[2]};
    int32_t denominator = alias_facing(points[0], points[1], points[2]);
    const struct edge_order *order =
        order_edges(points[0][ALIAS_V], points[1][ALIAS_V], points[2][ALIAS_V]);
    struct gradients gradients;
    calculate_gradients(points[0], points[1], points[2], denominator, &gradients);

    const int32_t *left_top = points[order->left[0]], *left_end = points[order->left[1]];
    const int32_t *right_top = points[order->right[0]], *right_end = points[order->right[1]];
    int32_t bottom = points[order->left[order->left[2] >= 0 ? 2 : 1]][ALIAS_V];
    int32_t row = left_top[ALIAS_V] > canvas->row0 ? left_top[ALIAS_V] : canvas->row0;
    int32_t end = bottom < canvas->row1 ? bottom : canvas->row1;
    bool bent = false;
    if (order->left[2] >= 0 && row >= left_end[ALIAS_V]) {
        left_top = left_end;
        left_end = points[order->left[2]];
        bent = true;
    }
    if (order->right[2] >= 0 && row >= right_end[ALIAS_V]) {
        right_top = right_end;
        right_end = points[order->right[2]];
    }
    if (row >= end) {
        return;
    }
    struct left_edge left;
    struct edge right;
    left_seek(&left, &gradients, left_top, left_end, row, bent);
    edge_seek(&right, right_top, right_end, row);
    for (;;) {
        int32_t count = right.u - left.edge.u;
        if (count > 0) {
            size_t pixel = (size_t)row * (size_t)canvas->width + (size_t)left.edge.u;
            draw_span(model, &left.at, &gradients.u, canvas->pixels + pixel, canvas->z + pixel,
                      count);
        }
        if (++row >= end) {
            return;
        }
        if (row == left_end[ALIAS_V]) {
            left_seek(&left, &gradients, left_end, points[order->left[2]], row, true);
        } else {
            left_step(&left);
        }
        if (row == right_end[ALIAS_V]) {
            edge_seek(&right, right_end, points[order->right[2]], row);
        } else {
            edge_step(&right);
        }
    }
}

void alias_draw(const struct alias_list *list, const struct alias_model *model,
                const struct surfaces_target *target, int row0, int row1)
{
    if (model->row0 >= row1 || model->row1 <= row0) {
        return;
    }
    struct canvas canvas = {target->pixels,      target->z,
                            target->width,       target->height,
                            row0 > 0 ? row0 : 0, row1 < target->height ? row1 : target->height};
    if (model->is_far) {
        alias_draw_far(list, model, &canvas);
        return;
    }
    const struct alias_triangle *triangles = list->triangles + model->first_triangle;
    for (uint32_t i = 0; i < model->num_triangles; i++) {
        if (triangles[i].row0 < canvas.row1 && triangles[i].row1 > canvas.row0) {
            fill_spans(&canvas, model, &triangles[i]);
        }
    }
}
