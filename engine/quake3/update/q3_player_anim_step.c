#include "engine/quake3/update/q3_player_anim_step.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_trajectory.h"

#define GAP_MS 1000.0   /* after longer ones a body has long come to where it looks */
#define PICTURE_MS 50.0 /* the original swings bodies in each picture: here, at least so often */

enum {
    ANIMATION_BITS = 0xff,
    WEAPON_RAIL = 7,
    PAIN_MS = 500, /* minimum time between two pains */
    /* Intermediate angles are integers in 256ths of a unit: this runs for each player of each
       snapshot. */
    FINE = 256,
    FINE_TURN = Q3_TURN_UNITS * FINE,
    UNBROKEN = 1 /* updates between two snapshots that follow one another */
};

enum { MOVES_TORSO_YAW = 1, MOVES_TORSO_PITCH = 2, MOVES_LEGS_YAW = 4 };

/* As the original brings angles into one turn: cut to 65536ths, toward zero. */
static int32_t units_of(double degrees)
{
    if (!(fabs(degrees) < 1e9)) {
        return 0;
    }
    return (int32_t)((int64_t)(degrees * (Q3_TURN_UNITS / 360.0)) & (Q3_TURN_UNITS - 1));
}

/* Degrees to 256ths of a unit. */
static int32_t fine_of(double degrees)
{
    if (!(fabs(degrees) < 1e9)) {
        return 0;
    }
    return (int32_t)((int64_t)(degrees * (FINE_TURN / 360.0)) & (FINE_TURN - 1));
}

/* --- swinging --------------------------------------------------------------------------------- */

#define FINE_OF(degrees) ((int32_t)((degrees) * (FINE_TURN / 360.0) + 0.5))

struct swing_rule {
    int32_t tolerance; /* the view may go so far before the part follows */
    int32_t clamp;     /* and the part never stays farther behind */
    double speed;      /* each ms */
    int32_t bit;
};

static const struct swing_rule torso_yaw = {FINE_OF(25.0), FINE_OF(90.0), FINE_OF(0.3),
                                            MOVES_TORSO_YAW};
static const struct swing_rule torso_pitch = {FINE_OF(15.0), FINE_OF(30.0), FINE_OF(0.1),
                                              MOVES_TORSO_PITCH};
static const struct swing_rule legs_yaw = {FINE_OF(40.0), FINE_OF(90.0), FINE_OF(0.3),
                                           MOVES_LEGS_YAW};

/* The short way round, of half a turn at most. */
static int32_t short_way(int32_t fine)
{
    return ((fine + FINE_TURN / 2) & (FINE_TURN - 1)) - FINE_TURN / 2;
}

/* target: fine, anything less than a few turns. */
static void swing_angle(const struct swing_rule *rule, int32_t target, double ms, int32_t *angle,
                        int32_t *moving)
{
    const int32_t now = *angle * FINE, way = short_way(target - now);
    const int32_t off = way < 0 ? -way : way;
    if (off > rule->tolerance) {
        *moving |= rule->bit;
    }
    if ((*moving & rule->bit) == 0) {
        return;
    }
    const double haste = off < rule->tolerance / 2 ? 0.5 : off < rule->tolerance ? 1.0 : 2.0;
    const double most = ms * haste * rule->speed;
    int32_t move = off;
    if (most >= off) {
        *moving &= ~rule->bit;
    } else {
        move = (int32_t)most;
    }
    int32_t next = now + (way < 0 ? -move : move);
    if (off - move > rule->clamp) {
        const int32_t behind = rule->clamp - FINE_OF(1.0);
        next = way > 0 ? target - behind : target + behind;
    }
    *angle = (next & (FINE_TURN - 1)) / FINE;
}

/* Inputs of the animation, from an entity or from the playerState. */
struct body {
    int32_t legs_anim, torso_anim, flags, weapon;
    bool haste, hidden;
    int32_t client;    /* client number if the body can change its player; else 0 */
    double pitch, yaw; /* view angles, degrees */
    int32_t direction; /* legs relative to the view, 45 degree steps, 0..7 */
};

