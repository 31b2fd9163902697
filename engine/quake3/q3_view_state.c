#include "engine/quake3/q3_view_state.h"

#include <math.h>

#include "engine/quake3/q3_trajectory.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define HEALTHY 40
#define KICK_MIN 5.0f
#define KICK_MAX 10.0f

/* Milliseconds. */
#define KICK_IN 100.0
#define KICK_OUT 400.0

#define ANGLE_MAX 1e6f

enum { NO_DIRECTION = 255 }; /* value of both angles: damage without direction */
enum { PMF_DUCKED = 1 };

static float clamp_value(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

double q3_view_rise_and_fall(double age, double in, double out)
{
    return age < 0.0 ? 0.0 : age < in ? age / in : age < in + out ? 1.0 - (age - in) / out : 0.0;
}

void q3_view_kick(const struct q3_view_state *view, double time, float angles[3])
{
    const double k = view->damage > 0.0f
                         ? q3_view_rise_and_fall(time - view->damage_time, KICK_IN, KICK_OUT)
                         : 0.0;
    angles[0] += (float)k * view->damage_pitch;
    angles[2] += (float)k * view->damage_roll;
}

struct q3_bob q3_bob_of(const struct q3_player_state *player)
{
    const int32_t *f = player->fields;
    const double x = (double)q3_float(f[Q3_PS_VELOCITY_0]),
                 y = (double)q3_float(f[Q3_PS_VELOCITY_1]);
    const double speed = sqrt(x * x + y * y);
    return (struct q3_bob){.speed = speed < 1e5 ? speed : 0.0,
                           .height = fabs(dmath_sin((f[Q3_PS_BOB_CYCLE] & 127) / 127.0 * DMATH_PI)),
                           .other_foot = (f[Q3_PS_BOB_CYCLE] & 128) != 0};
}

void q3_bob_nod(const struct q3_bob *bob, const struct q3_player_state *player, float angles[3])
{
    const bool ducked = (player->fields[Q3_PS_PM_FLAGS] & PMF_DUCKED) != 0;
    const double visible = bob->speed > 200.0 ? bob->speed : 200.0;
    const double nod = bob->height * 0.002 * visible * (ducked ? 3.0 : 1.0);
    angles[0] += (float)nod;
    angles[2] += (float)(bob->other_foot ? -nod : nod);
}

double q3_view_picture_before(const struct q3_snapshot *before, const struct q3_snapshot *now,
                              struct q3_player_state *player)
{
    const double since = (double)before->server_time,
                 picture = (double)now->server_time - Q3_VIEW_PICTURE;
    const double time = picture > since ? picture : since;
    q3_lerp_player(before, now, time, player);
    return time;
}

/* The view angles of the picture before, with nod and kick; false: they are no angles. */
static bool look_before(const struct q3_view_state *view, const struct q3_snapshot *before,
                        const struct q3_snapshot *now, float angles[3])
{
    static const uint8_t view_angles[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1,
                                          Q3_PS_VIEWANGLES_2};
    struct q3_player_state player;
    const double time = q3_view_picture_before(before, now, &player);
    for (int i = 0; i < 3; i++) {
        angles[i] = q3_float(player.fields[view_angles[i]]);
        if (!(fabsf(angles[i]) < ANGLE_MAX)) {
            return false;
        }
    }
    const struct q3_bob bob = q3_bob_of(&player);
    q3_bob_nod(&bob, &player, angles);
    q3_view_kick(view, time, angles);
    return true;
}

/* Computes the kick from the direction bytes of the hit and the view angles of the picture before.
 */
static void aim_kick(struct q3_view_state *view, const struct q3_player_state *now, float kick,
                     const float angles[3])
{
    const float turn = 360.0f / 255.0f;
    const float from[3] = {(float)(now->fields[Q3_PS_DAMAGE_PITCH] & 255) * turn,
                           (float)(now->fields[Q3_PS_DAMAGE_YAW] & 255) * turn, 0.0f};
    float direction[3], forward[3], right[3], up[3], unused[3];
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

static void feel_damage(struct q3_view_state *view, const struct q3_snapshot *before,
                        const struct q3_snapshot *snapshot)
{
    const struct q3_player_state *now = &snapshot->player;
    float angles[3];
    const bool looked = look_before(view, before, snapshot, angles);
    const int32_t health = now->stats[0];
    const float scale = health < HEALTHY ? 1.0f : (float)HEALTHY / (float)health;
    const float kick =
        clamp_value((float)now->fields[Q3_PS_DAMAGE_COUNT] * scale, KICK_MIN, KICK_MAX);
    view->damage_time = snapshot->server_time;
    view->damage = kick;
    view->damage_x = view->damage_y = 0.0f;
    view->damage_roll = 0.0f;
    view->damage_pitch = -kick;
    if (looked && (now->fields[Q3_PS_DAMAGE_YAW] != NO_DIRECTION ||
                   now->fields[Q3_PS_DAMAGE_PITCH] != NO_DIRECTION)) {
        aim_kick(view, now, kick, angles);
    }
}

void q3_view_state_step(struct q3_view_state *view, const struct q3_snapshot *before,
                        const struct q3_snapshot *now)
{
    const int32_t *a = before->player.fields, *b = now->player.fields;
    if (a[Q3_PS_CLIENT_NUM] != b[Q3_PS_CLIENT_NUM]) {
        return; /* other eyes */
    }
    if (a[Q3_PS_DAMAGE_EVENT] != b[Q3_PS_DAMAGE_EVENT] && b[Q3_PS_DAMAGE_COUNT] != 0) {
        feel_damage(view, before, now);
    }
    if (a[Q3_PS_VIEWHEIGHT] != b[Q3_PS_VIEWHEIGHT]) {
        view->duck_change = (float)b[Q3_PS_VIEWHEIGHT] - (float)a[Q3_PS_VIEWHEIGHT];
        view->duck_time = now->server_time;
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
