#include "engine/events/quake_pack.h"

#include <math.h>

#include "engine/family/demo_items.h"
#include "engine/family/demo_status.h"

/* Seconds; what comes right after a spawn was not picked up. */
#define BIRTH_SECONDS 0.05

enum { MEGAHEALTH = 1 << 16, AMMO_KINDS = 4, POWERUPS = 4 };

/* Bits of items; a row's armour is looked at by its value, too. */
static const struct {
    uint32_t bit;
    int32_t item; /* enum demo_item_kind, or -1 */
    const char *name;
} items[] = {
    {1u << 1, -1, "super shotgun"},
    {1u << 2, -1, "nailgun"},
    {1u << 3, -1, "super nailgun"},
    {1u << 4, -1, "grenade launcher"},
    {1u << 5, -1, "rocket launcher"},
    {1u << 6, -1, "thunderbolt"},
    {MEGAHEALTH, DEMO_ITEM_MEGA, "megahealth"},
    {1u << 17, -1, "silver key"},
    {1u << 18, -1, "gold key"},
    {1u << 19, DEMO_ITEM_RING, "ring of shadows"},
    {1u << 20, DEMO_ITEM_PENTAGRAM, "pentagram"},
    {1u << 21, DEMO_ITEM_SUIT, "biosuit"},
    {1u << 22, DEMO_ITEM_QUAD, "quad damage"},
    {1u << 28, -1, "rune of earth magic"},
    {1u << 29, -1, "rune of black magic"},
    {1u << 30, -1, "rune of hell magic"},
    {1u << 31, -1, "rune of elder magic"},
};

static const struct {
    uint32_t bit;
    int32_t item;
    const char *name;
} armors[] = {
    {1u << 13, DEMO_ITEM_GREEN_ARMOR, "green armor"},
    {1u << 14, DEMO_ITEM_YELLOW_ARMOR, "yellow armor"},
    {1u << 15, DEMO_ITEM_RED_ARMOR, "red armor"},
};

static const struct {
    uint32_t bit;
    uint16_t status;
    int32_t item;
    const char *name;
} powerups[POWERUPS] = {
    {1u << 22, DEMO_STATUS_QUAD, DEMO_ITEM_QUAD, "quad damage"},
    {1u << 20, DEMO_STATUS_PROTECTED, DEMO_ITEM_PENTAGRAM, "pentagram"},
    {1u << 19, DEMO_STATUS_HIDDEN, DEMO_ITEM_RING, "ring of shadows"},
    {1u << 21, DEMO_STATUS_SUIT, DEMO_ITEM_SUIT, "biosuit"},
};

static const char *const ammo_names[AMMO_KINDS] = {"shells", "nails", "rockets", "cells"};

struct watched { /* what a comparison is about */
    struct events_reader *reader;
    int32_t slot;
    bool viewed;
};

static void add_item(const struct watched *w, enum game_event_kind kind, const char *name,
                     int32_t item, double value)
{
    struct game_event event = events_make(kind, w->slot, GAME_NOBODY);
    event.text = name;
    event.item = item;
    event.value = value;
    event.viewed = w->viewed;
    event.derived = true;
    events_add(w->reader, &event);
}

static void see_pickups(const struct watched *w, const struct quake_pack *before,
                        const struct quake_pack *now)
{
    const uint32_t got = now->items & ~before->items;
    for (size_t i = 0; got != 0 && i < sizeof items / sizeof items[0]; i++) {
        if (got & items[i].bit) {
            add_item(w, GAME_EVENT_PICKUP, items[i].name, items[i].item, 1.0);
        }
    }
    for (size_t i = 0; now->armor > before->armor && i < sizeof armors / sizeof armors[0]; i++) {
        if (now->items & armors[i].bit) {
            add_item(w, GAME_EVENT_PICKUP, armors[i].name, armors[i].item,
                     (double)now->armor - before->armor);
        }
    }
    if (now->health > before->health && (got & MEGAHEALTH) == 0) {
        /* Quake's megahealth is told by the bit alone while another one still wears off. */
        const int32_t more = now->health - before->health;
        const bool mega = more > 25 && now->health > 100;
        add_item(w, GAME_EVENT_PICKUP, mega ? "megahealth" : "health", mega ? DEMO_ITEM_MEGA : -1,
                 more);
    }
    for (int i = 0; i < AMMO_KINDS; i++) {
        if (now->ammo[i] > before->ammo[i]) {
            add_item(w, GAME_EVENT_PICKUP, ammo_names[i], -1,
                     (double)now->ammo[i] - before->ammo[i]);
        }
    }
}

static void see_powerups(struct quake_pack_watch *watch, const struct watched *w, uint32_t before,
                         uint32_t now, double time)
{
    for (int i = 0; ((before ^ now) & 0x780000u) != 0 && i < POWERUPS; i++) {
        const uint32_t bit = powerups[i].bit;
        if ((now & ~before) & bit) {
            watch->since[i] = time;
            add_item(w, GAME_EVENT_POWERUP, powerups[i].name, powerups[i].item, NAN);
        } else if ((before & ~now) & bit) {
            add_item(w, GAME_EVENT_POWERUP_END, powerups[i].name, powerups[i].item,
                     time - watch->since[i]);
        }
    }
}

void quake_pack_see(struct quake_pack_watch *watch, struct events_reader *reader, int32_t slot,
                    const struct quake_pack *pack, bool viewed, double now)
{
    const struct watched w = {reader, slot, viewed};
    const struct quake_pack before = watch->before;
    const bool alive = pack->health > 0, was_alive = watch->seen && before.health > 0;
    struct quake_pack kept = *pack;
    kept.items = alive ? pack->items : 0; /* a corpse's powerups have no end of their own */
    watch->before = kept;
    watch->born = alive && !was_alive ? now : watch->born;
    if (watch->seen && alive && was_alive && now - watch->born > BIRTH_SECONDS) {
        see_pickups(&w, &before, pack);
    }
    see_powerups(watch, &w, watch->seen ? before.items : 0, kept.items, now);
    watch->seen = true;
}

enum game_weapon quake_pack_weapon(uint32_t bit)
{
    switch (bit) {
    case 1u << 0:
        return GAME_WEAPON_SHOTGUN;
    case 1u << 1:
        return GAME_WEAPON_SUPER_SHOTGUN;
    case 1u << 2:
        return GAME_WEAPON_NAILGUN;
    case 1u << 3:
        return GAME_WEAPON_SUPER_NAILGUN;
    case 1u << 4:
        return GAME_WEAPON_GRENADE;
    case 1u << 5:
        return GAME_WEAPON_ROCKET;
    case 1u << 6:
        return GAME_WEAPON_LIGHTNING;
    case 1u << 12:
        return GAME_WEAPON_AXE;
    default:
        return GAME_WEAPON_NONE;
    }
}

uint16_t quake_pack_status(uint32_t bits)
{
    uint16_t status = bits & (1u << 5 | 1u << 6) ? DEMO_STATUS_ARMED : 0;
    for (int i = 0; i < POWERUPS; i++) {
        status |= bits & powerups[i].bit ? powerups[i].status : 0;
    }
    return status;
}
