#include "engine/events/q3_bodies.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_trajectory.h"
#include "formats/base/dmath.h"

enum {
    GONE = 100,     /* ms; a victim that was out of sight for longer */
    CARRIED = 500,  /* ms; who had the flag that long ago captures it */
    STAYED = 250,   /* ms; who was seen without it that long ago has just taken it */
    PRESTEP = 50,   /* ms that a missile flies before it is sent (the original's) */
    ANGLE_LOOKS = 2 /* the turn of a flick is measured over so many views */
};

#define HEIGHT_CHANGE 1.0f /* units; less is no rise or fall */
#define PLAYER_SIZE                                                                                \
    32.0 /* units between the places of players and of their missiles, on                          \
            average */
#define FASTER                                                                                     \
    2.0            /* a missile's speed from the places may be so many times the true one,         \
                    */
#define SLOWER 1.2 /* or the true one so many times it */

static const float usual_speeds[Q3_WEAPONS_SHOT] = {
    [Q3_WEAPON_ROCKETS] = 1000, [Q3_WEAPON_BFG] = 2000};

static double length_of(const float v[3])
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += (double)v[i] * (double)v[i];
    }
    return sqrt(sum);
}

static double distance_of(const float a[3], const float b[3])
{
    const float between[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return length_of(between);
}

/* --- flight -------------------------------------------------------------------------------------
 */

/* A flight lasts while the height goes up, then down. */
static void see_height(struct q3_body *body, const struct q3_sight *sight)
{
    const float change = sight->origin[2] - body->origin[2];
    const int32_t before = body->direction;
    const int32_t now = change > HEIGHT_CHANGE ? 1 : change < -HEIGHT_CHANGE ? -1 : 0;
    body->direction = body->seen ? now : 0;
    if (!body->seen || now == 0 || now > before) {
        body->turned = sight->time;
    }
}

static void add_look(struct q3_body *body, const struct q3_sight *sight)
{
    const struct q3_look *last = &body->looks[(body->num_looks + Q3_LOOKS - 1) % Q3_LOOKS];
    if (body->num_looks > 0 && sight->time <= last->time) {
        return;
    }
    struct q3_look *look = &body->looks[body->num_looks++ % Q3_LOOKS];
    look->time = sight->time;
    look->teleport = sight->teleport;
    memcpy(look->angles, sight->angles, sizeof(look->angles));
}

/* --- snapshots ----------------------------------------------------------------------------------
 */

/* Since when somebody has a flag is known of who was seen without it a moment ago. */
static void see_flags(struct q3_body *body, const struct q3_sight *sight)
{
    const bool stays = body->seen && (int64_t)sight->time - body->time <= STAYED;
    static const uint32_t all =
        1u << Q3_POWERUP_RED_FLAG | 1u << Q3_POWERUP_BLUE_FLAG | 1u << Q3_POWERUP_NEUTRAL_FLAG;
    const uint32_t flags = sight->powerups & all, taken = flags & ~body->flags;
    body->flags = flags;
    for (int i = 0; flags != 0 && i < 3; i++) {
        const int flag = Q3_POWERUP_RED_FLAG + i;
        if (taken >> flag & 1) {
            body->since[i] = stays ? sight->time : 0;
        }
        body->had[i] = flags >> flag & 1 ? sight->time : body->had[i];
    }
}

void q3_bodies_see_player(struct q3_bodies *bodies, const struct q3_sight *sight)
{
    struct q3_body *body = &bodies->players[sight->slot];
    if (sight->changed) {
        see_height(body, sight);
        add_look(body, sight);
    }
    memcpy(body->origin, sight->origin, sizeof(body->origin));
    if (sight->ground != Q3_ENTITY_NONE) {
        body->grounded = sight->time;
    }
    see_flags(body, sight);
    body->time = sight->time;
    body->seen = true;
}

void q3_bodies_see_missile(struct q3_bodies *bodies, const struct q3_entity_state *entity)
{
    const int32_t weapon = entity->fields[Q3_ES_WEAPON];
    const struct q3_trajectory way = q3_trajectory_of_origin(entity);
    if (weapon >= 0 && weapon < Q3_WEAPONS_SHOT && bodies->missile_speeds[weapon] <= 0.0f) {
        const double speed = length_of(way.delta);
        bodies->missile_speeds[weapon] = speed < 1e6 ? (float)(floor(speed / 25 + 0.5) * 25) : 0;
    }
}

int32_t q3_bodies_find_carrier(const struct q3_bodies *bodies, enum q3_powerup flag, int32_t time)
{
    const int which[] = {(int)flag - Q3_POWERUP_RED_FLAG,
                         Q3_POWERUP_NEUTRAL_FLAG - Q3_POWERUP_RED_FLAG};
    int64_t last = (int64_t)time - CARRIED;
    int32_t found = -1;
    for (int32_t slot = 0; slot < Q3_PLAYERS; slot++) {
        for (int i = 0; i < 2; i++) {
            const int32_t had = bodies->players[slot].had[which[i]];
            if (had != 0 && had > last) {
                last = had;
                found = slot;
            }
        }
    }
    return found;
}

/* --- feats --------------------------------------------------------------------------------------
 */

void q3_bodies_shoot(struct q3_bodies *bodies, int32_t slot, int32_t weapon, int32_t time)
{
    if (slot < 0 || slot >= Q3_PLAYERS ||
        (weapon != Q3_WEAPON_ROCKETS && weapon != Q3_WEAPON_BFG)) {
        return;
    }
    struct q3_body *body = &bodies->players[slot];
    struct q3_shot *shot = &body->shots[body->num_shots++ % Q3_SHOTS];
    *shot = (struct q3_shot){.flies = true, .time = time, .weapon = weapon};
    memcpy(shot->origin, body->origin, sizeof(shot->origin));
}

/* How far the speed of a shot that is at a place now is from a missile's: 1 = not at all; a
 * negative value: it cannot be there. */
static double shot_misfit(const struct q3_shot *shot, const float at[3], int32_t time, double speed)
{
    const double way = fmax(distance_of(at, shot->origin) - PLAYER_SIZE, 0.0);
    const double seen = way / (((double)time - shot->time + PRESTEP) * 0.001);
    if (shot->time == time) {
        return 0.0;
    }
    if (seen >= speed) {
        return seen / speed < FASTER ? seen / speed : -1.0;
    }
    return seen * SLOWER > speed ? speed / seen : -1.0;
}

/* The shot that is at a place now, or NULL. */
static struct q3_shot *find_shot(struct q3_bodies *bodies, int32_t slot, int32_t weapon,
                                 const float at[3], int32_t time)
{
    const float known = bodies->missile_speeds[weapon];
    const double speed = (double)(known > 0.0f ? known : usual_speeds[weapon]);
    struct q3_shot *best = NULL;
    double least = INFINITY;
    for (uint32_t i = 0; i < Q3_SHOTS; i++) {
        struct q3_shot *shot = &bodies->players[slot].shots[i];
        if (!shot->flies || shot->weapon != weapon) {
            continue;
        }
        const double misfit = shot_misfit(shot, at, time, speed);
        if (misfit >= 0.0 && misfit < least) {
            least = misfit;
            best = shot;
        }
    }
    return best;
}

static void note_flight(struct q3_bodies *bodies, struct game_event *frag, int32_t time)
{
    const struct q3_body *victim = &bodies->players[frag->other.slot];
    const int32_t weapon = strcmp(frag->text, "rocket") == 0             ? Q3_WEAPON_ROCKETS
                           : strcmp(frag->text, "BFG10K") == 0           ? Q3_WEAPON_BFG
                           : strcmp(frag->text, "grenade launcher") == 0 ? Q3_WEAPON_GRENADES
                                                                         : 0;
    if (weapon == 0 || !victim->seen || victim->grounded == victim->time ||
        (int64_t)time - victim->time > GONE) {
        return;
    }
    frag->air = ((double)victim->time - victim->turned) / 1000.0;
    if (weapon == Q3_WEAPON_GRENADES) {
        frag->distance =
            bodies->players[frag->player.slot].seen
                ? distance_of(bodies->players[frag->player.slot].origin, victim->origin)
                : NAN;
        return;
    }
    struct q3_shot *shot = find_shot(bodies, frag->player.slot, weapon, victim->origin, time);
    frag->distance = shot ? distance_of(shot->origin, victim->origin) : NAN;
    if (shot) {
        shot->flies = false;
    }
}

/* A view as a unit quaternion: pitch about y, yaw about z, roll about x. */
static void look_quaternion(const float angles[3], double q[4])
{
    double c[3], s[3];
    for (int i = 0; i < 3; i++) {
        const double half = fmod((double)angles[i], 720.0) * DMATH_PI / 360.0;
        c[i] = dmath_cos(half);
        s[i] = dmath_sin(half);
    }
    q[0] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
    q[1] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
    q[2] = s[0] * c[1] * c[2] + c[0] * s[1] * s[2];
    q[3] = c[0] * s[1] * c[2] - s[0] * c[1] * s[2];
}

/* Degrees of the turn from one view to another, 0..180. */
static double turn_between(const struct q3_look *from, const struct q3_look *to)
{
    double a[4], b[4], dot = 0.0;
    look_quaternion(from->angles, a);
    look_quaternion(to->angles, b);
    for (int i = 0; i < 4; i++) {
        dot += a[i] * b[i];
    }
    dot = fmin(fabs(dot), 1.0);
    return 2.0 * dmath_atan2(sqrt(1.0 - dot * dot), dot) * 180.0 / DMATH_PI;
}

static void note_turn(const struct q3_body *body, struct game_event *frag)
{
    const struct q3_look *now = &body->looks[(body->num_looks + Q3_LOOKS - 1) % Q3_LOOKS];
    if (body->num_looks < Q3_LOOKS) {
        return;
    }
    for (uint32_t back = 1; back < Q3_LOOKS; back++) {
        const struct q3_look *old =
            &body->looks[(body->num_looks + Q3_LOOKS - 1 - back) % Q3_LOOKS];
        if (old->teleport != now->teleport) {
            break;
        }
        const double turn = turn_between(old, now);
        frag->turn_speed = fmax(frag->turn_speed, turn * 1000.0 / ((double)now->time - old->time));
        frag->turn = back == ANGLE_LOOKS ? turn : frag->turn;
    }
}

void q3_bodies_frag(struct q3_bodies *bodies, struct game_event *frag, int32_t time)
{
    const int32_t killer = frag->player.slot, victim = frag->other.slot;
    if (killer < 0 || killer >= Q3_PLAYERS || victim < 0 || victim >= Q3_PLAYERS) {
        return;
    }
    note_flight(bodies, frag, time);
    if (frag->weapon == GAME_WEAPON_RAILGUN) {
        note_turn(&bodies->players[frag->player.slot], frag);
    }
}
