#include "engine/playback/beside/beside_clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/playback/ghost/ghost_align.h"

/* The shifts of levels that are aligned; those before the first such level have its shift. */
static int take_shifts(struct beside_clock *clock, const struct body_path *path,
                       const struct ghost_level *levels)
{
    clock->shifts = calloc(path->num_levels, sizeof(*clock->shifts));
    if (!clock->shifts) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < path->num_levels; i++) {
        if (levels[i].other > 0) {
            const double start = path->points[path->levels[i].first].time;
            clock->shifts[clock->count] = (struct beside_shift){
                clock->count == 0 ? -INFINITY : start, levels[i].other_anchor - levels[i].anchor};
            clock->count++;
        }
    }
    return 0;
}

static int align(struct beside_clock *clock, const struct demo_run runs[2],
                 const struct ghost_side sides[2], const struct ghost_options *options,
                 char why[BESIDE_WHY])
{
    const struct ghost_pair pair = {.own = &runs[0], .other = &runs[1], .sides = sides};
    struct ghost_level *levels = calloc(runs[0].path.num_levels + 1, sizeof(*levels));
    int status = levels ? ghost_align(levels, &pair, options, why) : FORMAT_MEMORY;
    if (status == 0) {
        status = take_shifts(clock, &runs[0].path, levels);
    } else if (status == FORMAT_BAD && ghost_align_is_by_level(options->align)) {
        status = 0; /* the beginnings */
    }
    free(levels);
    return status;
}

int beside_clock_make(struct beside_clock *clock, const struct ghost_side sides[2],
                      const char *const players[2], const struct ghost_options *options,
                      char why[BESIDE_WHY])
{
    struct demo_run runs[2];
    int status = 0;
    runs[0] = runs[1] = (struct demo_run){0};
    *clock = (struct beside_clock){0};
    why[0] = '\0';
    for (int i = 0; i < 2 && status == 0; i++) {
        status =
            body_path_read(&runs[i].path, sides[i].timeline, players[i], BODY_PATH_POINTS, NULL);
    }
    if (status == 0 && runs[1].path.num_levels == 0) {
        snprintf(why, BESIDE_WHY, "no player runs in it");
        status = ghost_align_is_by_level(options->align) ? 0 : FORMAT_BAD;
    } else if (status == 0) {
        status = align(clock, runs, sides, options, why);
    }
    demo_run_free(&runs[0]);
    demo_run_free(&runs[1]);
    return status;
}

void beside_clock_free(struct beside_clock *clock)
{
    free(clock->shifts);
    *clock = (struct beside_clock){0};
}

double beside_clock_at(const struct beside_clock *clock, double time)
{
    double shift = 0.0;
    for (size_t i = 0; i < clock->count && clock->shifts[i].from <= time; i++) {
        shift = clock->shifts[i].shift;
    }
    return time + shift;
}
