/* The kill feed: killer, weapon, victim of the newest deaths, for some seconds each. */
#include "engine/hud/hud_row.h"

#define SHOWN_SECONDS 4.0

enum { ROWS = 6 };

static void put_kill(struct hud_2d_list *list, const struct hud_facts *facts,
                     const struct hud_kill *kill, struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    hud_row_add(&row, kill->killer);
    if (kill->killer.size > 0) {
        hud_row_add_ascii(&row, " ", 0);
    }
    if (kill->icon != NULL) {
        hud_row_add_icon(&row, kill->icon);
    } else {
        hud_row_add_accented(&row, kill->cause, facts->accent);
    }
    if (kill->victim.size > 0) {
        hud_row_add_ascii(&row, " ", 0);
    }
    hud_row_add(&row, kill->victim);
    hud_row_put(list, &row, area);
}

void hud_draw_kill_feed(struct hud_2d_list *list, const struct hud_facts *facts,
                        struct hud_area *area)
{
    const struct hud_kill *shown[ROWS];
    size_t count = 0;
    for (size_t i = facts->num_kills; i > 0 && count < ROWS; i--) {
        const double age = facts->kills[i - 1].age;
        if (age >= 0.0 && age < SHOWN_SECONDS) {
            shown[count++] = &facts->kills[i - 1];
        }
    }
    while (count > 0) {
        put_kill(list, facts, shown[--count], area);
    }
}
