/* Triangle setup: rejects, clips, and computes the planes of interpolated values.
 *
 * Only positions are clipped. Interpolated values use planes of the whole triangle: with columns
 * and rows times w, value / w = a * column + b * row + c holds for vertices behind the eye, too, so
 * that a, b and c follow from the three unclipped vertices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/rgb/raster/raster_internal.h"
#include "render/rgb/raster/rectangles.h"
#include "render/rgb/raster/simpler.h"

enum {
    CORNERS_MAX = 4,
    GUARD = 16384 /* pixels from the picture's first that places may have unclipped */
};

enum outside {
    OUTSIDE_LEFT = 1,
    OUTSIDE_RIGHT = 2,
    OUTSIDE_TOP = 4,
    OUTSIDE_BOTTOM = 8,
    OUTSIDE_NEAR = 16,
    NOWHERE = 32 /* not a place at all */
};

static const double near_w = 4.0, hugest = 1e15, near_range = 0.3;
static const double polygon_factor = 1.0, polygon_units = 2.0; /* towards the eye */

/* Vertex data that the planes of a batch interpolate. */
struct source {
    const float (*st)[2];
    const uint8_t (*color)[4];
    double scale[2];
    double period; /* whole textures after which all repeats; 0: never */
};

/* Factors of a triangle: a, b and c of a plane are sums of the vertices' values times these. */
struct inverse {
    double a[3], b[3], c[3];
};

/* --- batches -------------------------------------------------------------------------------------
 */

static enum rgb_sampling sampling_of(const struct texture *texture, enum rgb_filter filter,
                                     bool magnified, bool filtered)
{
    const bool has_squares = filter == RGB_NEAREST || filter == RGB_CRISP;
    if (has_squares ? texture->num_levels <= 1 && !filtered
                    : texture->num_levels <= 1 || magnified) {
        return RGB_AT_LEVEL_0; /* the same as levels found pixel by pixel would give */
    }
    switch (filter) {
    case RGB_CRISP:
        return RGB_AT_SHARP_TEXELS;
    case RGB_BILINEAR:
        return RGB_AT_ONE_LEVEL;
    case RGB_NEAREST:
        return RGB_AT_ONE_TEXEL;
    default:
        return RGB_AT_TWO_LEVELS;
    }
}

/* The target's alpha is 1. */
static uint8_t factor_of(enum q3_factor factor)
{
    switch (factor) {
    case Q3_FACTOR_DST_ALPHA:
        return Q3_FACTOR_ONE;
    case Q3_FACTOR_ONE_MINUS_DST_ALPHA:
    case Q3_FACTOR_SRC_ALPHA_SATURATE:
        return Q3_FACTOR_ZERO;
    default:
        return (uint8_t)factor;
    }
}

