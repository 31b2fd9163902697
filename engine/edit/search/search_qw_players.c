#include "engine/edit/search/search_qw_players.h"

#include <math.h>
#include <string.h>

#define GONE 0.1 /* seconds; a victim that was out of sight for longer */

/* A .mvd's velocities follow from places: they are good after so many updates. */
enum { STEADY = 4 };

void qw_bodies_begin(struct qw_bodies *bodies, struct search *search)
{
    if (!search_wants(search, SEARCH_SPEEDS) && !search_wants(search, SEARCH_MID_AIRS)) {
        return;
    }
    bodies->state = qw_state_create(search->demo->file);
    search->status = bodies->state ? search->status : FORMAT_MEMORY;
}

void qw_bodies_free(struct qw_bodies *bodies)
{
    if (bodies->state) {
        qw_state_destroy(bodies->state);
    }
}

static void see_speed(struct search *search, const struct qw_state *s, uint32_t slot)
{
    const float *v = s->players[slot].states[0].velocity;
    const double speed = sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1]);
    if (search_wants(search, SEARCH_SPEEDS) && speed >= search->terms->speed) {
        const struct search_fact fact = {.kind = SEARCH_SPEED,
                                         .player = (int32_t)slot,
                                         .other = -1,
                                         .viewed = slot == s->recorder,
                                         .value = speed};
        search_add_fact(search, &fact);
    }
}

static void see_players(struct qw_bodies *bodies, struct search *search)
{
    const struct qw_state *s = bodies->state;
    for (uint32_t i = 0; i < s->slots_seen && i < QW_PLAYERS; i++) {
        const struct qw_player *player = &s->players[i];
        if (!player->visible || player->spectator) {
            bodies->steady[i] = 0;
            continue;
        }
        bodies->seen[i] = s->times[0];
        if (player->states[0].on_ground || bodies->grounded[i] <= QW_NEVER) {
            bodies->grounded[i] = s->times[0];
        }
        bodies->steady[i] = player->snap ? 0 : bodies->steady[i] + 1;
        if ((player->states[0].flags & QW_PF_DEAD) == 0 &&
            (!s->is_mvd || bodies->steady[i] >= STEADY)) {
            see_speed(search, s, i);
        }
    }
}

void qw_bodies_see(struct qw_bodies *bodies, struct search *search, size_t at)
{
    struct format_error err;
    if (!bodies->state) {
        return;
    }
    const int code =
        qw_state_apply(&bodies->state, search->demo->file, &at, bodies->blocks++, &err);
    if (code == FORMAT_MEMORY) {
        search->status = FORMAT_MEMORY;
        return;
    }
    const struct qw_state *s = bodies->state;
    if (bodies->levels != s->level_count) {
        bodies->levels = s->level_count;
        bodies->updates = 0;
        for (int i = 0; i < QW_PLAYERS; i++) {
            bodies->seen[i] = bodies->grounded[i] = QW_NEVER;
            bodies->steady[i] = 0;
        }
    }
    if (bodies->updates != s->updates) {
        bodies->updates = s->updates;
        see_players(bodies, search);
    }
}

void qw_bodies_kill(const struct qw_bodies *bodies, struct search_fact *kill)
{
    const struct qw_state *s = bodies->state;
    const int32_t a = kill->player, b = kill->other;
    if (!s || a < 0 || a >= QW_PLAYERS || b < 0 || b >= QW_PLAYERS || a == b ||
        (strcmp(kill->text, "rl") != 0 && strcmp(kill->text, "gl") != 0)) {
        return;
    }
    const float *from = s->players[a].states[0].origin, *to = s->players[b].states[0].origin;
    const double x = (double)(to[0] - from[0]), y = (double)(to[1] - from[1]),
                 z = (double)(to[2] - from[2]);
    kill->air = bodies->seen[b] - bodies->grounded[b];
    kill->in_air = kill->air > 0.0 && s->times[0] - bodies->seen[b] <= GONE;
    kill->distance = bodies->seen[a] > QW_NEVER ? sqrt(x * x + y * y + z * z) : -1.0;
}
