#include "engine/quake/quake_view.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

enum {
    IT_INVISIBILITY = 1 << 19,
    IT_INVULNERABILITY = 1 << 20,
    IT_SUIT = 1 << 21,
    IT_QUAD = 1 << 22
};

/* The original's console variables at their defaults. */
static const float bob_amount = 0.02f, bob_cycle = 0.6f, bob_up = 0.5f;
static const float roll_angle = 2.0f, roll_speed = 200.0f;
static const float kick_time = 0.5f, kick_scale = 0.6f;
const struct quake_idle quake_idle_default = {
    .cycle = {1.0f, 2.0f, 0.5f},
    .level = {0.3f, 0.3f, 0.1f},
};

static void set_color(struct quake_damage *damage, uint8_t red, uint8_t green, uint8_t blue)
{
    damage->color[0] = red;
    damage->color[1] = green;
    damage->color[2] = blue;
    damage->color[3] = 0;
}

float quake_take_damage(struct quake_damage *damage, double time, uint32_t armor, uint32_t blood,
                        const float from[3], const float angles[3])
{
    float count = (float)blood * 0.5f + (float)armor * 0.5f;
    count = count < 10.0f ? 10.0f : count;
    damage->time = time;
    if (armor > blood) {
        set_color(damage, 200, 100, 100);
    } else if (armor) {
        set_color(damage, 220, 50, 50);
    } else {
        set_color(damage, 255, 0, 0);
    }
    float length = vec_length(from);
    length = length > 0.0f ? length : 1.0f;
    float forward[3], right[3], up[3];
    dmath_angle_vectors(angles, forward, right, up);
    float side = vec_dot(from, right) / length;
    float ahead = vec_dot(from, forward) / length;
    damage->roll = count * side * kick_scale;
    damage->pitch = count * ahead * kick_scale;
    return 3.0f * count;
}

float quake_bob(const float velocity[3], double time)
{
    float cycle = (float)(time - (double)((float)(int)(time / (double)bob_cycle) * bob_cycle));
    cycle /= bob_cycle;
    if (cycle < bob_up) {
        cycle = (float)(DMATH_PI * (double)cycle / (double)bob_up);
    } else {
        cycle = (float)(DMATH_PI + DMATH_PI * (double)(cycle - bob_up) / (1.0 - (double)bob_up));
    }
    float bob = (float)(sqrt((double)(velocity[0] * velocity[0] + velocity[1] * velocity[1])) *
                        (double)bob_amount);
    bob = (float)((double)bob * 0.3 + (double)bob * 0.7 * dmath_sin((double)cycle));
    return bob > 4.0f ? 4.0f : bob < -7.0f ? -7.0f : bob;
}

float quake_roll(const float angles[3], const float velocity[3])
{
    float forward[3], right[3], up[3];
    dmath_angle_vectors(angles, forward, right, up);
    float side = vec_dot(velocity, right);
    float sign = side < 0.0f ? -1.0f : 1.0f;
    side = fabsf(side);
    side = side < roll_speed ? side * roll_angle / roll_speed : roll_angle;
    return side * sign;
}

void quake_add_kick(const struct quake_damage damages[2], double time, float angles[3])
{
    const struct quake_damage *damage = &damages[damages[0].time > time];
    float left = (float)((double)kick_time - (time - damage->time));
    if (left > 0.0f && damage->time <= time) {
        angles[2] += left / kick_time * damage->roll;
        angles[0] += left / kick_time * damage->pitch;
    }
}

static double find_sway(const struct quake_idle *idle, int axis, double time)
{
    return (double)idle->scale * dmath_sin(time * (double)idle->cycle[axis]) *
           (double)idle->level[axis];
}

void quake_add_idle(const struct quake_idle *idle, double time, float angles[3])
{
    for (int i = 0; i < 3 && idle->scale != 0.0f; i++) {
        angles[i] = (float)((double)angles[i] + find_sway(idle, i, time));
    }
}

void quake_add_intermission_idle(const struct quake_idle *idle, double time, float angles[3])
{
    struct quake_idle once = *idle;
    once.scale = 1.0f;
    quake_add_idle(&once, time, angles);
}