static uint32_t pack_color(const uint8_t color[4])
{
    return (uint32_t)color[3] << 24 | (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
}

static bool is_of_alpha(uint8_t factor)
{
    return factor == Q3_FACTOR_SRC_ALPHA || factor == Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
}

/* True if the pass's alpha affects the picture. */
static bool asks_alpha(const struct rgb_pass *pass)
{
    return pass->alpha_test != Q3_ALPHA_ALL || is_of_alpha(pass->source) ||
           is_of_alpha(pass->destination);
}

static bool all_alike(const uint8_t (*colors)[4], uint32_t count, size_t channels)
{
    for (uint32_t i = 1; i < count; i++) {
        if (memcmp(colors[i], colors[0], channels) != 0) {
            return false;
        }
    }
    return true;
}

void raster_color_pass(struct rgb_pass *pass, const uint8_t color[4])
{
    pass->color = pack_color(color) | (asks_alpha(pass) ? 0 : 0xff000000);
    const bool gained = pass->gain != 0 && pass->second == NULL;
    pass->coloring = pass->color == 0xffffffff && !gained ? RGB_UNCOLORED : RGB_ONE_COLOR;
}

static struct source source_of(const struct texture *texture, const float (*st)[2])
{
    return (struct source){
        .st = st,
        .scale = {texture->levels[0].width * 256.0, texture->levels[0].height * 256.0},
        .period = texture->clamp ? 0.0 : 1.0,
    };
}

/* Fills a pass and appends to sources what its planes come from; returns their number then. */
static uint32_t make_pass(struct rgb_pass *pass, const struct raster_pass *from,
                          const struct raster_batch *batch, enum rgb_filter filter,
                          struct source *sources, uint32_t count)
{
    *pass = (struct rgb_pass){
        .texture = from->texture,
        .sum = from->combine == RASTER_SUM,
        .gain = from->gain < RASTER_GAIN_MAX ? from->gain : RASTER_GAIN_MAX,
        .sampling = (uint8_t)sampling_of(from->texture, filter, from->magnified, from->filtered),
        .source = factor_of(from->source),
        .destination = factor_of(from->destination),
        .alpha_test = (uint8_t)from->alpha_test,
        .depth_equal = from->depth_equal,
        .depth_write = from->depth_write,
    };
    if (from->texture->ramp && from->combine == RASTER_ONE && batch->depth != RASTER_DEPTH_FRONT) {
        pass->sampling = RGB_AT_RAMP;
    }
    sources[count++] = source_of(from->texture, from->st);
    if (from->combine != RASTER_ONE) {
        pass->second = from->second;
        pass->second_sampling = (uint8_t)sampling_of(from->second, filter, false, false);
        sources[count++] = source_of(from->second, from->second_st);
    }
    if (from->color == NULL) {
        raster_color_pass(pass, from->flat);
    } else if (all_alike(from->color, batch->num_vertices, asks_alpha(pass) ? 4 : 3)) {
        raster_color_pass(pass, from->color[0]);
    } else {
        pass->coloring = RGB_VERTEX_COLOR;
        sources[count++] = (struct source){.color = from->color};
    }
    return count;
}

static uint32_t planes_of(const struct source *source)
{
    return source->color != NULL ? 4 : 2;
}

static bool pass_stores(const struct rgb_pass *pass)
{
    return pass->source == Q3_FACTOR_ONE && pass->destination == Q3_FACTOR_ZERO;
}

/* Whatever its passes do, the first hides all that was behind. */
static bool is_solid(const struct rgb_batch *batch)
{
    const struct rgb_pass *pass = &batch->passes[0];
    return pass_stores(pass) && pass->alpha_test == Q3_ALPHA_ALL && pass->depth_write &&
           !pass->depth_equal;
}

void raster_choose_shading(struct rgb_batch *batch)
{
    const struct rgb_pass *pass = &batch->passes[0];
    batch->shading = RGB_SHADE_PASSES;
    batch->test_only = false;
    if (is_solid(batch)) {
        if (batch->num_passes == 1 && pass->second == NULL) {
            batch->shading = RGB_SHADE_PLAIN;
        } else if (batch->num_passes == 1 && pass->second_sampling == RGB_AT_LEVEL_0 &&
                   !pass->sum && pass->coloring == RGB_UNCOLORED) {
            batch->shading = RGB_SHADE_LIT;
        }
        return;
    }
    batch->test_only = true;
    for (uint32_t i = 0; i < batch->num_passes; i++) {
        if (batch->passes[i].depth_equal || batch->passes[i].depth_write) {
            batch->shading = RGB_SHADE_BY_DEPTH;
        }
    }
}

/* --- vertices ------------------------------------------------------------------------------------
 */

static unsigned planes_outside(const struct raster_vertex *vertex, double width, double height)
{
    const double w = vertex->w;
    return (vertex->x < 0 ? OUTSIDE_LEFT : 0u) | (vertex->x > width * w ? OUTSIDE_RIGHT : 0u) |
           (vertex->y < 0 ? OUTSIDE_TOP : 0u) | (vertex->y > height * w ? OUTSIDE_BOTTOM : 0u) |
           (w < near_w ? OUTSIDE_NEAR : 0u);
}

/* Whole 1/256 pixels, exact inside the guard. */
static int32_t snap_to_grid(double place)
{
    return raster_whole_below(place * 256 + 0.5);
}

static struct raster_vertex make_vertex(const struct raster *raster, const float clip[4],
                                        double depth_scale)
{
    const double x = clip[0], y = clip[1], z = clip[2], w = clip[3];
    if (!(fabs(x) + fabs(y) + fabs(z) + fabs(w) < hugest)) {
        return (struct raster_vertex){.outside = NOWHERE, .cut = NOWHERE};
    }
    const double width = raster->width, height = raster->height;
    struct raster_vertex vertex = {
        .x = (x + w) * width / 2,
        .y = (w - y) * height / 2,
        .z = (z + w) / 2 * depth_scale,
        .w = w,
    };
    vertex.outside = planes_outside(&vertex, width, height);
    vertex.cut = vertex.outside & OUTSIDE_NEAR;
    const double limit = (double)GUARD * w;
    vertex.cut |= (vertex.x < -limit ? OUTSIDE_LEFT : 0u) |
                  (vertex.x > limit ? OUTSIDE_RIGHT : 0u) | (vertex.y < -limit ? OUTSIDE_TOP : 0u) |
                  (vertex.y > limit ? OUTSIDE_BOTTOM : 0u);
    if (vertex.cut == 0) {
        vertex.column = snap_to_grid(vertex.x / w);
        vertex.row = snap_to_grid(vertex.y / w);
    }
    return vertex;
}

static int make_vertices(struct raster_queue *queue, const struct raster_batch *batch)
{
    if (queue->vertex_capacity < batch->num_vertices) {
        const size_t capacity = (size_t)batch->num_vertices * 2;
        struct raster_vertex *vertices =
            realloc(queue->vertices, capacity * sizeof *queue->vertices);
        if (vertices == NULL) {
            return FORMAT_MEMORY;
        }
        queue->vertices = vertices;
        queue->vertex_capacity = capacity;
    }
    const double depth_scale = batch->depth == RASTER_DEPTH_NEAR ? near_range : 1.0;
    for (uint32_t i = 0; i < batch->num_vertices; i++) {
        queue->vertices[i] = make_vertex(queue->raster, batch->clip[i], depth_scale);
    }
    return 0;
}

/* --- clipping ------------------------------------------------------------------------------------
 */

/* The clipped part of a triangle. */
struct polygon {
    uint32_t count;
    const struct raster_vertex *points[RGB_POINTS];
};

struct clipped {
    uint32_t count;
    struct raster_vertex points[RGB_POINTS];
};

/* Not negative on the inner side. */
static double distance_from(const struct raster_vertex *vertex, enum outside plane)
{
    const double limit = (double)GUARD * vertex->w;
    switch (plane) {
    case OUTSIDE_LEFT:
        return vertex->x + limit;
    case OUTSIDE_RIGHT:
        return limit - vertex->x;
    case OUTSIDE_TOP:
        return vertex->y + limit;
    case OUTSIDE_BOTTOM:
        return limit - vertex->y;
    default:
        return vertex->w - near_w;
    }
}

/* Always from the inner point to the outer, so that neighbours get the same one. */
static struct raster_vertex cross_plane(const struct raster_vertex *in, double in_distance,
                                        const struct raster_vertex *out, double out_distance)
{
    const double part = in_distance / (in_distance - out_distance);
    return (struct raster_vertex){
        .x = in->x + (out->x - in->x) * part,
        .y = in->y + (out->y - in->y) * part,
        .z = in->z + (out->z - in->z) * part,
        .w = in->w + (out->w - in->w) * part,
    };
}

static void clip_to(struct clipped *polygon, enum outside plane)
{
    const struct clipped from = *polygon;
    polygon->count = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        const struct raster_vertex *a = &from.points[i];
        const struct raster_vertex *b = &from.points[i + 1 < from.count ? i + 1 : 0];
        const double a_distance = distance_from(a, plane), b_distance = distance_from(b, plane);
        if (a_distance >= 0 && polygon->count < RGB_POINTS) {
            polygon->points[polygon->count++] = *a;
        }
        if ((a_distance >= 0) != (b_distance >= 0) && polygon->count < RGB_POINTS) {
            polygon->points[polygon->count++] = a_distance >= 0
                                                    ? cross_plane(a, a_distance, b, b_distance)
                                                    : cross_plane(b, b_distance, a, a_distance);
        }
    }
}

