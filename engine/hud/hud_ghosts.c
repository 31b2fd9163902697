/* Ghosts: how far ahead of each the followed player is, in time and units, and the last split. */
#include <math.h>
#include <stdio.h>

#include "engine/hud/hud_row.h"

#define MOST_SECONDS 9999.0
#define MOST_UNITS 99999.0
#define LEVEL_SECONDS 0.005

/* "ahead", "behind", "level": of the followed player. */
static const char *side_of(double lead)
{
    return fabs(lead) < LEVEL_SECONDS ? "level" : lead > 0.0 ? "ahead" : "behind";
}

/* " 0.35 s"; of players who are level nothing. */
static void write_seconds(double lead, char text[32])
{
    const double shown = fmin(fabs(lead), MOST_SECONDS);
    snprintf(text, 32, " %.2f s", shown);
    if (shown < LEVEL_SECONDS) {
        text[0] = '\0';
    }
}

/* "ahead of best 0.35 s 112 u" */
static void put_lead(struct hud_2d_list *list, const struct demo_ghost *ghost, uint8_t accent,
                     struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    char text[32];
    if (ghost->has_lead) {
        const bool level = fabs(ghost->lead) < LEVEL_SECONDS;
        hud_row_add_ascii(&row, side_of(ghost->lead), 0);
        hud_row_add_ascii(&row, level ? " with " : ghost->lead > 0.0 ? " of " : " ", 0);
    }
    hud_row_add_ascii(&row, ghost->name, accent);
    if (ghost->has_lead) {
        write_seconds(ghost->lead, text);
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
    hud_row_add_ascii(&row, ghost->split, accent);
    hud_row_add_ascii(&row, " ", 0);
    hud_row_add_ascii(&row, side_of(ghost->split_lead), 0);
    write_seconds(ghost->split_lead, text);
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
