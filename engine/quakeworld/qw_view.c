#include "engine/quakeworld/qw_view.h"

#include <string.h>

#include "engine/quakeworld/qw_predict.h"

enum { IT_INVISIBILITY = 1 << 19 };

/* Heights of the eyes over the player's place, and how a dead one lies. */
static const float view_height = 22.0f, gib_height = 8.0f, corpse_height = -16.0f;
static const float dead_roll = 80.0f;

/* Players are extrapolated at most this long, seconds. */
static const double longest_guess = 0.1;

/* cl.punchangle decays by this many degrees per second. */
static const double punch_speed = 10.0;

struct qw_interp qw_interp_at(const struct qw_state *s, double fraction)
{
    const double gap = s->times[0] - s->times[1];
    if (!(fraction < 1.0) || !(gap > 0.0) || s->updates < 2) {
        return (struct qw_interp){.time = s->times[0], .part = 1.0f, .lerp = 1.0f};
    }
    const double part = fraction > 0.0 ? fraction : 0.0;
    const double window = gap > longest_guess ? longest_guess : gap;
    const double lerp = (part * gap - (gap - window)) / window;
    return (struct qw_interp){.time = s->times[1] + part * gap,
                              .part = (float)part,
                              .lerp = lerp > 0.0 ? (lerp < 1.0 ? (float)lerp : 1.0f) : 0.0f};
}

void qw_entity_place(const struct qw_shown *e, float lerp, float origin[3], float angles[3])
{
    for (int i = 0; i < 3; i++) {
        origin[i] = e->old_origin[i] + lerp * (e->now.origin[i] - e->old_origin[i]);
        /* Angles are all of a circle in 16 bits: the difference goes the shorter way. */
        const int16_t turn = (int16_t)(uint16_t)(e->now.angles[i] - e->old_angles[i]);
        angles[i] = qw_angle_degrees(e->old_angles[i]) + lerp * qw_angle_degrees(turn);
    }
}

/* --- players ---------------------------------------------------------------------------------- */

static void player_velocity(const struct qw_player *player, float part, float velocity[3])
{
    const float *old = player->states[player->snap ? 0 : 1].velocity;
    const float *now = player->states[0].velocity;
    for (int i = 0; i < 3; i++) {
        velocity[i] = old[i] + part * (now[i] - old[i]);
    }
}

void qw_player_place(const struct qw_state *s, const struct qw_player *player,
                     const struct qw_interp *moment, float origin[3], float angles[3])
{
    const struct qw_player_state *now = &player->states[0], *old = &player->states[1];
    const bool stays = player->snap || !player->visible || moment->part >= 1.0f;
    const bool turns = !stays && !player->snap_angles;
    const double passed = moment->time - s->times[1];
    const double spare = s->times[0] - s->times[1] - longest_guess;
    const double most = spare < longest_guess ? spare : longest_guess;
    const float guessed = most > 0.0 ? (float)(passed < most ? passed : most) : 0.0f;
    for (int i = 0; i < 3; i++) {
        const float from = old->origin[i] + guessed * old->velocity[i];
        origin[i] = stays ? now->origin[i] : from + moment->lerp * (now->origin[i] - from);
        angles[i] =
            turns ? quake_turn(old->angles[i], now->angles[i], moment->part) : now->angles[i];
    }
}

/* --- the recorder ----------------------------------------------------------------------------- */

/* View angles from the commands around a time. False: the state has none. */
static bool look_by_commands(const struct qw_state *s, double time, bool snap, float angles[3])
{
    const struct qw_sent_command *after = NULL;
    for (uint32_t i = 1; i <= QW_COMMANDS; i++) {
        const struct qw_sent_command *command = &s->commands[(s->outgoing - i) % QW_COMMANDS];
        if (command->sequence != s->outgoing - i || !(command->time > QW_NEVER)) {
            break;
        }
        if (command->time > time && !snap) {
            after = command;
            continue;
        }
        const double span = after ? after->time - command->time : 0.0;
        const float part = span > 0.0 ? (float)((time - command->time) / span) : 0.0f;
        for (int j = 0; j < 3; j++) {
            angles[j] = quake_turn(command->view_angles[j],
                                   (after ? after : command)->view_angles[j], part);
        }
        return true;
    }
    if (after != NULL) {
        memcpy(angles, after->view_angles, sizeof after->view_angles);
    }
    return after != NULL;
}

