/* The team overlay of QuakeWorld, a row of text a team mate: powerups, name, place, armour /
 * health, best weapon. */
#include <stdio.h>

#include "engine/hud/hud_row.h"

enum { ROWS = 8, MAX_NAME = 8, MAX_PLACE = 8 /* letters */, LOW_HEALTH = 25 };

static uint32_t widest_of(uint32_t width, struct hud_string text, uint32_t max)
{
    const uint32_t length = text.size < max ? text.size : max;
    return length > width ? length : width;
}

/* Clamps to three figures. */
static int clamp_figures(int32_t value)
{
    return value > 999 ? 999 : value < -99 ? -99 : (int)value;
}

struct columns {
    uint32_t name, place; /* letters */
};

static void put_mate(struct hud_2d_list *list, const struct hud_facts *facts,
                     const struct hud_teammate *mate, struct columns columns, struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    char text[32];
    hud_row_add_ascii(&row, mate->powerups, 0);
    hud_row_add_ascii(&row, " ", 0);
    hud_row_add_padded(&row, mate->name, columns.name, 0);
    hud_row_add_ascii(&row, " ", 0);
    if (columns.place > 0) {
        hud_row_add_padded(&row, mate->place, columns.place, facts->accent);
        hud_row_add_ascii(&row, " ", 0);
    }
    snprintf(text, sizeof text, "%c%3d/", mate->armor_letter, clamp_figures(mate->armor));
    hud_row_add_ascii(&row, text, 0);
    if (mate->health > 0) {
        snprintf(text, sizeof text, "%-3d", clamp_figures(mate->health));
    } else {
        snprintf(text, sizeof text, "---");
    }
    hud_row_add_ascii(&row, text, mate->health <= LOW_HEALTH ? facts->accent : 0);
    hud_row_add_ascii(&row, " ", 0);
    hud_row_add_padded(&row, hud_string_of(mate->health > 0 ? mate->weapon : ""), 3, 0);
    hud_row_put(list, &row, area);
}

void hud_draw_team_rows(struct hud_2d_list *list, const struct hud_facts *facts,
                        struct hud_area *area)
{
    struct columns columns = {0, 0};
    for (size_t i = 0; i < facts->num_mates && i < ROWS; i++) {
        columns.name = widest_of(columns.name, facts->mates[i].name, MAX_NAME);
        columns.place = widest_of(columns.place, facts->mates[i].place, MAX_PLACE);
    }
    for (size_t i = 0; i < facts->num_mates && i < ROWS; i++) {
        if (area->top + area->letter_height <= area->bottom) {
            put_mate(list, facts, &facts->mates[i], columns, area);
        }
    }
}
