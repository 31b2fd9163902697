#include "render/rgb/raster/simpler.h"

#include <math.h>
#include <string.h>

#include "render/rgb/raster/texture_borders.h"

/* Passes from this number on are not simplified. */
enum { PASSES_MAX = 32 };

/* Simplifications of a triangle; bit n = pass n. */
struct kind {
    uint32_t magnified, second_magnified, one_color;
    bool bordered;    /* one pass, whose texture shows its border as well, */
    bool border_only; /* or nothing else */
};

static bool has_levels(uint8_t sampling)
{
    return sampling == RGB_AT_TWO_LEVELS || sampling == RGB_AT_ONE_LEVEL;
}

void raster_simpler_begin(struct raster_simpler *simpler, const struct raster *raster,
                          uint32_t batch)
{
    const struct rgb_batch *whole = raster_batch_at(raster, batch);
    *simpler = (struct raster_simpler){.batch = batch, .has_border = raster_border_counts(whole)};
    simpler->possible = simpler->has_border;
    for (uint32_t i = 0; i < whole->num_passes && i < PASSES_MAX; i++) {
        const struct rgb_pass *pass = &whole->passes[i];
        if (has_levels(pass->sampling) || pass->coloring == RGB_VERTEX_COLOR ||
            (pass->second != NULL && has_levels(pass->second_sampling))) {
            simpler->possible = true;
        }
    }
}

/* --- levels of detail ----------------------------------------------------------------------------
 */

/* All pixels of the blocks that a triangle touches, from its planes' first. */
struct area {
    double left, right, top, bottom; /* the last ones, too */
    double across, down;             /* the farthest */
};

static struct area area_of(const struct rgb_triangle *triangle, const struct rgb_bounds *bounds)
{
    struct area area = {
        .left = (bounds->left & ~(RGB_BLOCK_WIDTH - 1)) - triangle->x0,
        .right = ((bounds->right - 1) | (RGB_BLOCK_WIDTH - 1)) - triangle->x0,
        .top = (bounds->top & ~(RGB_BLOCK_HEIGHT - 1)) - triangle->y0,
        .bottom = ((bounds->bottom - 1) | (RGB_BLOCK_HEIGHT - 1)) - triangle->y0,
    };
    area.across = fmax(fabs(area.left), fabs(area.right));
    area.down = fmax(fabs(area.top), fabs(area.bottom));
    return area;
}

/* Upper bound of the terms of a plane's value: rounding errors are in proportion to it. */
static double size_of(const struct rgb_plane *plane, const struct area *area)
{
    return fabs((double)plane->at) + fabs((double)plane->dx) * area->across +
           fabs((double)plane->dy) * area->down;
}

static double least_of(const struct rgb_plane *plane, const struct area *area)
{
    return plane->at + fmin(plane->dx * area->left, plane->dx * area->right) +
           fmin(plane->dy * area->top, plane->dy * area->bottom);
}

/* The most that s (or t) changes from a pixel to the next one, along x and along y. s is p / q, two
 * planes: by x it changes by (p' q - p q') / q^2, whose upper part is a line along y, as what is of
 * x in it cancels; likewise the other way round. */
static void find_steps(const struct rgb_plane *p, const struct rgb_plane *q,
                       const struct area *area, double least, double *along_x, double *along_y)
{
    const double scale = 1.0 / (least * least);
    const double turn = (double)p->dx * q->dy - (double)p->dy * q->dx;
    const double x = (double)p->dx * q->at - (double)p->at * q->dx;
    const double y = (double)p->dy * q->at - (double)p->at * q->dy;
    *along_x = fmax(fabs(x + turn * area->top), fabs(x + turn * area->bottom)) * scale;
    *along_y = fmax(fabs(y - turn * area->left), fabs(y - turn * area->right)) * scale;
}

/* True if float coordinates of the kernels are less than 2 units off, by the sizes of the terms and
 * the minimum of 1/w. */
static bool is_accurate(const struct rgb_triangle *triangle, const struct rgb_plane st[2],
                        const struct area *area)
{
    const double most_size = 4194304.0, most_ratio = 65536.0;
    const double least = least_of(&triangle->over_w, area);
    const double ratio = size_of(&triangle->over_w, area) / least;
    const double size = fmax(size_of(&st[0], area), size_of(&st[1], area)) / least;
    return least > 0.0 && ratio < most_ratio && size * ratio < most_size;
}

/* True if every pixel would use mip level 0. Kernels take the difference of two neighbours'
 * coordinates: `margin` covers the errors of both. */
static bool is_magnified(const struct rgb_triangle *triangle, const struct rgb_plane st[2],
                         const struct area *area)
{
    const double texel = 256.0, margin = 5.0;
    double s[2], t[2];
    if (!is_accurate(triangle, st, area)) {
        return false;
    }
    const double least = least_of(&triangle->over_w, area);
    find_steps(&st[0], &triangle->over_w, area, least, &s[0], &s[1]);
    find_steps(&st[1], &triangle->over_w, area, least, &t[0], &t[1]);
    for (int i = 0; i < 2; i++) {
        const double across = s[i] + margin, down = t[i] + margin;
        if (!(across * across + down * down < texel * texel)) {
            return false;
        }
    }
    return true;
}

/* --- frames --------------------------------------------------------------------------------------
 */

/* 2D with a border is drawn faster as whole rectangles: see rectangles.h. */
static void find_border(struct kind *kind, const struct rgb_pass *pass,
                        const struct rgb_triangle *triangle, const struct area *area,
                        enum raster_depth depth)
{
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    const bool close = (kind->magnified & 1) != 0 || pass->sampling == RGB_AT_LEVEL_0;
    if (close && is_accurate(triangle, planes, area) && raster_border_is_around(triangle, pass)) {
        kind->border_only = raster_border_is_all(pass->texture);
        kind->bordered = !kind->border_only && depth != RASTER_DEPTH_FRONT;
    }
}

