#include "engine/quake3/q3_view_state.h"

#include <math.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define HEALTHY 40
#define KICK_MIN 5.0f
#define KICK_MAX 10.0f

enum { NO_DIRECTION = 255 }; /* value of both angles: damage without direction */

static float clamp_value(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/* Computes the kick from the direction bytes of the hit and the view angles of the previous frame;
 * here the previous snapshot's. */
static void aim_kick(struct q3_view_state *view, const struct q3_player_state *before,
                     const struct q3_player_state *now, float kick)
{
    const float turn = 360.0f / 255.0f;
    const float from[3] = {(float)(now->fields[Q3_PS_DAMAGE_PITCH] & 255) * turn,
                           (float)(now->fields[Q3_PS_DAMAGE_YAW] & 255) * turn, 0.0f};
    const float angles[3] = {q3_float(before->fields[Q3_PS_VIEWANGLES_0]),
                             q3_float(before->fields[Q3_PS_VIEWANGLES_1]),
                             q3_float(before->fields[Q3_PS_VIEWANGLES_2])};
    float direction[3], forward[3], right[3], up[3], unused[3];
    if (!(fabsf(angles[0]) < 1e6f && fabsf(angles[1]) < 1e6f && fabsf(angles[2]) < 1e6f)) {
        return;
    }
    dmath_angle_vectors(from, direction, unused, unused);
    dmath_angle_vectors(angles, forward, right, up);
    const float ahead = -vec_dot(direction, forward);
    const float left = vec_dot(direction, right);
    const float above = -vec_dot(direction, up);
    const float flat = sqrtf(ahead * ahead + left * left);
    view->damage_roll = kick * left;
    view->damage_pitch = -kick * ahead;
    view->damage_x = clamp_value(-left / (ahead > 0.1f ? ahead : 0.1f), -1.0f, 1.0f);
    view->damage_y = clamp_value(above / (flat > 0.1f ? flat : 0.1f), -1.0f, 1.0f);
}

static void feel_damage(struct q3_view_state *view, const struct q3_player_state *before,
                        const struct q3_player_state *now, int32_t time)
{
    const int32_t health = now->stats[0];
    const float scale = health < HEALTHY ? 1.0f : (float)HEALTHY / (float)health;
    const float kick =
        clamp_value((float)now->fields[Q3_PS_DAMAGE_COUNT] * scale, KICK_MIN, KICK_MAX);
    view->damage_time = time;
    view->damage = kick;
    view->damage_x = view->damage_y = 0.0f;
    view->damage_roll = 0.0f;
    view->damage_pitch = -kick;
    if (now->fields[Q3_PS_DAMAGE_YAW] != NO_DIRECTION ||
        now->fields[Q3_PS_DAMAGE_PITCH] != NO_DIRECTION) {
        aim_kick(view, before, now, kick);
    }
}

void q3_view_state_step(struct q3_view_state *view, const struct q3_player_state *before,
                        const struct q3_player_state *now, int32_t time)
{
    const int32_t *a = before->fields, *b = now->fields;
    if (a[Q3_PS_CLIENT_NUM] != b[Q3_PS_CLIENT_NUM]) {
        return; /* other eyes */
    }
    if (a[Q3_PS_DAMAGE_EVENT] != b[Q3_PS_DAMAGE_EVENT] && b[Q3_PS_DAMAGE_COUNT] != 0) {
        feel_damage(view, before, now, time);
    }
    if (a[Q3_PS_VIEWHEIGHT] != b[Q3_PS_VIEWHEIGHT]) {
        view->duck_change = (float)b[Q3_PS_VIEWHEIGHT] - (float)a[Q3_PS_VIEWHEIGHT];
        view->duck_time = time;
    }
}

void q3_view_state_event(struct q3_view_state *view, int32_t event, int32_t fall, int32_t time)
{
    static const float changes[] = {-8.0f, -16.0f, -24.0f};
    if (event >= fall && event < fall + 3) {
        view->land_change = changes[event - fall];
        view->land_time = time;
    }
}
