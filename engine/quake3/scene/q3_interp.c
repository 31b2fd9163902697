#include "engine/quake3/scene/q3_interp.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/match/q3_stat_index.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"
#include "formats/base/vec.h"

bool q3_interp_at(struct q3_interp *m, const struct q3_state *state, const struct q3_game *game,
                  double fraction)
{
    const struct q3_snapshot *now = q3_state_snapshot(state), *before = q3_state_previous(state);
    char name[32];
    *m = (struct q3_interp){.state = state, .game = game, .from = now};
    if (!now) {
        return false;
    }
    info_copy(q3_gamestate_string(&state->gamestate, Q3_CS_SERVERINFO), "gamename",
              INFO_KEYS_ANY_CASE, name, sizeof(name));
    m->mod = q3_game_mod(game, q3_gamestate_string(&state->gamestate, game->version), name);
    m->moves_players = state->moves_players;
    m->time = now->server_time;
    if (before && fraction < 1.0 && before->server_time < now->server_time) {
        const double span = (double)now->server_time - before->server_time;
        m->from = before;
        m->to = now;
        m->fraction = fmax(fraction, 0.0);
        m->time = before->server_time + m->fraction * span;
    }
    q3_lerp_player(m->from, m->to, m->time, &m->player);
    return true;
}

const struct q3_view_state *q3_interp_view(const struct q3_interp *m)
{
    return &m->state->views[m->to ? 1 : 0];
}

const struct q3_hud_state *q3_interp_hud(const struct q3_interp *m)
{
    return &m->state->huds[m->to ? 1 : 0];
}

const struct q3_entity_state *q3_interp_next(const struct q3_interp *m,
                                             const struct q3_entity_state *entity)
{
    if (!m->to || ((m->from->flags ^ m->to->flags) & Q3_SNAP_SERVER_COUNT) != 0) {
        return NULL;
    }
    const struct q3_entity_state *next =
        q3_frames_entity_of(&m->state->frames, m->to, (uint32_t)entity->number);
    const bool jumps = next && ((entity->fields[Q3_ES_E_FLAGS] ^ next->fields[Q3_ES_E_FLAGS]) &
                                Q3_EF_TELEPORT) != 0;
    return jumps ? NULL : next;
}

/* By how much a mover turned: a point that turned with it, about the mover's place. */
static void turn_with(const float before[3], const float now[3], const float offset[3],
                      float out[3])
{
    float a[3][3], b[3][3], own[3];
    dmath_angle_vectors(before, a[0], a[1], a[2]);
    dmath_angle_vectors(now, b[0], b[1], b[2]);
    vec_to_axes(offset, a[0], a[1], a[2], own);
    for (int i = 0; i < 3; i++) {
        out[i] = own[0] * b[0][i] + own[1] * b[1][i] + own[2] * b[2][i];
    }
}

/* Moves an entity by the movement of its mover since the snapshot. */
static void carry_entity(const struct q3_interp *m, const struct q3_entity_state *entity,
                         struct q3_pose *pose)
{
    const int32_t ground = entity->fields[Q3_ES_GROUND_ENTITY_NUM];
    const struct q3_entity_state *mover =
        ground > 0 && ground < Q3_ENTITY_NONE - 1
            ? q3_frames_entity_of(&m->state->frames, m->from, (uint32_t)ground)
            : NULL;
    if (!mover || mover->fields[Q3_ES_E_TYPE] != Q3_ET_MOVER) {
        return;
    }
    const struct q3_trajectory place = q3_trajectory_of_origin(mover),
                               turn = q3_trajectory_of_angles(mover);
    float old_origin[3], origin[3], old_angles[3], angles[3], offset[3], turned[3];
    q3_trajectory_at(&place, m->from->server_time, old_origin);
    q3_trajectory_at(&place, m->time, origin);
    q3_trajectory_at(&turn, m->from->server_time, old_angles);
    q3_trajectory_at(&turn, m->time, angles);
    for (int i = 0; i < 3; i++) {
        offset[i] = turned[i] = pose->origin[i] - old_origin[i];
    }
    if (memcmp(old_angles, angles, sizeof(angles)) != 0) {
        turn_with(old_angles, angles, offset, turned);
    }
    for (int i = 0; i < 3; i++) {
        pose->origin[i] += origin[i] - old_origin[i] + turned[i] - offset[i];
        pose->angles[i] += angles[i] - old_angles[i];
    }
}

void q3_interp_place(const struct q3_interp *m, const struct q3_entity_state *entity,
                     struct q3_pose *pose)
{
    const struct q3_entity_state *next = q3_interp_next(m, entity);
    const int32_t to_time = m->to ? m->to->server_time : m->from->server_time;
    q3_lerp_entity(entity, next, m->from->server_time, to_time, m->time, pose);
    const bool interpolated = next && (entity->number < Q3_PLAYERS ||
                                       entity->fields[Q3_ES_POS_TR_TYPE] == Q3_TR_INTERPOLATE);
    if (!interpolated) {
        carry_entity(m, entity, pose);
    }
    if (m->moves_players) {
        q3_state_place_player(m->state, entity->number, pose->origin);
    }
}

int32_t q3_interp_health(const struct q3_interp *m)
{
    return m->player.stats[0];
}

int32_t q3_interp_dead_yaw(const struct q3_interp *m)
{
    return q3_player_stat(m->game, m->mod, &m->player, Q3_STAT_DEAD_YAW);
}

void q3_level_name(const struct q3_gamestate *gamestate, char name[Q3_NAME_BYTES])
{
    enum { FOLDER = 5, ENDING = 4 };
    char map[Q3_NAME_BYTES - FOLDER - ENDING];
    info_copy(q3_gamestate_string(gamestate, Q3_CS_SERVERINFO), "mapname", INFO_KEYS_ANY_CASE, map,
              sizeof(map));
    name[0] = '\0';
    if (map[0] != '\0') {
        const size_t length = strlen(map);
        memcpy(name, "maps/", FOLDER);
        memcpy(name + FOLDER, map, length);
        memcpy(name + FOLDER + length, ".bsp", ENDING + 1);
    }
}

void q3_interp_level(const struct q3_interp *m, char name[Q3_NAME_BYTES])
{
    q3_level_name(&m->state->gamestate, name);
}
