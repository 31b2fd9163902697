/* Statistics that `info` reports for Quake III demos only; the scanner fills them and demo_stats.
 */
#ifndef ENGINE_QUAKE3_Q3_STATS_H
#define ENGINE_QUAKE3_Q3_STATS_H

#include "engine/inspect/demo_stats.h"
#include "engine/quake3/update/q3_state_apply.h"

enum { Q3_FACTS_TEXT = 96 };

struct q3_facts { /* demo_stats.facts */
    const struct q3_game *game;
    uint32_t gamestates, snapshots;
    uint32_t dropped;            /* snapshots whose delta base is missing */
    uint32_t kept, repeated;     /* server commands */
    uint32_t gaps;               /* gaps in message numbers, except the one after each gamestate */
    uint64_t lost;               /* messages missing in the gaps */
    int32_t client;              /* the recorder's client number; -1 = unknown */
    int32_t game_type;           /* g_gametype; -1 = unknown */
    const char *game_name;       /* name of the game type, "Capture the Flag"; NULL = unknown */
    const char *scoring;         /* owners of the two scores: "red and blue", "first and second" */
    bool has_scores;             /* scores[] is set */
    int32_t scores[2];           /* red and blue, or the first two; Q3_SCORE_NOT_PRESENT = none */
    char mod[Q3_FACTS_TEXT];     /* fs_game, else gamename, else the game's; "" = unknown */
    char version[Q3_FACTS_TEXT]; /* version of the game: "cpma-1" */
    char host[Q3_FACTS_TEXT];    /* the server's name, without colours */
    /* While scanning: */
    int32_t sequence;  /* number of the last message */
    bool first;        /* this message has a gamestate */
    bool follows;      /* the last message had none */
    uint32_t executed; /* commands handled so far */
};

/* Counts a message; a q3_state_see_fn. stats: struct demo_stats. 0 or FORMAT_MEMORY. */
int q3_stats_message(void *stats, const struct q3_state *state,
                     const struct q3_message *message) MUST_CHECK;
/* A block was good to its end. */
void q3_stats_block(struct demo_stats *stats, int32_t sequence);

/* As in demo_inspector. */
void q3_stats_begin(struct demo_stats *stats, const void *demo);
void q3_stats_end(struct demo_stats *stats, void *scanner);

#endif
