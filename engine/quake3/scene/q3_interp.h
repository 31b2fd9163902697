/* A moment of a Quake III demo: the snapshot that counts, the one after it, and where everything is
 * between them.
 *
 * Source: the original's client game (cg_snapshot, cg_ents), as facts: what jumps from one snapshot
 * to the next is as in the older one until the newer one's time. Pure functions. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_INTERP_H
#define ENGINE_QUAKE3_SCENE_Q3_INTERP_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_state.h"

enum { /* of q3_entity_state.fields[Q3_ES_E_FLAGS] and of the player's */
       Q3_EF_DEAD = 0x1,
       Q3_EF_NO_DRAW = 0x80,
       Q3_EF_FIRING = 0x100
};

enum {
    Q3_PM_NORMAL,
    Q3_PM_NOCLIP,
    Q3_PM_SPECTATOR,
    Q3_PM_DEAD,
    Q3_PM_FREEZE,
    Q3_PM_INTERMISSION,
    Q3_PM_SINGLE_INTERMISSION
};

enum { Q3_SOLID_INLINE = 0xffffff }; /* of fields[Q3_ES_SOLID]: the model is a part of the level */

struct q3_interp {
    const struct q3_state *state;
    const struct q3_game *game;
    enum q3_mod mod;
    bool moves_players;             /* other players' places are told moved */
    const struct q3_snapshot *from; /* what counts now */
    const struct q3_snapshot *to;   /* what comes next; NULL = nothing is known of it */
    double time;                    /* of the server, ms */
    double fraction;                /* of the way from one to the other, 0 .. 1 */
    struct q3_player_state player;  /* who looks, on his way */
};

/* The moment `fraction` of the way from the snapshot before to the state's own; 1 is that one.
 * False: there is no snapshot yet. */
bool q3_interp_at(struct q3_interp *interp, const struct q3_state *state,
                  const struct q3_game *game, double fraction);

/* What the state told of a player at the snapshot that counts (q3_state.h). */
const struct q3_view_state *q3_interp_view(const struct q3_interp *interp);

/* Likewise of what the display remembers. */
const struct q3_hud_state *q3_interp_hud(const struct q3_interp *interp);

/* The same entity in the next snapshot, NULL = it is not there or jumps. */
const struct q3_entity_state *q3_interp_next(const struct q3_interp *interp,
                                             const struct q3_entity_state *entity);

/* Where an entity of moment->from is, carried along by what it lies or stands on. */
void q3_interp_place(const struct q3_interp *interp, const struct q3_entity_state *entity,
                     struct q3_pose *pose);

/* Values of moment->player.stats, whose places differ by game. */
int32_t q3_interp_health(const struct q3_interp *interp);
int32_t q3_interp_dead_yaw(const struct q3_interp *interp);

/* "maps/oa_dm1.bsp"; "" = the server has not said. */
void q3_level_name(const struct q3_gamestate *gamestate, char name[Q3_NAME_BYTES]);
void q3_interp_level(const struct q3_interp *interp, char name[Q3_NAME_BYTES]);

#endif