/* --- kinds ---------------------------------------------------------------------------------------
 */

static struct kind find_kind(const struct rgb_batch *whole, const struct rgb_triangle *triangle,
                             const struct rgb_bounds *bounds, const struct raster_batch *from,
                             const uint32_t index[3], bool has_border)
{
    const struct area area = area_of(triangle, bounds);
    struct kind kind = {0};
    for (uint32_t i = 0; i < whole->num_passes && i < PASSES_MAX; i++) {
        const struct rgb_pass *pass = &whole->passes[i];
        const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
        const uint32_t bit = UINT32_C(1) << i;
        if (has_levels(pass->sampling) && is_magnified(triangle, planes, &area)) {
            kind.magnified |= bit;
        }
        if (pass->second != NULL && has_levels(pass->second_sampling) &&
            is_magnified(triangle, planes + 2, &area)) {
            kind.second_magnified |= bit;
        }
        if (pass->coloring == RGB_VERTEX_COLOR) {
            const uint8_t(*color)[4] = from->passes[i].color;
            if (memcmp(color[index[0]], color[index[1]], sizeof *color) == 0 &&
                memcmp(color[index[0]], color[index[2]], sizeof *color) == 0) {
                kind.one_color |= bit;
            }
        }
    }
    if (has_border) {
        find_border(&kind, &whole->passes[0], triangle, &area, from->depth);
    }
    return kind;
}

/* The pass with the simplifications of `kind`. */
static struct rgb_pass simpler_pass(const struct rgb_pass *pass, const struct kind *kind,
                                    uint32_t number, const struct raster_pass *from,
                                    uint32_t corner)
{
    const uint32_t bit = number < PASSES_MAX ? UINT32_C(1) << number : 0;
    struct rgb_pass simple = *pass;
    if ((kind->magnified & bit) != 0) {
        simple.sampling = RGB_AT_LEVEL_0;
    }
    if ((kind->second_magnified & bit) != 0) {
        simple.second_sampling = RGB_AT_LEVEL_0;
    }
    if (kind->border_only) {
        simple.sampling = RGB_AT_NO_PLACE;
    }
    if ((kind->one_color & bit) != 0) {
        raster_color_pass(&simple, from->color[corner]);
    }
    return simple;
}

static bool is_of_kind(const struct rgb_batch *copy, const struct rgb_batch *whole,
                       const struct kind *kind, const struct raster_batch *from, uint32_t corner)
{
    if (copy->bordered != kind->bordered) {
        return false;
    }
    for (uint32_t i = 0; i < whole->num_passes; i++) {
        const struct rgb_pass pass =
            simpler_pass(&whole->passes[i], kind, i, &from->passes[i], corner);
        const struct rgb_pass *there = &copy->passes[i];
        if (pass.sampling != there->sampling || pass.second_sampling != there->second_sampling ||
            pass.coloring != there->coloring || pass.color != there->color) {
            return false;
        }
    }
    return true;
}

static uint32_t make_copy(struct raster_queue *queue, uint32_t batch, const struct kind *kind,
                          const struct raster_batch *from, uint32_t corner)
{
    const uint32_t num_passes = raster_batch_at(queue->raster, batch)->num_passes;
    const uint32_t name =
        raster_reserve(queue, sizeof(struct rgb_batch) + num_passes * sizeof(struct rgb_pass));
    if (name == 0) {
        return batch;
    }
    const struct rgb_batch *whole = raster_batch_at(queue->raster, batch);
    struct rgb_batch *copy = raster_batch_at(queue->raster, name);
    *copy = *whole;
    for (uint32_t i = 0; i < num_passes; i++) {
        copy->passes[i] = simpler_pass(&whole->passes[i], kind, i, &from->passes[i], corner);
    }
    raster_choose_shading(copy);
    copy->bordered = kind->bordered;
    if (kind->bordered && !raster_border_is_unseen(&copy->passes[0])) {
        struct kind rest = *kind;
        rest.bordered = false;
        rest.border_only = true;
        const uint32_t border = make_copy(queue, batch, &rest, from, corner);
        raster_batch_at(queue->raster, name)->border = border;
    }
    return name;
}

uint32_t raster_simpler_batch(struct raster_simpler *simpler, struct raster_queue *queue,
                              uint32_t triangle, const struct rgb_bounds *bounds,
                              const struct raster_batch *from, const uint32_t index[3])
{
    if (!simpler->possible) {
        return simpler->batch;
    }
    const struct rgb_batch *whole = raster_batch_at(queue->raster, simpler->batch);
    const struct kind kind = find_kind(whole, raster_triangle_at(queue->raster, triangle), bounds,
                                       from, index, simpler->has_border);
    if ((kind.magnified | kind.second_magnified | kind.one_color) == 0 && !kind.bordered &&
        !kind.border_only) {
        return simpler->batch;
    }
    if (kind.border_only && raster_border_is_unseen(&whole->passes[0])) {
        return 0;
    }
    for (uint32_t i = 0; i < RASTER_COPIES && i < simpler->count; i++) {
        const uint32_t copy = simpler->copies[i];
        if (is_of_kind(raster_batch_at(queue->raster, copy), whole, &kind, from, index[0])) {
            return copy;
        }
    }
    const uint32_t name = make_copy(queue, simpler->batch, &kind, from, index[0]);
    simpler->copies[simpler->count++ % RASTER_COPIES] = name;
    return name;
}
