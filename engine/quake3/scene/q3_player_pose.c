#include "engine/quake3/scene/q3_player_pose.h"
#include "engine/quake3/q3_player_anim_query.h"

#include <math.h>

#include "formats/base/dmath.h"

#define LEAN 0.05 /* degrees for each unit a second */
#define FASTEST 1e6

/* a - b the short way. */
static float angle_between(float a, float b)
{
    const double way = (double)a - (double)b;
    return fabs(way) < 1e9 ? (float)(way - 360.0 * floor((way + 180.0) / 360.0)) : 0.0f;
}

static void lean_legs(const float velocity[3], float legs[3])
{
    const double x = (double)velocity[0], y = (double)velocity[1], z = (double)velocity[2];
    const double speed = sqrt(x * x + y * y + z * z);
    if (!(speed > 0.0) || !(speed < FASTEST)) {
        return;
    }
    /* The length of the velocity and its direction make it itself again. */
    const double yaw = (double)legs[1] * DMATH_PI / 180.0;
    const double c = dmath_cos(yaw), s = dmath_sin(yaw);
    legs[2] -= (float)(LEAN * (y * c - x * s));
    legs[0] += (float)(LEAN * (x * c + y * s));
}

void q3_player_pose(const float view[3], const float velocity[3], const struct q3_turn *turn,
                    float twitch, const struct q3_animations *animations,
                    struct q3_player_pose *pose)
{
    const float torso[3] = {animations->fixed_torso ? 0.0f : turn->torso_pitch, turn->torso_yaw,
                            twitch};
    float legs[3] = {0.0f, turn->legs_yaw, 0.0f};
    lean_legs(velocity, legs);
    if (animations->fixed_legs) {
        legs[0] = legs[2] = 0.0f;
        legs[1] = torso[1];
    }
    for (int i = 0; i < 3; i++) {
        pose->legs[i] = legs[i];
        pose->torso[i] = angle_between(torso[i], legs[i]);
        pose->head[i] = angle_between(view[i], torso[i]);
    }
}
