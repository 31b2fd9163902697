/* Models far away (d_polyse.c): each vertex is a pixel, and triangles are filled by halving their
 * edges until they are no longer than a pixel. */
#include <stddef.h>

#include "render/palette/entities/alias_internal.h"
#include "render/palette/fixed.h"

/* Questions whose answers cannot be foretold are ints joined with | and &: no branch for each. */

/* The interpolated values of a corner, so that two corners can be averaged at once. */
typedef int32_t corner __attribute__((vector_size(16)));
typedef uint32_t unsigned_corner __attribute__((vector_size(16)));
enum { PICKED = 64 };     /* triangles looked at together */
enum { PIXEL, ZI, S, T }; /* PIXEL: v << 16 | u, both below 2^15 */

struct subdivider {
    struct canvas canvas;
    const struct alias_model *model;
    const struct alias_pixel *pixels;
    const int32_t *zi;
};

static inline int32_t pack_pixel(struct alias_pixel pixel)
{
    return pixel.v * 0x10000 + pixel.u;
}

static inline int32_t pixel_u(int32_t pixel)
{
    return pixel & 0xFFFF;
}

static inline int32_t pixel_v(int32_t pixel)
{
    return pixel >> 16;
}

static inline int rows_outside(const struct canvas *canvas, int32_t a, int32_t b, int32_t c)
{
    int32_t least = a < b ? a : b, most = a > b ? a : b;
    least = c < least ? c : least;
    most = c > most ? c : most;
    return pixel_v(most) < canvas->row0 || pixel_v(least) >= canvas->row1;
}

static inline int is_long(int32_t a, int32_t b)
{
    uint32_t du = (uint32_t)(pixel_u(b) - pixel_u(a)), dv = (uint32_t)(pixel_v(b) - pixel_v(a));
    int wide = du + 1 > 2, high = dv + 1 > 2;
    return wide | high;
}

/* (a + b) >> 1 with the sums wrapping at 32 bits, as the original's ints do. The last bit of the
 * sum of rows is kept out of the columns. */
static inline corner middle_corner(corner a, corner b)
{
    static const corner mask = {0x7FFF7FFF, -1, -1, -1};
    return ((corner)((unsigned_corner)a + (unsigned_corner)b) >> 1) & mask;
}

/* The place of a pixel, or -1: vertices may lie on the right and bottom edge, where no pixels are.
 */
static inline ptrdiff_t find_pixel(const struct canvas *canvas, int32_t u, int32_t v)
{
    if (u >= canvas->width || v >= canvas->row1 || v < canvas->row0) {
        return -1;
    }
    return (ptrdiff_t)v * canvas->width + u;
}

static inline void draw_point(const struct subdivider *subdivider, corner at, int32_t light)
{
    const struct canvas *canvas = &subdivider->canvas;
    ptrdiff_t place = find_pixel(canvas, pixel_u(at[PIXEL]), pixel_v(at[PIXEL]));
    int32_t z = at[ZI] >> 16;
    if (place >= 0 && z >= canvas->z[place]) {
        canvas->z[place] = (int16_t)z;
        uint8_t texel = alias_texel(subdivider->model, at[S], at[T]);
        canvas->pixels[place] = subdivider->model->colormap[(light & 0xFF00) + texel];
    }
}

static inline int any_long(int32_t a, int32_t b, int32_t c)
{
    return is_long(a, b) | is_long(b, c) | is_long(c, a);
}

/* Halves the first edge that is longer than a pixel, draws its middle, and repeats with both parts
 * until no edge is longer. Points of edges that two triangles share are drawn by one of
 * them only. At least one edge is long. */
static void fill_halving(const struct subdivider *subdivider, const corner *a, const corner *b,
                         const corner *c, int32_t light)
{
    int32_t pa = (*a)[PIXEL], pb = (*b)[PIXEL], pc = (*c)[PIXEL];
    if (rows_outside(&subdivider->canvas, pa, pb, pc)) {
        return;
    }
    if (!is_long(pa, pb)) {
        const corner *old_a = a;
        if (is_long(pb, pc)) {
            a = b;
            b = c;
            c = old_a;
        } else {
            a = c;
            c = b;
            b = old_a;
        }
        pa = (*a)[PIXEL];
        pb = (*b)[PIXEL];
        pc = (*c)[PIXEL];
    }
    corner half = middle_corner(*a, *b);
    int32_t middle_pixel = half[PIXEL];
    int32_t rise = pixel_v(pb) - pixel_v(pa);
    if (rise < 0 || (rise == 0 && pixel_u(pb) >= pixel_u(pa))) {
        draw_point(subdivider, half, light);
    }
    /* Most parts are small: asking here saves the calls. */
    if (any_long(pc, pa, middle_pixel)) {
        fill_halving(subdivider, c, a, &half, light);
    }
    if (any_long(pc, middle_pixel, pb)) {
        fill_halving(subdivider, c, &half, b, light);
    }
}

