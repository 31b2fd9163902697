/* The arithmetic of Quake's r_sprite.c (orientation, clipping, projection) and d_sprite.c
 * (gradients, edges, spans). */
#include "render/palette/entities/sprite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "render/limits.h"
#include "render/palette/entities/entity_array.h"
#include "render/palette/entities/sprite_axes.h"
#include "render/palette/fixed.h"

enum { MAX_CORNERS = 12 }; /* 4, and at most one more for each of four planes */

static const float NEAR_CLIP = 0.01f;

struct corner { /* world space and texels */
    float at[5];
};

struct projected {
    float u, v;
};

/* R_ClipSpriteFace: keeps what is in front of a plane of the view. Returns the number of corners.
 */
static int clip_corners(const struct corner *in, int count, const float normal[3], float dist,
                        struct corner *out)
{
    float distances[MAX_CORNERS + 1];
    for (int i = 0; i < count; i++) {
        distances[i] = vec_dot(in[i].at, normal) - dist;
    }
    distances[count] = distances[0];
    int made = 0;
    for (int i = 0; i < count && made < MAX_CORNERS; i++) {
        float here = distances[i], next = distances[i + 1];
        if (here >= 0) {
            out[made++] = in[i];
        }
        if (here == 0 || next == 0 || (here > 0) == (next > 0) || made == MAX_CORNERS) {
            continue;
        }
        const struct corner *other = &in[i + 1 < count ? i + 1 : 0];
        float fraction = here / (here - next);
        for (int j = 0; j < 5; j++) {
            out[made].at[j] = in[i].at[j] + fraction * (other->at[j] - in[i].at[j]);
        }
        made++;
    }
    return made;
}

/* The clipped corners on the screen; returns their number, below 3 when nothing is left. */
static int project_sprite(const struct sprite_axes *axes, const struct view *view,
                          const struct palette_entity *entity, const struct spr_picture *picture,
                          struct projected out[MAX_CORNERS])
{
    const float scale = axes->scale;
    const float sides[2] = {(float)picture->left * scale,
                            ((float)picture->width + (float)picture->left) * scale};
    const float ends[2] = {(float)picture->up * scale,
                           ((float)picture->up - (float)picture->height) * scale};
    static const uint8_t order[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}; /* side, end */
    struct corner corners[2][MAX_CORNERS];
    for (int i = 0; i < 4; i++) {
        struct corner *corner = &corners[0][i];
        for (int j = 0; j < 3; j++) {
            corner->at[j] = entity->origin[j] + axes->up[j] * ends[order[i][1]] +
                            axes->right[j] * sides[order[i][0]];
        }
        corner->at[3] = order[i][0] ? (float)picture->width : 0;
        corner->at[4] = order[i][1] ? (float)picture->height : 0;
    }
    int count = 4, current = 0;
    for (int i = 0; i < 4; i++, current = !current) {
        count = clip_corners(corners[current], count, view->frustum[i].normal,
                             view->frustum[i].dist, corners[!current]);
        if (count < 3) {
            return count;
        }
    }
    for (int i = 0; i < count; i++) {
        const float *at = corners[current][i].at;
        float local[3] = {at[0] - view->origin[0], at[1] - view->origin[1],
                          at[2] - view->origin[2]};
        float point[3];
        view_transform(view, local, point);
        float zi = 1.0f / (point[2] < NEAR_CLIP ? NEAR_CLIP : point[2]);
        out[i].u = view->xcenter + view->xscale * zi * point[0];
        out[i].v = view->ycenter - view->yscale * zi * point[1];
    }
    return count;
}

/* D_SpriteCalculateGradients. The texture's middle is taken for the sprite's origin, wherever that
 * is. */
