#include "engine/quakeworld/screens/qw_team.h"

#include <string.h>

#include "engine/hud/hud_row.h"

bool qw_are_mates(const struct qw_state *s, uint32_t slot, uint32_t other)
{
    return s->teamplay != 0 && slot < QW_PLAYERS && other < QW_PLAYERS && other != slot &&
           s->players[slot].team[0] != '\0' &&
           strcmp(s->players[other].team, s->players[slot].team) == 0;
}

static bool is_mate(const struct qw_state *s, uint32_t slot, uint32_t other)
{
    const struct qw_player *player = &s->players[other];
    return player->name[0] != '\0' && !player->spectator && qw_are_mates(s, slot, other);
}

/* False: no current data. */
static bool fill_mate(const struct quake_build *b, const struct qw_state *s, uint32_t slot,
                      struct hud_teammate *mate)
{
    const struct qw_player *player = &s->players[slot];
    const struct qw_mate *told = &s->mates[slot];
    const float *origin = NULL;
    uint32_t items;
    *mate = (struct hud_teammate){.name = hud_string_of(player->name)};
    if (s->is_mvd) {
        mate->health = player->view.stats[QW_STAT_HEALTH];
        mate->armor = player->view.stats[QW_STAT_ARMOR];
        items = (uint32_t)player->view.stats[QW_STAT_ITEMS];
        origin = player->states[0].origin;
    } else if (b->time - told->time < QW_MATE_SECONDS) {
        mate->health = told->health;
        mate->armor = told->armor;
        items = told->items;
        origin = told->origin;
    } else {
        return false;
    }
    mate->place = hud_string_of(quake_place_name(b, origin));
    quake_set_mate_items(mate, items);
    return true;
}

size_t qw_list_mates(const struct quake_build *build, const struct qw_state *state, uint32_t slot,
                     struct hud_teammate mates[QW_PLAYERS])
{
    size_t count = 0;
    if (state->teamplay == 0 || slot >= QW_PLAYERS || state->players[slot].team[0] == '\0') {
        return 0;
    }
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        count += is_mate(state, slot, i) && fill_mate(build, state, i, &mates[count]);
    }
    return count;
}
