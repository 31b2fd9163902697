/* What of players goes on from snapshot to snapshot: how far body and legs have turned after the
 * view, which animations they were in, when they fired and were hurt, how their barrel spins.
 *
 * Source: the original's client game (cg_players, cg_weapons), as facts. It steps these once per
 * drawn picture; here the state steps them once per snapshot, and a moment between two snapshots is
 * told from what both know. With one picture per snapshot both are the same.
 * Animations alone depend on the model's animation.cfg, which no state knows: it remembers which
 * numbers were asked for when, and q3_player_anim_frame steps through them when a picture is made.
 *
 * Kept of each player and corpse of the last two snapshots, and of the own player, whose entity is
 * made of the playerState. Part of struct q3_state: plain memory, words only, zero = none. Times
 * are ms of the server; `time` of a moment lies from the snapshot before to the current one (later
 * ones are as after the current). Pure functions of (state, arguments). */
#ifndef ENGINE_QUAKE3_Q3_PLAYER_ANIM_H
#define ENGINE_QUAKE3_Q3_PLAYER_ANIM_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"
#include "formats/scripts/q3_animation.h"

enum {
    Q3_OWN = Q3_MAX_ENTITIES, /* in place of an entity's number: the own player */
    Q3_PLAYER_ANIMS,
    Q3_CHANGES = 24, /* of an animation that are remembered */
    Q3_TIMES = 128,  /* of snapshots that are remembered */
    Q3_NEVER = INT32_MIN
};

enum { /* of a change, besides the animation with its toggling bit (0 to 255) */
       Q3_CHANGE_HASTE = 0x100,
       Q3_CHANGE_RESET = 0x200,  /* nothing before it counts */
       Q3_CHANGE_HIDDEN = 0x400, /* the own player has no body: nothing moves on */
       Q3_CHANGE_CLIENT = 11,    /* from this bit on, 6 bits: who the own player was, else 0 */
       Q3_CHANGE_BITS = 17       /* those above them: ms since the change before */
};

struct q3_animated {
    int32_t count; /* of changes that are kept, each less than 2^15 ms behind the one before */
    int32_t time;  /* of the newest */
    uint32_t changes[Q3_CHANGES]; /* the newest last */
};

struct q3_swing {
    int32_t torso_yaw, torso_pitch, legs_yaw; /* 65536ths of a turn, 0 .. 65535 */
    int32_t moving; /* 1 torso's yaw, 2 its pitch, 4 the legs' yaw: after the view */
};

struct q3_barrel {
    int32_t angle; /* when it began, 65536ths of a turn */
    int32_t start, spins;
};

struct q3_player_anim {
    int32_t seen;  /* state's count of updates at the last snapshot that has it; 0 = none */
    int32_t flags; /* its eFlags there; of the own player, his number. His body is never reset */
    struct q3_swing swings[2];   /* as of the snapshot before that one, and as of it */
    struct q3_barrel barrels[2]; /* likewise */
    struct q3_animated legs, torso;
    int32_t pains;    /* so far: every second one twists to the other side */
    int32_t pain[2];  /* the time before the last one, and the last; 0 = never */
    int32_t flash[2]; /* likewise of firing */
    int32_t rail[2];  /* likewise of firing the railgun */
};

/* The part of a state that this is about. */
struct q3_player_anims {
    uint32_t num_times; /* snapshots so far of this gamestate; number i is times[i % Q3_TIMES] */
    int32_t times[Q3_TIMES];
    int32_t respawned[Q3_MAX_ENTITIES]; /* items: when they came back last; 0 = never. Drawn larger
                                           for a second from there on. Teams' obelisks: since when
                                           they are gone, as far as was seen; 0 = they stand */
    uint32_t count;                     /* of numbers that have a motion, but Q3_OWN */
    uint16_t numbers[Q3_MAX_ENTITIES];  /* ascending */
    struct q3_player_anim of[Q3_PLAYER_ANIMS];
};

/* False: the player watches, the level is over, or there is too little left of him. */
bool q3_player_has_body(const struct q3_player_state *player);

struct q3_state;

/* NULL: neither the current snapshot nor the one before has it as a player. Q3_OWN has always one.
 */
const struct q3_player_anim *q3_player_anim_of(const struct q3_state *state, uint32_t number);

/* Degrees; of the view they lag behind, not to each other. */
struct q3_turn {
    float torso_yaw, torso_pitch, legs_yaw;
};
void q3_player_anim_turn(const struct q3_state *state, const struct q3_player_anim *anim,
                         double time, struct q3_turn *turn);

/* When it last fired, or fired the railgun, as of `time`; Q3_NEVER. Flashes last 20 ms from there
 * on, a railgun's colour 1500. */
int32_t q3_player_anim_flash(const struct q3_player_anim *anim, double time);
int32_t q3_player_anim_rail(const struct q3_player_anim *anim, double time);
/* Degrees that pain rolls the torso by. */
float q3_player_anim_twitch(const struct q3_player_anim *anim, double time);
/* Degrees that the gun's barrel is rolled by. */
float q3_player_anim_barrel(const struct q3_state *state, const struct q3_player_anim *anim,
                            double time);

/* Frames as struct rgb_entity has them. */
struct q3_lerp_frame {
    int32_t old_frame, frame;
    float backlerp;
};

/* The models of a body: an animation that was begun goes on as that of the model it began with. */
struct q3_player_anim_models {
    const struct q3_animations *now;
    /* Those of the player who had this number when the animation began, NULL = as now. The function
     * is NULL where nobody else ever had the body. */
    const struct q3_animations *(*of_client)(void *context, uint32_t client);
    void *context;
    uint32_t client; /* who has it now; the function is not asked for him */
};

/* Which frames a part (&motion->legs, &motion->torso) of such models shows.
 *
 * The stepping of the original, at each snapshot since the part was reset or since the oldest
 * change that is known, and at `time`. What is assumed where memory ends: the oldest change begins
 * at once, not at the end of the frame that runs; and snapshots before the oldest known one were as
 * far apart as the two that follow it. Either moves what follows by less than the time a frame
 * takes, until an animation comes to its end and stays there. */
void q3_player_anim_frame(const struct q3_state *state, const struct q3_animated *part,
                          const struct q3_player_anim_models *models, double time,
                          struct q3_lerp_frame *frame);

/* For the files of the state alone. */

void q3_player_anim_clear(struct q3_player_anims *player_anims); /* as a gamestate does */
/* An entity of the current snapshot is a player. */
void q3_player_anim_track(struct q3_player_anims *player_anims, uint32_t number);
/* The current snapshot: all events from number first_event on happened in it. */
void q3_player_anim_step(struct q3_state *state, const struct q3_game *game, uint32_t first_event);

#endif
