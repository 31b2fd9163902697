/* The kernels in plain C: what all others must equal. */
#include "render/palette/kernels/kernels_internal.h"

/* The reference for the other kernel files, and the kernels of CPUs without SIMD. */

/* ---- Spans, faithful: division every 8 (liquids: 16) pixels ---- */

/* s/z, t/z and 1/z at the point a run begins. Kept as running sums: the original adds step after
 * step, and a product would round differently. */
struct span_walk {
    float sdivz, tdivz, zi;
};

KERNEL_INLINE void walk_begin(struct span_walk *walk, const struct span_surface *surface, int u,
                              int v)
{
    float du = (float)u, dv = (float)v;
    walk->sdivz = surface->sdivz_origin + dv * surface->sdivz_stepv + du * surface->sdivz_stepu;
    walk->tdivz = surface->tdivz_origin + dv * surface->tdivz_stepv + du * surface->tdivz_stepu;
    walk->zi = surface->zi_origin + dv * surface->zi_stepv + du * surface->zi_stepu;
}

KERNEL_INLINE void walk_advance(struct span_walk *walk, const struct span_surface *surface,
                                float pixels)
{
    walk->sdivz += surface->sdivz_stepu * pixels;
    walk->tdivz += surface->tdivz_stepu * pixels;
    walk->zi += surface->zi_stepu * pixels;
}

KERNEL_INLINE void walk_point(const struct span_walk *walk, const struct span_surface *surface,
                              int32_t low, int32_t *s, int32_t *t)
{
    float z = 65536.0f / walk->zi;
    *s = kernel_clamp(kernel_add(kernel_to_fixed(walk->sdivz * z), surface->sadjust), low,
                      surface->bbextents);
    *t = kernel_clamp(kernel_add(kernel_to_fixed(walk->tdivz * z), surface->tadjust), low,
                      surface->bbextentt);
}

/* s and t are not negative: unsigned shifts make indices without sign extension. */
KERNEL_INLINE uint8_t block_texel(const uint8_t *pixels, size_t stride, int32_t s, int32_t t)
{
    return pixels[((uint32_t)s >> 16) + ((uint32_t)t >> 16) * stride];
}

KERNEL_INLINE uint8_t turb_texel(const struct span_turbulence *turb, const uint8_t *pixels,
                                 int32_t s, int32_t t)
{
    const int32_t *sine = turb->sine + turb->phase;
    int32_t column = (kernel_add(s, sine[(t >> 16) & 127]) >> 16) & turb->width_mask;
    int32_t row = (kernel_add(t, sine[(s >> 16) & 127]) >> 16) & turb->height_mask;
    return pixels[row * (turb->width_mask + 1) + column];
}

/* turb is NULL for solid spans; shift is 3 or 4: both are known where this is inlined. The
 * surface is copied, because pixels written could otherwise change it and every value would be
 * loaded again. */
KERNEL_INLINE void span_faithful(const struct span_surface *span,
                                 const struct span_turbulence *turb, int shift, uint8_t *dest,
                                 int u, int v, int count)
{
    const struct span_surface copy = *span, *surface = &copy;
    const uint8_t *pixels = surface->pixels;
    const size_t stride = (size_t)surface->stride;
    const int run = 1 << shift;
    struct span_walk walk;
    int32_t s, t;

    walk_begin(&walk, surface, u, v);
    walk_point(&walk, surface, 0, &s, &t);
    while (count > 0) {
        int n = count < run ? count : run;
        int32_t s_next, t_next, s_step = 0, t_step = 0;
        count -= n;
        /* The far end: the next run's first pixel, or the span's own last one, so that the
         * texture is not left. The low clamp of 8 (16) keeps steps rounded down from passing
         * below 0. */
        walk_advance(&walk, surface, (float)(count > 0 ? n : n - 1));
        walk_point(&walk, surface, run, &s_next, &t_next);
        if (count > 0) {
            s_step = (s_next - s) >> shift;
            t_step = (t_next - t) >> shift;
        } else if (n > 1) {
            s_step = (s_next - s) / (n - 1);
            t_step = (t_next - t) / (n - 1);
        }
        if (turb != NULL) {
            s &= kernel_turb_mask(turb->width_mask);
            t &= kernel_turb_mask(turb->height_mask);
        }
        for (int i = 0; i < n; i++) {
            dest[i] =
                turb != NULL ? turb_texel(turb, pixels, s, t) : block_texel(pixels, stride, s, t);
            s = kernel_add(s, s_step);
            t = kernel_add(t, t_step);
        }
        dest += n;
        s = s_next;
        t = t_next;
    }
}

