#include "engine/plot/plot_lead.h"

int plot_lead_read(struct plot_series *series, const struct ghost_set *set,
                   const struct ghost *ghost, double from, double to, uint32_t samples)
{
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < samples; i++) {
        const double time = from + (to - from) * i / samples;
        struct ghost_gap gap;
        ghost_gap_at(set, ghost, time, &gap);
        if (gap.has_lead) {
            status = plot_series_add(series, time, gap.lead);
        }
    }
    return status;
}

void plot_lead_splits(struct plot_figure *figure, const struct ghost *ghost, uint32_t color)
{
    for (size_t i = 0; i < ghost->num_splits && figure->num_splits < PLOT_SPLITS; i++) {
        const struct ghost_split *split = &ghost->splits[i];
        if (split->at >= figure->from && split->at <= figure->to) {
            figure->splits[figure->num_splits++] = (struct plot_split){
                split->at, split->other_time - split->time, color, split->own->name};
        }
    }
}

bool plot_lead_map_time(void *map, double time, double *mapped)
{
    const struct plot_lead_map *m = map;
    const struct body_path *own = &m->set->own.path;
    if (m->ghost->run.path.num_levels == 0) {
        return false;
    }
    const size_t played = body_path_level_at(&m->ghost->run.path, time);
    for (size_t i = 0; i < own->num_levels; i++) {
        const struct ghost_level *level = &m->ghost->levels[i];
        if (level->other == played + 1) {
            *mapped = time - level->other_anchor + level->anchor;
            return body_path_level_at(own, *mapped) == i;
        }
    }
    return false;
}
