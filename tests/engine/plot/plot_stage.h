/* Events and updates for plots, made by hand. */
#ifndef TESTS_ENGINE_PLOT_PLOT_STAGE_H
#define TESTS_ENGINE_PLOT_PLOT_STAGE_H

#include <math.h>

#include "engine/plot/plot_data.h"

/* One player's update at a time. */
static inline struct game_body stage_body(int32_t slot, const char *name, const char *team,
                                          int32_t frags)
{
    return (struct game_body){.slot = slot,
                              .name = name,
                              .team = team,
                              .alive = true,
                              .has_health = true,
                              .has_ping = true,
                              .health = 100,
                              .armor = 50,
                              .velocity = {300.0f, 400.0f, 1000.0f},
                              .frags = frags,
                              .ping = 26,
                              .loss = 1};
}

static inline void stage_update(struct plot_collector *c, double time,
                                const struct game_body *bodies, uint32_t count)
{
    plot_collect_update(c,
                        &(struct game_update){.time = time, .num_bodies = count, .bodies = bodies});
}

static inline void stage_event(struct plot_collector *c, enum game_event_kind kind, double time,
                               int32_t player, const char *name, int32_t other,
                               const char *other_name, int32_t item, const char *text)
{
    plot_collect_event(
        c, &(struct game_event){.kind = kind,
                                .time = time,
                                .player = {.slot = player, .name = name, .team = ""},
                                .other = {.slot = other, .name = other_name, .team = ""},
                                .value = NAN,
                                .item = item,
                                .text = text});
}

#endif