void kernels_c_span_faithful(const struct span_surface *surface, uint8_t *dest, int u, int v,
                             int count)
{
    span_faithful(surface, NULL, 3, dest, u, v, count);
}

void kernels_c_turb_faithful(const struct span_surface *surface, const struct span_turbulence *turb,
                             uint8_t *dest, int u, int v, int count)
{
    span_faithful(surface, turb, 4, dest, u, v, count);
}

/* ---- Spans, exact: one division per pixel ---- */

/* The row of a span: what its pixels share. */
struct exact_row {
    float sdivz, tdivz, zi; /* in column 0 */
    const struct span_surface *surface;
};

enum { EXACT_GROUP = 64, EXACT_STEP = 4 };

/* s and t of `count` pixels from column u on, before any is drawn, and of those that make whole
 * steps of it: a compiler makes vectors of that, and needs no remainder. */
KERNEL_INLINE void exact_points(const struct exact_row *row, int u, int count,
                                int32_t s[EXACT_GROUP], int32_t t[EXACT_GROUP])
{
    const struct span_surface *surface = row->surface;
    const int whole = (count + EXACT_STEP - 1) & -EXACT_STEP;
    for (int i = 0; i < whole; i++) {
        float du = (float)(u + i);
        float z = 65536.0f / (row->zi + du * surface->zi_stepu);
        s[i] = kernel_to_fixed((row->sdivz + du * surface->sdivz_stepu) * z);
        t[i] = kernel_to_fixed((row->tdivz + du * surface->tdivz_stepu) * z);
    }
    for (int i = 0; i < whole; i++) {
        s[i] = kernel_clamp(kernel_add(s[i], surface->sadjust), 0, surface->bbextents);
        t[i] = kernel_clamp(kernel_add(t[i], surface->tadjust), 0, surface->bbextentt);
    }
}

/* A pixel is a function of (u, v) alone: of no other pixel of its span. */
KERNEL_INLINE void span_exact(const struct span_surface *span, const struct span_turbulence *turb,
                              uint8_t *dest, int u, int v, int count)
{
    const struct span_surface surface = *span;
    const uint8_t *pixels = surface.pixels;
    const size_t stride = (size_t)surface.stride;
    const float dv = (float)v;
    const struct exact_row row = {.sdivz = surface.sdivz_origin + dv * surface.sdivz_stepv,
                                  .tdivz = surface.tdivz_origin + dv * surface.tdivz_stepv,
                                  .zi = surface.zi_origin + dv * surface.zi_stepv,
                                  .surface = &surface};
    for (; count > 0; count -= EXACT_GROUP, u += EXACT_GROUP, dest += EXACT_GROUP) {
        int32_t s[EXACT_GROUP], t[EXACT_GROUP];
        const int n = count < EXACT_GROUP ? count : EXACT_GROUP;
        exact_points(&row, u, n, s, t);
        for (int i = 0; i < n; i++) {
            dest[i] = turb != NULL ? turb_texel(turb, pixels, s[i], t[i])
                                   : block_texel(pixels, stride, s[i], t[i]);
        }
    }
}

void kernels_c_span_exact(const struct span_surface *surface, uint8_t *dest, int u, int v,
                          int count)
{
    span_exact(surface, NULL, dest, u, v, count);
}

void kernels_c_turb_exact(const struct span_surface *surface, const struct span_turbulence *turb,
                          uint8_t *dest, int u, int v, int count)
{
    span_exact(surface, turb, dest, u, v, count);
}

/* ---- Sky ---- */