/* False: nothing is left. The polygon's points lie in *clipped then. */
static bool clip_polygon(struct polygon *polygon, struct clipped *clipped, unsigned cut)
{
    clipped->count = polygon->count;
    for (uint32_t i = 0; i < polygon->count; i++) {
        clipped->points[i] = *polygon->points[i];
    }
    if (cut & OUTSIDE_NEAR) {
        clip_to(clipped, OUTSIDE_NEAR);
    }
    /* Behind the eye a point is on no certain side of these, so all are asked once it was cut. */
    for (unsigned plane = OUTSIDE_LEFT; plane <= OUTSIDE_BOTTOM; plane *= 2) {
        clip_to(clipped, (enum outside)plane);
    }
    const double limit = GUARD + 1;
    polygon->count = clipped->count;
    for (uint32_t i = 0; i < clipped->count; i++) {
        struct raster_vertex *point = &clipped->points[i];
        const double x = point->x / point->w, y = point->y / point->w;
        point->column = snap_to_grid(fmin(fmax(x, -limit), limit));
        point->row = snap_to_grid(fmin(fmax(y, -limit), limit));
        polygon->points[i] = point;
    }
    return clipped->count >= 3;
}

/* --- triangles -----------------------------------------------------------------------------------
 */

static double find_determinant(const struct raster_vertex *const v[3])
{
    return v[0]->x * (v[1]->y * v[2]->w - v[2]->y * v[1]->w) +
           v[0]->y * (v[1]->w * v[2]->x - v[2]->w * v[1]->x) +
           v[0]->w * (v[1]->x * v[2]->y - v[2]->x * v[1]->y);
}

