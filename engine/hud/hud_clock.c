/* The clock: minutes and seconds of the match or level. */
#include <stdio.h>

#include "engine/hud/hud_row.h"

#define MAX_SECONDS 1e8

void hud_draw_clock(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    const double seconds = facts->clock < MAX_SECONDS ? facts->clock : MAX_SECONDS;
    const int whole = seconds > 0.0 ? (int)seconds : 0;
    struct hud_row row = {.size = 0};
    char text[32];
    if (facts->clock_hours && whole >= 3600) {
        snprintf(text, sizeof text, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(text, sizeof text, "%d:%02d", whole / 60, whole % 60);
    }
    hud_row_add_ascii(&row, text, 0);
    hud_row_put(list, &row, area);
}
