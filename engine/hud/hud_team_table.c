/* The team overlay of Quake III: a table on the team's colour with names, places, health, armour,
 * weapon and powerup icons.
 *
 * Source: the original's client game (CG_DrawTeamOverlay), as facts. */
#include <stdio.h>
#include <string.h>

#include "engine/hud/hud_elements.h"
#include "engine/hud/hud_row.h"

enum {
    MAX_NAME = 12,  /* letters */
    MAX_PLACE = 16, /* letters */
    FRAME = 4 + 7,  /* letters of gaps and figures */
    ICON = 4        /* letters from the right edge to the weapon's right side */
};

static uint32_t widest_of(uint32_t width, uint32_t letters, uint32_t max)
{
    return letters > max ? max : letters > width ? letters : width;
}

/* x: the table's left edge. Powerups stand left of the name, the next one left of the last. */
static void put_powerups(struct hud_2d_list *list, const struct hud_teammate *mate, float x,
                         struct hud_area area)
{
    for (uint32_t i = 0; i < mate->num_icons; i++) {
        const struct hud_2d_rect at = {x, area.top, area.letter_width, area.letter_height};
        hud_2d_add_picture(list, mate->icons[i], at, hud_2d_white);
        x -= area.letter_width;
    }
}

static void put_mate(struct hud_2d_list *list, const struct hud_teammate *mate,
                     uint32_t name_letters, uint32_t place_letters, float left,
                     struct hud_area area)
{
    const float letter = area.letter_width;
    const struct hud_string place = mate->place.size > 0 ? mate->place : hud_string_of("unknown");
    char text[32];
    struct hud_2d_rect at = {left + letter, area.top, letter, area.letter_height};
    hud_2d_add_text(list, at, hud_2d_white, mate->name.bytes, mate->name.size, name_letters);
    if (place_letters > 0) {
        at.x = left + letter * (float)(2 + name_letters);
        hud_2d_add_text(list, at, hud_2d_white, place.bytes, place.size, place_letters);
    }
    snprintf(text, sizeof text, "%3d %3d", (int)mate->health, (int)mate->armor);
    at.x = area.right - letter - letter * (float)strlen(text);
    hud_2d_add_text(list, at, mate->color, text, strlen(text), 0);
    at.x = area.right - letter * (ICON + 1);
    hud_2d_add_picture(list, mate->weapon_icon, at, hud_2d_white);
    put_powerups(list, mate, left, area);
}

void hud_draw_team_table(struct hud_2d_list *list, const struct hud_facts *facts,
                         struct hud_area *area)
{
    const uint32_t place = facts->place_letters < MAX_PLACE ? facts->place_letters : MAX_PLACE;
    uint32_t name = 0;
    for (size_t i = 0; i < facts->num_mates; i++) {
        name = widest_of(name, facts->mates[i].name.letters, MAX_NAME);
    }
    const float width = area->letter_width * (float)(name + place + FRAME);
    const struct hud_2d_rect at = {area->right - width, area->top, width,
                                   area->row * (float)facts->num_mates};
    if (facts->num_mates == 0) {
        return;
    }
    if (facts->team_ground != NULL) {
        hud_2d_add_picture(list, facts->team_ground, at, facts->team_color);
    } else {
        hud_2d_add_rect(list, at, facts->team_color);
    }
    for (size_t i = 0; i < facts->num_mates; i++) {
        if (!facts->mates[i].is_absent) {
            put_mate(list, &facts->mates[i], name, place, at.x, *area);
        }
        area->top += area->row;
    }
}