static void swing_body(struct q3_swing *s, const struct body *body, double ms)
{
    static const int32_t offsets[8] = {0, FINE_OF(22.0), FINE_OF(45.0),  -FINE_OF(22.0),
                                       0, FINE_OF(22.0), -FINE_OF(45.0), -FINE_OF(22.0)};
    const int32_t legs = body->legs_anim & ~Q3_ANIM_TOGGLE,
                  torso = body->torso_anim & ~Q3_ANIM_TOGGLE;
    const int32_t view = units_of(body->yaw) * FINE, offset = offsets[body->direction];
    const double pitch = body->pitch > 180.0 ? body->pitch - 360.0 : body->pitch;
    if (legs != Q3_ANIM_IDLE || (torso != Q3_ANIM_STAND && torso != Q3_ANIM_STAND2)) {
        s->moving = MOVES_TORSO_YAW | MOVES_TORSO_PITCH | MOVES_LEGS_YAW;
    }
    swing_angle(&torso_yaw, view + offset / 4, ms, &s->torso_yaw, &s->moving);
    swing_angle(&legs_yaw, view + offset, ms, &s->legs_yaw, &s->moving);
    swing_angle(&torso_pitch, fine_of(pitch * 0.75), ms, &s->torso_pitch, &s->moving);
}

/* The pictures between two snapshots that are far apart: the body as it was, turned part of the way
 * to where it looks now. Returns the time left up to now, ms. */
static double swing_between(struct q3_swing *s, const struct body *from, const struct body *to,
                            double ms)
{
    double passed = 0.0;
    for (; passed + PICTURE_MS < ms; passed += PICTURE_MS) {
        const double share = (passed + PICTURE_MS) / ms;
        struct body then = *from;
        then.yaw = (double)q3_lerp_angle((float)from->yaw, (float)to->yaw, share);
        then.pitch = (double)q3_lerp_angle((float)from->pitch, (float)to->pitch, share);
        swing_body(s, &then, PICTURE_MS);
    }
    return ms - passed;
}

static void reset_swing(struct q3_swing *s, const struct body *body)
{
    s->torso_yaw = s->legs_yaw = units_of(body->yaw);
    s->torso_pitch = units_of(body->pitch);
    s->moving = 0;
}

/* --- what is remembered ----------------------------------------------------------------------- */

static void note_change(struct q3_animated *part, int32_t time, uint32_t what)
{
    const int64_t since = (int64_t)time - part->time;
    const uint32_t last = part->count > 0 ? part->changes[part->count - 1] : 0;
    if (part->count > 0 &&
        ((last ^ what) & (ANIMATION_BITS | Q3_CHANGE_HASTE | Q3_CHANGE_HIDDEN)) == 0 &&
        (what & Q3_CHANGE_RESET) == 0) {
        return; /* no change, even if the body's player changed */
    }
    if (since < 0 || since >= 1 << (32 - Q3_CHANGE_BITS)) {
        part->count = 0; /* the interval does not fit: forget the older changes */
    }
    if (part->count == Q3_CHANGES) {
        memmove(part->changes, part->changes + 1, (Q3_CHANGES - 1) * sizeof(part->changes[0]));
        part->count--;
    }
    part->changes[part->count] = (part->count > 0 ? (uint32_t)since << Q3_CHANGE_BITS : 0) | what;
    part->count++;
    part->time = time;
}

static void note_time(int32_t times[2], int32_t time)
{
    if (times[1] != time) {
        times[0] = times[1];
        times[1] = time;
    }
}

static void note_pain(struct q3_player_anim *m, int32_t time)
{
    if (m->pain[1] == 0 || (int64_t)time - m->pain[1] >= PAIN_MS) {
        note_time(m->pain, time);
        m->pains++;
    }
}

static bool has_barrel(int32_t weapon)
{
    return weapon == 1 || weapon == 2 || weapon == 9 || weapon == 13 || weapon == 14;
}

static void step_barrel(struct q3_player_anim *m, const struct body *body, int32_t time)
{
    const int32_t firing = (body->flags & Q3_EF_FIRING) != 0;
    m->barrels[0] = m->barrels[1];
    if (has_barrel(body->weapon) && m->barrels[1].spins != firing) {
        m->barrels[1] =
            (struct q3_barrel){units_of(q3_barrel_angle(&m->barrels[0], time)), time, firing};
    }
}

/* A snapshot more of a body. before: the snapshot before's, NULL = none; reset: it is not where it
 * was. */