void quake_sway_weapon(const struct quake_idle *idle, double time, float angles[3])
{
    for (int i = 0; i < 3 && idle->scale != 0.0f; i++) {
        angles[i] = (float)((double)angles[i] - find_sway(idle, i, time));
    }
}

float quake_climb(float old_z, float z, double passed)
{
    if (!(z - old_z > 0.0f)) {
        return z;
    }
    float gone = (float)passed;
    float stair = old_z + (gone > 0.0f ? gone : 0.0f) * 80.0f;
    if (stair > z) {
        stair = z;
    }
    return z - stair > 12.0f ? z - 12.0f : stair;
}

void quake_bound_offsets(float eyes[3], const float feet[3])
{
    static const float low[3] = {-14.0f, -14.0f, -22.0f};
    static const float high[3] = {14.0f, 14.0f, 30.0f};
    for (int i = 0; i < 3; i++) {
        if (eyes[i] < feet[i] + low[i]) {
            eyes[i] = feet[i] + low[i];
        } else if (eyes[i] > feet[i] + high[i]) {
            eyes[i] = feet[i] + high[i];
        }
    }
}

float quake_turn(float from, float to, float part)
{
    float turn = to - from;
    if (turn > 180.0f) {
        turn -= 360.0f;
    } else if (turn < -180.0f) {
        turn += 360.0f;
    }
    return from + part * turn;
}

/* CalcGunAngle's lag is always 0: it compares the view's angles with themselves. */
void quake_place_weapon(struct quake_view *view, const float eyes[3], const float angles[3],
                        const float forward[3], float bob)
{
    for (int i = 0; i < 3; i++) {
        view->weapon_origin[i] = (float)((double)eyes[i] + (double)(forward[i] * bob) * 0.4);
    }
    view->weapon_origin[2] += bob;
    view->weapon_angles[0] = -view->angles[0];
    view->weapon_angles[1] = view->angles[1];
    view->weapon_angles[2] = angles[2];
}

int32_t quake_fade(int32_t percent, double speed, double passed)
{
    double left = (double)percent - speed * (passed > 0.0 ? passed : 0.0);
    return left > 0.0 ? (int32_t)left : 0;
}

static void set_blend(struct palette_blend *blend, uint8_t red, uint8_t green, uint8_t blue,
                      int32_t percent)
{
    blend->color[0] = red;
    blend->color[1] = green;
    blend->color[2] = blue;
    blend->percent = percent;
}

/* V_SetContentsColor: whatever else is not solid counts as water. */
static void blend_contents(const struct quake_tints *tints, struct palette_blend *blend)
{
    int contents = tints->contents;
    if (contents == CONTENTS_SOLID) {
        contents = tints->solid_is_slime ? CONTENTS_SLIME : CONTENTS_EMPTY;
    }
    switch (contents) {
    case CONTENTS_EMPTY:
        set_blend(blend, (uint8_t)tints->air[0], (uint8_t)tints->air[1], (uint8_t)tints->air[2],
                  tints->air[3]);
        break;
    case CONTENTS_LAVA:
        set_blend(blend, 255, 80, 0, 150);
        break;
    case CONTENTS_SLIME:
        set_blend(blend, 0, 25, 5, 150);
        break;
    default:
        set_blend(blend, 130, 80, 50, 128);
        break;
    }
}

void quake_blend(const struct quake_tints *tints, struct palette_blend blends[PALETTE_BLENDS])
{
    memset(blends, 0, PALETTE_BLENDS * sizeof *blends);
    blend_contents(tints, &blends[0]);
    const uint8_t *color = tints->damage->color;
    set_blend(&blends[1], color[0], color[1], color[2], tints->damage_percent);
    set_blend(&blends[2], 215, 186, 69, tints->bonus_percent);
    if (tints->items & IT_QUAD) {
        set_blend(&blends[3], 0, 0, 255, 30);
    } else if (tints->items & IT_SUIT) {
        set_blend(&blends[3], 0, 255, 0, 20);
    } else if (tints->items & IT_INVISIBILITY) {
        set_blend(&blends[3], 100, 100, 100, 100);
    } else if (tints->items & IT_INVULNERABILITY) {
        set_blend(&blends[3], 255, 255, 0, 30);
    }
}
