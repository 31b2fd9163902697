/* Announcements: rows of kills and their ends, below the kill feed. */
#include "engine/hud/hud_row.h"

void hud_draw_calls(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    for (uint32_t i = 0; i < facts->num_calls; i++) {
        struct hud_row row = {.size = 0};
        hud_row_add_ascii(&row, facts->calls[i].text, facts->accent);
        hud_row_put(list, &row, area);
    }
}
