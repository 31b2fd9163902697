/* Players of a plot by slot and name, and their teams. */
#include <stdio.h>
#include <string.h>

#include "engine/plot/plot_collect.h"

/* Teams are added as they come up. */
static void set_team(struct plot_collector *c, struct plot_player *player, const char *team)
{
    struct plot_data *data = c->data;
    uint32_t i = 0;
    if (team[0] == '\0' || strcmp(player->team, team) == 0) {
        return;
    }
    snprintf(player->team, sizeof(player->team), "%s", team);
    c->changed = true;
    while (i < data->num_teams && strcmp(data->teams[i].name, player->team) != 0) {
        i++;
    }
    if (i == PLOT_TEAMS) {
        data->dropped = true;
    } else if (i == data->num_teams) {
        struct plot_team *added = &data->teams[data->num_teams++];
        *added = (struct plot_team){.series.start = c->part.from};
        memcpy(added->name, player->team, sizeof(added->name));
    }
}

/* A player of that name who is not in this update or the one before under another slot. */
static struct plot_player *find_returned(struct plot_collector *c, const char *name)
{
    for (uint32_t i = 0; i < c->data->num_players; i++) {
        struct plot_player *player = &c->data->players[i];
        if (player->seen + 1 < c->updates && strcmp(player->name, name) == 0) {
            return player;
        }
    }
    return NULL;
}

/* The slot's player goes on under another name: who comes instead is not there at once. */
static struct plot_player *find_renamed(struct plot_collector *c, uint32_t known, const char *name)
{
    struct plot_player *player = known > 0 ? &c->data->players[known - 1] : NULL;
    if (!player || player->seen == 0 || player->seen + 1 < c->updates) {
        return NULL;
    }
    snprintf(player->name, sizeof(player->name), "%s", name);
    return player;
}

static struct plot_player *add_player(struct plot_collector *c, const char *name)
{
    struct plot_data *data = c->data;
    if (data->num_players == PLOT_PLAYERS) {
        data->dropped = true;
        return NULL;
    }
    struct plot_player *player = &data->players[data->num_players++];
    *player = (struct plot_player){0};
    snprintf(player->name, sizeof(player->name), "%s", name);
    for (int i = 0; i < PLOT_VALUES; i++) {
        player->values[i].start = c->part.from;
    }
    c->changed = true;
    return player;
}

struct plot_player *plot_collect_player(struct plot_collector *c, int32_t slot, const char *name,
                                        const char *team, bool add)
{
    struct plot_player *player = NULL;
    if (slot < 0 || slot >= GAME_PLAYERS) {
        return NULL;
    }
    const uint32_t known = c->by_slot[slot];
    if (known > 0 && strcmp(c->data->players[known - 1].name, name) == 0) {
        player = &c->data->players[known - 1];
    }
    player = player ? player : find_returned(c, name);
    player = player ? player : find_renamed(c, known, name);
    player = player || !add ? player : add_player(c, name);
    if (player) {
        player->slot = slot;
        c->by_slot[slot] = (uint32_t)(player - c->data->players) + 1;
        set_team(c, player, team);
    }
    return player;
}
