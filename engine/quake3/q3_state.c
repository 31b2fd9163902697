#include "engine/quake3/q3_state.h"

#include <string.h>

#include "formats/base/info_string.h"

void q3_state_start(struct q3_state *c)
{
    q3_gamestate_reset(&c->gamestate);
    c->current = c->previous = Q3_NO_SNAPSHOT;
}

void q3_state_start_listing(struct q3_state *c, enum q3_scope scope)
{
    const size_t names = offsetof(struct q3_state, names);
    memset(c, 0, offsetof(struct q3_state, player_anims));
    memset((char *)c + names, 0, offsetof(struct q3_state, gamestate) - names);
    q3_frames_begin(&c->frames);
    q3_state_start(c);
    c->scope = scope;
}

const char *q3_state_player_info(const struct q3_state *c, const struct q3_game *game,
                                 uint32_t slot)
{
    return slot < Q3_PLAYERS ? q3_gamestate_string(&c->gamestate, game->players + slot) : "";
}

static const struct q3_snapshot *snapshot_of(const struct q3_state *c, int32_t index)
{
    return index == Q3_NO_SNAPSHOT ? NULL : &c->frames.snapshots[index];
}

const struct q3_snapshot *q3_state_snapshot(const struct q3_state *c)
{
    return snapshot_of(c, c->current);
}

const struct q3_snapshot *q3_state_previous(const struct q3_state *c)
{
    return snapshot_of(c, c->previous);
}

static int32_t number_of(const struct q3_state *c, uint32_t index, int32_t otherwise)
{
    const char *text = q3_gamestate_string(&c->gamestate, index);
    return *text == '\0' ? otherwise : q3_text_number(text);
}

int32_t q3_state_level_start(const struct q3_state *c, const struct q3_game *game)
{
    return number_of(c, game->level_start, 0);
}

int32_t q3_state_warmup(const struct q3_state *c)
{
    const char *text = q3_gamestate_string(&c->gamestate, Q3_CS_WARMUP);
    return text[0] == '\\' ? info_number(text, "time", INFO_KEYS_ANY_CASE, 0)
                           : number_of(c, Q3_CS_WARMUP, 0);
}

bool q3_state_intermission(const struct q3_state *c, const struct q3_game *game)
{
    return number_of(c, game->intermission, 0) != 0;
}

bool q3_state_ended(const struct q3_state *c, const struct q3_game *game)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    return q3_state_intermission(c, game) ||
           (now && now->player.fields[Q3_PS_PM_TYPE] >= Q3_PM_INTERMISSION);
}

int32_t q3_state_score(const struct q3_state *c, int which)
{
    return number_of(c, which == 0 ? Q3_CS_SCORES1 : Q3_CS_SCORES2, Q3_SCORE_NOT_PRESENT);
}

void q3_state_place_player(const struct q3_state *c, int32_t number, float origin[3])
{
    const float n = (float)number;
    if (number < Q3_PLAYERS && c->moves_players) {
        origin[0] += 677.0f - 7.0f * n;
        origin[1] += 411.0f - 12.0f * n;
        origin[2] += 243.0f - 2.0f * n;
    }
}

bool q3_state_player(const struct q3_state *c, const struct q3_game *game, uint32_t slot,
                     struct q3_player *player)
{
    const char *info = q3_state_player_info(c, game, slot);
    if (*info == '\0') {
        return false;
    }
    player->name = c->names[slot];
    player->team = info_number(info, "t", INFO_KEYS_ANY_CASE, 0);
    player->handicap = info_number(info, "hc", INFO_KEYS_ANY_CASE, 100);
    info_copy(info, "model", INFO_KEYS_ANY_CASE, player->model, sizeof(player->model));
    info_copy(info, "hmodel", INFO_KEYS_ANY_CASE, player->head, sizeof(player->head));
    info_copy(info, "c1", INFO_KEYS_ANY_CASE, player->color1, sizeof(player->color1));
    info_copy(info, "c2", INFO_KEYS_ANY_CASE, player->color2, sizeof(player->color2));
    return true;
}

int32_t q3_state_team(const struct q3_state *c, const struct q3_game *game, uint32_t slot)
{
    const char *info = q3_state_player_info(c, game, slot);
    return *info == '\0' ? -1 : info_number(info, "t", INFO_KEYS_ANY_CASE, 0) & 3;
}

void q3_state_refresh_name(struct q3_state *c, const struct q3_game *game, uint32_t slot)
{
    char name[2 * Q3_NAME_BYTES];
    info_copy(q3_state_player_info(c, game, slot), "n", INFO_KEYS_ANY_CASE, name, sizeof(name));
    q3_plain_text(name, c->names[slot], sizeof(c->names[slot]));
}

void q3_state_refresh_names(struct q3_state *c, const struct q3_game *game)
{
    for (uint32_t slot = 0; slot < Q3_PLAYERS; slot++) {
        q3_state_refresh_name(c, game, slot);
    }
}

bool q3_state_shows_effect(const struct q3_state *c, const struct q3_effect *effect, double time)
{
    return c->restart_time == 0 || effect->time >= c->restart_time || time < c->restart_time;
}

int32_t q3_state_missile_time(const struct q3_state *c)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    return c->version_mod == Q3_MOD_OPENARENA && before && before->server_time < now->server_time
               ? before->server_time
               : now->server_time;
}
