#include "engine/quake/overlay/quake_items.h"

#include <string.h>

static const struct row {
    const char *model;
    enum demo_item_kind kind;
    float respawn;
} rows[] = {
    {"progs/quaddama.mdl", DEMO_ITEM_QUAD, 60.0f},
    {"progs/invulner.mdl", DEMO_ITEM_PENTAGRAM, 300.0f},
    {"progs/invisibl.mdl", DEMO_ITEM_RING, 300.0f},
    {"progs/armor.mdl", DEMO_ITEM_GREEN_ARMOR, 20.0f},
    {"maps/b_bh100.bsp", DEMO_ITEM_MEGA, 20.0f},
};

static enum demo_item_kind kind_of_armor(uint32_t skin)
{
    return skin == 0   ? DEMO_ITEM_GREEN_ARMOR
           : skin == 1 ? DEMO_ITEM_YELLOW_ARMOR
                       : DEMO_ITEM_RED_ARMOR;
}

bool quake_items_know(const char *model, uint32_t skin, struct demo_item *item)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        if (strcmp(model, row->model) == 0) {
            item->kind = row->kind == DEMO_ITEM_GREEN_ARMOR ? kind_of_armor(skin) : row->kind;
            item->respawn = row->respawn;
            item->while_rich = row->kind == DEMO_ITEM_MEGA;
            return true;
        }
    }
    return false;
}
