#include "engine/netquake/nq_body.h"

#include <stdio.h>
#include <string.h>

#include "engine/netquake/netquake.h"

static void find_level(const struct nq_state *s, const struct dem_file *dem, struct demo_body *body)
{
    body->level_count = s->level_count;
    if (s->arrays[NQ_MODELS].count > 1) {
        snprintf(body->level, sizeof body->level, "%s",
                 (const char *)dem->data + nq_models(s)[1].offset);
    }
}

void nq_body_find(const struct nq_state *s, const struct dem_file *dem, struct demo_body *body)
{
    const struct nq_entity *e = nq_entity_get(s, s->view_entity);
    *body = (struct demo_body){0};
    find_level(s, dem, body);
    body->present = nq_state_in_game(s) && e != NULL && e->msg_time > NQ_NEVER;
    if (!body->present) {
        return;
    }
    body->has_body = e->msg_time == s->times[0] && e->model != 0 && s->intermission == 0;
    memcpy(body->origin, e->origins[0], sizeof body->origin);
    memcpy(body->angles, s->view_angles[0], sizeof body->angles);
    memcpy(body->velocity, s->velocity[0], sizeof body->velocity);
    body->has_health = s->has_clientdata != 0 || nq_stats_tell_all(s);
    body->health = s->stats[NQ_STAT_HEALTH];
    body->armor = s->stats[NQ_STAT_ARMOR];
    body->frame = e->frame;
    if (s->view_entity >= 1 && s->view_entity <= s->arrays[NQ_PLAYERS].count) {
        const uint32_t colors = nq_players(s)[s->view_entity - 1].colors;
        body->shirt = (uint8_t)(colors >> 4 & 15);
        body->trousers = (uint8_t)(colors & 15);
    }
}
