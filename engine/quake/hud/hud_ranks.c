#include "engine/quake/hud/hud_ranks.h"

#include <stdio.h>
#include <string.h>

/* Spectators rank after all players. */
static bool ranks_before(const struct hud_player *a, const struct hud_player *b)
{
    return a->spectator == b->spectator ? a->frags > b->frags : b->spectator;
}

size_t hud_rank_players(const struct hud_info *info, bool spectators, size_t order[HUD_MAX_RANKED])
{
    size_t count = 0;
    for (size_t i = 0; i < info->num_players; i++) {
        const struct hud_player *player = &info->players[i];
        if (player->name[0] == '\0' || (player->spectator && !spectators)) {
            continue;
        }
        size_t at = count < HUD_MAX_RANKED ? count++ : HUD_MAX_RANKED;
        if (at == HUD_MAX_RANKED) {
            if (!ranks_before(player, &info->players[order[HUD_MAX_RANKED - 1]])) {
                continue;
            }
            at = HUD_MAX_RANKED - 1;
        }
        while (at > 0 && ranks_before(player, &info->players[order[at - 1]])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    return count;
}

/* A new team, or the one of that name. NULL: there are too many. */
static struct hud_team *find_team(struct hud_team *teams, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(teams[i].name, name) == 0) {
            return &teams[i];
        }
    }
    if (*count == HUD_MAX_RANKED) {
        return NULL;
    }
    teams[*count] = (struct hud_team){.name = name, .low_ping = 999};
    return &teams[(*count)++];
}

static void add_member(struct hud_team *team, const struct hud_player *player)
{
    const int32_t ping = player->ping < 0 || player->ping > 999 ? 999 : player->ping;
    team->frags += player->frags;
    team->players++;
    team->pings += ping;
    team->low_ping = ping < team->low_ping ? ping : team->low_ping;
    team->high_ping = ping > team->high_ping ? ping : team->high_ping;
    team->mean_ping = (int32_t)(team->pings / team->players);
    team->self = team->self || player->self;
}

size_t hud_rank_teams(const struct hud_info *info, struct hud_team teams[HUD_MAX_RANKED])
{
    size_t count = 0;
    for (size_t i = 0; i < info->num_players; i++) {
        const struct hud_player *player = &info->players[i];
        const bool plays = player->name[0] != '\0' && !player->spectator;
        if (plays && player->team != NULL && player->team[0] != '\0') {
            struct hud_team *team = find_team(teams, &count, player->team);
            if (team != NULL) {
                add_member(team, player);
            }
        }
    }
    for (size_t i = 1; i < count; i++) {
        const struct hud_team team = teams[i];
        size_t at = i;
        while (at > 0 && team.frags > teams[at - 1].frags) {
            teams[at] = teams[at - 1];
            at--;
        }
        teams[at] = team;
    }
    return count;
}

int32_t hud_team_frags(const struct hud_team *team)
{
    return team->frags > 99999 ? 99999 : team->frags < -9999 ? -9999 : (int32_t)team->frags;
}

void hud_put_frags(const struct hud *hud, int32_t x, int32_t y, int32_t frags)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%3d", (int)hud_clamp(frags));
    hud_put_text(hud, x, y, digits);
}

void hud_put_flag(const struct hud *hud, int32_t x, int32_t y, const struct hud_player *player,
                  bool tight)
{
    hud_put_fill(hud, x, y + tight, 40, 4 - tight, hud_flag_color(player->shirt));
    hud_put_fill(hud, x, y + 4, 40, 4, hud_flag_color(player->trousers));
}

void hud_put_brackets(const struct hud *hud, int32_t left, int32_t right, int32_t y)
{
    hud_put_glyph(hud, left, y, 16);
    hud_put_glyph(hud, right, y, 17);
}
