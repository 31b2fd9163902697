/* Updates of a QuakeWorld client state, from packet contents to drawn entities. Work that the
 * original repeats for each drawn frame (CL_LinkPlayers, CL_LinkPacketEntities,
 * CL_LinkProjectiles) happens once per update. */
#include <string.h>

#include "engine/quakeworld/qw_apply.h"

/* Seconds between two prunings of the events, most of which are trails and live for two. */
#define PRUNE_INTERVAL 0.25

void qw_update_open(struct qw_state *s)
{
    qw_view_step(s);
    s->update_complete = 0;
    s->times[1] = s->times[0];
    s->acknowledged[1] = s->acknowledged[0];
    s->nails_before = s->arrays[QW_NAILS_SHOWN].count;
    if (s->times[1] >= s->events_pruned + PRUNE_INTERVAL) {
        struct state_place *place = &s->arrays[QW_EVENTS];
        place->count = effect_prune(qw_events(s), place->count, s->times[1], s->clock.now);
        s->events_pruned = s->times[1];
    }
}

void qw_frame_begin(struct qw_apply *apply)
{
    struct qw_state *s = *apply->state;
    const bool begins = s->is_mvd ? !s->frame_pending : !apply->frame_begun;
    if (!begins) {
        return;
    }
    apply->frame_begun = true;
    s->frame_pending = 1;
    s->frames_begun++;
    s->times[0] = s->clock.now;
    s->acknowledged[0] = s->packet_acknowledged;
    s->arrays[QW_NAILS_SHOWN].count = s->nails_before; /* those of a packet just overtaken go */
    s->in_game |= s->is_mvd;
}

/* When what the update changed begins to show: no sooner than a tenth of a second before it. */
static double lerp_start(const struct qw_state *s)
{
    const double gap = s->times[0] - s->times[1];
    if (s->updates == 0 || !(gap > 0.0)) {
        return s->times[0];
    }
    return gap > 0.1 ? s->times[0] - 0.1 : s->times[1];
}

static void follow_weapon(struct qw_player *player, bool was_visible, double start)
{
    struct qw_view_state *view = &player->view;
    const uint8_t old_frame = player->states[1].weapon_frame,
                  frame = player->states[0].weapon_frame;
    if (view->weapon_changed || !was_visible) {
        view->weapon_old_frame = frame;
    } else if (frame != old_frame) {
        view->weapon_old_frame = old_frame;
        view->weapon_start = (float)start;
    }
    view->weapon_changed = 0;
}

/* V_CalcBob: frozen in the air, continues from there on landing. */
static void follow_bob(const struct qw_state *s, struct qw_view_state *view,
                       const struct qw_player_state *now, const struct qw_player_state *old)
{
    const double old_time = qw_server_time(s, old->time);
    if (!now->on_ground) {
        view->held_bob = quake_bob(old->velocity, old_time - view->bob_lag);
        view->air_start = old->time;
    } else if (view->air_start > QW_NEVER) {
        view->bob_lag += old->time - view->air_start;
        view->air_start = QW_NEVER;
    }
}

static void follow_player(const struct qw_state *s, struct qw_player *player, double start)
{
    const struct qw_player_state *now = &player->states[0], *old = &player->states[1];
    const bool was_visible = player->visible != 0;
    player->visible = player->seen_update == s->updates + 1 &&
                      (s->is_mvd || player->seen_frame == s->frames_begun);
    if (!player->visible) {
        player->snap_angles = 0;
        return;
    }
    const bool other = !was_visible || now->model != old->model;
    player->snap = other || qw_jumped(old->origin, now->origin);
    if (other) {
        player->old_frame = now->frame;
    } else if (now->frame != old->frame) {
        player->old_frame = old->frame;
        player->frame_start = (float)start;
    }
    follow_weapon(player, was_visible, start);
    if (now->on_ground != old->on_ground) {
        follow_bob(s, &player->view, now, old);
    }
}

static void follow_players(struct qw_state *s)
{
    const double start = lerp_start(s);
    for (uint32_t i = 0; i < s->slots_seen; i++) {
        struct qw_player *player = &s->players[i];
        if (player->visible || player->seen_update == s->updates + 1) {
            follow_player(s, player, start);
        }
    }
}