KERNEL_INLINE uint8_t sky_texel(const struct span_sky *sky, int32_t s, int32_t t)
{
    return sky->pixels[((t >> 16) & 127) * 128 + ((s >> 16) & 127)];
}

void kernels_c_sky_faithful(const struct span_sky *sky, uint8_t *dest, int u, int v, int count)
{
    int32_t s, t, s_next = 0, t_next = 0;

    kernel_sky_point(sky, u, v, &s, &t);
    while (count > 0) {
        int n = count < 32 ? count : 32;
        int32_t s_step = 0, t_step = 0;
        count -= n;
        if (count > 0) {
            u += n;
            kernel_sky_point(sky, u, v, &s_next, &t_next);
            s_step = kernel_subtract(s_next, s) >> 5;
            t_step = kernel_subtract(t_next, t) >> 5;
        } else if (n > 1) {
            u += n - 1;
            kernel_sky_point(sky, u, v, &s_next, &t_next);
            s_step = kernel_subtract(s_next, s) / (n - 1);
            t_step = kernel_subtract(t_next, t) / (n - 1);
        }
        for (int i = 0; i < n; i++) {
            dest[i] = sky_texel(sky, s, t);
            s = kernel_add(s, s_step);
            t = kernel_add(t, t_step);
        }
        dest += n;
        s = s_next;
        t = t_next;
    }
}

void kernels_c_sky_exact(const struct span_sky *span, uint8_t *dest, int u, int v, int count)
{
    const struct span_sky copy = *span, *sky = &copy;
    const float scale = 8192.0f / (float)(sky->width >= sky->height ? sky->width : sky->height);
    const float wv = (float)((sky->height >> 1) - v) * scale;
    float row[3];

    for (int i = 0; i < 3; i++) {
        row[i] = 4096.0f * sky->forward[i] + wv * sky->up[i];
    }
    for (int i = 0; i < count; i++) {
        float wu = (float)(u + i - (sky->width >> 1)) * scale;
        float x = row[0] + wu * sky->right[0];
        float y = row[1] + wu * sky->right[1];
        float z = (row[2] + wu * sky->right[2]) * 3.0f;
        float inverse = 378.0f / sqrtf(x * x + y * y + z * z);
        int32_t s = kernel_to_fixed((sky->scroll + x * inverse) * 65536.0f);
        int32_t t = kernel_to_fixed((sky->scroll + y * inverse) * 65536.0f);
        dest[i] = sky_texel(sky, s, t);
    }
}

/* The face a direction leaves the cube through, and where: s to the right, t down, from inside. */
KERNEL_INLINE uint8_t skybox_texel(const struct span_skybox *box, float x, float y, float z)
{
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    const float half = 0.5f * (float)box->side;
    float far, s, t;
    int32_t face;

    if (ax >= ay && ax >= az) {
        face = x < 0;
        far = ax;
        s = x < 0 ? y : -y;
        t = -z;
    } else if (ay >= az) {
        face = 2 + (y < 0);
        far = ay;
        s = y < 0 ? -x : x;
        t = -z;
    } else {
        face = 4 + (z < 0);
        far = az;
        s = -y;
        t = z < 0 ? -x : x;
    }
    float scale = half / far;
    int32_t column = kernel_clamp(kernel_to_fixed(half + s * scale), 0, box->side - 1);
    int32_t row = kernel_clamp(kernel_to_fixed(half + t * scale), 0, box->side - 1);
    return box->pixels[(face * box->side + row) * box->side + column];
}

void kernels_c_skybox(const struct span_skybox *skybox, uint8_t *dest, int u, int v, int count)
{
    const struct span_skybox copy = *skybox, *box = &copy;
    const float dv = (box->ycenter - (float)v) * box->yscaleinv;
    float row[3];

    for (int i = 0; i < 3; i++) {
        row[i] = box->forward[i] + dv * box->up[i];
    }
    for (int i = 0; i < count; i++) {
        float du = ((float)(u + i) - box->xcenter) * box->xscaleinv;
        dest[i] = skybox_texel(box, row[0] + du * box->right[0], row[1] + du * box->right[1],
                               row[2] + du * box->right[2]);
    }
}

