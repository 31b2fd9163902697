/* A band's spans drawn, once surfaces_prepare has made its plan. */
#include <string.h>

#include "render/limits.h"
#include "render/palette/surfaces/surfaces_internal.h"

struct painter {
    const struct surfaces *surfaces;
    kernel_span_fn lit;
    kernel_turb_fn turb;
    kernel_sky_fn sky;
};

static struct painter choose_painter(const struct surfaces *surfaces)
{
    const struct kernels *kernels = surfaces->kernels;
    if (surfaces->look == LOOK_FAITHFUL) {
        return (struct painter){surfaces, kernels->span_faithful, kernels->turb_faithful,
                                kernels->sky_faithful};
    }
    return (struct painter){surfaces, kernels->span_exact, kernels->turb_exact, kernels->sky_exact};
}

static inline void paint_span(const struct painter *painter, const struct surface_draw *draw,
                              uint8_t *dest, const struct world_span *span)
{
    if (draw->kind == SURFACE_LIT) {
        painter->lit(&draw->span, dest, span->u, span->v, span->count);
    } else if (draw->kind == SURFACE_TURB) {
        painter->turb(&draw->span, &draw->turb, dest, span->u, span->v, span->count);
    } else if (draw->kind == SURFACE_SKY) {
        painter->sky(&painter->surfaces->sky, dest, span->u, span->v, span->count);
    } else if (draw->kind == SURFACE_SKYBOX) {
        painter->surfaces->kernels->skybox(&painter->surfaces->skybox, dest, span->u, span->v,
                                           span->count);
    } else {
        memset(dest, draw->color, (size_t)span->count);
    }
}

void surfaces_draw_band(const struct surfaces *surfaces, const struct world_band *band,
                        const struct surfaces_target *target)
{
    const struct painter painter = choose_painter(surfaces);
    kernel_z_fill_fn fill_z = surfaces->kernels->z_fill;

    for (uint32_t i = 0; i < band->num_spans; i++) {
        const struct world_span *span = &band->spans[i];
        const struct surface_draw *draw = &surfaces->draws[span->surface];
        size_t place = (size_t)span->v * (size_t)target->width + (size_t)span->u;

        paint_span(&painter, draw, target->pixels + place, span);
        if (surfaces->fog_look != NULL && surface_is_sky(draw)) {
            memcpy(surfaces->sky_kept + place, target->pixels + place, (size_t)span->count);
        }
        fill_z(target->z + place, span->count, span_izi(draw, span), draw->izi_step);
    }
}

/* Translucent pixels are drawn after the fog, with their own fog; holes stay holes. */
static void fog_front(const struct painter *painter, const struct surface_draw *draw,
                      const struct world_span *span, uint8_t *front)
{
    uint8_t clear[RENDER_MAX_WIDTH];
    if (painter->surfaces->fog_look == NULL) {
        return;
    }
    memcpy(clear, front, (size_t)span->count);
    surface_fog_span(painter->surfaces, draw, span, front);
    for (int32_t i = 0; draw->hole == KERNEL_HOLE && i < span->count; i++) {
        front[i] = clear[i] == KERNEL_HOLE ? KERNEL_HOLE : front[i];
    }
}

/* Over what is there: with z where it is solid, or mixed and without. */
static void draw_see_through(const struct painter *painter, const struct surface_draw *draw,
                             const struct world_span *span, const struct surfaces_target *target)
{
    const struct kernels *kernels = painter->surfaces->kernels;
    size_t place = (size_t)span->v * (size_t)target->width + (size_t)span->u;
    uint8_t *dest = target->pixels + place, front[RENDER_MAX_WIDTH];
    int16_t *z = target->z + place;
    int32_t izi = span_izi(draw, span);

    paint_span(painter, draw, front, span);
    if (draw->mix == NULL) {
        kernels->fence(dest, z, front, span->count, izi, draw->izi_step);
    } else {
        fog_front(painter, draw, span, front);
        kernels->mix(dest, z, front, span->count, izi, draw->izi_step, draw->mix, draw->hole);
    }
}

uint32_t surfaces_draw_see_through(const struct surfaces *surfaces, const struct world *world,
                                   int band, const struct surfaces_target *target, uint32_t place,
                                   uint32_t rank_end)
{
    const struct painter painter = choose_painter(surfaces);
    const struct world_spans *spans = &world_get_band(world, band)->translucent;
    const uint32_t start = surfaces->order_start[band];

    while (place < spans->count) {
        const struct world_span *span = &spans->list[surfaces->order[start + place]];
        const struct surface_draw *draw = &surfaces->draws[span->surface];
        if (draw->rank >= rank_end) {
            break;
        }
        draw_see_through(&painter, draw, span, target);
        place++;
    }
    return place;
}
