#include "engine/quake3/scene/q3_sides.h"

#include "engine/quake3/q3_constants.h"

int32_t q3_sides_followed(const struct q3_build *b)
{
    const struct q3_interp *m = &b->interp;
    const struct q3_entity_state *other = q3_view_followed(m->state, m->from, b->options->follow);
    return other ? other->number : m->player.fields[Q3_PS_CLIENT_NUM];
}

bool q3_sides_are_mates(const struct q3_interp *m, int32_t one, int32_t other)
{
    struct q3_player a, b;
    return m->state->match.teams && one >= 0 && other >= 0 &&
           q3_state_player(m->state, m->game, (uint32_t)one, &a) &&
           q3_state_player(m->state, m->game, (uint32_t)other, &b) && a.team == b.team &&
           (a.team == Q3_TEAM_RED || a.team == Q3_TEAM_BLUE);
}

enum { RED = 4, BLUE = 13 /* Quake's colours */ };

static bool is_of_skin(const struct scene_color *forced)
{
    return forced->set && !forced->free && (forced->shirt == RED || forced->shirt == BLUE);
}

const struct scene_color *q3_sides_bright(const struct q3_build *b, bool is_mate)
{
    const struct scene_color *forced = scene_options_color(b->options, is_mate);
    return forced->set && !is_of_skin(forced) ? forced : NULL;
}

int32_t q3_sides_team(const struct q3_build *b, const struct q3_player *player, bool is_mate)
{
    const struct scene_color *forced = scene_options_color(b->options, is_mate);
    if (is_of_skin(forced)) {
        return forced->shirt == RED ? Q3_TEAM_RED : Q3_TEAM_BLUE;
    }
    return b->interp.state->match.teams ? player->team : Q3_TEAM_FREE;
}
