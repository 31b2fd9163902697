#include "render/rgb/raster/texture_borders.h"

#include <math.h>

#include "render/rgb/raster/raster_internal.h"

enum { TEXEL = 256 };

/* Texels of level 0 inside the border; empty where the border is all. */
static struct rgb_bounds inner_of(const struct texture *texture)
{
    const struct texture_border *border = &texture->border;
    const struct texture_level *level = &texture->levels[0];
    return (struct rgb_bounds){border->left, level->width - border->right, border->top,
                               level->height - border->bottom};
}

bool raster_border_is_all(const struct texture *texture)
{
    return texture->border.top == texture->levels[0].height;
}

bool raster_border_counts(const struct rgb_batch *batch)
{
    const struct rgb_pass *pass = &batch->passes[0];
    const struct texture *texture = pass->texture;
    const struct rgb_bounds inner = inner_of(texture);
    const int64_t all = (int64_t)texture->levels[0].width * texture->levels[0].height;
    const int64_t part = (int64_t)(inner.right - inner.left) * (inner.bottom - inner.top);
    return batch->num_passes == 1 && batch->shading == RGB_SHADE_PASSES && batch->test_only &&
           pass->second == NULL && pass->alpha_test == Q3_ALPHA_ALL && part * 8 <= all * 7;
}

static double value_at(const struct rgb_plane *plane, double x, double y)
{
    return plane->at + plane->dx * x + plane->dy * y;
}

/* Range of s (or t) over a triangle, 1/256 texels. False if a corner is not in front of the eye. */
static bool find_reach(const struct rgb_triangle *triangle, const struct rgb_plane *plane,
                       double *least, double *most)
{
    for (uint32_t i = 0; i < triangle->num_points; i++) {
        const double x = triangle->points[i][0] / 256.0 - 0.5 - triangle->x0;
        const double y = triangle->points[i][1] / 256.0 - 0.5 - triangle->y0;
        const double over_w = value_at(&triangle->over_w, x, y);
        if (!(over_w > 0)) {
            return false;
        }
        const double value = value_at(plane, x, y) / over_w;
        *least = i == 0 ? value : fmin(*least, value);
        *most = i == 0 ? value : fmax(*most, value);
    }
    return true;
}

/* One axis of a texture, texels: the border is outside [from, to). */
struct border_axis {
    int32_t from, to, size;
};

static struct border_axis axis_of(const struct texture *texture, int axis)
{
    const struct rgb_bounds inner = inner_of(texture);
    const struct texture_level *level = &texture->levels[0];
    return axis == 0 ? (struct border_axis){inner.left, inner.right, level->width}
                     : (struct border_axis){inner.top, inner.bottom, level->height};
}

/* The repetition of a tiled texture that a triangle shows: sets *begin to its first texel. Returns
 * false if it shows more than one. */
static bool find_time(const struct rgb_triangle *triangle, const struct rgb_plane *plane,
                      const struct border_axis *axis, int32_t *begin)
{
    double least = 0, most = 0;
    *begin = 0;
    if (axis->from == 0 && axis->to == axis->size) {
        return true;
    }
    if (!find_reach(triangle, plane, &least, &most) || !(fabs(least) + fabs(most) < 1e8)) {
        return false;
    }
    const double middle = (least + most - (double)(axis->from + axis->to) * TEXEL) / 2;
    *begin = (int32_t)floor(middle / ((double)axis->size * TEXEL) + 0.5) * axis->size;
    return least > (double)(*begin + axis->to - axis->size + 2) * TEXEL &&
           most < (double)(*begin + axis->from + axis->size - 2) * TEXEL;
}

bool raster_border_is_around(const struct rgb_triangle *triangle, const struct rgb_pass *pass)
{
    const struct border_axis s = axis_of(pass->texture, 0), t = axis_of(pass->texture, 1);
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    int32_t begin;
    return pass->texture->clamp || raster_border_is_all(pass->texture) ||
           (find_time(triangle, &planes[0], &s, &begin) &&
            find_time(triangle, &planes[1], &t, &begin));
}