/* ---- Depth and palette ---- */

void kernels_c_fog(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u, int v,
                   int count)
{
    const uint8_t *levels = fog->levels, *rows = fog->rows;
    uint8_t dither[4];
    int i = 0;

    kernel_fog_dither(dither, u, v);
    const int d0 = dither[0], d1 = dither[1], d2 = dither[2], d3 = dither[3];
    /* Four at a time: the loads do not wait for the stores, which could alias them. */
    for (; i + 4 <= count; i += 4) {
        uint8_t a = rows[(levels[(uint16_t)z[i]] + d0) << 8 | dest[i]];
        uint8_t b = rows[(levels[(uint16_t)z[i + 1]] + d1) << 8 | dest[i + 1]];
        uint8_t c = rows[(levels[(uint16_t)z[i + 2]] + d2) << 8 | dest[i + 2]];
        uint8_t d = rows[(levels[(uint16_t)z[i + 3]] + d3) << 8 | dest[i + 3]];
        dest[i] = a;
        dest[i + 1] = b;
        dest[i + 2] = c;
        dest[i + 3] = d;
    }
    for (; i < count; i++) {
        dest[i] = rows[(levels[(uint16_t)z[i]] + dither[i & 3]) << 8 | dest[i]];
    }
}

void kernels_c_z_fill(int16_t *dest, int count, int32_t izi, int32_t izi_step)
{
    for (int i = 0; i < count; i++) {
        dest[i] = (int16_t)(izi >> 16);
        izi = kernel_add(izi, izi_step);
    }
}

/* ---- Fences and translucent spans ---- */

void kernels_c_fence(uint8_t *dest, int16_t *z, const uint8_t *front, int count, int32_t izi,
                     int32_t izi_step)
{
    for (int i = 0; i < count; i++) {
        int16_t depth = (int16_t)(izi >> 16);
        if (front[i] != KERNEL_HOLE && depth >= z[i]) {
            dest[i] = front[i];
            z[i] = depth;
        }
        izi = kernel_add(izi, izi_step);
    }
}

void kernels_c_mix(uint8_t *dest, const int16_t *z, const uint8_t *front, int count, int32_t izi,
                   int32_t izi_step, const uint8_t *table, int hole)
{
    for (int i = 0; i < count; i++) {
        if (front[i] != hole && izi >> 16 >= z[i]) {
            dest[i] = table[front[i] << 8 | dest[i]];
        }
        izi = kernel_add(izi, izi_step);
    }
}

void kernels_c_mix_changed(uint8_t *dest, const uint8_t *front, int count, const uint8_t *table)
{
    for (int i = 0; i < count; i++) {
        if (front[i] != dest[i]) {
            dest[i] = table[front[i] << 8 | dest[i]];
        }
    }
}

void kernels_c_expand(uint32_t *dest, const uint8_t *source, int count, const uint32_t *palette)
{
    int i = 0;
    /* Four colours at a time: the loads do not wait for the stores, which could alias them. */
    for (; i + 4 <= count; i += 4) {
        uint32_t a = palette[source[i]], b = palette[source[i + 1]];
        uint32_t c = palette[source[i + 2]], d = palette[source[i + 3]];
        dest[i] = a;
        dest[i + 1] = b;
        dest[i + 2] = c;
        dest[i + 3] = d;
    }
    for (; i < count; i++) {
        dest[i] = palette[source[i]];
    }
}

const struct kernels kernels_table_c = {
    .name = "c",
    .span_faithful = kernels_c_span_faithful,
    .span_exact = kernels_c_span_exact,
    .turb_faithful = kernels_c_turb_faithful,
    .turb_exact = kernels_c_turb_exact,
    .sky_faithful = kernels_c_sky_faithful,
    .sky_exact = kernels_c_sky_exact,
    .skybox = kernels_c_skybox,
    .fog = kernels_c_fog,
    .z_fill = kernels_c_z_fill,
    .fence = kernels_c_fence,
    .mix = kernels_c_mix,
    .mix_changed = kernels_c_mix_changed,
    .expand = kernels_c_expand,
};
