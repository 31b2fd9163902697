#include "engine/quake3/sounds/q3_sound_stat_index.h"

#include <stdbool.h>

static bool is_oldest(const struct q3_game *game)
{
    return game->event_entity < 13;
}

int32_t q3_own_player_events(const struct q3_game *game, const struct q3_player_state *player)
{
    enum { MOMENTS = 5 };
    return is_oldest(game) ? 0 : player->persistant[MOMENTS];
}

void q3_own_victim(const struct q3_game *game, const struct q3_player_state *player,
                   int32_t *health, int32_t *armor)
{
    enum { VICTIM = 7, LIVE_VICTIM = 14 };
    const int32_t packed =
        is_oldest(game) ? 0 : player->persistant[game->live ? LIVE_VICTIM : VICTIM];
    *armor = packed & 0xff;
    *health = packed >> 8 & 0xff;
}

int32_t q3_own_denials(const struct q3_game *game, const struct q3_player_state *player)
{
    enum { REWARDS = 5, REWARD = 6, DENIED = 3 };
    return is_oldest(game) && player->persistant[REWARD] == DENIED ? player->persistant[REWARDS]
                                                                   : 0;
}

uint32_t q3_own_powerups(const struct q3_game *game, const struct q3_player_state *player)
{
    uint32_t bits = 0;
    for (int i = 0; i < Q3_ARRAY; i++) {
        bits |= player->powerups[i] != 0 ? 1u << i : 0;
    }
    return q3_game_powerups(game, bits);
}
