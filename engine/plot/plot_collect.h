/* The parts of collecting a plot's data. Private to this folder. */
#ifndef ENGINE_PLOT_PLOT_COLLECT_H
#define ENGINE_PLOT_PLOT_COLLECT_H

#include "engine/plot/plot_data.h"
#include "formats/base/arrays.h"

/* The axis' time of a demo's time. False: it is not shown, and *mapped is the nearest that is, if
 * there is one. */
bool plot_collect_time(struct plot_collector *c, double time, double *mapped);

/* The player with that slot and name; added if `add`, else NULL if there is none. NULL as well if
 * there are too many. A player who comes back with another slot is the same. */
struct plot_player *plot_collect_player(struct plot_collector *c, int32_t slot, const char *name,
                                        const char *team, bool add);

/* --- held items: plot_spans.c -----------------------------------------------------------------*/

/* A powerup or flag begins or ends, or an item is taken. player may be NULL. */
void plot_spans_see(struct plot_collector *c, const struct game_event *event,
                    const struct plot_player *player, double time);
/* A player has died. player may be NULL. */
void plot_spans_drop(struct plot_collector *c, const struct plot_player *player, double time);
/* Nobody holds anything any more. */
void plot_spans_end(struct plot_collector *c, double time);

#endif
