#include "engine/quake3/scene/q3_told_items.h"

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_own_entity.h"

/* Seconds; source: the original's game code (g_items), as facts. */
#define POWERUP_SECONDS 120.0f
#define ARMOR_SECONDS 25.0f
#define MEGA_SECONDS 35.0f

static float respawn_of(enum demo_item_kind kind)
{
    switch (kind) {
    case DEMO_ITEM_MEGA:
        return MEGA_SECONDS;
    case DEMO_ITEM_RED_ARMOR:
    case DEMO_ITEM_YELLOW_ARMOR:
        return ARMOR_SECONDS;
    default:
        return POWERUP_SECONDS;
    }
}

/* Green armours are not followed: how long they stay away differs by game. */
static bool know_item(const struct q3_item *from, struct demo_item *item)
{
    item->kind = q3_item_kind_of(from);
    item->respawn = respawn_of(item->kind);
    return item->kind != DEMO_ITEM_KINDS && item->kind != DEMO_ITEM_GREEN_ARMOR;
}

static void place_of(const struct q3_entity_state *entity, float origin[3])
{
    origin[0] = q3_float(entity->fields[Q3_ES_POS_TR_BASE_0]);
    origin[1] = q3_float(entity->fields[Q3_ES_POS_TR_BASE_1]);
    origin[2] = q3_float(entity->fields[Q3_ES_POS_TR_BASE_2]);
}

/* What was dropped has another model index than 0 as the second. */
static void add_item(const struct q3_state *state, const struct q3_game *game,
                     const struct q3_entity_state *entity, struct demo_items *items)
{
    const struct q3_item *from =
        q3_item_of(game, state->version_mod, entity->fields[Q3_ES_MODELINDEX]);
    struct demo_item item = {.number = (uint32_t)entity->number};
    if (from && entity->fields[Q3_ES_MODELINDEX2] == 0 &&
        (entity->fields[Q3_ES_E_FLAGS] & Q3_EF_NO_DRAW) == 0 && know_item(from, &item)) {
        place_of(entity, item.origin);
        demo_items_add(items, &item);
    }
}

void q3_told_items(const struct q3_state *state, const struct q3_game *game,
                   struct demo_items *items)
{
    const struct q3_snapshot *now = q3_state_snapshot(state);
    struct q3_entity_state own;
    items->level_count = state->gamestates * 65536u + (uint32_t)state->restarts % 65536u;
    items->sees_all = false;
    items->num_items = items->num_players = 0;
    if (!now) {
        return;
    }
    if (q3_own_entity(&now->player, &own)) {
        struct demo_item_player player = {.slot = (uint32_t)now->player.fields[Q3_PS_CLIENT_NUM],
                                          .origin = {q3_float(now->player.fields[Q3_PS_ORIGIN_0]),
                                                     q3_float(now->player.fields[Q3_PS_ORIGIN_1]),
                                                     q3_float(now->player.fields[Q3_PS_ORIGIN_2])}};
        demo_items_add_player(items, &player);
    }
    for (uint32_t i = 0; i < now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&state->frames, now, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
            struct demo_item_player player = {.slot = (uint32_t)entity->number};
            place_of(entity, player.origin);
            demo_items_add_player(items, &player);
        } else if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_ITEM) {
            add_item(state, game, entity, items);
        }
    }
}
