/* The followed player's speed over the ground, units per second. */
#include <stdio.h>

#include "engine/hud/hud_row.h"

#define MAX_SPEED 99999.0

void hud_draw_speed(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    const double speed = facts->speed < MAX_SPEED ? facts->speed : MAX_SPEED;
    struct hud_row row = {.size = 0};
    char text[32];
    if (speed < 0.0) {
        return;
    }
    snprintf(text, sizeof text, "%d%s", (int)(speed + 0.5), facts->speed_unit);
    hud_row_add_ascii(&row, text, 0);
    hud_row_put(list, &row, area);
}
