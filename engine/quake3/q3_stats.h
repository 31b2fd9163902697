/* Quake III's part of demo_stats: see there. */
#ifndef ENGINE_QUAKE3_Q3_STATS_H
#define ENGINE_QUAKE3_Q3_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct demo_stats;

enum { Q3_FACTS_TEXT = 96 };

struct q3_facts {
    uint32_t gamestates, snapshots;
    uint32_t dropped;         /* snapshots told against one that is not there */
    uint32_t kept, repeated;  /* server commands */
    uint32_t gaps;            /* in the messages' numbers, but for the one behind each gamestate */
    uint64_t lost;            /* messages in them */
    bool ended;               /* the end mark is there */
    int32_t client;           /* the recorder's number; -1 = not said */
    int32_t game_type;        /* g_gametype; -1 = not said */
    const char *game_name;    /* of the type, "Capture the Flag"; NULL = none is known */
    const char *scoring;      /* who the two scores are: "red", "blue"; NULL = the first two */
    bool has_scores;          /* of red and blue, or of the first two players: */
    int32_t scores[2];        /* Q3_SCORE_NOT_PRESENT = there is none */
    char mod[Q3_FACTS_TEXT];  /* fs_game, else gamename, else the game's; "" = none is said */
    char game[Q3_FACTS_TEXT]; /* the game's version: "cpma-1" */
    char host[Q3_FACTS_TEXT]; /* the server's name, without colours */
};

/* As demo_inspector.read. */
int q3_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size, const char *name);

#endif
