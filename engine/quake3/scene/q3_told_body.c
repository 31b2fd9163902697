#include "engine/quake3/scene/q3_told_body.h"

#include <math.h>
#include <stdio.h>

#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_own_entity.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/scene/q3_view.h"

/* A foreign number made harmless. */
static float clean(int32_t bits)
{
    const float value = q3_float(bits);
    return fabsf(value) <= 1e6f ? value : 0.0f;
}

static void take_entity(const struct q3_entity_state *e, struct demo_body *body)
{
    static const uint8_t places[] = {Q3_ES_POS_TR_BASE_0, Q3_ES_POS_TR_BASE_1, Q3_ES_POS_TR_BASE_2};
    static const uint8_t speeds[] = {Q3_ES_POS_TR_DELTA_0, Q3_ES_POS_TR_DELTA_1,
                                     Q3_ES_POS_TR_DELTA_2};
    static const uint8_t turns[] = {Q3_ES_APOS_TR_BASE_0, Q3_ES_APOS_TR_BASE_1,
                                    Q3_ES_APOS_TR_BASE_2};
    for (int i = 0; i < 3; i++) {
        body->origin[i] = clean(e->fields[places[i]]);
        body->velocity[i] = clean(e->fields[speeds[i]]);
        body->angles[i] = clean(e->fields[turns[i]]);
    }
    body->frame = e->fields[Q3_ES_LEGS_ANIM];
    body->torso = e->fields[Q3_ES_TORSO_ANIM];
}

void q3_told_body(const struct q3_state *state, const struct q3_game *game, uint32_t follow,
                  struct demo_body *body)
{
    char level[Q3_NAME_BYTES];
    struct q3_entity_state own;
    *body = (struct demo_body){.level_count =
                                   state->gamestates * 65536u + (uint32_t)state->restarts % 65536u};
    q3_level_name(&state->gamestate, level);
    snprintf(body->level, sizeof body->level, "%s", level);
    const struct q3_snapshot *now = q3_state_snapshot(state);
    if (!now) {
        return;
    }
    body->present = true;
    const struct q3_entity_state *other = q3_view_followed(state, now, follow);
    if (other) {
        body->has_body = true;
        take_entity(other, body);
        q3_state_place_player(state, other->number, body->origin);
        return;
    }
    const int32_t type = now->player.fields[Q3_PS_PM_TYPE];
    const bool ends = type == Q3_PM_INTERMISSION || type == Q3_PM_SINGLE_INTERMISSION;
    body->has_body = q3_own_entity(&now->player, &own) && !ends;
    take_entity(&own, body);
    body->has_health = body->has_body;
    body->health = q3_player_stat(game, state->version_mod, &now->player, Q3_STAT_HEALTH);
    body->armor = q3_player_stat(game, state->version_mod, &now->player, Q3_STAT_ARMOR);
}
