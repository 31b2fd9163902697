/* The name of the player that a view shows, in the middle of the area. */
#include "engine/hud/hud_row.h"

void hud_draw_view_name(struct hud_2d_list *list, const struct hud_facts *facts,
                        struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    struct hud_area middle = *area;
    hud_row_add_ascii(&row, facts->view_name, 0);
    const float middle_right =
        (area->left + area->right + (float)row.letters * area->letter_width) / 2.0f;
    middle.right = middle_right < area->right ? middle_right : area->right;
    hud_row_put(list, &row, &middle);
    area->top = middle.top;
}
