/* Players and corpses in a Quake III scene: legs, torso, head and weapon joined by tags; skins,
 * powerup shells, flags, icons over the head.
 *
 * Source: the original's client game (cg_players, cg_weapons). q3_data_player replaces missing
 * files. Muzzle flashes, shadows and trails are in effects and level_fx. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PLAYERS_H
#define ENGINE_QUAKE3_SCENE_Q3_PLAYERS_H

#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_build.h"

/* Adds an entity of type Q3_ET_PLAYER at its interpolated position. in_eyes: the camera is this
 * player's view, so only mirrors show the body. */
void q3_players_add(struct q3_build *build, const struct q3_entity_state *entity,
                    const struct q3_pose *pose, bool in_eyes);

/* Adds the body of the playerState's player, if it has one. */
void q3_players_add_own(struct q3_build *build, bool in_eyes);

/* Models and skins by the player's configstring. Returns NULL if out of memory. */
const struct player_model *q3_players_model(struct q3_build *build, const struct q3_player *info);

/* Private to q3_players.c, q3_player_extras.c and q3_player_arena.c. */

/* A player while its parts are added. */
struct q3_body {
    struct q3_build *build;
    const struct q3_entity_state *entity;
    const struct q3_player_anim *anim;
    const struct q3_pose *pose;
    const struct player_model *model;
    const struct material *bright;    /* instead of the skin, in the colours of: */
    const struct scene_color *colors; /* both NULL: the skin */
    struct q3_player info;
    uint32_t powerups; /* enum q3_powerup, a bit each */
    uint32_t dmflags;
    unsigned flags; /* for all parts: enum rgb_entity_flags */
    bool own;       /* made of the playerState */
    bool team_game, open_arena, dead;
};

/* Starts the own player's body; adds nothing yet. Fills entity and pose, which must outlive *body.
 * Returns false if the player is not drawn. */
bool q3_body_start_own(struct q3_body *body, struct q3_build *build, struct q3_entity_state *entity,
                       struct q3_pose *pose);
/* Frames of a body part. When the recorder changes the followed player, the own body continues the
 * previous player's animation. */
void q3_body_frame(const struct q3_body *body, const struct q3_animated *part,
                   struct q3_lerp_frame *frame);
bool q3_body_has(const struct q3_body *body, enum q3_powerup powerup);
/* Adds a part again, all surfaces with the shader `name`; nothing if the game lacks that shader. */
void q3_body_add_shell(const struct q3_body *body, const struct rgb_entity *part, const char *name);
/* Adds a placed part, and again for each powerup shell. With invisibility only the shell is drawn.
 */
void q3_body_add_part(const struct q3_body *body, const struct rgb_entity *part);
/* Adds the weapon with its barrel on the torso's tag. */
void q3_body_add_weapon(const struct q3_body *body, const struct rgb_entity *torso);
/* Adds flags and powerup lights. */
void q3_body_add_powerups(const struct q3_body *body, const struct rgb_entity *torso);
/* Adds what Team Arena's games draw around the player: skulls, persistent powerups, the
 * invulnerability shield. Nothing with --no-effects. torso: already placed. */
void q3_body_add_arena(const struct q3_body *body, const struct rgb_entity *torso);
/* Adds the icon over the head: chatting, lagging, awards, team mate. */
void q3_body_add_sign(const struct q3_body *body);

#endif