/* The moving body that carries the camera. */
struct body {
    float feet[3];
    float angles[3];
    float velocity[3];
    float lag; /* how far they lag behind a step up; not positive */
    bool on_ground;
};

static void place_recorder(const struct qw_state *s, const struct qw_interp *moment,
                           const struct qw_walls *walls, struct body *body)
{
    const struct qw_player *player = &s->players[s->recorder];
    const bool snap = player->snap || moment->part >= 1.0f;
    struct qw_prediction now, old;
    if (!qw_predict(s, 0, walls->world, walls->obstacles[0], walls->count, &now)) {
        memcpy(now.origin, player->states[0].origin, sizeof now.origin);
        now.stair_z = now.origin[2];
    }
    if (snap || !qw_predict(s, 1, walls->world, walls->obstacles[1], walls->count, &old) ||
        qw_jumped(old.origin, now.origin)) {
        old = now;
    }
    const float part = moment->part;
    for (int i = 0; i < 3; i++) {
        body->feet[i] = old.origin[i] + part * (now.origin[i] - old.origin[i]);
        body->velocity[i] = old.velocity[i] + part * (now.velocity[i] - old.velocity[i]);
    }
    const float old_lag = old.stair_z - old.origin[2];
    body->lag = old_lag + part * (now.stair_z - now.origin[2] - old_lag);
    body->on_ground = player->states[0].on_ground != 0; /* as the bob's clock has it */
    if (!look_by_commands(s, moment->time, player->snap != 0, body->angles)) {
        memcpy(body->angles, player->states[0].angles, sizeof body->angles);
    }
}

static void place_other(const struct qw_state *s, const struct qw_interp *moment,
                        const struct qw_player *player, struct body *body)
{
    const struct qw_view_state *view = &player->view;
    qw_player_place(s, player, moment, body->feet, body->angles);
    player_velocity(player, moment->part, body->velocity);
    body->on_ground = player->states[0].on_ground != 0;
    body->lag = 0.0f;
    if (body->on_ground && view->stair_valid && !player->snap) {
        const float z = body->feet[2];
        body->lag = quake_climb(view->stair_z, z, moment->time - s->times[1]) - z;
    }
}

/* --- the view --------------------------------------------------------------------------------- */

bool qw_has_stats(const struct qw_state *s, uint32_t slot)
{
    const int32_t *stats = s->players[slot].view.stats;
    const bool told = (stats[QW_STAT_HEALTH] | stats[QW_STAT_ITEMS] | stats[QW_STAT_WEAPON]) != 0;
    return s->is_mvd ? told : slot == s->recorder;
}

static void find_pov(const struct qw_state *s, uint32_t follow, struct qw_pov *eyes)
{
    const uint32_t followed = qw_followed(s, follow);
    memset(eyes, 0, sizeof *eyes);
    eyes->slot = followed > 0 ? followed - 1 : QW_NOBODY;
    if (eyes->slot != QW_NOBODY) {
        eyes->has_stats = qw_has_stats(s, eyes->slot);
        eyes->free = eyes->slot == s->recorder && s->recorder_spectates;
    }
}

/* cl.punchangle; it is never positive. */
static float find_punch(const struct qw_view_state *view, double time)
{
    if (!(view->punch_time <= time)) {
        return 0.0f;
    }
    const double left = (double)view->punch + punch_speed * (time - view->punch_time);
    return left < 0.0 ? (float)left : 0.0f;
}

static bool holds_weapon(const struct qw_state *s, const struct qw_pov *eyes)
{
    const struct qw_player *player = &s->players[eyes->slot];
    const int32_t *stats = player->view.stats;
    return eyes->has_stats && !eyes->free && stats[QW_STAT_HEALTH] > 0 &&
           stats[QW_STAT_WEAPON] > 0 && !(stats[QW_STAT_ITEMS] & IT_INVISIBILITY) &&
           !(player->states[0].flags & (QW_PF_DEAD | QW_PF_GIB));
}

