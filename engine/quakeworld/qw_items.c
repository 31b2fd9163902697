#include "engine/quakeworld/qw_items.h"

#include <string.h>

#include "engine/quake/overlay/quake_items.h"
#include "engine/quakeworld/qw_view.h"

enum { RICH = 100, NO_RESPAWN = 2 /* deathmatch */ };

static const char *model_name(const struct qw_state *s, const uint8_t *data, uint32_t number)
{
    return number > 0 && number < s->arrays[QW_MODELS].count
               ? (const char *)data + qw_models(s)[number].offset
               : "";
}

/* The map's items have a baseline; what players drop has none. */
static bool has_baseline(const struct qw_state *s, const struct qw_frame_entity *entity)
{
    const uint32_t place = entity->number < s->arrays[QW_BASELINE_PLACES].count
                               ? qw_baseline_places(s)[entity->number]
                               : 0;
    return place > 0 && place <= s->arrays[QW_BASELINES].count &&
           qw_baselines(s)[place - 1].model == entity->model;
}

static void add_items(const struct qw_state *s, const uint8_t *data, struct demo_items *items)
{
    const struct qw_shown *shown = qw_shown_entities(s);
    for (uint32_t i = 0; i < s->arrays[QW_ENTITIES].count; i++) {
        const struct qw_frame_entity *now = &shown[i].now;
        struct demo_item item = {.number = now->number};
        if (quake_items_know(model_name(s, data, now->model), now->skin, &item) &&
            has_baseline(s, now)) {
            memcpy(item.origin, now->origin, sizeof item.origin);
            demo_items_add(items, &item);
        }
    }
}

static void add_players(const struct qw_state *s, struct demo_items *items)
{
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        const struct qw_player *player = &s->players[i];
        struct demo_item_player to = {.slot = i};
        if (player->visible && !player->spectator) {
            const bool told = qw_has_stats(s, i);
            const int32_t health = player->view.stats[QW_STAT_HEALTH];
            memcpy(to.origin, player->states[0].origin, sizeof to.origin);
            to.is_rich = told && health > RICH;
            to.is_poor = told && health <= RICH;
            demo_items_add_player(items, &to);
        }
    }
}

void qw_items_find(const struct qw_state *s, const uint8_t *data, struct demo_items *items)
{
    items->level_count = s->level_count;
    items->sees_all = s->is_mvd != 0;
    items->num_items = items->num_players = 0;
    if (s->in_game && s->updates > 0 && s->deathmatch != 0 && s->deathmatch != NO_RESPAWN) {
        add_items(s, data, items);
        add_players(s, items);
    }
}