static void step_body(struct q3_player_anim *m, const struct body *before, const struct body *body,
                      bool reset, int32_t time, double ms)
{
    const uint32_t more = (body->haste ? (uint32_t)Q3_CHANGE_HASTE : 0) |
                          (reset ? (uint32_t)Q3_CHANGE_RESET : 0) |
                          (body->hidden ? (uint32_t)Q3_CHANGE_HIDDEN : 0) |
                          (uint32_t)(body->client & (Q3_PLAYERS - 1)) << Q3_CHANGE_CLIENT;
    m->swings[0] = m->swings[1];
    if (reset) {
        reset_swing(&m->swings[1], body);
    }
    step_barrel(m, body, time);
    if (before && !reset && !before->hidden && ms < GAP_MS) {
        ms = swing_between(&m->swings[1], before, body, ms);
    }
    if (!body->hidden) {
        swing_body(&m->swings[1], body, ms);
    }
    const bool turns = (body->legs_anim & ~Q3_ANIM_TOGGLE) == Q3_ANIM_IDLE &&
                       (m->swings[1].moving & MOVES_LEGS_YAW) != 0;
    note_change(&m->legs, time, (uint32_t)(turns ? (int32_t)Q3_ANIM_TURN : body->legs_anim) | more);
    note_change(&m->torso, time, (uint32_t)body->torso_anim | more);
}

/* --- entities --------------------------------------------------------------------------------- */

static bool has_haste(const struct q3_game *game, uint32_t powerups)
{
    return powerups != 0 && (q3_game_powerups(game, powerups) >> Q3_POWERUP_HASTE & 1) != 0;
}

static int32_t direction_of(float number)
{
    return number >= 0.0f && number < 8.0f ? (int32_t)number : 0;
}

static struct body body_of(const struct q3_entity_state *entity, const struct q3_game *game,
                           int32_t time)
{
    const int32_t *f = entity->fields;
    const struct q3_trajectory turn = q3_trajectory_of_angles(entity);
    const bool dead = (f[Q3_ES_E_FLAGS] & Q3_EF_DEAD) != 0;
    float angles[3];
    q3_trajectory_at(&turn, time, angles);
    return (struct body){
        .legs_anim = f[Q3_ES_LEGS_ANIM] & ANIMATION_BITS,
        .torso_anim = f[Q3_ES_TORSO_ANIM] & ANIMATION_BITS,
        .flags = f[Q3_ES_E_FLAGS],
        .weapon = f[Q3_ES_WEAPON],
        .haste = has_haste(game, (uint32_t)f[Q3_ES_POWERUPS]),
        .pitch = (double)angles[0],
        .yaw = (double)angles[1],
        .direction = dead ? 0 : direction_of(q3_float(f[Q3_ES_ANGLES2_1])),
    };
}

static struct body body_of_own(const struct q3_player_state *player, const struct q3_game *game)
{
    const int32_t *f = player->fields;
    uint32_t powerups = 0;
    for (int i = 0; i < Q3_ARRAY; i++) {
        powerups |= (uint32_t)(player->powerups[i] != 0) << i;
    }
    return (struct body){
        .legs_anim = f[Q3_PS_LEGS_ANIM] & ANIMATION_BITS,
        .torso_anim = f[Q3_PS_TORSO_ANIM] & ANIMATION_BITS,
        .flags = f[Q3_PS_E_FLAGS],
        .weapon = f[Q3_PS_WEAPON],
        .haste = has_haste(game, powerups),
        .hidden = !q3_player_has_body(player),
        .client = f[Q3_PS_CLIENT_NUM],
        .pitch = (double)q3_float(f[Q3_PS_VIEWANGLES_0]),
        .yaw = (double)q3_float(f[Q3_PS_VIEWANGLES_1]),
        .direction = player->stats[0] <= 0 ? 0 : f[Q3_PS_MOVEMENT_DIR] & 7,
    };
}

