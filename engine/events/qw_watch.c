#include "engine/events/qw_watch.h"

#include <math.h>
#include <string.h>

#include "engine/family/demo_status.h"

#define GONE 0.1          /* seconds; a victim that was out of sight for longer */
#define TOGETHER 0.5      /* seconds; places farther apart tell no velocity */
#define JUMP_SPEED 100.0f /* units per second upward: less is a step off an edge */
#define FALL_SPEED 90.0f  /* downward: who stops from it stands on the ground */
#define SINK_SPEED 20.0f  /* downward: who rises from it has jumped */
#define TOP 0.13          /* seconds; for so long a height may stay at the top of a jump */

/* A .mvd's velocities follow from places: they are good after so many updates. */
enum { STEADY = 4 };

void qw_watch_begin(struct qw_watch *watch)
{
    memset(watch, 0, sizeof *watch);
    for (int i = 0; i < QW_PLAYERS; i++) {
        struct qw_watched *player = &watch->players[i];
        player->hurt = player->grounded = player->flag = player->flat = QW_NEVER;
        player->states[0].time = player->states[1].time = QW_NEVER;
    }
}

/* Begins the player's new state; the one before is kept once an update. */
static struct qw_watched *see_player(struct qw_watch *watch, uint32_t slot, double now)
{
    struct qw_watched *player = &watch->players[slot];
    if (!player->seen) {
        player->states[1] = player->states[0];
        player->seen = true;
    }
    player->states[0].time = now;
    return player;
}

void qw_watch_see_qwd(struct qw_watch *watch, const struct qw_playerinfo *info, double now)
{
    if (info->player < QW_PLAYERS) {
        struct qw_watched *player = see_player(watch, info->player, now);
        qw_player_follow_qwd(&player->states[0], info, 0, &watch->tells_ground);
    }
}

void qw_watch_see_mvd(struct qw_watch *watch, const struct qw_mvd_playerinfo *info, double now)
{
    if (info->player < QW_PLAYERS) {
        struct qw_watched *player = see_player(watch, info->player, now);
        qw_player_follow_mvd(&player->states[1], &player->states[0], info, player->hurt);
    }
}

/* --- an update ----------------------------------------------------------------------------------
 */

static bool has_moved(const struct qw_watched *player)
{
    return memcmp(player->states[0].origin, player->states[1].origin,
                  sizeof player->states[0].origin) != 0;
}

/* The lower of the last two vertical speeds: that of an update between a fall and a jump is
 * anything. */
static float lowest_rise(const struct qw_watched *player)
{
    return fminf(player->rises[0], player->rises[1]);
}

/* Whether he is on the ground at the last update, which see_flight has still to handle. Without a
 * flag: an update without a command of his leaves him where he was, in a fall, too. */
static bool is_grounded(const struct qw_watched *player, bool tells_ground, double now)
{
    const bool was_grounded = player->grounded == player->states[1].time;
    const bool stops = has_moved(player) && lowest_rise(player) < -FALL_SPEED;
    const double flat = player->flat > QW_NEVER ? player->flat : now;
    return player->states[0].on_ground &&
           (tells_ground || was_grounded || stops || now - flat >= TOP);
}

/* From a fall into a jump between two updates. Explosions throw up, too. */
static bool is_bounce(const struct qw_watched *player, bool tells_ground)
{
    return !tells_ground && player->grounded != player->states[1].time &&
           player->states[0].velocity[2] > JUMP_SPEED && lowest_rise(player) < -SINK_SPEED &&
           player->hurt < player->states[1].time;
}

static void follow_height(struct qw_watched *player, double now)
{
    const struct qw_player_state *state = &player->states[0];
    player->flat = !state->on_ground ? QW_NEVER : player->flat > QW_NEVER ? player->flat : now;
    if (has_moved(player)) {
        player->rises[1] = player->rises[0];
        player->rises[0] = state->velocity[2];
    }
}

/* value: NAN = none. */
static void add_flight(struct events_reader *reader, enum game_event_kind kind, int32_t slot,
                       bool viewed, double value)
{
    struct game_event event = events_make(kind, slot, GAME_NOBODY);
    event.viewed = viewed;
    event.derived = true;
    event.value = value;
    events_add(reader, &event);
}

static void add_landing(struct qw_watched *player, struct events_reader *reader, int32_t slot,
                        bool viewed, double now)
{
    const double flown = (player->flat > QW_NEVER ? player->flat : now) - player->grounded;
    if (events_is_flight(player->jumped, flown)) {
        add_flight(reader, GAME_EVENT_LAND, slot, viewed, flown);
    }
    player->jumped = false;
}

static void see_flight(struct qw_watched *player, struct events_reader *reader, int32_t slot,
                       bool viewed, bool tells_ground, double now)
{
    const bool was_grounded = player->grounded == player->states[1].time;
    const bool bounces = is_bounce(player, tells_ground);
    const bool grounded = is_grounded(player, tells_ground, now);
    follow_height(player, now);
    if (player->grounded <= QW_NEVER) {
        player->grounded = now;
        return;
    }
    if ((grounded && !was_grounded) || bounces) {
        add_landing(player, reader, slot, viewed, now);
    }
    if (!grounded && (was_grounded || bounces) && player->states[0].velocity[2] > JUMP_SPEED) {
        player->jumped = true;
        add_flight(reader, GAME_EVENT_JUMP, slot, viewed, NAN);
    }
    if (grounded) {
        player->grounded = now;
    } else if (bounces) {
        player->grounded = player->states[1].time;
        player->rises[1] = player->rises[0]; /* the fall is over */
    }
}

