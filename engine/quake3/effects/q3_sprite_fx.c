#include "engine/quake3/effects/q3_sprite_fx.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/scene/q3_past_view.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define GROWN 8.0f /* initial radius of a growing sprite, units */
#define BUBBLE_RADIUS 3.0f

enum { BUBBLE_LIFE = 1000, BUBBLE_MORE = 250, BUBBLES = 512 };

bool q3_sprite_fx_at(const struct q3_sprite_fx *puff, double time, struct q3_sprite_fx_look *look)
{
    if (time < puff->start || time >= puff->end) {
        return false;
    }
    const double left = (puff->end - time) / (puff->end - puff->start);
    const float seconds = (float)((time - puff->start) * 0.001);
    look->alpha = (uint8_t)(255.0 * (double)puff->alpha * left);
    look->radius = puff->keeps_size ? puff->radius : puff->radius * (float)(1.0 - left) + GROWN;
    for (int i = 0; i < 3; i++) {
        look->origin[i] = puff->origin[i];
        if (puff->kind == Q3_SPRITE_FX_DRIFTS) {
            look->origin[i] += puff->velocity[i] * seconds;
        }
    }
    return true;
}

enum q3_sprite_fx_kind q3_smoke_kind(const struct q3_build *b)
{
    return b->interp.mod == Q3_MOD_OPENARENA ? Q3_SPRITE_FX_STAYS : Q3_SPRITE_FX_DRIFTS;
}

const struct material *q3_effect_material(struct q3_build *b, const char *name)
{
    return q3_data_material_if_there(b->data, name, Q3_LIGHT_2D);
}

struct rgb_entity *q3_sprite_add(struct q3_build *b, const struct material *material,
                                 const float origin[3], float radius)
{
    struct rgb_entity *to =
        material && q3_build_is_place(origin) ? rgb_scene_add_entity(b->scene) : NULL;
    if (to) {
        to->kind = RGB_SPRITE;
        to->material = material;
        to->radius = radius;
        memcpy(to->origin, origin, sizeof(to->origin));
    }
    return to;
}

void q3_sprite_fx_add(struct q3_build *b, const struct q3_sprite_fx *puff,
                      const struct material *material)
{
    struct q3_sprite_fx_look look;
    if (!material || !q3_sprite_fx_at(puff, b->interp.time, &look)) {
        return;
    }
    static const float still[3] = {0.0f, 0.0f, 0.0f};
    const bool drifts = puff->kind == Q3_SPRITE_FX_DRIFTS;
    if (!puff->is_bubble && (vec_distance(look.origin, b->view.origin) < puff->radius ||
                             q3_past_eyes_were_in(b, puff->origin, drifts ? puff->velocity : still,
                                                  puff->radius, puff->start))) {
        return;
    }
    struct rgb_entity *to = q3_sprite_add(b, material, look.origin, look.radius);
    if (to) {
        to->rotation = puff->rotation;
        to->shader_time = puff->start * 0.001;
        memcpy(to->color, puff->color, sizeof(puff->color));
        to->color[3] = look.alpha;
    }
}

static float both_ways(uint32_t seed, uint32_t i, uint32_t salt)
{
    return 2.0f * dmath_unit(seed, i, salt) - 1.0f;
}

void q3_bubbles_add(struct q3_build *b, const float from[3], const float to[3], float spacing,
                    double start, uint32_t seed)
{
    const struct material *material = q3_effect_material(b, "waterBubble");
    float way[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    const double age = b->interp.time - start;
    if (!material || age < 0.0 || age >= BUBBLE_LIFE + BUBBLE_MORE || !q3_build_is_place(from) ||
        !q3_build_is_place(to)) {
        return;
    }
    const float length = vec_normalize(way);
    float at = floorf(dmath_unit(seed, 0, 1) * spacing);
    for (uint32_t i = 1; i <= BUBBLES && at < length; i++, at += spacing) {
        struct q3_sprite_fx bubble = {
            .kind = Q3_SPRITE_FX_DRIFTS,
            .keeps_size = true,
            .is_bubble = true,
            .velocity = {5.0f * both_ways(seed, i, 2), 5.0f * both_ways(seed, i, 3),
                         6.0f + 5.0f * both_ways(seed, i, 4)},
            .radius = BUBBLE_RADIUS,
            .alpha = 1.0f,
            .color = {255, 255, 255},
            .start = start,
            .end = start + BUBBLE_LIFE + (double)BUBBLE_MORE * (double)dmath_unit(seed, i, 5),
        };
        for (int k = 0; k < 3; k++) {
            bubble.origin[k] = from[k] + at * way[k];
        }
        q3_sprite_fx_add(b, &bubble, material);
    }
}
