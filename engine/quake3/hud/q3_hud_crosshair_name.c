#include "engine/quake3/hud/q3_hud_crosshair_name.h"

#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/scene/q3_past_view.h"

#define FAR 131072.0f

enum { SHOWN = 1000 /* ms since the player was last under the crosshair */ };

static bool is_visible(const struct q3_interp *m, const struct q3_entity_state *entity)
{
    const uint32_t powerups = q3_game_powerups(m->game, (uint32_t)entity->fields[Q3_ES_POWERUPS]);
    return entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER &&
           (powerups >> Q3_POWERUP_INVISIBILITY & 1) == 0;
}

/* True if the line hits any player's box; usually it does not, so the level trace is skipped.
 * Entities are ordered by number, players first. */
static bool is_anybody_there(const struct q3_interp *m, const float from[3], const float to[3])
{
    for (uint32_t i = 0; i < m->from->count && m->from->numbers[i] < Q3_PLAYERS; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->from, i);
        struct q3_trace trace = {.fraction = 1.0f};
        struct q3_pose pose;
        if (is_visible(m, entity)) {
            q3_interp_place(m, entity, &pose);
            q3_box_trace(entity->fields[Q3_ES_SOLID], pose.origin, from, to, &trace);
        }
        if (trace.fraction < 1.0f) {
            return true;
        }
    }
    return false;
}

/* First player on the line of sight, Q3_NOBODY = none; fog hides players. */
static int32_t find_ahead(const struct q3_build *b, const float from[3], const float forward[3])
{
    const struct q3_interp *m = &b->interp;
    struct q3_trace trace;
    float to[3];
    for (int i = 0; i < 3; i++) {
        to[i] = from[i] + FAR * forward[i];
    }
    if (!is_anybody_there(m, from, to)) {
        return Q3_NOBODY;
    }
    const int32_t met = q3_shot_trace(b, from, to, m->player.fields[Q3_PS_CLIENT_NUM], &trace);
    const struct q3_entity_state *entity =
        met >= 0 && met < Q3_PLAYERS
            ? q3_frames_entity_of(&m->state->frames, m->from, (uint32_t)met)
            : NULL;
    const bool seen =
        entity && is_visible(m, entity) && q3_level_contents(b, trace.end, Q3_CONTENTS_FOG) == 0;
    return seen ? met : Q3_NOBODY;
}

/* The same in the picture of a snapshot that is over (CG_ScanForCrosshairEntity: along the view as
 * drawn). */
static int32_t find_before(const struct q3_build *b, const struct q3_interp *then,
                           const struct q3_view *view)
{
    struct q3_build before = *b;
    float axis[3][3];
    before.interp = *then;
    const bool alive =
        q3_player_stat(then->game, then->mod, &then->player, Q3_STAT_HEALTH) > 0 ||
        q3_player_count(then->game, &then->player, Q3_COUNT_TEAM) == Q3_TEAM_SPECTATOR;
    if (!alive || then->player.fields[Q3_PS_PM_TYPE] >= Q3_PM_INTERMISSION) {
        return Q3_NOBODY;
    }
    rgb_axis_of_angles(view->angles, axis);
    return find_ahead(&before, view->origin, axis[0]);
}

/* The last player under the crosshair, and the time. */
static int32_t look_back(const struct q3_hud *hud, int32_t *time)
{
    for (uint32_t i = 0; i < Q3_PAST_VIEWS; i++) {
        struct q3_interp then;
        struct q3_view view;
        if (!q3_past_view(hud->build, i, &then, &view)) {
            continue;
        }
        if (hud->now - then.time >= SHOWN) {
            break;
        }
        const int32_t found = find_before(hud->build, &then, &view);
        if (found != Q3_NOBODY) {
            *time = then.from->server_time;
            return found;
        }
    }
    return Q3_NOBODY;
}

void q3_hud_crosshair_name(struct q3_hud *hud)
{
    const struct q3_build *b = hud->build;
    struct q3_player player;
    char name[Q3_HUD_NAME];
    int32_t time;
    if (hud->mini) {
        return;
    }
    float part = 1.0f;
    int32_t ahead = find_ahead(b, b->view.origin, b->scene->axis[0]);
    if (ahead == Q3_NOBODY) {
        ahead = look_back(hud, &time);
        part = ahead == Q3_NOBODY ? 0.0f : q3_hud_fade(hud, time, SHOWN);
    }
    if (part > 0.0f && q3_hud_player(hud, ahead, &player, name)) {
        const float color[4] = {1.0f, 1.0f, 1.0f, 0.5f * part};
        q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_MIDDLE);
        q3_text_centered(&hud->canvas, 170.0f, q3_big, color, name);
    }
}
