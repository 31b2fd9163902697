/* Players in a Quake III scene, living and dead: legs, torso, head and gun on each other's tags,
 * with skins, the shells of powerups, flags they carry and the signs over their heads.
 *
 * Source: the original's client game (cg_players, cg_weapons), as facts. What a model's files lack
 * is filled by q3_data_player. Muzzle flashes, shadows and trails are not theirs. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PLAYERS_H
#define ENGINE_QUAKE3_SCENE_Q3_PLAYERS_H

#include "engine/quake3/scene/q3_build.h"

/* An entity of type player at its place of the moment. in_eyes: it is he who looks, so that only
 * mirrors show him. */
void q3_players_add(struct q3_build *build, const struct q3_entity_state *entity,
                    const struct q3_pose *pose, bool in_eyes);

/* The body of the player whom the demo shows the world to, where he has one. */
void q3_players_add_own(struct q3_build *build, bool in_eyes);

/* What a player is made of, by his configstring. NULL only when memory ran out. */
const struct player_model *q3_players_model(struct q3_build *build, const struct q3_player *info);

/* For files of players alone. */

/* A player being put together. */
struct q3_body {
    struct q3_build *build;
    const struct q3_entity_state *entity;
    const struct q3_player_anim *anim;
    const struct q3_pose *pose;
    const struct player_model *model;
    struct q3_player info;
    uint32_t powerups; /* enum q3_powerup, a bit each */
    uint32_t dmflags;
    unsigned flags; /* of all his parts: enum rgb_entity_flags */
    bool own;       /* made of the playerState */
    bool team_game, open_arena, dead;
};

/* The own player, of whom nothing is added yet; entity and pose are room that must stay. False: he
 * is not to be seen. */
bool q3_body_start_own(struct q3_body *body, struct q3_build *build, struct q3_entity_state *entity,
                       struct q3_pose *pose);
/* Which frames a part of his motion shows. The own body goes on where another player is followed,
 * with the animation that the one before began. */
void q3_body_frame(const struct q3_body *body, const struct q3_animated *part,
                   struct q3_lerp_frame *frame);
bool q3_body_has(const struct q3_body *body, enum q3_powerup powerup);
/* A part once more, all of it in another material; nothing where the game has none such. */
void q3_body_add_shell(const struct q3_body *body, const struct rgb_entity *part, const char *name);
/* A part that is placed: adds it, and again for each shell it has. Only invisibility's is drawn
 * alone. */
void q3_body_add_part(const struct q3_body *body, const struct rgb_entity *part);
/* The gun on the torso's tag, with its barrel. */
void q3_body_add_weapon(const struct q3_body *body, const struct rgb_entity *torso);
/* Flags and lights of powerups. */
void q3_body_add_powerups(const struct q3_body *body, const struct rgb_entity *torso);
/* What Team Arena's games show around him: skulls, signs of lasting powerups, a shield. Nothing
 * with
 * --no-effects. torso: as placed. */
void q3_body_add_arena(const struct q3_body *body, const struct rgb_entity *torso);
/* What the others are told about him, over his head. */
void q3_body_add_sign(const struct q3_body *body);

#endif
