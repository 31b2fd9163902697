/* animation.cfg of a Quake III player model: frame ranges of leg and torso animations, and
 * properties of the model. */
#ifndef FORMATS_SCRIPTS_Q3_ANIMATION_H
#define FORMATS_SCRIPTS_Q3_ANIMATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* The game's animation numbers; those after the file's 31 are derived from others. */
enum q3_animation_number {
    Q3_ANIM_DEATH1,
    Q3_ANIM_DEAD1,
    Q3_ANIM_DEATH2,
    Q3_ANIM_DEAD2,
    Q3_ANIM_DEATH3,
    Q3_ANIM_DEAD3,
    Q3_ANIM_GESTURE,
    Q3_ANIM_ATTACK,
    Q3_ANIM_ATTACK2,
    Q3_ANIM_DROP,
    Q3_ANIM_RAISE,
    Q3_ANIM_STAND,
    Q3_ANIM_STAND2,
    Q3_ANIM_WALK_CROUCHED,
    Q3_ANIM_WALK,
    Q3_ANIM_RUN,
    Q3_ANIM_BACK,
    Q3_ANIM_SWIM,
    Q3_ANIM_JUMP,
    Q3_ANIM_LAND,
    Q3_ANIM_JUMP_BACK,
    Q3_ANIM_LAND_BACK,
    Q3_ANIM_IDLE,
    Q3_ANIM_IDLE_CROUCHED,
    Q3_ANIM_TURN,
    Q3_ANIM_GET_FLAG,
    Q3_ANIM_GUARD_BASE,
    Q3_ANIM_PATROL,
    Q3_ANIM_FOLLOW_ME,
    Q3_ANIM_AFFIRMATIVE,
    Q3_ANIM_NEGATIVE,
    Q3_ANIMS_OF_FILE,
    Q3_ANIM_BACK_CROUCHED = 32,
    Q3_ANIM_BACK_WALK,
    Q3_ANIM_FLAG_RUN,
    Q3_ANIM_FLAG_STAND,
    Q3_ANIM_FLAG_STAND_TO_RUN,
    Q3_ANIMS
};

struct q3_animation {
    int32_t first; /* frame; of legs counted as their model has them */
    int32_t count; /* 0 or more; models without a motion have 0 */
    int32_t loop;  /* frames at the end that are repeated; 0 = the last one stays; at most count */
    int32_t frame_ms; /* 1 or more */
    bool reversed;
    bool flip_flop; /* forward, then backward: twice as many frames */
};

enum q3_footsteps {
    Q3_FOOTSTEPS_NORMAL,
    Q3_FOOTSTEPS_BOOT,
    Q3_FOOTSTEPS_FLESH,
    Q3_FOOTSTEPS_MECH,
    Q3_FOOTSTEPS_ENERGY
};

enum q3_sex { Q3_SEX_MALE, Q3_SEX_FEMALE, Q3_SEX_NEUTER };

struct q3_animations {
    enum q3_sex sex;
    enum q3_footsteps footsteps;
    float head_offset[3]; /* head offset in the status bar only */
    bool fixed_legs, fixed_torso;
    struct q3_animation at[Q3_ANIMS]; /* 31 is none */
};

/* FORMAT_BAD: one of the first 25 animations is missing; err has its line in the message and its
 * offset. flip_flop: team gestures as OpenArena plays them. Unknown words are skipped. */
int q3_animations_read(struct q3_animations *animations, const void *text, size_t size,
                       bool flip_flop, struct format_error *err) MUST_CHECK;

#endif
