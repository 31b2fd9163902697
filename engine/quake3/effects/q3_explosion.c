#include "engine/quake3/effects/q3_explosion.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_sprite_fx.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define OFF_WALL 16.0f /* distance of a sprite from the wall, units */

enum { HEAD_START = 64, BLOOD_LIFE = 500, BLOOD_RADIUS = 24 };

enum { SALT_START = 1, SALT_ROLL = 2 };

float q3_explosion_light(const struct q3_explosion *explosion, double passed)
{
    const double full = passed < 0.5 ? 1.0 : 1.0 - (passed - 0.5) * 2.0;
    return explosion->light * (float)full;
}

uint8_t q3_explosion_alpha(double passed)
{
    return (uint8_t)(255.0 * 0.33 * fmin(1.0 - passed, 1.0));
}

float q3_explosion_radius(double passed)
{
    return 42.0f * (float)fmax(passed, 0.0) + 30.0f;
}

void q3_axes_about(const float normal[3], double degrees, float axis[3][3])
{
    float side[3], up[3];
    memcpy(axis[0], normal, 3 * sizeof(float));
    vec_perpendicular(normal, side);
    vec_cross(normal, side, up);
    const double angle = fmod(degrees, 360.0) * DMATH_PI / 180.0;
    const float c = (float)dmath_cos(angle), s = (float)dmath_sin(angle);
    for (int i = 0; i < 3; i++) {
        axis[1][i] = c * side[i] + s * up[i];
    }
    vec_cross(axis[0], axis[1], axis[2]);
}

static void add_square(struct q3_build *b, const struct q3_explosion *explosion, const float at[3],
                       double passed, uint32_t seed, double start)
{
    struct rgb_entity *to = q3_sprite_add(b, q3_effect_material(b, explosion->material), at,
                                          q3_explosion_radius(passed));
    if (to) {
        to->rotation = (float)(dmath_hash(seed, SALT_ROLL, 0) % 360);
        to->shader_time = start * 0.001;
        to->color[3] = q3_explosion_alpha(passed);
    }
}

static void add_model(struct q3_build *b, const struct q3_explosion *explosion,
                      const float origin[3], const float normal[3], const uint8_t color[4],
                      uint32_t seed, double start)
{
    static const float unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const struct q3_model *model = q3_data_model_if_there(b->data, explosion->model);
    float axis[3][3];
    memcpy(axis, unit, sizeof(axis));
    if (vec_length(normal) > 0.0f) {
        q3_axes_about(normal, (double)(dmath_hash(seed, SALT_ROLL, 0) % 360), axis);
    }
    struct rgb_entity *to = q3_build_add_model(b, model, origin, (const float(*)[3])axis);
    if (to) {
        to->material = explosion->material ? q3_effect_material(b, explosion->material) : NULL;
        to->shader_time = start * 0.001;
        memcpy(to->color, color, sizeof(to->color));
    }
}

void q3_explosion_add(struct q3_build *b, const struct q3_explosion *explosion,
                      const float origin[3], const float normal[3], const uint8_t color[4],
                      double time, uint32_t seed)
{
    const double start = time - dmath_hash(seed, SALT_START, 0) % HEAD_START;
    const double passed = (b->interp.time - start) / explosion->life;
    if (b->interp.time < time || passed >= 1.0) {
        return;
    }
    const float off = explosion->model ? 0.0f : OFF_WALL;
    const float at[3] = {origin[0] + off * normal[0], origin[1] + off * normal[1],
                         origin[2] + off * normal[2]};
    q3_build_add_light(b, at, q3_explosion_light(explosion, passed), explosion->light_color);
    if (explosion->model) {
        add_model(b, explosion, at, normal, color, seed, start);
    } else {
        add_square(b, explosion, at, passed, seed, start);
    }
}

void q3_blood_add(struct q3_build *b, const float origin[3], int32_t client, double time,
                  uint32_t seed)
{
    const double age = b->interp.time - time;
    struct rgb_entity *to =
        age >= 0.0 && age < BLOOD_LIFE
            ? q3_sprite_add(b, q3_effect_material(b, "bloodExplosion"), origin, (float)BLOOD_RADIUS)
            : NULL;
    if (to) {
        to->flags = client >= 0 && client == b->view.client ? RGB_NOT_IN_EYES : 0u;
        to->rotation = (float)(dmath_hash(seed, SALT_ROLL, 0) % 360);
        /* Its pictures change by the scene's clock: the original sets no shader time. */
        memset(to->color, 0, sizeof(to->color)); /* as the original leaves it */
    }
}
