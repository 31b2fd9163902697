/* Players and teams in the order of their frags, and how a row of them looks. */
#ifndef ENGINE_QUAKE_HUD_HUD_RANKS_H
#define ENGINE_QUAKE_HUD_HUD_RANKS_H

#include "engine/quake/hud/hud_canvas.h"

enum { HUD_MAX_RANKED = 32, HUD_TEAM_SHOWN = 4 /* glyphs */ };

/* Positions of the named players by falling frags, spectators behind all others; equal ones stay in
 * their order. Returns how many; of more than fit the best. */
size_t hud_rank_players(const struct hud_info *info, bool spectators, size_t order[HUD_MAX_RANKED]);

struct hud_team {
    const char *name; /* borrowed from a player */
    int64_t frags;
    int32_t players;
    int64_t pings; /* sum */
    int32_t low_ping, mean_ping, high_ping;
    bool self; /* the viewed player's team */
};

/* Teams with players, ordered by falling frags. */
size_t hud_rank_teams(const struct hud_info *info, struct hud_team teams[HUD_MAX_RANKED]);
/* As many as five places show. */
int32_t hud_team_frags(const struct hud_team *team);

/* Sbar_ColorForMap: the row's ninth shade. */
static inline uint8_t hud_flag_color(uint8_t color)
{
    return (uint8_t)((color & 15) * 16 + 8);
}

void hud_put_frags(const struct hud *hud, int32_t x, int32_t y, int32_t frags);
/* Shirt over trousers, 40 wide; tight: rows follow each other without a gap. */
void hud_put_flag(const struct hud *hud, int32_t x, int32_t y, const struct hud_player *player,
                  bool tight);
/* Brackets around the own entry. */
void hud_put_brackets(const struct hud *hud, int32_t left, int32_t right, int32_t y);

#endif
