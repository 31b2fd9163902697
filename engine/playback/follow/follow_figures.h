/* What a plan shows of a demo, in figures. */
#ifndef ENGINE_PLAYBACK_FOLLOW_FIGURES_H
#define ENGINE_PLAYBACK_FOLLOW_FIGURES_H

#include "engine/playback/follow/follow_plan.h"

struct follow_figures {
    uint32_t frags;     /* whose killer the demo names, and the victim, too, unless it names none */
    uint32_t of_killer; /* of these seen from the killer's eyes, */
    uint32_t of_victim; /* and from the victim's */
    uint32_t early;     /* of both: the shot began a second before, or earlier */
    uint32_t cut_short; /* shots that are shorter, as their players die or leave */
    double shortest;    /* of the other shots but the last, seconds; 0 = there is none */
};

struct follow_figures follow_figures_find(const struct follow_plan *plan,
                                          const struct follow_facts *facts);

#endif
