/* Indices into a player's stats and persistant arrays, which differ by game.
 *
 * Source: bg_public.h of the original, Team Arena, the first test versions and Quake Live, as
 * facts, checked against demos. All pure. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_STAT_INDEX_H
#define ENGINE_QUAKE3_MATCH_Q3_STAT_INDEX_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"

enum q3_stat { /* in stats */
               Q3_STAT_HEALTH,
               Q3_STAT_HOLDABLE, /* item's number */
               Q3_STAT_WEAPONS,  /* bit n: weapon n */
               Q3_STAT_ARMOR,
               Q3_STAT_DEAD_YAW, /* degrees, towards the killer */
               Q3_STAT_READY,    /* bit n: client n wants the match to begin */
               Q3_STAT_MAX_HEALTH,
               Q3_STAT_PERSISTENT, /* item's number of the rune */
               Q3_STATS
};

enum q3_count { /* in persistant */
                Q3_COUNT_SCORE,
                Q3_COUNT_HITS,
                Q3_COUNT_RANK, /* 0 = first; Q3_RANK_TIED */
                Q3_COUNT_TEAM,
                Q3_COUNT_SPAWNS,
                Q3_COUNT_ATTACKER, /* client */
                Q3_COUNT_KILLED,
                Q3_COUNT_IMPRESSIVE,
                Q3_COUNT_EXCELLENT,
                Q3_COUNT_DEFEND,
                Q3_COUNT_ASSIST,
                Q3_COUNT_GAUNTLET,
                Q3_COUNT_CAPTURES,
                Q3_COUNTS
};

enum { Q3_RANK_TIED = 0x4000 };

/* 0 if the game has no such stat. */
int32_t q3_player_stat(const struct q3_game *game, enum q3_mod mod,
                       const struct q3_player_state *player, enum q3_stat which);
int32_t q3_player_count(const struct q3_game *game, const struct q3_player_state *player,
                        enum q3_count which);

/* Ammunition for a weapon; negative = it needs none. 0 if there is no such weapon. */
int32_t q3_player_ammo(const struct q3_player_state *player, int32_t weapon);

#endif
