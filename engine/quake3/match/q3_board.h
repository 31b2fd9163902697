/* Scoreboard rows and team overlay from the last server commands; before the first, the scores that
 * snapshots have of the players whose views they are.
 *
 * The format differs by game: Quake III's `scores`, CPMA's `xscores`, Quake Live's by game type.
 * Source: the published client, and observations of the others, checked against demos. Numbers
 * only: a part of q3_state, which packs and hashes it. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_BOARD_H
#define ENGINE_QUAKE3_MATCH_Q3_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/match/q3_arena.h"
#include "formats/quake3/q3_command.h"

enum { Q3_BOARD_ROWS = 64, Q3_BOARD_MATES = 8 };

struct q3_board_row {
    int32_t client, score;
    int32_t ping; /* ms; -1 = connecting */
    int32_t minutes;
    int32_t powerups; /* bits by the game's numbers */
    int32_t dead;     /* OpenArena, and Quake Live's clan arena: not 0 = is dead; in Last Man
                         Standing: lives */
    int32_t accuracy; /* percent of shots that hit, 0..100; 0 = none, or not told */
};

struct q3_board_mate {
    int32_t client, location, health, armor, weapon, powerups;
};

struct q3_board {     /* zeroed: nothing received */
    int32_t teams[2]; /* scores of red and blue */
    uint32_t num_rows;
    struct q3_board_row rows[Q3_BOARD_ROWS]; /* in the server's order */
    uint32_t seen[Q3_BOARD_ROWS / 32];       /* bit n: scores[n] is known: */
    int32_t scores[Q3_BOARD_ROWS];           /* client n's in the last snapshot of their view */
    int32_t respawn; /* OpenArena: time of the next respawn, ms; 0 = unknown */
    uint32_t num_mates;
    struct q3_board_mate mates[Q3_BOARD_MATES];
    struct q3_arena arena;
};

/* False: the command is none of these, or makes no sense; nothing has changed then. */
bool q3_board_command(struct q3_board *board, const struct q3_words *words);

/* A snapshot of the client's view has that score. Other clients than 0..Q3_BOARD_ROWS - 1 have
 * none. */
void q3_board_see(struct q3_board *board, int32_t client, int32_t score);
/* The score seen is no more the client's: somebody else has the number. */
void q3_board_forget(struct q3_board *board, int32_t client);
/* The client's score by the list of the server; of who is not in it, as seen. False: unknown. */
bool q3_board_score(const struct q3_board *board, int32_t client, int32_t *score);

#endif
