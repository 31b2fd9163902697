#include "engine/playback/follow/follow_figures.h"

#include <math.h>

#define EARLY 1.0 /* seconds */

static void count_frag(struct follow_figures *figures, const struct follow_plan *plan,
                       const struct demo_event *event)
{
    const struct follow_shot *shot = follow_plan_at(plan, event->time);
    const bool killer = shot && shot->slot == event->player;
    const bool victim = shot && !killer && shot->slot == event->other;
    figures->frags++;
    figures->of_killer += killer;
    figures->of_victim += victim;
    figures->early += (killer || victim) && event->time - shot->start >= EARLY;
}

struct follow_figures follow_figures_find(const struct follow_plan *plan,
                                          const struct follow_facts *facts)
{
    struct follow_figures figures = {0};
    const bool named = follow_facts_name_victims(facts);
    for (uint32_t i = 0; i < facts->num_events; i++) {
        const struct demo_event *event = &facts->events[i];
        if (event->kind == DEMO_EVENT_FRAG && event->player >= 0 && (event->other >= 0 || !named)) {
            count_frag(&figures, plan, event);
        }
    }
    for (uint32_t i = 0; i < plan->count; i++) {
        const double length = plan->shots[i].end - plan->shots[i].start;
        figures.cut_short += plan->shots[i].cut_short;
        if (!plan->shots[i].cut_short && i + 1 < plan->count) {
            figures.shortest = figures.shortest > 0.0 ? fmin(figures.shortest, length) : length;
        }
    }
    return figures;
}