static void set_gradients(struct span_surface *surface, const struct sprite_axes *axes,
                          const struct view *view, const struct spr_picture *picture)
{
    float normal[3], s_axis[3], t_axis[3], camera[3];
    view_transform(view, axes->normal, normal);
    view_transform(view, axes->right, s_axis);
    view_transform(view, axes->up, t_axis);
    view_transform(view, axes->to_camera, camera);
    for (int i = 0; i < 3; i++) {
        s_axis[i] *= 1.0f / axes->scale;
        t_axis[i] *= -1.0f / axes->scale;
    }
    float dist_inverse = 1.0f / -vec_dot(axes->to_camera, axes->normal);

    surface->sdivz_stepu = s_axis[0] * view->xscaleinv;
    surface->tdivz_stepu = t_axis[0] * view->xscaleinv;
    surface->sdivz_stepv = -s_axis[1] * view->yscaleinv;
    surface->tdivz_stepv = -t_axis[1] * view->yscaleinv;
    surface->zi_stepu = normal[0] * view->xscaleinv * dist_inverse;
    surface->zi_stepv = -normal[1] * view->yscaleinv * dist_inverse;
    surface->sdivz_origin =
        s_axis[2] - view->xcenter * surface->sdivz_stepu - view->ycenter * surface->sdivz_stepv;
    surface->tdivz_origin =
        t_axis[2] - view->xcenter * surface->tdivz_stepu - view->ycenter * surface->tdivz_stepv;
    surface->zi_origin = normal[2] * dist_inverse - view->xcenter * surface->zi_stepu -
                         view->ycenter * surface->zi_stepv;

    int32_t s = fixed_from_double((double)(vec_dot(camera, s_axis) * 0x10000) + 0.5);
    int32_t t = fixed_from_double((double)(vec_dot(camera, t_axis) * 0x10000) + 0.5);
    surface->sadjust = fixed_add(s, fixed_texels(picture->width >> 1, 0));
    surface->tadjust = fixed_add(t, fixed_texels(picture->height >> 1, 0));
    surface->bbextents = fixed_sub(fixed_texels(picture->width, 0), 1);
    surface->bbextentt = fixed_sub(fixed_texels(picture->height, 0), 1);
    surface->pixels = picture->pixels;
    surface->stride = picture->width;
}

/* One side of the outline: u of each row it crosses, kept as sums of 16.16 steps. */
struct outline {
    int32_t *u;          /* by row, height of them */
    int32_t top, bottom; /* rows set so far: top <= row < bottom */
    int32_t height;
};

static void scan_line(struct outline *outline, float u0, float v0, float u1, float v1, float top,
                      float bottom)
{
    float slope = (u1 - u0) / (v1 - v0);
    uint32_t step = (uint32_t)fixed_from_float(slope * 0x10000);
    uint32_t u = (uint32_t)fixed_from_float((u0 + slope * (top - v0)) * 0x10000) + 0xFFFF;
    int32_t first = fixed_from_float(top), last = fixed_from_float(bottom);
    if (first < 0) { /* rounding may leave the picture by a row */
        u += step * (0u - (uint32_t)first);
        first = 0;
    }
    last = last < outline->height ? last : outline->height;
    for (int32_t v = first; v < last; v++, u += step) {
        outline->u[v] = (int32_t)u >> 16;
    }
    if (first < last) {
        outline->top = first < outline->top ? first : outline->top;
        outline->bottom = last > outline->bottom ? last : outline->bottom;
    }
}

/* D_SpriteScanLeftEdge: from the top corner backwards. */
static void scan_left(struct outline *outline, const struct projected *corners, int count, int top,
                      int bottom)
{
    float row = ceilf(corners[top].v);
    for (int i = top; i != bottom;) {
        int next = i == 0 ? count - 1 : i - 1;
        float end = ceilf(corners[next].v);
        if (row < end) {
            scan_line(outline, corners[i].u, corners[i].v, corners[next].u, corners[next].v, row,
                      end);
        }
        row = end;
        i = next;
    }
}

static float clamp_float(float x, float low, float high)
{
    x = x < low ? low : x;
    return x > high ? high : x;
}

