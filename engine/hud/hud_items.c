/* Item timers: what is known to have been taken, and the seconds until it is back, the next one
 * first. */
#include <stdio.h>

#include "engine/hud/hud_row.h"

#define MOST_SECONDS 999.0

enum { ROWS = 8, LETTERS = 12 };

/* Those whose time is unknown come last; of equal ones the item list's order stays. */
static bool comes_before(const struct demo_item_wait *a, const struct demo_item_wait *b)
{
    return a->wait >= 0.0 && (b->wait < 0.0 || a->wait < b->wait);
}

static size_t find_rows(const struct hud_facts *facts, const struct demo_item_wait *rows[ROWS])
{
    size_t count = 0;
    for (uint32_t i = 0; i < facts->num_items; i++) {
        const struct demo_item_wait *item = &facts->items[i];
        if (!item->taken || (count == ROWS && !comes_before(item, rows[ROWS - 1]))) {
            continue;
        }
        size_t at = count < ROWS ? count++ : ROWS - 1;
        for (; at > 0 && comes_before(item, rows[at - 1]); at--) {
            rows[at] = rows[at - 1];
        }
        rows[at] = item;
    }
    return count;
}

void hud_draw_items(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    const struct demo_item_wait *rows[ROWS];
    const size_t count = find_rows(facts, rows);
    for (size_t i = 0; i < count; i++) {
        struct hud_row row = {.size = 0};
        char text[16];
        const double wait = rows[i]->wait < MOST_SECONDS ? rows[i]->wait : MOST_SECONDS;
        hud_row_add_padded(&row, hud_string_of(demo_item_name(rows[i]->kind)), LETTERS, 0);
        if (wait >= 0.0) {
            snprintf(text, sizeof text, " %3d", (int)wait + 1);
        } else {
            snprintf(text, sizeof text, " held");
        }
        hud_row_add_ascii(&row, text, wait >= 0.0 && wait < 5.0 ? facts->accent : 0);
        hud_row_put(list, &row, area);
    }
}
