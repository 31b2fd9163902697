#include "engine/family/demo_items.h"

#include <math.h>

const char *demo_item_name(enum demo_item_kind kind)
{
    static const char *const names[DEMO_ITEM_KINDS] = {
        "quad",  "pentagram", "ring", "suit",      "haste",        "invisible",
        "regen", "flight",    "mega", "red armor", "yellow armor", "green armor"};
    return (unsigned)kind < DEMO_ITEM_KINDS ? names[kind] : "";
}

static bool is_place(const float origin[3])
{
    return isfinite(origin[0]) && isfinite(origin[1]) && isfinite(origin[2]);
}

void demo_items_add(struct demo_items *items, const struct demo_item *item)
{
    if (items->num_items < DEMO_ITEMS && is_place(item->origin)) {
        items->items[items->num_items++] = *item;
    }
}

void demo_items_add_player(struct demo_items *items, const struct demo_item_player *player)
{
    if (items->num_players < DEMO_ITEM_PLAYERS && is_place(player->origin)) {
        items->players[items->num_players++] = *player;
    }
}
