/* What info knows of a Quake III demo alone, and how its scanner fills it and struct demo_stats. */
#ifndef ENGINE_QUAKE3_Q3_STATS_H
#define ENGINE_QUAKE3_Q3_STATS_H

#include "engine/inspect/demo_stats.h"
#include "engine/quake3/q3_state.h"

enum { Q3_FACTS_TEXT = 96 };

struct q3_facts { /* demo_stats.facts */
    const struct q3_game *game;
    uint32_t gamestates, snapshots;
    uint32_t dropped;        /* snapshots told against one that is not there */
    uint32_t kept, repeated; /* server commands */
    uint32_t gaps;           /* in the messages' numbers, but for the one behind each gamestate */
    uint64_t lost;           /* messages in them */
    int32_t client;          /* the recorder's number; -1 = not said */
    int32_t game_type;       /* g_gametype; -1 = not said */
    const char *game_name;   /* of the type, "Capture the Flag"; NULL = none is known */
    const char *scoring;     /* who the two scores are: "red", "blue"; NULL = the first two */
    bool has_scores;         /* of red and blue, or of the first two players: */
    int32_t scores[2];       /* Q3_SCORE_NOT_PRESENT = there is none */
    char mod[Q3_FACTS_TEXT]; /* fs_game, else gamename, else the game's; "" = none is said */
    char version[Q3_FACTS_TEXT]; /* of the game: "cpma-1" */
    char host[Q3_FACTS_TEXT];    /* the server's name, without colours */
    /* On the way: */
    int32_t sequence;  /* of the last message */
    bool first;        /* this one has a gamestate */
    bool follows;      /* the last one had none */
    uint32_t executed; /* commands that were looked at */
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