/* D_SpriteScanRightEdge: forwards, its coordinates held inside the picture. */
static void scan_right(struct outline *outline, const struct view *view,
                       const struct projected *corners, int count, int top, int bottom)
{
    float v = clamp_float(corners[top].v, view->edge_top, view->edge_bottom);
    float row = ceilf(v);
    for (int i = top; i != bottom;) {
        int next = i + 1 == count ? 0 : i + 1;
        float next_v = clamp_float(corners[next].v, view->edge_top, view->edge_bottom);
        float end = ceilf(next_v);
        if (row < end) {
            scan_line(outline, clamp_float(corners[i].u, view->edge_left, view->edge_right), v,
                      clamp_float(corners[next].u, view->edge_left, view->edge_right), next_v, row,
                      end);
        }
        row = end;
        v = next_v;
        i = next;
    }
}

/* Corners to spans; false when memory ran out. Nothing is added when no row is crossed. */
static bool scan_outline(struct sprite_list *list, struct sprite_image *image,
                         const struct view *view, const struct projected *corners, int count)
{
    static const float far_away = 999999.9f;
    float low = far_away, high = -far_away;
    int top = 0, bottom = 0;
    for (int i = 0; i < count; i++) {
        if (corners[i].v < low) {
            low = corners[i].v;
            top = i;
        }
        if (corners[i].v > high) {
            high = corners[i].v;
            bottom = i;
        }
    }
    image->row0 = image->row1 = 0;
    if (!(ceilf(low) < ceilf(high))) {
        return true;
    }
    int32_t sides[2][RENDER_MAX_HEIGHT];
    int32_t height = view->height < RENDER_MAX_HEIGHT ? view->height : RENDER_MAX_HEIGHT;
    struct outline left = {sides[0], height, 0, height}, right = {sides[1], height, 0, height};
    scan_left(&left, corners, count, top, bottom);
    scan_right(&right, view, corners, count, top, bottom);
    int32_t row0 = left.top > right.top ? left.top : right.top;
    int32_t row1 = left.bottom < right.bottom ? left.bottom : right.bottom;
    if (row0 >= row1) {
        return true;
    }
    if (!entity_array_reserve(&list->spans, &list->cap_spans, list->num_spans,
                              (uint64_t)(row1 - row0), sizeof *list->spans)) {
        return false;
    }
    image->row0 = row0;
    image->row1 = row1;
    image->first_span = list->num_spans;
    for (int32_t v = row0; v < row1; v++) {
        int32_t u0 = sides[0][v] > 0 ? sides[0][v] : 0;
        int32_t u1 = sides[1][v] < view->width ? sides[1][v] : view->width;
        list->spans[list->num_spans++] =
            (struct sprite_span){(int16_t)(u0 < u1 ? u0 : 0), (int16_t)(u0 < u1 ? u1 - u0 : 0)};
    }
    return true;
}

void sprite_list_begin(struct sprite_list *list)
{
    list->num_images = 0;
    list->num_spans = 0;
}

int sprite_list_add(struct sprite_list *list, const struct view *view,
                    const struct palette_entity *entity)
{
    enum { SIDE_MAX = 32767 }; /* texels fit 16.16 */
    const struct spr *spr = entity->model->spr;
    if (spr == NULL || spr->num_frames == 0) {
        return 0;
    }
    int32_t frame = entity->frame;
    frame = frame >= 0 && (uint32_t)frame < spr->num_frames ? frame : 0;
    uint32_t index = spr_group_picture(&spr->frames[frame], view->time + entity->sync_base);
    const struct spr_picture *picture = &spr->pictures[index];
    if (picture->width < 1 || picture->height < 1 || picture->width > SIDE_MAX ||
        picture->height > SIDE_MAX) {
        return 0;
    }
    const struct sprite_view eye = {view->origin, view->forward, view->right, view->up};
    struct sprite_axes axes;
    if (!sprite_axes_set(&axes, &eye, entity) || !(vec_dot(axes.normal, axes.to_camera) < 0)) {
        return 0; /* seen from its end or its back */
    }
    struct projected corners[MAX_CORNERS];
    int count = project_sprite(&axes, view, entity, picture, corners);
    if (count < 3) {
        return 0;
    }
    struct sprite_image image;
    if (!entity_array_reserve(&list->images, &list->cap_images, list->num_images, 1,
                              sizeof *list->images) ||
        !scan_outline(list, &image, view, corners, count)) {
        return FORMAT_MEMORY;
    }
    if (image.row0 >= image.row1) {
        return 0;
    }
    set_gradients(&image.surface, &axes, view, picture);
    list->images[list->num_images++] = image;
    return 1;
}

