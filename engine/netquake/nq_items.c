#include "engine/netquake/nq_items.h"

#include <string.h>

#include "engine/netquake/netquake.h"
#include "engine/quake/overlay/quake_items.h"

enum { RICH = 100, DEATHMATCH = 1 };

static const char *model_name(const struct nq_state *s, const struct dem_file *dem, uint32_t number)
{
    return number > 0 && number < s->arrays[NQ_MODELS].count
               ? (const char *)dem->data + nq_models(s)[number].offset
               : "";
}

static void add_player(const struct nq_state *s, uint32_t number, const struct nq_entity *e,
                       struct demo_items *items)
{
    struct demo_item_player player = {.slot = number - 1};
    if (number == s->view_entity && (s->has_clientdata != 0 || nq_stats_tell_all(s))) {
        player.is_rich = s->stats[NQ_STAT_HEALTH] > RICH;
        player.is_poor = !player.is_rich;
    }
    memcpy(player.origin, e->origins[0], sizeof player.origin);
    demo_items_add_player(items, &player);
}

void nq_items_find(const struct nq_state *s, const struct dem_file *dem, struct demo_items *items)
{
    const struct nq_entity *entities = nq_entities(s);
    items->level_count = s->level_count;
    items->sees_all = false;
    items->num_items = items->num_players = 0;
    if (!nq_state_in_game(s) || s->game_type != DEATHMATCH) {
        return;
    }
    for (uint32_t i = 1; i < s->arrays[NQ_ENTITIES].count; i++) {
        const struct nq_entity *e = &entities[i];
        struct demo_item item = {.number = i};
        if (e->msg_time != s->times[0] || e->model == 0) {
            continue;
        }
        if (i <= s->arrays[NQ_PLAYERS].count) {
            add_player(s, i, e, items);
        } else if (e->baseline.model == e->model &&
                   quake_items_know(model_name(s, dem, e->model), e->skin, &item)) {
            memcpy(item.origin, e->origins[0], sizeof item.origin);
            demo_items_add(items, &item);
        }
    }
}
