/* Time gained and lost against a ghost (engine/playback/ghost), as a plot shows it. */
#ifndef ENGINE_PLOT_PLOT_LEAD_H
#define ENGINE_PLOT_PLOT_LEAD_H

#include "engine/playback/ghost/ghost_set.h"
#include "engine/plot/plot_figure.h"

/* How much earlier than the ghost the own player is at its place, at `samples` times evenly in
 * [from, to]; where the ghost never comes there is none. series: empty, starting at `from`. Returns
 * 0 or FORMAT_MEMORY. */
int plot_lead_read(struct plot_series *series, const struct ghost_set *set,
                   const struct ghost *ghost, double from, double to, uint32_t samples) MUST_CHECK;

/* Adds what both did to the figure's splits; the ghost must outlive it. */
void plot_lead_splits(struct plot_figure *figure, const struct ghost *ghost, uint32_t color);

/* As plot_part.map: times of the ghost's demo to those of the own demo, level by level. False: the
 * ghost is in no level of both, or the own player is in the next one already. */
struct plot_lead_map {
    const struct ghost_set *set;
    const struct ghost *ghost;
};
bool plot_lead_map_time(void *map, double time, double *mapped);

#endif