static void see_pack(struct qw_watched *player, struct events_reader *reader, int32_t slot,
                     bool viewed, double now)
{
    const int32_t *stats = player->stats;
    struct quake_pack pack = {.health = player->dead ? 0 : stats[QW_STAT_HEALTH],
                              .armor = stats[QW_STAT_ARMOR],
                              .items = (uint32_t)stats[QW_STAT_ITEMS]};
    memcpy(pack.ammo, stats + QW_STAT_SHELLS, sizeof pack.ammo);
    quake_pack_see(&player->pack, reader, slot, &pack, viewed, now);
}

static uint16_t status_of(const struct qw_watched *player)
{
    const uint8_t effects = player->states[0].effects;
    uint16_t status = DEMO_STATUS_SEEN | (player->dead ? 0 : DEMO_STATUS_ALIVE);
    if (player->has_stats) {
        status |= DEMO_STATUS_VIEW | quake_pack_status((uint32_t)player->stats[QW_STAT_ITEMS]);
    } else {
        status |= effects & QW_EF_BLUE ? DEMO_STATUS_QUAD : 0;
        status |= effects & QW_EF_RED ? DEMO_STATUS_PROTECTED : 0;
    }
    return status | (effects & (QW_EF_FLAG1 | QW_EF_FLAG2) ? DEMO_STATUS_FLAG : 0);
}

static void give_body(const struct qw_watched *player, struct events_reader *reader, int32_t slot,
                      bool viewed, bool is_mvd)
{
    const struct qw_player_state *state = &player->states[0];
    struct game_body body = {
        .slot = slot,
        .viewed = viewed,
        .alive = !player->dead,
        .has_health = player->has_stats,
        .has_ping = player->has_ping,
        .health = player->stats[QW_STAT_HEALTH],
        .armor = player->stats[QW_STAT_ARMOR],
        .frags = player->frags,
        .weapon = quake_pack_weapon((uint32_t)player->stats[QW_STAT_ACTIVE_WEAPON]),
        .status = status_of(player),
        .ping = player->ping,
        .loss = player->loss,
    };
    memcpy(body.origin, state->origin, sizeof body.origin);
    if (!is_mvd || player->steady >= STEADY) {
        memcpy(body.velocity, state->velocity, sizeof body.velocity);
    }
    events_see(reader, &body);
}

static void see_player_update(struct qw_watch *watch, struct events_reader *reader, int32_t slot,
                              bool viewed, bool is_mvd, double now)
{
    const bool tells_ground = !is_mvd && watch->tells_ground != 0;
    struct qw_watched *player = &watch->players[slot];
    const struct qw_player_state *state = &player->states[0], *old = &player->states[1];
    const bool was_dead = player->dead;
    const bool jumped = now - old->time > TOGETHER || qw_jumped(old->origin, state->origin);
    player->dead = (state->flags & (QW_PF_DEAD | QW_PF_GIB)) != 0 ||
                   (player->has_stats && player->stats[QW_STAT_HEALTH] <= 0);
    watch->died |= player->dead && !was_dead ? 1u << slot : 0;
    player->steady = jumped ? 0 : player->steady + 1;
    give_body(player, reader, slot, viewed, is_mvd);
    if (player->dead) {
        player->grounded = now;
        player->jumped = false;
    } else {
        see_flight(player, reader, slot, viewed, tells_ground, now);
    }
    if (player->has_stats) {
        see_pack(player, reader, slot, viewed || is_mvd, now);
    }
}

void qw_watch_update(struct qw_watch *watch, struct events_reader *reader, int32_t viewer,
                     bool is_mvd, double now)
{
    watch->died = 0;
    for (int32_t i = 0; i < QW_PLAYERS; i++) {
        struct qw_watched *player = &watch->players[i];
        if (player->seen && !player->spectator) {
            see_player_update(watch, reader, i, i == viewer, is_mvd, now);
        }
        player->seen = false;
    }
}

void qw_watch_frag(const struct qw_watch *watch, struct game_event *frag, bool is_mvd, double now)
{
    const int32_t a = frag->player.slot, b = frag->other.slot;
    if (a < 0 || a >= QW_PLAYERS || b < 0 || b >= QW_PLAYERS ||
        (frag->weapon != GAME_WEAPON_ROCKET && frag->weapon != GAME_WEAPON_GRENADE)) {
        return;
    }
    const struct qw_watched *killer = &watch->players[a], *victim = &watch->players[b];
    const float *from = killer->states[0].origin, *to = victim->states[0].origin;
    const double x = (double)(to[0] - from[0]), y = (double)(to[1] - from[1]),
                 z = (double)(to[2] - from[2]);
    const double seen = victim->states[0].time;
    const bool grounded = is_grounded(victim, !is_mvd && watch->tells_ground != 0, seen);
    if (seen > QW_NEVER && !grounded && seen > victim->grounded && now - seen <= GONE) {
        frag->air = seen - victim->grounded;
        frag->distance = killer->states[0].time > QW_NEVER ? sqrt(x * x + y * y + z * z) : NAN;
    }
}
