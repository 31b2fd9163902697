/* Angles of a player's three parts: the head follows the view, the torso lags behind it, the legs
 * turn to the movement and lean into it.
 *
 * Source: the original's client game (cg_players). Degrees: pitch, yaw, roll. Pure. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PLAYER_POSE_H
#define ENGINE_QUAKE3_SCENE_Q3_PLAYER_POSE_H

#include "engine/quake3/q3_player_anim.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "formats/scripts/q3_animation.h"

struct q3_player_pose {
    float legs[3];  /* in the world */
    float torso[3]; /* on the legs */
    float head[3];  /* on the torso */
};

/* view: interpolated view angles; velocity: units per second; twitch: q3_player_anim_twitch.
 * animations: its fixed_legs and fixed_torso are used. */
void q3_player_pose(const float view[3], const float velocity[3], const struct q3_turn *turn,
                    float twitch, const struct q3_animations *animations,
                    struct q3_player_pose *pose);

#endif
