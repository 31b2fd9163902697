/* Fog over a band of spans. */
#include <stdlib.h>
#include <string.h>

#include "render/limits.h"
#include "render/palette/surfaces/surfaces_internal.h"

enum { SKY_PIECE = 64 };

int surface_fog_prepare(struct surfaces *surfaces, const struct palette_scene *scene,
                        const struct view *view)
{
    const size_t pixels = (size_t)view->width * (size_t)view->height;

    surfaces->fog_look = NULL;
    if (!fog_wanted(scene)) {
        return 0;
    }
    if (surfaces->fog == NULL) {
        surfaces->fog = fog_create(surfaces->palette);
    }
    if (surfaces->cap_sky_kept < pixels) {
        free(surfaces->sky_kept);
        surfaces->sky_kept = malloc(pixels);
        surfaces->cap_sky_kept = surfaces->sky_kept != NULL ? pixels : 0;
    }
    if (surfaces->fog == NULL || surfaces->sky_kept == NULL) {
        return FORMAT_MEMORY;
    }
    surfaces->fog_look = fog_look(surfaces->fog, scene);
    return 0;
}

static void remap_pixels(uint8_t *pixels, int32_t count, const uint8_t row[256])
{
    int32_t i = 0;
    /* Four at a time: the loads do not wait for the stores, which could alias them. */
    for (; i + 4 <= count; i += 4) {
        uint8_t a = row[pixels[i]], b = row[pixels[i + 1]];
        uint8_t c = row[pixels[i + 2]], d = row[pixels[i + 3]];
        pixels[i] = a;
        pixels[i + 1] = b;
        pixels[i + 2] = c;
        pixels[i + 3] = d;
    }
    for (; i < count; i++) {
        pixels[i] = row[pixels[i]];
    }
}

void surface_fog_span(const struct surfaces *surfaces, const struct surface_draw *draw,
                      const struct world_span *span, uint8_t *pixels)
{
    const struct fog_look *fog = surfaces->fog_look;
    int16_t z[RENDER_MAX_WIDTH];
    if (surface_is_sky(draw)) {
        remap_pixels(pixels, span->count, fog->sky);
        return;
    }
    surfaces->kernels->z_fill(z, span->count, span_izi(draw, span), draw->izi_step);
    surfaces->kernels->fog(&fog->span, pixels, z, span->u, span->v, span->count);
}

/* A piece of a sky's span. What stands before the sky has another z than the sky's polygon, or,
 * where it is as far away in 16 bits, another colour than the sky was drawn with. */
struct sky_piece {
    uint8_t *pixels;
    const int16_t *z;
    const uint8_t *sky;
    const int16_t *sky_z;
};

static inline bool is_sky(const struct sky_piece *piece, int32_t i)
{
    return piece->z[i] == piece->sky_z[i] && piece->pixels[i] == piece->sky[i];
}

static void fog_sky_piece(const struct surfaces *surfaces, const struct sky_piece *piece, int32_t u,
                          int32_t v, int32_t count)
{
    const struct fog_look *fog = surfaces->fog_look;
    for (int32_t i = 0, begin; i < count;) {
        for (begin = i; i < count && is_sky(piece, i);) {
            i++;
        }
        remap_pixels(piece->pixels + begin, i - begin, fog->sky);
        for (begin = i; i < count && !is_sky(piece, i);) {
            i++;
        }
        surfaces->kernels->fog(&fog->span, piece->pixels + begin, piece->z + begin, u + begin, v,
                               i - begin);
    }
}

static void fog_sky_span(const struct surfaces *surfaces, const struct surface_draw *draw,
                         const struct world_span *span, const struct surfaces_target *target)
{
    const size_t place = (size_t)span->v * (size_t)target->width + (size_t)span->u;
    int16_t sky_z[RENDER_MAX_WIDTH];

    surfaces->kernels->z_fill(sky_z, span->count, span_izi(draw, span), draw->izi_step);
    for (int32_t i = 0; i < span->count; i += SKY_PIECE) {
        const int32_t count = span->count - i < SKY_PIECE ? span->count - i : SKY_PIECE;
        const struct sky_piece piece = {target->pixels + place + i, target->z + place + i,
                                        surfaces->sky_kept + place + i, sky_z + i};
        /* Most pieces are sky alone, which one comparison of the whole piece detects. */
        if (memcmp(piece.z, piece.sky_z, (size_t)count * sizeof *piece.z) == 0 &&
            memcmp(piece.pixels, piece.sky, (size_t)count) == 0) {
            remap_pixels(piece.pixels, count, surfaces->fog_look->sky);
        } else {
            fog_sky_piece(surfaces, &piece, span->u + i, span->v, count);
        }
    }
}

/* Pixels u..end - 1 of row v. */
static void fog_row(const struct surfaces *surfaces, const struct surfaces_target *target,
                    int32_t u, int32_t end, int32_t v)
{
    const size_t place = (size_t)v * (size_t)target->width + (size_t)u;
    if (u < end) {
        surfaces->kernels->fog(&surfaces->fog_look->span, target->pixels + place, target->z + place,
                               u, v, end - u);
    }
}

void surfaces_fog_band(const struct surfaces *surfaces, const struct world_band *band,
                       const struct surfaces_target *target)
{
    int32_t row = 0, begin = 0, end = 0; /* without sky: spans mostly follow one another */

    if (surfaces->fog_look == NULL) {
        return;
    }
    for (uint32_t i = 0; i < band->num_spans; i++) {
        const struct world_span *span = &band->spans[i];
        const struct surface_draw *draw = &surfaces->draws[span->surface];
        const bool sky = surface_is_sky(draw);
        if (sky || span->v != row || span->u != end) {
            fog_row(surfaces, target, begin, end, row);
            begin = span->u;
            row = span->v;
        }
        end = span->u + span->count;
        if (sky) {
            fog_sky_span(surfaces, draw, span, target);
            begin = end;
        }
    }
    fog_row(surfaces, target, begin, end, row);
}

void surfaces_fog_changed(const struct surfaces *surfaces, const struct surfaces_target *copy,
                          const struct surfaces_target *target, int32_t u0, int32_t u1, int32_t v)
{
    if (surfaces->fog_look == NULL) {
        return;
    }
    size_t row = (size_t)v * (size_t)target->width;
    for (int32_t u = u0; u < u1; u++) {
        int32_t end = u;
        while (end < u1 && copy->pixels[row + (size_t)end] != target->pixels[row + (size_t)end]) {
            end++;
        }
        if (end > u) {
            size_t place = row + (size_t)u;
            surfaces->kernels->fog(&surfaces->fog_look->span, copy->pixels + place, copy->z + place,
                                   u, v, end - u);
            u = end;
        }
    }
}
