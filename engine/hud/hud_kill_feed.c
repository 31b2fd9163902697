/* The kill feed: killer, weapon, victim of the newest deaths, and what happened to flags, for some
 * seconds each. */
#include "engine/hud/hud_row.h"

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

static void put_flag(struct hud_2d_list *list, const struct hud_facts *facts,
                     const struct demo_call *flag, struct hud_area *area)
{
    struct hud_row row = {.size = 0};
    hud_row_add_ascii(&row, flag->text, facts->accent);
    hud_row_put(list, &row, area);
}

static bool is_shown(double age)
{
    return age >= 0.0 && age < DEMO_FEED_SECONDS;
}

/* The newest rows of both lists, the oldest of them on top. */
void hud_draw_kill_feed(struct hud_2d_list *list, const struct hud_facts *facts,
                        struct hud_area *area)
{
    struct {
        const struct hud_kill *kill; /* one of both */
        const struct demo_call *flag;
    } shown[ROWS];
    size_t count = 0, kills = facts->num_kills, flags = facts->num_flags;
    while (count < ROWS && kills + flags > 0) {
        const struct hud_kill *kill = kills > 0 ? &facts->kills[kills - 1] : NULL;
        const struct demo_call *flag = flags > 0 ? &facts->flags[flags - 1] : NULL;
        const bool takes_flag = !kill || (flag && flag->age <= kill->age);
        if (is_shown(takes_flag ? flag->age : kill->age)) {
            shown[count].kill = takes_flag ? NULL : kill;
            shown[count++].flag = takes_flag ? flag : NULL;
        }
        flags -= takes_flag;
        kills -= !takes_flag;
    }
    while (count-- > 0) {
        if (shown[count].flag) {
            put_flag(list, facts, shown[count].flag, area);
        } else {
            put_kill(list, facts, shown[count].kill, area);
        }
    }
}