static struct inverse invert_corners(const struct raster_vertex *const v[3], double size)
{
    struct inverse inverse;
    const double scale = 1 / size;
    for (int i = 0; i < 3; i++) {
        const struct raster_vertex *p = v[(i + 1) % 3], *q = v[(i + 2) % 3];
        inverse.a[i] = (p->y * q->w - q->y * p->w) * scale;
        inverse.b[i] = (p->w * q->x - q->w * p->x) * scale;
        inverse.c[i] = (p->x * q->y - q->x * p->y) * scale;
    }
    return inverse;
}

struct slope {
    double at, dx, dy;
};

/* The plane of value / w, from the centre of pixel (x, y). */
static struct slope make_slope(const struct inverse *inverse, double value0, double value1,
                               double value2, int32_t x, int32_t y)
{
    struct slope slope;
    slope.dx = inverse->a[0] * value0 + inverse->a[1] * value1 + inverse->a[2] * value2;
    slope.dy = inverse->b[0] * value0 + inverse->b[1] * value1 + inverse->b[2] * value2;
    slope.at = inverse->c[0] * value0 + inverse->c[1] * value1 + inverse->c[2] * value2 +
               slope.dx * (x + 0.5) + slope.dy * (y + 0.5);
    return slope;
}

static struct rgb_plane plane_of(const struct slope *slope)
{
    return (struct rgb_plane){(float)slope->at, (float)slope->dx, (float)slope->dy};
}

/* Plane of 1 / w. Where its slopes are too small to change a float anywhere on the picture, they
 * are 0: all pixels then have the same 1 / w. */
static struct rgb_plane plane_of_depth(const struct inverse *inverse, int32_t x, int32_t y)
{
    const double widest = 16384, least_part = 1.0 / (1 << 26);
    const struct slope slope = make_slope(inverse, 1, 1, 1, x, y);
    struct rgb_plane plane = plane_of(&slope);
    if ((fabs(slope.dx) + fabs(slope.dy)) * widest < fabs(slope.at) * least_part) {
        plane.dx = plane.dy = 0;
    }
    return plane;
}

/* Coordinates near 0 where the triangle is farthest: there floats are needed most. */
static double whole_part(const struct source *source, uint32_t vertex, int axis)
{
    const double value = source->st[vertex][axis];
    const double period = source->period;
    return period > 0 && fabs(value) < 1e9 ? raster_whole_below(value / period) * period : 0;
}

static void make_planes(struct rgb_triangle *triangle, const struct inverse *inverse,
                        const struct source *sources, uint32_t num_sources, const uint32_t index[3],
                        uint32_t farthest)
{
    struct rgb_plane *plane = triangle->planes;
    for (uint32_t n = 0; n < num_sources; n++) {
        const struct source *source = &sources[n];
        for (uint32_t i = 0; i < planes_of(source); i++) {
            double values[3];
            if (source->color != NULL) {
                const uint32_t c = i < 3 ? 2 - i : 3;
                for (int k = 0; k < 3; k++) {
                    values[k] = source->color[index[k]][c];
                }
            } else {
                const double whole = whole_part(source, farthest, (int)i);
                for (int k = 0; k < 3; k++) {
                    values[k] = (source->st[index[k]][i] - whole) * source->scale[i];
                }
            }
            const struct slope slope =
                make_slope(inverse, values[0], values[1], values[2], triangle->x0, triangle->y0);
            *plane++ = plane_of(&slope);
        }
    }
}

