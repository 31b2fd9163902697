#include "engine/quakeworld/qw_body.h"

#include <stdio.h>
#include <string.h>

#include "engine/quakeworld/qw_view.h"

void qw_body_find(const struct qw_state *s, const uint8_t *data, uint32_t follow,
                  struct demo_body *body)
{
    const uint32_t followed = qw_followed(s, follow);
    *body = (struct demo_body){.level_count = s->level_count};
    if (s->arrays[QW_MODELS].count > 1) {
        snprintf(body->level, sizeof body->level, "%s",
                 (const char *)data + qw_models(s)[1].offset);
    }
    body->present = s->in_game && s->updates > 0 && followed > 0;
    if (!body->present) {
        return;
    }
    const struct qw_player *player = &s->players[followed - 1];
    const struct qw_player_state *now = &player->states[0];
    const bool spectates =
        player->spectator || (followed - 1 == s->recorder && s->recorder_spectates);
    body->has_body = player->visible && !spectates && now->model != 0 && !s->intermission;
    memcpy(body->origin, now->origin, sizeof body->origin);
    memcpy(body->angles, now->angles, sizeof body->angles);
    memcpy(body->velocity, now->velocity, sizeof body->velocity);
    body->has_health = qw_has_stats(s, followed - 1) && body->has_body;
    body->health = player->view.stats[QW_STAT_HEALTH];
    body->armor = player->view.stats[QW_STAT_ARMOR];
    body->frame = now->frame;
    body->shirt = player->top_color;
    body->trousers = player->bottom_color;
}