/* An unchanged entity. */
static void rest_entity(struct qw_shown *e)
{
    if (e->moving) {
        memcpy(e->old_origin, e->now.origin, sizeof e->old_origin);
        memcpy(e->old_angles, e->now.angles, sizeof e->old_angles);
        e->moving = 0;
    }
    e->is_new = 0;
}

static void begin_entity(struct qw_shown *e, const struct qw_frame_entity *now, double start)
{
    memset(e, 0, sizeof *e);
    e->now = *now;
    memcpy(e->old_origin, now->origin, sizeof e->old_origin);
    memcpy(e->old_angles, now->angles, sizeof e->old_angles);
    e->old_frame = now->frame;
    e->is_new = 1;
    e->frame_start = (float)start;
}

/* *e, as of the last update, becomes now. */
static void follow_entity(struct qw_shown *e, const struct qw_frame_entity *now, double start)
{
    if (memcmp(&e->now, now, sizeof *now) == 0) {
        rest_entity(e);
        return;
    }
    const uint16_t trail = e->trail;
    if (e->now.model != now->model || qw_jumped(e->now.origin, now->origin)) {
        begin_entity(e, now, start);
        e->is_new = 0;
        e->trail = trail;
        return;
    }
    if (e->now.frame != now->frame) {
        e->old_frame = e->now.frame;
        e->frame_start = (float)start;
    }
    memcpy(e->old_origin, e->now.origin, sizeof e->old_origin);
    memcpy(e->old_angles, e->now.angles, sizeof e->old_angles);
    e->moving = memcmp(e->now.origin, now->origin, sizeof now->origin) != 0 ||
                memcmp(e->now.angles, now->angles, sizeof now->angles) != 0;
    e->is_new = 0;
    e->now = *now;
}

static bool same_numbers(const struct qw_shown *shown, uint32_t count,
                         const struct qw_frame_entity *now, uint32_t now_count)
{
    uint32_t different = count ^ now_count;
    for (uint32_t i = 0; i < now_count && different == 0; i++) {
        different |= (uint32_t)shown[i].now.number ^ now[i].number;
    }
    return different == 0;
}

/* If entities came or went, the new list is written after the old one, which has the old
 * positions, and then replaces it. */
static int follow_entities(struct qw_state **state)
{
    struct qw_state *s = *state;
    const double start = lerp_start(s);
    const uint32_t old_count = s->arrays[QW_ENTITIES].count;
    const struct qw_frame frame = s->frames[s->entities_pending - 1];
    const struct qw_frame_entity *now = qw_frame_entities(s) + frame.first;
    struct qw_shown *shown = qw_shown_entities(s);
    if (same_numbers(shown, old_count, now, frame.count)) {
        for (uint32_t i = 0; i < frame.count; i++) {
            follow_entity(&shown[i], &now[i], start);
        }
        return 0;
    }
    int status = qw_state_reserve(state, QW_ENTITIES, old_count + frame.count);
    if (status < 0) {
        return status;
    }
    s = *state;
    now = qw_frame_entities(s) + frame.first;
    shown = qw_shown_entities(s);
    struct qw_shown *to = shown + old_count;
    uint32_t at = 0;
    for (uint32_t i = 0; i < frame.count; i++) {
        while (at < old_count && shown[at].now.number < now[i].number) {
            at++;
        }
        if (at < old_count && shown[at].now.number == now[i].number) {
            to[i] = shown[at];
            follow_entity(&to[i], &now[i], start);
        } else {
            begin_entity(&to[i], &now[i], start);
        }
    }
    memmove(shown, to, frame.count * sizeof *shown);
    s->arrays[QW_ENTITIES].count = frame.count;
    return 0;
}

/* An update without valid entities: they stand as the last ones had them. */
static void hold_entities(struct qw_state *s)
{
    struct qw_shown *shown = qw_shown_entities(s);
    for (uint32_t i = 0; i < s->arrays[QW_ENTITIES].count; i++) {
        rest_entity(&shown[i]);
    }
}

/* Only the game data knows which models leave trails: every move of an alias model is kept as
 * long as a trail would show. */
