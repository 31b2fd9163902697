#include "engine/quake3/effects/q3_plum.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/effects/q3_sprite_fx.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define LIFE 4000.0
#define DIGIT 8.0f /* units wide */
#define NEAREST 20.0f

void q3_plum_color(int32_t points, uint8_t color[3])
{
    static const struct {
        int32_t least;
        uint8_t color[3];
    } steps[] = {
        {50, {255, 0, 255}}, {20, {0, 0, 255}},    {10, {255, 255, 0}},
        {2, {0, 255, 0}},    {0, {255, 255, 255}}, {INT32_MIN, {255, 17, 17}},
    };
    int i = 0;
    while (points < steps[i].least) {
        i++;
    }
    memcpy(color, steps[i].color, 3);
}

/* The digits sway sideways, across the line of sight. */
static void find_place(const struct q3_build *b, const struct q3_effect *effect, double left,
                       float at[3], float side[3])
{
    static const float up[3] = {0.0f, 0.0f, 1.0f};
    const float sway = (float)(-10.0 + 20.0 * dmath_sin(left * 2.0 * DMATH_PI));
    float eye[3];
    memcpy(at, effect->origin, 3 * sizeof(*at));
    at[2] += (float)(110.0 - 100.0 * left);
    for (int i = 0; i < 3; i++) {
        eye[i] = b->view.origin[i] - at[i];
    }
    vec_cross(eye, up, side);
    (void)vec_normalize(side);
    for (int i = 0; i < 3; i++) {
        at[i] += sway * side[i];
    }
}

void q3_plum_add(struct q3_build *b, const struct q3_effect *effect)
{
    static const char *const names[] = {"zero", "one",   "two",   "three", "four", "five",
                                        "six",  "seven", "eight", "nine",  "minus"};
    const double age = q3_effect_age(effect, b->interp.time), left = 1.0 - age / LIFE;
    char text[16], name[48];
    float at[3], side[3];
    uint8_t color[4] = {255, 255, 255, 255};
    if (age < 0.0 || left <= 0.0 || !q3_build_is_place(effect->origin)) {
        return;
    }
    q3_plum_color(effect->value, color);
    color[3] = left < 0.25 ? (uint8_t)(255.0 * 4.0 * left) : 255;
    find_place(b, effect, left, at, side);
    if (vec_distance(at, b->view.origin) < NEAREST) {
        return;
    }
    const int length = snprintf(text, sizeof(text), "%d", (int)effect->value);
    for (int i = 0; i < length; i++) {
        const int digit = text[i] == '-' ? 10 : text[i] - '0';
        const float off = ((float)length / 2.0f - (float)i) * DIGIT;
        const float place[3] = {at[0] + off * side[0], at[1] + off * side[1],
                                at[2] + off * side[2]};
        snprintf(name, sizeof(name), "gfx/2d/numbers/%s_32b", names[digit]);
        struct rgb_entity *to = q3_sprite_add(b, q3_effect_material(b, name), place, DIGIT / 2.0f);
        if (to) {
            memcpy(to->color, color, sizeof(color));
        }
    }
}
