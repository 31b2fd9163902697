#include "engine/quake3/q3_own_entity.h"

#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_player_anim.h"
#include "engine/quake3/q3_trajectory.h"

bool q3_own_entity(const struct q3_player_state *player, struct q3_entity_state *entity)
{
    static const uint8_t same[][2] = {
        {Q3_PS_CLIENT_NUM, Q3_ES_CLIENT_NUM},
        {Q3_PS_ORIGIN_0, Q3_ES_POS_TR_BASE_0},
        {Q3_PS_ORIGIN_1, Q3_ES_POS_TR_BASE_1},
        {Q3_PS_ORIGIN_2, Q3_ES_POS_TR_BASE_2},
        {Q3_PS_VELOCITY_0, Q3_ES_POS_TR_DELTA_0},
        {Q3_PS_VELOCITY_1, Q3_ES_POS_TR_DELTA_1},
        {Q3_PS_VELOCITY_2, Q3_ES_POS_TR_DELTA_2},
        {Q3_PS_VIEWANGLES_0, Q3_ES_APOS_TR_BASE_0},
        {Q3_PS_VIEWANGLES_1, Q3_ES_APOS_TR_BASE_1},
        {Q3_PS_VIEWANGLES_2, Q3_ES_APOS_TR_BASE_2},
        {Q3_PS_LEGS_ANIM, Q3_ES_LEGS_ANIM},
        {Q3_PS_TORSO_ANIM, Q3_ES_TORSO_ANIM},
        {Q3_PS_E_FLAGS, Q3_ES_E_FLAGS},
        {Q3_PS_WEAPON, Q3_ES_WEAPON},
        {Q3_PS_GROUND_ENTITY_NUM, Q3_ES_GROUND_ENTITY_NUM},
        {Q3_PS_LOOP_SOUND, Q3_ES_LOOP_SOUND},
        {Q3_PS_GENERIC1, Q3_ES_GENERIC1},
    };
    const int32_t health = player->stats[0];
    memset(entity, 0, sizeof(*entity));
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        entity->fields[same[i][1]] = player->fields[same[i][0]];
    }
    int32_t *f = entity->fields;
    entity->number = f[Q3_ES_CLIENT_NUM];
    f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    f[Q3_ES_POS_TR_TYPE] = f[Q3_ES_APOS_TR_TYPE] = Q3_TR_INTERPOLATE;
    f[Q3_ES_ANGLES2_1] = q3_float_bits((float)player->fields[Q3_PS_MOVEMENT_DIR]);
    f[Q3_ES_E_FLAGS] = health > 0 ? f[Q3_ES_E_FLAGS] & ~Q3_EF_DEAD : f[Q3_ES_E_FLAGS] | Q3_EF_DEAD;
    for (int i = 0; i < Q3_ARRAY; i++) {
        f[Q3_ES_POWERUPS] |= player->powerups[i] != 0 ? 1 << i : 0;
    }
    return q3_player_has_body(player);
}