static uint64_t fixed_depth(double value)
{
    const double limit = 4e18, fixed = value * RGB_FAR * 4294967296.0;
    return (uint64_t)(int64_t)(fixed > -limit ? (fixed < limit ? fixed : limit) : -limit);
}

static int32_t whole_depth(double value)
{
    return (int32_t)(fmin(fmax(value, 0), 1) * RGB_FAR + 0.5);
}

static void make_depth(struct rgb_triangle *triangle, const struct inverse *inverse,
                       const struct raster_vertex *const v[3], const struct polygon *polygon,
                       const struct raster_batch *batch)
{
    if (batch->depth == RASTER_DEPTH_FAR || batch->depth == RASTER_DEPTH_SKY ||
        batch->depth == RASTER_DEPTH_FRONT) {
        const int32_t z = batch->depth == RASTER_DEPTH_FRONT ? 0 : RGB_FAR;
        triangle->z = (uint64_t)z << 32;
        triangle->z_min = triangle->z_max = z;
        return;
    }
    struct slope slope = make_slope(inverse, v[0]->z, v[1]->z, v[2]->z, triangle->x0, triangle->y0);
    double offset = 0.5 / RGB_FAR, nearer = 0;
    if (batch->polygon_offset) {
        nearer = polygon_factor * fmax(fabs(slope.dx), fabs(slope.dy)) + polygon_units / RGB_FAR;
    }
    offset -= nearer;
    triangle->z = fixed_depth(slope.at + offset);
    triangle->z_dx = fixed_depth(slope.dx);
    triangle->z_dy = fixed_depth(slope.dy);
    double least = 1, most = 0;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const double z = polygon->points[i]->z / polygon->points[i]->w - nearer;
        least = z < least ? z : least;
        most = z > most ? z : most;
    }
    triangle->z_min = whole_depth(least);
    triangle->z_max = whole_depth(most);
}

/* Twice the polygon's area on the screen, positive if clockwise. */
static int64_t snapped_area(const struct polygon *polygon)
{
    int64_t area = 0;
    const struct raster_vertex *first = polygon->points[0];
    for (uint32_t i = 1; i + 1 < polygon->count; i++) {
        const struct raster_vertex *p = polygon->points[i], *q = polygon->points[i + 1];
        area += (int64_t)(p->column - first->column) * (q->row - first->row) -
                (int64_t)(q->column - first->column) * (p->row - first->row);
    }
    return area;
}

/* Pixels whose centres lie inside. */
static bool find_bounds(const struct raster_queue *queue, const struct polygon *polygon,
                        struct rgb_bounds *bounds)
{
    int32_t left = INT32_MAX, right = INT32_MIN, top = INT32_MAX, bottom = INT32_MIN;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const struct raster_vertex *point = polygon->points[i];
        left = point->column < left ? point->column : left;
        right = point->column > right ? point->column : right;
        top = point->row < top ? point->row : top;
        bottom = point->row > bottom ? point->row : bottom;
    }
    left = (left + 127) >> 8;
    right = (right + 127) >> 8;
    top = (top + 127) >> 8;
    bottom = (bottom + 127) >> 8;
    const struct rgb_bounds *part = &queue->part;
    bounds->left = left > part->left ? left : part->left;
    bounds->right = right < part->right ? right : part->right;
    bounds->top = top > part->top ? top : part->top;
    bounds->bottom = bottom < part->bottom ? bottom : part->bottom;
    return bounds->left < bounds->right && bounds->top < bounds->bottom;
}

static int append_name(struct raster_list *list, uint32_t name)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity > 0 ? list->capacity * 2 : 256;
        uint32_t *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            return FORMAT_MEMORY;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = name;
    return 0;
}

/* Which list of a band a batch goes to. */
enum list { LIST_SOLID, LIST_WINDOWS, LIST_SKY, LIST_REST };

static struct raster_list *list_of(struct raster_band *band, enum list list)
{
    struct raster_list *const lists[] = {&band->solid, &band->windows, &band->sky, &band->rest};
    return lists[list];
}

