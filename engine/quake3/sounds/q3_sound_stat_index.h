/* Numbers of a player's state that only sounds ask for, beside those of match/q3_stat_index.
 *
 * Source: the originals' bg_public.h, as facts; Quake Live's as measured by others. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SOUND_STAT_INDEX_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SOUND_STAT_INDEX_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"

enum { /* bits of his events, which toggle */
       Q3_PLAYER_EVENT_DENIED = 1,
       Q3_PLAYER_EVENT_HUMILIATED = 2,
       Q3_PLAYER_EVENT_HOLY = 4
};

/* 0 in the oldest games. */
int32_t q3_own_player_events(const struct q3_game *game, const struct q3_player_state *player);

/* Of whom he hit last. Nothing in the oldest games. */
void q3_own_victim(const struct q3_game *game, const struct q3_player_state *player,
                   int32_t *health, int32_t *armor);

/* The oldest games count rewards and say by a number which one the last was: changes when he was
 * denied one. 0 in later ones. */
int32_t q3_own_denials(const struct q3_game *game, const struct q3_player_state *player);

/* What he carries, a bit each (enum q3_powerup). */
uint32_t q3_own_powerups(const struct q3_game *game, const struct q3_player_state *player);

#endif
