/* What it is worth to see each player in each cell of time, for follow_plan. */
#ifndef ENGINE_PLAYBACK_FOLLOW_WORTH_H
#define ENGINE_PLAYBACK_FOLLOW_WORTH_H

#include "engine/playback/follow/follow_plan.h"

/* Longer demos have longer cells. */
enum { FOLLOW_CELLS_A_SECOND = 8, FOLLOW_CELLS_MAX = 1 << 16 };
#define FOLLOW_CELL_SECONDS (1.0 / FOLLOW_CELLS_A_SECOND)

enum {
    FOLLOW_CELL_VIEW = 1,  /* the demo has the player's view at the cell's start */
    FOLLOW_CELL_ALIVE = 2, /* likewise */
    FOLLOW_CELL_BUSY = 4,  /* likewise: the player is in a fight */
    FOLLOW_CELL_ENDS = 8   /* the player dies or leaves in it */
};

struct follow_worth { /* free with follow_worth_free */
    double cell;      /* seconds */
    uint32_t cells;
    uint32_t players;
    uint8_t slots[DEMO_STATUS_PLAYERS]; /* of the players */
    int32_t *worth;                     /* [cell * players + player] */
    uint8_t *flags;                     /* likewise, FOLLOW_CELL_ */
    int32_t cut;                        /* what a cut costs */
    bool calm;                          /* no shot ends in a fight */
    bool found;                         /* the target's kind of player is in the demo */
};

/* Returns 0 or FORMAT_MEMORY. */
int follow_worth_find(struct follow_worth *worth, enum follow_target target,
                      const struct follow_facts *facts) MUST_CHECK;
void follow_worth_free(struct follow_worth *worth);

#endif
