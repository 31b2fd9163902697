/* Interpolation of a Quake III demo between two snapshots.
 *
 * Source: the original's client game (cg_snapshot, cg_ents): teleporting entities keep the older
 * snapshot's state until the newer one's time. Pure functions. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_INTERP_H
#define ENGINE_QUAKE3_SCENE_Q3_INTERP_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_state.h"

struct q3_interp {
    const struct q3_state *state;
    const struct q3_game *game;
    enum q3_mod mod;
    bool moves_players;             /* see q3_state_place_player */
    const struct q3_snapshot *from; /* current snapshot */
    const struct q3_snapshot *to;   /* next snapshot; NULL = unknown */
    double time;                    /* server time, ms */
    double fraction;                /* position between `from` and `to`, 0..1 */
    struct q3_player_state player;  /* interpolated playerState */
};

/* Interpolates at `fraction` between the state's previous snapshot (0) and its current one (1).
 * Returns false if there is no snapshot yet. */
bool q3_interp_at(struct q3_interp *interp, const struct q3_state *state,
                  const struct q3_game *game, double fraction);

/* View state at `from` (q3_state.h). */
const struct q3_view_state *q3_interp_view(const struct q3_interp *interp);

/* HUD state at `from`. */
const struct q3_hud_state *q3_interp_hud(const struct q3_interp *interp);

/* The same entity in `to`; NULL if it is not there or teleports. */
const struct q3_entity_state *q3_interp_next(const struct q3_interp *interp,
                                             const struct q3_entity_state *entity);

/* Position of an entity of interp->from, moved along with the mover it rests on. */
void q3_interp_place(const struct q3_interp *interp, const struct q3_entity_state *entity,
                     struct q3_pose *pose);

/* Values of interp->player.stats, whose indices differ by game. */
int32_t q3_interp_health(const struct q3_interp *interp);
int32_t q3_interp_dead_yaw(const struct q3_interp *interp);

/* "maps/oa_dm1.bsp"; "" = not known yet. */
void q3_level_name(const struct q3_gamestate *gamestate, char name[Q3_NAME_BYTES]);
void q3_interp_level(const struct q3_interp *interp, char name[Q3_NAME_BYTES]);

#endif
