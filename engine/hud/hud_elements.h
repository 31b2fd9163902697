/* HUD elements that all families share: which there are, when each is shown, and its drawing.
 *
 * An element is a function of struct hud_facts and an area; it emits struct hud_2d primitives and
 * keeps nothing. The original games' status bars are not elements: each family draws its own. */
#ifndef ENGINE_HUD_HUD_ELEMENTS_H
#define ENGINE_HUD_HUD_ELEMENTS_H

#include "engine/hud/hud_2d.h"
#include "engine/hud/hud_facts.h"

enum hud_family {
    HUD_IN_QUAKE = 1,
    HUD_IN_QUAKEWORLD = 2,
    HUD_IN_QUAKE3 = 4,
    HUD_IN_ALL = HUD_IN_QUAKE | HUD_IN_QUAKEWORLD | HUD_IN_QUAKE3
};

/* Places of a layout. Each family knows where its slots are. */
enum hud_slot {
    HUD_SLOT_TEAM,
    HUD_SLOT_CLOCK,
    HUD_SLOT_SPEED,
    HUD_SLOT_GHOSTS,
    HUD_SLOT_KEYS,
    HUD_SLOT_KILLS,
    HUD_SLOT_ITEMS,
    HUD_SLOT_NAME,
    HUD_SLOT_RADAR, /* no rows: a corner of the area */
    HUD_SLOT_WORLD  /* no rows: over places of the world */
};

/* Area of a slot's elements, layout units. */
struct hud_area {
    float left, right; /* edges of its rows */
    float top;         /* y of the next row; elements move it down */
    float bottom;      /* rows that would end below are left out */
    float letter_width, letter_height;
    float row;      /* from row to row */
    bool from_left; /* rows begin at left; else they end at right */
};

typedef void hud_element_draw(struct hud_2d_list *list, const struct hud_facts *facts,
                              struct hud_area *area);

#define HUD_ELEMENT(name, families, option, slot, function) hud_element_draw function;
#include "engine/hud/hud_element_list.h"
#undef HUD_ELEMENT

struct hud_element {
    const char *name;
    unsigned families; /* enum hud_family */
    size_t option;     /* offset of a bool in struct hud_options */
    enum hud_slot slot;
    hud_element_draw *draw;
};

/* Element `i` of the list, from 0; NULL = no more. */
const struct hud_element *hud_element_at(size_t i);

bool hud_element_is_shown(const struct hud_element *element, const struct hud_options *options);

/* Adds the shown elements of a slot; area->top is below them afterwards. */
void hud_elements_add(struct hud_2d_list *list, enum hud_family family, enum hud_slot slot,
                      const struct hud_facts *facts, struct hud_area *area);

#endif
