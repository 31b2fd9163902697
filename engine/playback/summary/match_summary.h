/* What a match came to up to a time: scores, frags, deaths, damage, time with powerups, items and
 * accuracies of each player and team, as far as the demo tells them.
 *
 * A pure function of the demo's events, statuses, figures and statistics and of the players at that
 * time. Counts begin with the level, or with the match in it. What servers tell is as old as their
 * last command. If the demo does not always show a player, that player's counts are minimums.
 * Times: seconds of playback. */
#ifndef ENGINE_PLAYBACK_SUMMARY_MATCH_SUMMARY_H
#define ENGINE_PLAYBACK_SUMMARY_MATCH_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_events.h"
#include "engine/family/demo_family.h"
#include "engine/family/demo_figure.h"
#include "engine/family/demo_status.h"
#include "formats/quakeworld/ktx_stats.h"

enum { SUMMARY_PLAYERS = 64, SUMMARY_TEAMS = 8, SUMMARY_NAME = 24 };

struct summary_facts { /* borrowed; events and statuses are ordered by time */
    double time;
    const struct demo_event *events;
    uint32_t num_events;
    const struct demo_status *statuses;
    uint32_t num_statuses;
    const struct demo_figure *figures; /* by time, too */
    uint32_t num_figures;
    const struct demo_player_info *players; /* at the time */
    uint32_t num_players;
    bool scores_add_up;          /* a team's score is the sum of its players' */
    const struct ktx_told *told; /* NULL = none */
    size_t offset;               /* in the file, of the last step: what is behind is not told yet */
    double ended;                /* when the match ended, up to which time counts; 0 = it goes on */
};

/* The columns: X(name, title, what it shows) */
#define SUMMARY_COLUMNS(X)                                                                         \
    X(SCORE, "score", "frags or points by the server")                                             \
    X(KILLS, "kill", "others killed")                                                              \
    X(DEATHS, "dead", "deaths")                                                                    \
    X(SUICIDES, "self", "deaths by oneself or the world")                                          \
    X(TEAM_KILLS, "tk", "team mates killed")                                                       \
    X(EFFICIENCY, "eff%", "kills of kills and deaths, percent")                                    \
    X(ACCURACY, "acc%", "accuracy of all weapons, percent")                                        \
    X(GIVEN, "given", "damage given")                                                              \
    X(TAKEN, "taken", "damage taken")                                                              \
    X(SEEN, "seen%", "time the demo shows the player, percent")                                    \
    X(QUAD, "quad%", "time with quad damage, percent")                                             \
    X(PENTAGRAM, "pent%", "time invulnerable, percent")                                            \
    X(RING, "ring%", "time invisible, percent")                                                    \
    X(SUIT, "suit%", "time with a battle suit, percent")                                           \
    X(HASTE, "haste%", "time with haste, percent")                                                 \
    X(REGENERATION, "regen%", "time with regeneration, percent")                                   \
    X(FLAG, "flag%", "time with a flag, percent")                                                  \
    X(ARMED, "arm%", "time with one of the best weapons, percent")                                 \
    X(CONTROL, "ctrl%", "KTX's control, percent")                                                  \
    X(GREEN_ARMOR, "ga", "green armours taken")                                                    \
    X(YELLOW_ARMOR, "ya", "yellow armours taken")                                                  \
    X(RED_ARMOR, "ra", "red armours taken")                                                        \
    X(MEGAHEALTH, "mh", "megahealths taken")                                                       \
    X(MG, "mg%", "accuracy of the machinegun, percent")                                            \
    X(SG, "sg%", "of the shotgun")                                                                 \
    X(SSG, "ssg%", "of the double-barrelled shotgun")                                              \
    X(NG, "ng%", "of the nailgun")                                                                 \
    X(SNG, "sng%", "of the super nailgun")                                                         \
    X(GL, "gl%", "of the grenade launcher")                                                        \
    X(RL, "rl%", "of the rocket launcher, direct hits")                                            \
    X(LG, "lg%", "of the lightning gun")                                                           \
    X(RG, "rg%", "of the railgun")                                                                 \
    X(PG, "pg%", "of the plasma gun")                                                              \
    X(BFG, "bfg%", "of the BFG10K")

enum summary_column {
#define SUMMARY_COLUMN(name, title, what) SUMMARY_##name,
    SUMMARY_COLUMNS(SUMMARY_COLUMN)
#undef SUMMARY_COLUMN
        SUMMARY_NUM_COLUMNS
};

static inline uint64_t summary_bit(enum summary_column column)
{
    return UINT64_C(1) << column;
}

enum { SUMMARY_WEAPONS = SUMMARY_BFG + 1 - SUMMARY_MG };

struct summary_row {
    uint32_t slot;           /* of a player */
    char name[SUMMARY_NAME]; /* plain ASCII without control characters */
    char team[SUMMARY_NAME]; /* "" = none */
    uint64_t known;          /* summary_bit */
    uint64_t least;          /* likewise: it is that or more */
    uint64_t told;           /* likewise: the server tells it; else it is counted */
    int32_t values[SUMMARY_NUM_COLUMNS];
    int32_t attacks[SUMMARY_WEAPONS], hits[SUMMARY_WEAPONS]; /* from SUMMARY_MG on */
};

struct match_summary {
    double seconds;   /* that count */
    uint64_t columns; /* that some row knows; summary_bit */
    uint32_t num_teams, num_players;
    struct summary_row teams[SUMMARY_TEAMS];     /* by falling score; none without two of them */
    struct summary_row players[SUMMARY_PLAYERS]; /* likewise, without spectators */
    uint32_t left_out;                           /* players beyond */
};

void match_summary_find(struct match_summary *summary, const struct summary_facts *facts);

/* "kill", "eff%"; what: in words. */
const char *summary_column_title(enum summary_column column);
const char *summary_column_words(enum summary_column column);

#endif
