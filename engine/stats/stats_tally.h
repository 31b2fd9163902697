/* What is counted of each player of a match while its demo is read. */
#ifndef ENGINE_STATS_STATS_TALLY_H
#define ENGINE_STATS_STATS_TALLY_H

#include "engine/stats/stats_match.h"

enum { STATS_TALLIES = 256 /* players of a match; further ones are left out */ };

struct stats_tally {
    char name[GAME_NAME], team[GAME_NAME];
    int32_t slot;
    bool gone;   /* he left; who comes back under that name goes on */
    bool viewed; /* the demo showed his view */
    uint32_t kills, deaths, suicides, team_kills, run, longest_run;
    uint32_t flags, captures, returns;
    double given, taken; /* damage */
    bool has_given, has_taken, derived_damage;
    uint32_t frags_by[GAME_WEAPONS];
    uint32_t items[DEMO_ITEM_KINDS];
    uint32_t derived_items; /* bit n: enum demo_item_kind n */
    int32_t score, accuracy;
    bool has_score;
    /* Motion, from update to update: */
    double time; /* of the last update with him; negative = none */
    bool was_alive;
    float place[3], stretch_place[3];
    double stretch_time;  /* since when a speed is taken */
    double stretch_speed; /* on the stretch before; 0 = none */
    double seen, alive, distance, top_speed;
};

struct stats_count { /* start from zeros */
    struct stats_tally tallies[STATS_TALLIES];
    uint32_t count;
    uint16_t of_slot[GAME_PLAYERS]; /* number + 1 of the tally; 0 = none */
    uint32_t taken[DEMO_ITEM_KINDS];
    bool names_due; /* the next update looks at names and teams, which seldom change */
};

/* A match begins: nothing is counted yet; who is there stays. */
void stats_count_begin(struct stats_count *count);
/* The tally of who has the slot; name: "" = not known. NULL: too many, or no slot. */
struct stats_tally *stats_count_of(struct stats_count *count, int32_t slot, const char *name,
                                   const char *team);
void stats_count_event(struct stats_count *count, const struct game_event *event);
void stats_count_update(struct stats_count *count, const struct game_update *update);

#endif