/* V_CalcRefdef */
static void view_from_body(const struct qw_state *s, const struct qw_interp *moment,
                           const struct qw_pov *eyes, const struct body *body,
                           struct quake_view *view)
{
    const struct qw_player *player = &s->players[eyes->slot];
    const uint32_t flags = player->states[0].flags;
    const float height = flags & QW_PF_GIB    ? gib_height
                         : flags & QW_PF_DEAD ? corpse_height
                                              : view_height;
    const double server_time = qw_server_time(s, moment->time);
    float bob = 0.0f, forward[3], right[3], up[3];
    if (!eyes->free) {
        bob = body->on_ground ? quake_bob(body->velocity, server_time - player->view.bob_lag)
                              : player->view.held_bob;
    }
    for (int i = 0; i < 3; i++) { /* never exactly on a node's plane */
        view->plain_origin[i] = body->feet[i] + 1.0f / 16;
        view->plain_angles[i] = body->angles[i];
    }
    view->plain_origin[2] += height + body->lag;
    memcpy(view->origin, view->plain_origin, sizeof view->origin);
    memcpy(view->angles, body->angles, sizeof view->angles);
    view->origin[2] += bob;
    view->angles[2] += quake_roll(body->angles, body->velocity);
    if (!moment->no_kicks) {
        quake_add_kick(player->view.damages, moment->time, view->angles);
    }
    const struct quake_idle *idle = &s->orders[qw_orders_place(s, eyes->slot)].idle;
    quake_add_idle(idle, server_time, view->angles);
    if (flags & QW_PF_DEAD) {
        view->angles[2] = dead_roll;
    }
    dmath_angle_vectors(body->angles, forward, right, up);
    const float hand[3] = {body->feet[0], body->feet[1], body->feet[2] + view_height + body->lag};
    quake_place_weapon(view, hand, body->angles, forward, bob);
    quake_sway_weapon(idle, server_time, view->weapon_angles);
    view->has_weapon = holds_weapon(s, eyes);
    view->angles[0] += moment->no_punch ? 0.0f : find_punch(&player->view, moment->time);
    view->is_followable = !eyes->free && player->states[0].model != 0;
}

void qw_view_find(const struct qw_state *s, const struct qw_interp *moment, uint32_t follow,
                  const struct qw_walls *walls, struct qw_pov *eyes, struct quake_view *view)
{
    struct body body;
    memset(view, 0, sizeof *view);
    memset(&body, 0, sizeof body);
    find_pov(s, follow, eyes);
    if (eyes->slot != QW_NOBODY && eyes->slot == s->recorder) {
        place_recorder(s, moment, walls, &body);
    } else if (eyes->slot != QW_NOBODY) {
        place_other(s, moment, &s->players[eyes->slot], &body);
    }
    memcpy(eyes->feet, body.feet, sizeof eyes->feet);
    if (s->intermission) { /* V_CalcIntermissionRefdef */
        memcpy(view->origin, s->intermission_origin, sizeof view->origin);
        memcpy(view->angles, s->intermission_angles, sizeof view->angles);
        quake_add_intermission_idle(eyes->slot == QW_NOBODY
                                        ? &quake_idle_default
                                        : &s->orders[qw_orders_place(s, eyes->slot)].idle,
                                    qw_server_time(s, moment->time), view->angles);
    } else if (eyes->slot != QW_NOBODY) {
        view_from_body(s, moment, eyes, &body, view);
    }
}

/* As V_UpdatePalette fades it. */
static int32_t fade_flash(const struct qw_state *s, const int32_t flash[2], double speed,
                          double time)
{
    const double passed = s->updates > 1 ? time - s->times[1] : 0.0;
    return quake_fade(time < s->times[0] ? flash[1] : flash[0], speed, passed);
}

struct quake_tints qw_view_tints(const struct qw_state *s, const struct qw_pov *eyes, double time)
{
    static const struct quake_damage unhurt = {.time = QW_NEVER};
    struct quake_tints tints = {.solid_is_slime = true, .damage = &unhurt};
    if (eyes->slot != QW_NOBODY) {
        memcpy(tints.air, s->orders[qw_orders_place(s, eyes->slot)].tint, sizeof tints.air);
    }
    if (eyes->slot != QW_NOBODY && eyes->has_stats) {
        const struct qw_view_state *view = &s->players[eyes->slot].view;
        tints.damage = &view->damages[view->damages[0].time > time];
        tints.damage_percent = fade_flash(s, view->damage_flash, QUAKE_DAMAGE_FADE, time);
        tints.bonus_percent = fade_flash(s, view->bonus_flash, QUAKE_BONUS_FADE, time);
        tints.items = (uint32_t)view->stats[QW_STAT_ITEMS];
    }
    return tints;
}