static int append_to_bands(struct raster_queue *queue, uint32_t name,
                           const struct rgb_bounds *bounds, enum list list)
{
    const int first = bounds->top / RASTER_BAND_HEIGHT;
    const int last = (bounds->bottom - 1) / RASTER_BAND_HEIGHT;
    for (int band = first; band <= last; band++) {
        if (append_name(list_of(&queue->bands[band], list), name) != 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

static int32_t clamp_int(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* The pixel planes start from: where the triangle is farthest, since there 1/w is smallest. */
static void choose_origin(const struct raster *raster, const struct polygon *polygon,
                          struct rgb_triangle *triangle)
{
    const struct raster_vertex *farthest = polygon->points[0];
    for (uint32_t i = 1; i < polygon->count; i++) {
        farthest = polygon->points[i]->w > farthest->w ? polygon->points[i] : farthest;
    }
    triangle->x0 = clamp_int(farthest->column >> 8, 0, raster->width - 1);
    triangle->y0 = clamp_int(farthest->row >> 8, 0, raster->height - 1);
}

/* State of raster_add that the triangles of a batch share. */
struct adding {
    struct raster_queue *queue;
    const struct raster_batch *from;
    uint32_t batch; /* name */
    uint32_t num_planes, num_sources;
    enum list list;
    struct raster_simpler simpler;
    struct source sources[RGB_MAX_PASSES * 3];
};

static bool is_culled(const struct raster_batch *batch, bool front)
{
    return (batch->cull == Q3_CULL_FRONT_SIDED && !front) ||
           (batch->cull == Q3_CULL_BACK_SIDED && front);
}

static int add_triangle(struct adding *adding, const uint32_t index[3],
                        const struct raster_vertex *const v[3], const struct polygon *polygon,
                        const struct rgb_bounds *bounds)
{
    struct raster_queue *queue = adding->queue;
    const int64_t area = snapped_area(polygon);
    if (area == 0 || is_culled(adding->from, area > 0)) {
        return 0;
    }
    const double size = find_determinant(v);
    if (!(fabs(size) > 0) || (area > 0) != (size > 0)) {
        return 0;
    }
    const uint32_t name = raster_reserve(queue, sizeof(struct rgb_triangle) +
                                                    adding->num_planes * sizeof(struct rgb_plane));
    if (name == 0) {
        return FORMAT_MEMORY;
    }
    struct rgb_triangle *triangle = raster_triangle_at(queue->raster, name);
    triangle->num_points = polygon->count;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const struct raster_vertex *point = polygon->points[area > 0 ? i : polygon->count - 1 - i];
        triangle->points[i][0] = point->column;
        triangle->points[i][1] = point->row;
    }
    choose_origin(queue->raster, polygon, triangle);
    const struct inverse inverse = invert_corners(v, size);
    triangle->over_w = plane_of_depth(&inverse, triangle->x0, triangle->y0);
    make_depth(triangle, &inverse, v, polygon, adding->from);
    uint32_t farthest = v[1]->w > v[0]->w ? 1 : 0;
    farthest = v[2]->w > v[farthest]->w ? 2 : farthest;
    make_planes(triangle, &inverse, adding->sources, adding->num_sources, index, index[farthest]);
    const uint32_t batch =
        raster_simpler_batch(&adding->simpler, queue, name, bounds, adding->from, index);
    if (batch == 0) {
        return 0;
    }
    triangle = raster_triangle_at(queue->raster, name);
    triangle->batch = batch;
    triangle->flat = adding->from->depth == RASTER_DEPTH_FRONT &&
                     raster_is_flat(triangle, raster_batch_at(queue->raster, batch));
    return append_to_bands(queue, name, bounds, adding->list);
}

/* A triangle, or a quadrangle. */
static int add_polygon(struct adding *adding, const uint32_t *index, uint32_t count)
{
    const struct raster_batch *from = adding->from;
    const struct raster_vertex *v[CORNERS_MAX];
    struct polygon polygon = {.count = count};
    unsigned outside = ~0u, cut = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (index[i] >= from->num_vertices) {
            return 0;
        }
        v[i] = polygon.points[i] = &adding->queue->vertices[index[i]];
        outside &= v[i]->outside;
        cut |= v[i]->cut;
    }
    if (outside != 0 || (cut & NOWHERE) != 0) {
        return 0;
    }
    struct clipped clipped;
    struct rgb_bounds bounds;
    if ((cut != 0 && !clip_polygon(&polygon, &clipped, cut)) ||
        !find_bounds(adding->queue, &polygon, &bounds)) {
        return 0;
    }
    return add_triangle(adding, index, v, &polygon, &bounds);
}

/* Updates the queue's blending state. Returns true if the batch goes to the solid lists. Nothing is
 * farther than the sky, so blended sky and all sky after it may be drawn later. */
static bool goes_before(struct raster_queue *queue, const struct raster_batch *from,
                        struct rgb_batch *batch)
{
    const struct rgb_pass *pass = &batch->passes[0];
    const bool is_sky = from->depth == RASTER_DEPTH_FAR;
    if (!is_sky && !(pass_stores(pass) && pass->depth_write)) {
        queue->mixing = true;
    }
    if (is_sky && !is_solid(batch)) {
        queue->sky_mixing = true;
    }
    return !queue->mixing && !(is_sky && queue->sky_mixing) && is_solid(batch);
}

int raster_add(struct raster_queue *queue, const struct raster_batch *from)
{
    const uint32_t num_passes =
        from->num_passes < RGB_MAX_PASSES ? from->num_passes : RGB_MAX_PASSES;
    if (num_passes == 0 || from->num_vertices == 0) {
        return 0;
    }
    struct adding adding; /* its sources are many, and few of them used */
    adding.queue = queue;
    adding.from = from;
    adding.num_planes = adding.num_sources = 0;
    adding.batch =
        raster_reserve(queue, sizeof(struct rgb_batch) + num_passes * sizeof(struct rgb_pass));
    if (adding.batch == 0 || make_vertices(queue, from) != 0) {
        return FORMAT_MEMORY;
    }
    struct rgb_batch *batch = raster_batch_at(queue->raster, adding.batch);
    batch->num_passes = num_passes;
    batch->part = queue->part;
    for (uint32_t i = 0; i < num_passes; i++) {
        batch->passes[i].first_plane = 0;
        const uint32_t first = adding.num_sources;
        adding.num_sources = make_pass(&batch->passes[i], &from->passes[i], from,
                                       queue->raster->filter, adding.sources, adding.num_sources);
        batch->passes[i].first_plane = adding.num_planes;
        for (uint32_t n = first; n < adding.num_sources; n++) {
            adding.num_planes += planes_of(&adding.sources[n]);
        }
        if (from->depth == RASTER_DEPTH_FRONT) {
            batch->passes[i].depth_write = false;
        }
    }
    if (from->depth == RASTER_DEPTH_FAR && pass_stores(&batch->passes[0])) {
        batch->passes[0].depth_write = true; /* there is nothing farther */
    }
    batch->num_planes = adding.num_planes;
    raster_choose_shading(batch);
    adding.list = from->sky_window                  ? LIST_WINDOWS
                  : from->depth == RASTER_DEPTH_SKY ? LIST_SKY
                  : goes_before(queue, from, batch) ? LIST_SOLID
                                                    : LIST_REST;
    raster_simpler_begin(&adding.simpler, queue->raster, adding.batch);
    const uint32_t corners = from->quads ? CORNERS_MAX : 3;
    for (uint32_t i = 0; from->num_indexes - i >= corners; i += corners) {
        if (add_polygon(&adding, &from->indexes[i], corners) != 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

/* --- parts of the picture ------------------------------------------------------------------------
 */

void raster_end_part(struct raster_queue *queue)
{
    queue->part = (struct rgb_bounds){0, queue->raster->width, 0, queue->raster->height};
}

/* Opaque batches would be drawn before the depth is reset, so order matters from here on. */
int raster_begin_part(struct raster_queue *queue, int left, int top, int right, int bottom)
{
    const struct raster *raster = queue->raster;
    struct rgb_bounds *part = &queue->part;
    *part = (struct rgb_bounds){
        .left = clamp_int(left, 0, raster->width),
        .right = clamp_int(right, 0, raster->width),
        .top = clamp_int(top, 0, raster->height),
        .bottom = clamp_int(bottom, 0, raster->height),
    };
    queue->mixing = true;
    if (part->left >= part->right || part->top >= part->bottom) {
        *part = (struct rgb_bounds){0};
        return 0;
    }
    const uint32_t batch = raster_reserve(queue, sizeof(struct rgb_batch));
    const uint32_t name = batch != 0 ? raster_reserve(queue, sizeof(struct rgb_triangle)) : 0;
    if (name == 0) {
        return FORMAT_MEMORY;
    }
    raster_batch_at(queue->raster, batch)->part = *part;
    raster_triangle_at(queue->raster, name)->batch = batch;
    return append_to_bands(queue, name, part, LIST_REST);
}