static int add_trail(struct qw_state **state, uint32_t i)
{
    struct qw_state *s = *state;
    struct qw_shown *e = &qw_shown_entities(s)[i];
    const double gap = s->times[0] - s->times[1];
    const double span = gap > 0.1 ? 0.1 : gap > 0.0 ? gap : 0.0;
    const struct effect_mover mover = {EFFECT_TRAIL_BY_MODEL, e->now.model, e->now.number,
                                       dmath_hash(qw_time_seed(s), e->now.number, 2)};
    struct effect_event event =
        effect_make_trail(s->times[0] - span, (float)span, e->old_origin, e->now.origin, &mover);
    event.count = e->trail;
    e->trail = (uint16_t)(e->trail +
                          effect_trail_count(e->old_origin, e->now.origin, EFFECT_TRAIL_TRACER));
    return qw_add_event(state, &event);
}

static int add_trails(struct qw_state **state)
{
    for (uint32_t i = 0; i < (*state)->arrays[QW_ENTITIES].count; i++) {
        const struct qw_shown *e = &qw_shown_entities(*state)[i];
        if (e->moving && e->now.model < (*state)->arrays[QW_MODELS].count &&
            qw_models(*state)[e->now.model].may_trail &&
            memcmp(e->old_origin, e->now.origin, sizeof e->old_origin) != 0) {
            int status = add_trail(state, i);
            if (status < 0) {
                return status;
            }
        }
    }
    return 0;
}

/* Distance of `from` behind a nail along its path; negative = not the same nail. */
static float nail_distance(const struct qw_shown_nail *nail, const struct qw_shown_nail *from,
                           const float forward[3])
{
    const float most = 300.0f, aside = 16.0f; /* nails fly 1000 units per second, places are even */
    float along = 0.0f, square = 0.0f;
    for (int i = 0; i < 3; i++) {
        const float delta = nail->origin[i] - from->origin[i];
        along += delta * forward[i];
        square += delta * delta;
    }
    const bool same = nail->pitch == from->pitch && nail->yaw == from->yaw;
    return same && along >= 0.0f && along <= most && square - along * along <= aside * aside
               ? along
               : -1.0f;
}

static void find_old_nail(struct qw_shown_nail *nail, const struct qw_shown_nail *before,
                          uint32_t count)
{
    const float angles[3] = {-nail->pitch, nail->yaw, 0.0f};
    float forward[3], right[3], up[3], nearest = HUGE_VALF;
    if (nail->number == 0 && count > 0) {
        dmath_angle_vectors(angles, forward, right, up);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (nail->number != 0) {
            if (before[i].number == nail->number && !qw_jumped(before[i].origin, nail->origin)) {
                memcpy(nail->old_origin, before[i].origin, sizeof nail->old_origin);
                return;
            }
            continue;
        }
        const float distance = nail_distance(nail, &before[i], forward);
        if (before[i].number == 0 && distance >= 0.0f && distance < nearest) {
            nearest = distance;
            memcpy(nail->old_origin, before[i].origin, sizeof nail->old_origin);
        }
    }
}

static void follow_nails(struct qw_state *s)
{
    struct qw_shown_nail *before = qw_shown_nails(s), *now = before + s->nails_before;
    const uint32_t count = s->arrays[QW_NAILS_SHOWN].count - s->nails_before;
    for (uint32_t i = 0; i < count; i++) {
        find_old_nail(&now[i], before, s->nails_before);
    }
    memmove(before, now, count * sizeof *now);
    s->arrays[QW_NAILS_SHOWN].count = count;
    s->nails_before = 0;
}

int qw_update_complete(struct qw_state **state)
{
    struct qw_state *s = *state;
    if (!s->frame_pending) {
        return 0;
    }
    s->frame_pending = 0;
    const bool has_entities = s->entities_pending != 0;
    if (!s->in_game) {
        s->entities_pending = 0;
        return 0;
    }
    if (s->updates == 0) {
        s->times[1] = s->times[0];
    }
    follow_players(s);
    follow_nails(s);
    int status = 0;
    if (has_entities) {
        status = follow_entities(state);
    } else {
        hold_entities(s);
    }
    status = status < 0 ? status : add_trails(state);
    s = *state;
    s->entities_pending = 0;
    s->updates++;
    s->seed = qw_time_seed(s);
    s->update_complete = 1;
    return status;
}
