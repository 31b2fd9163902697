/* Ghosts: how far ahead of each the followed player is, in time and units, and the last split. */
#include <math.h>
#include <stdio.h>

#include "engine/hud/hud_row.h"

#define MOST_SECONDS 9999.0
#define MOST_UNITS 99999.0

/* "ahead 0.35 s", "behind 1.20 s", "level" */
static void describe_lead(double lead, char text[32])
{
    const double shown = fmin(fabs(lead), MOST_SECONDS);
    if (shown < 0.005) {
        snprintf(text, 32, "level");
    } else {
        snprintf(text, 32, "%s %.2f s", lead > 0.0 ? "ahead" : "behind", shown);
    }
}

static void put_lead(struct hud_2d_list *list, const struct demo_ghost *ghost, uint8_t accent,
                     struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    char text[32];
    hud_row_add_ascii(&row, ghost->name, accent);
    if (ghost->has_lead) {
        describe_lead(ghost->lead, text);
        hud_row_add_ascii(&row, " ", 0);
        hud_row_add_ascii(&row, text, 0);
    }
    if (ghost->units >= 0.0) {
        snprintf(text, sizeof text, " %.0f u", fmin(ghost->units, MOST_UNITS));
        hud_row_add_ascii(&row, text, 0);
    }
    hud_row_put(list, &row, area);
}

static void put_split(struct hud_2d_list *list, const struct demo_ghost *ghost, uint8_t accent,
                      struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    char text[32];
    describe_lead(ghost->split_lead, text);
    hud_row_add_ascii(&row, ghost->split, accent);
    hud_row_add_ascii(&row, " ", 0);
    hud_row_add_ascii(&row, text, 0);
    hud_row_put(list, &row, area);
}

void hud_draw_ghosts(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    for (uint32_t i = 0; i < facts->num_ghosts; i++) {
        put_lead(list, &facts->ghosts[i], facts->accent, area);
        if (facts->ghosts[i].has_split) {
            put_split(list, &facts->ghosts[i], facts->accent, area);
        }
    }
}