void sprite_list_free(struct sprite_list *list)
{
    free(list->images);
    free(list->spans);
    memset(list, 0, sizeof *list);
}

/* A texture coordinate inside the picture; steps that are rounded must not leave it below `low`. */
static inline int32_t texel_at(float divz, float z, int32_t adjust, int32_t extent, int32_t low)
{
    int32_t texel = fixed_add(fixed_from_float(divz * z), adjust);
    return texel > extent ? extent : texel < low ? low : texel;
}

/* D_SpriteDrawSpans: a division every 8 pixels, straight between. */
static void draw_span(const struct span_surface *surface, uint8_t *dest, int16_t *z_row, int u,
                      int v, int count)
{
    enum { STEP = 8, STEP_SHIFT = 3 };
    float du = (float)u, dv = (float)v;
    float sdivz = surface->sdivz_origin + dv * surface->sdivz_stepv + du * surface->sdivz_stepu;
    float tdivz = surface->tdivz_origin + dv * surface->tdivz_stepv + du * surface->tdivz_stepu;
    float zi = surface->zi_origin + dv * surface->zi_stepv + du * surface->zi_stepu;
    float z = 65536.0f / zi;
    uint32_t izi = (uint32_t)fixed_from_float(zi * 2147483648.0f);
    uint32_t izi_step = (uint32_t)fixed_from_float(surface->zi_stepu * 2147483648.0f);
    int32_t s = texel_at(sdivz, z, surface->sadjust, surface->bbextents, 0);
    int32_t t = texel_at(tdivz, z, surface->tadjust, surface->bbextentt, 0);
    while (count > 0) {
        int run = count < STEP ? count : STEP;
        count -= run;
        /* The far end is the first pixel of the next run, or the last one of the span. */
        float pixels = count > 0 ? STEP : (float)(run - 1);
        sdivz += surface->sdivz_stepu * pixels;
        tdivz += surface->tdivz_stepu * pixels;
        zi += surface->zi_stepu * pixels;
        z = 65536.0f / zi;
        int32_t s_next = texel_at(sdivz, z, surface->sadjust, surface->bbextents, STEP);
        int32_t t_next = texel_at(tdivz, z, surface->tadjust, surface->bbextentt, STEP);
        int32_t s_step = 0, t_step = 0;
        if (count > 0) {
            s_step = (s_next - s) >> STEP_SHIFT;
            t_step = (t_next - t) >> STEP_SHIFT;
        } else if (run > 1) {
            s_step = (s_next - s) / (run - 1);
            t_step = (t_next - t) / (run - 1);
        }
        for (int i = 0; i < run; i++) {
            uint8_t texel = surface->pixels[(s >> 16) + (t >> 16) * surface->stride];
            int32_t depth = (int32_t)izi >> 16;
            if (texel != 255 && *z_row <= depth) {
                *z_row = (int16_t)depth;
                *dest = texel;
            }
            izi += izi_step;
            dest++;
            z_row++;
            s += s_step;
            t += t_step;
        }
        s = s_next;
        t = t_next;
    }
}

void sprite_draw(const struct sprite_list *list, const struct sprite_image *image,
                 const struct surfaces_target *target, int row0, int row1)
{
    int32_t top = image->row0 > row0 ? image->row0 : row0;
    int32_t bottom = image->row1 < row1 ? image->row1 : row1;
    for (int32_t v = top; v < bottom; v++) {
        const struct sprite_span *span =
            &list->spans[image->first_span + (uint32_t)(v - image->row0)];
        size_t pixel = (size_t)v * (size_t)target->width + (size_t)span->u;
        draw_span(&image->surface, target->pixels + pixel, target->z + pixel, span->u, v,
                  span->count);
    }
}
