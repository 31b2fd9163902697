/* View state that a QuakeWorld client carries from frame to frame (view.c), stepped once per
 * update. */
#include "engine/quakeworld/qw_apply.h"

static void step_flash(const struct qw_state *s, int32_t flash[2], double speed)
{
    const double passed = s->updates > 1 ? s->times[0] - s->times[1] : 0.0;
    flash[1] = quake_fade(flash[0], speed, passed);
    flash[0] = flash[1];
}

static bool can_be_viewed(const struct qw_state *s, uint32_t player)
{
    return s->is_mvd ? s->players[player].visible != 0 : player == s->recorder;
}

void qw_view_step(struct qw_state *s)
{
    for (uint32_t i = 0; i < s->slots_seen; i++) {
        const struct qw_player_state *now = &s->players[i].states[0];
        struct qw_view_state *view = &s->players[i].view;
        if (!can_be_viewed(s, i)) {
            continue;
        }
        step_flash(s, view->damage_flash, QUAKE_DAMAGE_FADE);
        step_flash(s, view->bonus_flash, QUAKE_BONUS_FADE);
        if (s->paused || s->intermission) {
            continue; /* V_CalcRefdef was not called then */
        }
        const bool climbs = view->stair_valid && now->on_ground && !s->players[i].snap;
        view->stair_z = climbs
                            ? quake_climb(view->stair_z, now->origin[2], s->times[0] - s->times[1])
                            : now->origin[2];
        view->stair_valid = 1;
    }
}