/* The depth test of a vertex is unpredictable, so its colour is always computed: that costs less
 * than a mispredicted branch. */
static void draw_vertices(const struct subdivider *subdivider)
{
    const struct alias_model *model = subdivider->model;
    const struct canvas canvas = subdivider->canvas;
    const struct mdl_texcoord *texcoords = model->mdl->texcoords;
    const struct mdl_vertex *pose = model->pose;
    const uint8_t *colormap = model->colormap;
    uint32_t count = model->mdl->num_vertices;
    for (uint32_t i = 0; i < count; i++) {
        ptrdiff_t place = find_pixel(&canvas, subdivider->pixels[i].u, subdivider->pixels[i].v);
        if (place < 0) {
            continue;
        }
        int32_t s = fixed_texels(texcoords[i].s, 0), t = fixed_texels(texcoords[i].t, 0);
        uint8_t texel = alias_texel(model, s, t);
        uint8_t color = colormap[(model->lights[pose[i].normal] & 0xFF00) + texel];
        int16_t z = (int16_t)(subdivider->zi[i] >> 16), old_z = canvas.z[place];
        uint8_t old_color = canvas.pixels[place];
        canvas.z[place] = z >= old_z ? z : old_z;
        canvas.pixels[place] = z >= old_z ? color : old_color;
    }
}

static void draw_triangle(const struct subdivider *subdivider, const struct mdl_triangle *triangle)
{
    const struct alias_model *model = subdivider->model;
    int32_t pixels[3];
    for (int i = 0; i < 3; i++) {
        pixels[i] = pack_pixel(subdivider->pixels[triangle->vertices[i]]);
    }
    if (!any_long(pixels[0], pixels[1], pixels[2])) {
        return;
    }
    corner corners[3];
    for (int i = 0; i < 3; i++) {
        uint32_t vertex = triangle->vertices[i];
        const struct mdl_texcoord *coord = &model->mdl->texcoords[vertex];
        int32_t s = fixed_texels(coord->s, 0);
        if (!triangle->faces_front && coord->on_seam) {
            s = fixed_add(s, model->seam_fixup);
        }
        corners[i] = (corner){pixels[i], subdivider->zi[vertex], s, fixed_texels(coord->t, 0)};
    }
    int32_t light = model->lights[model->pose[triangle->vertices[0]].normal];
    fill_halving(subdivider, &corners[0], &corners[1], &corners[2], light);
}

/* True if every pixel in the model's rectangle is nearer than the whole model. */
static bool is_hidden(const struct canvas *canvas, const struct alias_extent *extent)
{
    int u1 = extent->u1 < canvas->width ? extent->u1 : canvas->width - 1;
    int v0 = extent->v0 > canvas->row0 ? extent->v0 : canvas->row0;
    int v1 = extent->v1 < canvas->row1 ? extent->v1 : canvas->row1 - 1;
    for (int v = v0; v <= v1; v++) {
        const int16_t *z = canvas->z + (ptrdiff_t)v * canvas->width;
        for (int u = extent->u0; u <= u1; u++) {
            if (z[u] <= extent->z1) {
                return false;
            }
        }
    }
    return true;
}

void alias_draw_far(const struct alias_list *list, const struct alias_model *model,
                    const struct canvas *canvas)
{
    if (is_hidden(canvas, &model->extent)) {
        return;
    }
    const struct subdivider subdivider = {*canvas, model, list->pixels + model->first_vertex,
                                          list->zi + model->first_vertex};
    draw_vertices(&subdivider);
    /* The few triangles that face the viewer are picked out first, without a branch. */
    const struct mdl_triangle *triangles = model->mdl->triangles;
    uint32_t count = model->mdl->num_triangles;
    for (uint32_t i = 0; i < count;) {
        const struct mdl_triangle *facing[PICKED];
        uint32_t picked = 0, end = count - i < PICKED ? count : i + PICKED;
        for (; i < end; i++) {
            facing[picked] = &triangles[i];
            picked += alias_pixels_facing(subdivider.pixels, triangles[i].vertices) < 0;
        }
        for (uint32_t j = 0; j < picked; j++) {
            draw_triangle(&subdivider, facing[j]);
        }
    }
}