bool raster_border_is_unseen(const struct rgb_pass *pass)
{
    const uint32_t texel = pass->texture->levels[0].texels[0];
    const bool black = (texel & 0xffffff) == 0, clear = texel >> 24 == 0;
    const bool adds = !(pass->source == Q3_FACTOR_ZERO || black ||
                        (pass->source == Q3_FACTOR_SRC_ALPHA && clear));
    const bool keeps = pass->destination == Q3_FACTOR_ONE ||
                       (pass->destination == Q3_FACTOR_ONE_MINUS_SRC_COLOR && black) ||
                       (pass->destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA && clear);
    return !adds && keeps;
}

/* --- columns inside the border ------------------------------------------------------------------
 */

/* Sets line n: s (or t), which is p / q, is not less than `place`; with sign -1, not more. */
static void set_line(struct raster_inner *inner, int n, const struct rgb_plane *p,
                     const struct rgb_plane *q, double place, double sign)
{
    inner->at[n] = sign * (p->at - place * q->at);
    inner->down[n] = sign * (p->dy - place * q->dy);
    inner->across[n] = sign * (p->dx - place * q->dx);
    inner->scale[n] = inner->across[n] != 0 ? 1 / inner->across[n] : 0;
}

/* Sets both lines of an axis. A pixel shows the texels before and after its coordinate less half a
 * texel; `little` is more than the kernels' rounding error. A clamped texture continues its edge.
 */
static void set_lines(struct raster_inner *inner, int n, const struct rgb_triangle *triangle,
                      const struct rgb_plane *plane, struct border_axis axis, bool clamp)
{
    const double little = 16, endless = 1e9;
    int32_t begin = 0;
    if (!clamp && !find_time(triangle, plane, &axis, &begin)) {
        axis.from = 0; /* which raster_border_is_around has excluded */
        axis.to = axis.size;
    }
    const double least = (double)(begin + axis.from) * TEXEL - TEXEL / 2 - little;
    const double most = (double)(begin + axis.to) * TEXEL + TEXEL / 2 + little;
    set_line(inner, n, plane, &triangle->over_w, axis.from > 0 ? least : -endless, 1);
    set_line(inner, n + 1, plane, &triangle->over_w, axis.to < axis.size ? most : endless, -1);
}

void raster_inner_set(struct raster_inner *inner, const struct rgb_triangle *triangle,
                      const struct rgb_pass *pass)
{
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    inner->x0 = triangle->x0;
    inner->y0 = triangle->y0;
    for (int axis = 0; axis < 2; axis++) {
        set_lines(inner, 2 * axis, triangle, &planes[axis], axis_of(pass->texture, axis),
                  pass->texture->clamp);
    }
}

/* Narrows [least, most] to the columns of a row inside all lines. */
static void cut_row(const struct raster_inner *inner, double y, double *least, double *most)
{
    for (int n = 0; n < 4; n++) {
        const double at = inner->at[n] + inner->down[n] * y, x = -at * inner->scale[n];
        if (inner->scale[n] > 0) {
            *least = x > *least ? x : *least;
        } else if (inner->scale[n] < 0) {
            *most = x < *most ? x : *most;
        } else if (at < 0) {
            *most = *least - 1;
        }
    }
}

void raster_inner_columns(const struct raster_inner *inner, int32_t y, int32_t left, int32_t right,
                          int32_t *least, int32_t *most)
{
    *least = right;
    *most = left;
    for (int row = 0; row < RGB_BLOCK_HEIGHT; row++) {
        double from = left - inner->x0, to = right - inner->x0;
        cut_row(inner, y + row - inner->y0, &from, &to);
        if (from <= to) {
            const int32_t first = raster_whole_below(from) + inner->x0;
            const int32_t end = raster_whole_below(to) + inner->x0 + 1;
            *least = first < *least ? first : *least;
            *most = end > *most ? end : *most;
        }
    }
    *least &= ~(RGB_BLOCK_WIDTH - 1);
    *most = (*most + RGB_BLOCK_WIDTH - 1) & ~(RGB_BLOCK_WIDTH - 1);
    *least = *least > left ? *least : left;
    *most = *most < right ? *most : right;
    if (*least >= *most) {
        *least = *most = left;
    }
}