static void step_entity(struct q3_state *c, const struct q3_game *game,
                        const struct q3_entity_state *entity, struct q3_player_anim *m, double ms)
{
    const int32_t time = q3_state_snapshot(c)->server_time, updates = (int32_t)c->updates;
    const struct body body = body_of(entity, game, time);
    const bool stays = m->seen != 0 && m->seen + UNBROKEN == updates && q3_state_previous(c);
    if (!stays) {
        memset(m, 0, sizeof(*m));
    }
    const struct q3_entity_state *was =
        stays ? q3_frames_entity_of(&c->frames, q3_state_previous(c), entity->number) : NULL;
    struct body before = {0};
    if (was) {
        before = body_of(was, game, q3_state_previous(c)->server_time);
    }
    step_body(m, was ? &before : NULL, &body,
              !stays || ((m->flags ^ body.flags) & Q3_EF_TELEPORT) != 0, time, ms);
    m->seen = updates;
    m->flags = body.flags;
}

/* Steps all tracked players; drops those missing from the last two snapshots. */
static void step_entities(struct q3_state *c, const struct q3_game *game, double ms)
{
    struct q3_player_anims *player_anims = &c->player_anims;
    const struct q3_snapshot *now = q3_state_snapshot(c);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < player_anims->count; i++) {
        const uint16_t number = player_anims->numbers[i];
        struct q3_player_anim *m = &player_anims->of[number];
        const struct q3_entity_state *entity = q3_frames_entity_of(&c->frames, now, number);
        if (entity && entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
            step_entity(c, game, entity, m, ms);
        } else if (m->seen + UNBROKEN != (int32_t)c->updates) {
            memset(m, 0, sizeof(*m));
            continue;
        }
        player_anims->numbers[kept++] = number;
    }
    player_anims->count = kept;
}

/* The own player is never reset, by teleports or by following another player: the original has one
 * body for it. */
static void step_own(struct q3_state *c, const struct q3_game *game, double ms)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    const struct body body = body_of_own(&now->player, game);
    struct q3_player_anim *m = &c->player_anims.of[Q3_OWN];
    const int32_t number = now->player.fields[Q3_PS_CLIENT_NUM];
    struct body was = {0};
    if (before) {
        was = body_of_own(&before->player, game);
    }
    step_body(m, before ? &was : NULL, &body, m->seen == 0, now->server_time, ms);
    if (before && m->flags == number &&
        before->player.stats[0] - (int64_t)now->player.stats[0] > 1 && now->player.stats[0] > 0) {
        note_pain(m, now->server_time);
    }
    m->seen = (int32_t)c->updates;
    m->flags = number;
}

static void take_event(struct q3_state *c, const struct q3_game *game, const struct q3_event *e)
{
    if (e->e_type > game->event_entity || e->entity < 0 || e->entity >= Q3_MAX_ENTITIES) {
        return;
    }
    struct q3_player_anim *m = &c->player_anims.of[e->player ? Q3_OWN : e->entity];
    if (e->event == game->item_respawn) {
        c->player_anims.respawned[e->entity] = e->time;
    } else if (m->seen == 0) {
        return;
    } else if (e->event == game->fire_weapon && e->weapon != 0) {
        note_time(m->flash, e->time);
        if (e->weapon == WEAPON_RAIL) {
            note_time(m->rail, e->time);
        }
    } else if (e->event == game->pain && !e->player) {
        note_pain(m, e->time);
    } else if (e->event == game->fall_far) {
        note_time(m->pain, e->time);
    }
}

/* Teams' obelisks. */
static void note_gone(struct q3_state *c, const struct q3_game *game)
{
    enum { GONE = 2 /* frame */ };
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const int32_t time = now->server_time != 0 ? now->server_time : 1;
    for (uint32_t i = 0; game->event_entity > Q3_ET_TEAM && i < now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&c->frames, now, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_TEAM) {
            int32_t *since = &c->player_anims.respawned[entity->number];
            *since = entity->fields[Q3_ES_FRAME] != GONE ? 0 : *since != 0 ? *since : time;
        }
    }
}

void q3_player_anim_step(struct q3_state *c, const struct q3_game *game, uint32_t first_event)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    const double span = before ? (double)now->server_time - before->server_time : 0.0;
    const double ms = fmax(span, 0.0);
    c->player_anims.times[c->player_anims.num_times++ % Q3_TIMES] = now->server_time;
    step_entities(c, game, ms);
    step_own(c, game, ms);
    note_gone(c, game);
    if (c->num_events - first_event > Q3_EVENTS) {
        first_event = c->num_events - Q3_EVENTS;
    }
    for (uint32_t i = first_event; i != c->num_events; i++) {
        take_event(c, game, &c->events[i % Q3_EVENTS]);
    }
}
