/* Animation state of a player at a time: angles, twitch, barrel, muzzle flash, frames.
 *
 * `time`: server ms, between the previous snapshot and the current one; later times give the
 * current one. Pure functions of (state, arguments). */
#ifndef ENGINE_QUAKE3_Q3_PLAYER_ANIM_QUERY_H
#define ENGINE_QUAKE3_Q3_PLAYER_ANIM_QUERY_H

#include <stdint.h>

#include "engine/quake3/q3_player_anim.h"
#include "engine/quake3/q3_state.h"
#include "formats/scripts/q3_animation.h"

/* Returns NULL if neither the current nor the previous snapshot has this number as a player. Q3_OWN
 * always exists.
 */
const struct q3_player_anim *q3_player_anim_of(const struct q3_state *state, uint32_t number);

/* Absolute angles, degrees. */
struct q3_turn {
    float torso_yaw, torso_pitch, legs_yaw;
};
void q3_player_anim_turn(const struct q3_state *state, const struct q3_player_anim *anim,
                         double time, struct q3_turn *turn);

/* Time of the last shot, or railgun shot, up to `time`; Q3_NEVER = none. Muzzle flashes last 20 ms,
 * the railgun's colour 1500 ms. */
int32_t q3_player_anim_flash(const struct q3_player_anim *anim, double time);
int32_t q3_player_anim_rail(const struct q3_player_anim *anim, double time);
/* Roll of the torso by pain, degrees. */
float q3_player_anim_twitch(const struct q3_player_anim *anim, double time);
/* Roll of the weapon's barrel, degrees. */
float q3_player_anim_barrel(const struct q3_state *state, const struct q3_player_anim *anim,
                            double time);

/* Frames and blend as in struct rgb_entity. */
struct q3_lerp_frame {
    int32_t old_frame, frame;
    float backlerp;
};

/* Animations of a body's models. A running animation keeps the frames of the model it started with.
 */
struct q3_player_anim_models {
    const struct q3_animations *now;
    /* Returns the animations of the player who had this body when the animation started; NULL = as
     * now. The function pointer is NULL if the body never changed its player. */
    const struct q3_animations *(*of_client)(void *context, uint32_t client);
    void *context;
    uint32_t client; /* the body's player now; of_client is not called for this number */
};

/* Frames of a body part (&anim->legs, &anim->torso) at `time`.
 *
 * Repeats the original's stepping since the part was reset, or since the oldest stored change: at
 * each snapshot, every 50 ms in longer gaps between two snapshots, and at `time`. Two assumptions
 * replace what is no longer stored: the oldest change starts at once, not at the end of the frame
 * then shown; and snapshots before the oldest stored one had the interval of the two after it.
 * Either shifts the result by less than one frame's duration, until an animation ends and holds its
 * last frame. */
void q3_player_anim_frame(const struct q3_state *state, const struct q3_animated *part,
                          const struct q3_player_anim_models *models, double time,
                          struct q3_lerp_frame *frame);

#endif
