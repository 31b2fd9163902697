#include "engine/playback/streaks/streak_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

struct tally {
    uint32_t row;   /* kills since the last death */
    uint32_t quick; /* kills with short times between them */
    double last;    /* the last kill */
};

/* --- finding ---------------------------------------------------------------------------------- */

static int add_streak(struct streak_plan *plan, const struct streak *streak)
{
    const int status =
        array_reserve(&plan->streaks, &plan->capacity, plan->count + 1, sizeof(*plan->streaks));
    if (status == 0) {
        plan->streaks[plan->count++] = *streak;
    }
    return status;
}

static bool is_slot(int32_t slot)
{
    return slot >= 0 && slot < STREAK_SLOTS;
}

static int count_kill(struct streak_plan *plan, struct tally *tally, const struct demo_event *event)
{
    int status = 0;
    tally->quick = tally->quick > 0 && event->time - tally->last <= STREAK_QUICK_SECONDS
                       ? tally->quick + 1
                       : 1;
    tally->last = event->time;
    tally->row++;
    if (tally->quick >= 2) {
        status = add_streak(
            plan, &(struct streak){event->time, STREAK_QUICK, tally->quick, event->player, -1});
    }
    if (status == 0 && tally->row % STREAK_STEP == 0) {
        status = add_streak(
            plan, &(struct streak){event->time, STREAK_ROW, tally->row, event->player, -1});
    }
    return status;
}

static int count_death(struct streak_plan *plan, struct tally *tally,
                       const struct demo_event *event)
{
    const uint32_t row = tally->row;
    *tally = (struct tally){0};
    return row >= STREAK_STEP ? add_streak(plan, &(struct streak){event->time, STREAK_ENDED, row,
                                                                  event->player, event->other})
                              : 0;
}

int streak_plan_build(struct streak_plan *plan, const struct demo_event *events, uint32_t count,
                      bool deaths_count)
{
    struct tally tallies[STREAK_SLOTS] = {{0}};
    int status = 0;
    *plan = (struct streak_plan){0};
    for (uint32_t i = 0; i < count && status == 0; i++) {
        const struct demo_event *event = &events[i];
        const bool dies = event->kind == DEMO_EVENT_DEATH;
        if (event->kind == DEMO_EVENT_LEVEL || event->kind == DEMO_EVENT_ROUND) {
            memset(tallies, 0, sizeof(tallies));
        }
        if ((event->kind != DEMO_EVENT_FRAG && !dies) || !is_slot(event->other)) {
            continue;
        }
        const bool kills = is_slot(event->player) && event->player != event->other;
        status = count_death(plan, &tallies[event->other], event);
        if (status == 0 && kills && (!dies || deaths_count)) {
            status = count_kill(plan, &tallies[event->player], event);
        }
    }
    if (status < 0) {
        streak_plan_free(plan);
    }
    return status;
}

int streak_plan_read(struct streak_plan *plan, const struct timeline *timeline, bool deaths_count)
{
    *plan = (struct streak_plan){0};
    if (timeline_wait(timeline, false) < 0) {
        return FORMAT_MEMORY;
    }
    const uint32_t count = timeline_extent(timeline).num_events;
    struct demo_event *events = calloc((size_t)count + 1, sizeof(*events));
    if (!events) {
        return FORMAT_MEMORY;
    }
    timeline_events(timeline, 0, count, events);
    const int status = streak_plan_build(plan, events, count, deaths_count);
    free(events);
    return status;
}

void streak_plan_free(struct streak_plan *plan)
{
    free(plan->streaks);
    *plan = (struct streak_plan){0};
}

/* --- telling ---------------------------------------------------------------------------------- */

enum { NAME = 32 };

static bool find_name(const struct demo_player_info *players, uint32_t count, int32_t slot,
                      char name[NAME])
{
    for (uint32_t i = 0; i < count; i++) {
        if ((int32_t)players[i].slot == slot) {
            demo_plain_text(name, NAME, players[i].name);
            return name[0] != '\0';
        }
    }
    return false;
}

/* False: a player has left. */
static bool describe(const struct streak *streak, const struct demo_player_info *players,
                     uint32_t count, char text[DEMO_CALL_TEXT])
{
    static const char *const quick[] = {"double kill", "triple kill", "four kills"};
    char name[NAME] = "", other[NAME];
    const bool known = find_name(players, count, streak->player, name);
    switch (streak->kind) {
    case STREAK_ROW:
        snprintf(text, DEMO_CALL_TEXT, "%s: %u in a row", name, streak->kills);
        return known;
    case STREAK_QUICK:
        if (streak->kills - 2 < sizeof(quick) / sizeof(quick[0])) {
            snprintf(text, DEMO_CALL_TEXT, "%s: %s", name, quick[streak->kills - 2]);
        } else {
            snprintf(text, DEMO_CALL_TEXT, "%s: %u kills at once", name, streak->kills);
        }
        return known;
    default:
        if (!find_name(players, count, streak->other, other)) {
            return false;
        }
        if (known && streak->player != streak->other) {
            snprintf(text, DEMO_CALL_TEXT, "%s ended %s's row of %u", name, other, streak->kills);
        } else {
            snprintf(text, DEMO_CALL_TEXT, "%s: a row of %u ended", other, streak->kills);
        }
        return true;
    }
}

/* The first streak after a time. */
static size_t find_after(const struct streak_plan *plan, double time)
{
    size_t low = 0, high = plan->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (plan->streaks[middle].time <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t streak_plan_at(const struct streak_plan *plan, const struct timeline *timeline,
                        double time, struct demo_call calls[DEMO_CALLS])
{
    struct demo_player_info players[STREAK_SLOTS];
    const size_t end = find_after(plan, time);
    size_t first = end;
    while (first > 0 && end - first < DEMO_CALLS &&
           time - plan->streaks[first - 1].time < STREAK_SHOWN_SECONDS) {
        first--;
    }
    if (first == end) {
        return 0;
    }
    const uint32_t all = timeline_roster(timeline, players, STREAK_SLOTS);
    const uint32_t known = all < STREAK_SLOTS ? all : STREAK_SLOTS;
    uint32_t count = 0;
    for (size_t i = first; i < end; i++) {
        if (describe(&plan->streaks[i], players, known, calls[count].text)) {
            calls[count++].age = time - plan->streaks[i].time;
        }
    }
    return count;
}
