/* How the recorder of a Quake III demo turns, and what he hits by it. */
#include "engine/edit/check/q3_check.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"

enum {
    RAILGUN = 7,            /* in all games */
    FLICK_SPEED_LEAST = 600 /* degrees in a second, in one of the snapshots */
};

static const double step_least = 0.001; /* s */

/* The fastest turn of the last snapshots, and their sum. */
static void check_flick(struct check *check, const struct q3_check_view *v)
{
    double sum = 0, fastest = 0;
    for (int i = 0; i < Q3_CHECK_VIEWS; i++) {
        const double turn = (double)v->turns_of[i];
        const double took = (double)v->took[i] > step_least ? (double)v->took[i] : step_least;
        const double speed = turn / took;
        sum += turn;
        fastest = speed > fastest ? speed : fastest;
    }
    if (sum > check_threshold(CHECK_FLICK_SHOT) && fastest > FLICK_SPEED_LEAST) {
        check_found_at(check, CHECK_FLICK_SHOT, &check->here,
                       "%.1f degrees within %d snapshots, %.0f in a second", sum, Q3_CHECK_VIEWS,
                       fastest);
    }
}

static void note_turn(struct q3_check_view *v)
{
    for (int i = Q3_CHECK_VIEWS - 1; i > 0; i--) {
        v->turns_of[i] = v->turns_of[i - 1];
        v->took[i] = v->took[i - 1];
    }
    v->turns_of[0] = v->turns.angle;
    v->took[0] = v->turns.step;
}

/* Followed players and teleports have other views; bodies and free spectators do not aim. */
static bool is_his(const struct q3_player_state *player, int32_t recorder)
{
    return player->fields[Q3_PS_PM_TYPE] == Q3_PM_NORMAL &&
           (recorder < 0 || player->fields[Q3_PS_CLIENT_NUM] == recorder);
}

void q3_check_view_note(struct check *check, struct q3_check_view *v, const struct q3_game *game,
                        int32_t recorder, const struct q3_snapshot *snapshot)
{
    const struct q3_player_state *player = &snapshot->player;
    const int32_t teleports = player->fields[Q3_PS_E_FLAGS] & Q3_EF_TELEPORT;
    const int32_t hits = q3_player_count(game, player, Q3_COUNT_HITS);
    const float angles[3] = {q3_float(player->fields[Q3_PS_VIEWANGLES_0]),
                             q3_float(player->fields[Q3_PS_VIEWANGLES_1]), 0};
    if (!is_his(player, recorder) || (v->any && player->fields[Q3_PS_CLIENT_NUM] != v->client)) {
        *v = (struct q3_check_view){.any = false};
        return;
    }
    if (v->any && teleports != v->teleports) {
        check_turns_set(&v->turns);
    }
    check_turns_note(check, &v->turns, player->fields[Q3_PS_COMMAND_TIME] / 1000.0, angles,
                     player->fields[Q3_PS_E_FLAGS] & Q3_EF_FIRING);
    note_turn(v);
    if (v->any && hits > v->hits && player->fields[Q3_PS_WEAPON] == RAILGUN) {
        check_flick(check, v);
    }
    v->any = true;
    v->client = player->fields[Q3_PS_CLIENT_NUM];
    v->teleports = teleports;
    v->hits = hits;
}
