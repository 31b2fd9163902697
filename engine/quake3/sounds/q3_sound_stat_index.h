/* Player state values that only sounds read; match/q3_stat_index has the others.
 *
 * Source: bg_public.h of the originals, as facts; published measurements for Quake Live. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SOUND_STAT_INDEX_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SOUND_STAT_INDEX_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"

enum { /* bits of PERS_PLAYEREVENTS; an event toggles its bit */
       Q3_PLAYER_EVENT_DENIED = 1,
       Q3_PLAYER_EVENT_HUMILIATED = 2,
       Q3_PLAYER_EVENT_HOLY = 4
};

/* PERS_PLAYEREVENTS; 0 in the oldest games. */
int32_t q3_own_player_events(const struct q3_game *game, const struct q3_player_state *player);

/* Health and armor of the last player hit; 0 in the oldest games. */
void q3_own_victim(const struct q3_game *game, const struct q3_player_state *player,
                   int32_t *health, int32_t *armor);

/* Oldest games: the reward count if the last reward is "denied", else 0. Later games: 0. */
int32_t q3_own_denials(const struct q3_game *game, const struct q3_player_state *player);

/* Powerups carried, bits by enum q3_powerup. */
uint32_t q3_own_powerups(const struct q3_game *game, const struct q3_player_state *player);

#endif
