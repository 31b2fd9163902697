#include "engine/quake3/match/q3_stat_index.h"

#include <stdbool.h>

enum { NONE = -1 };

/* Team Arena put persistent powerups in the midst. OpenArena did so in some of its versions: which
 * one it was shows in the greatest health and the weapons. */
static bool has_team_arena_stats(const struct q3_game *game, enum q3_mod mod, const int32_t *stats)
{
    if (mod != Q3_MOD_OPENARENA) {
        return game->live || mod == Q3_MOD_TEAM_ARENA;
    }
    return (stats[7] >= 1 && stats[7] <= 200 && (stats[3] & 2) != 0) ||
           !(stats[6] >= 1 && stats[6] <= 200 && (stats[2] & 2) != 0);
}

int32_t q3_player_stat(const struct q3_game *game, enum q3_mod mod,
                       const struct q3_player_state *player, enum q3_stat which)
{
    static const int8_t original[Q3_STATS] = {0, 1, 2, 3, 4, 5, 6, NONE};
    static const int8_t team_arena[Q3_STATS] = {0, 1, 3, 4, 5, 6, 7, 2};
    const bool later = has_team_arena_stats(game, mod, player->stats);
    int place = later ? team_arena[which] : original[which];
    if (which == Q3_STAT_PERSISTENT && !later && mod == Q3_MOD_OPENARENA) {
        place = 7;
    }
    return place == NONE ? 0 : player->stats[place];
}

int32_t q3_player_count(const struct q3_game *game, const struct q3_player_state *player,
                        enum q3_count which)
{
    static const int8_t original[Q3_COUNTS] = {0, 1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14};
    static const int8_t live[Q3_COUNTS] = {0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13};
    static const int8_t test[Q3_COUNTS] = {0, 13, 2, 3, 4, 7, 8, 9, 10, NONE, NONE, 11, NONE};
    const bool is_test = game->event_entity == 12; /* there was one type of entity less */
    const int place = game->live ? live[which] : is_test ? test[which] : original[which];
    return place == NONE ? 0 : player->persistant[place];
}

/* Sent as 16 bits and read unsigned: restores the sign. */
int32_t q3_player_ammo(const struct q3_player_state *player, int32_t weapon)
{
    return weapon >= 0 && weapon < Q3_ARRAY ? (int16_t)(player->ammo[weapon] & 0xffff) : 0;
}
