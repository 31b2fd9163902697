#include "engine/quake3/q3_player_anim_query.h"

#include <math.h>

enum { TWITCH_MS = 200 };

#define DEGREES_OF_UNIT (360.0 / Q3_TURN_UNITS)

const struct q3_player_anim *q3_player_anim_of(const struct q3_state *c, uint32_t number)
{
    if (number >= Q3_PLAYER_ANIMS || c->player_anims.of[number].seen == 0) {
        return NULL;
    }
    return &c->player_anims.of[number];
}

/* Position of `time` between the previous snapshot (0) and the current one (1). */
static double fraction_at(const struct q3_state *c, double time)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    if (!now || !before || now->server_time <= before->server_time) {
        return 1.0;
    }
    const double span = (double)now->server_time - before->server_time;
    return fmin(fmax((time - before->server_time) / span, 0.0), 1.0);
}

static float turn_between(int32_t from, int32_t to, double fraction)
{
    const int32_t way = ((to - from + Q3_TURN_UNITS / 2) & (Q3_TURN_UNITS - 1)) - Q3_TURN_UNITS / 2;
    const double at = from + fraction * way;
    return (float)((at - Q3_TURN_UNITS * floor(at / Q3_TURN_UNITS)) * DEGREES_OF_UNIT);
}

void q3_player_anim_turn(const struct q3_state *c, const struct q3_player_anim *m, double time,
                         struct q3_turn *turn)
{
    const struct q3_swing *a = &m->swings[0], *b = &m->swings[1];
    const bool current = m->seen == (int32_t)c->updates;
    double fraction = fraction_at(c, time);
    /* Players who have left keep their angles; new and teleported ones turn at once. */
    const struct q3_animated *part = &m->legs;
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const bool resets = now && part->count > 0 && part->time == now->server_time &&
                        (part->changes[part->count - 1] & Q3_CHANGE_RESET) != 0;
    if (!current) {
        fraction = 1.0;
    } else if (resets && fraction < 1.0) {
        fraction = 0.0;
    }
    turn->torso_yaw = turn_between(a->torso_yaw, b->torso_yaw, fraction);
    turn->torso_pitch = turn_between(a->torso_pitch, b->torso_pitch, fraction);
    turn->legs_yaw = turn_between(a->legs_yaw, b->legs_yaw, fraction);
}

static int32_t last_of(const int32_t times[2], double time)
{
    const int32_t last = times[1] != 0 && times[1] <= time ? times[1] : times[0];
    return last != 0 && last <= time ? last : Q3_NEVER;
}

int32_t q3_player_anim_flash(const struct q3_player_anim *m, double time)
{
    return last_of(m->flash, time);
}

int32_t q3_player_anim_rail(const struct q3_player_anim *m, double time)
{
    return last_of(m->rail, time);
}

float q3_player_anim_twitch(const struct q3_player_anim *m, double time)
{
    const int32_t last = last_of(m->pain, time);
    const double age = time - last;
    if (last == Q3_NEVER || age >= TWITCH_MS) {
        return 0.0f;
    }
    const bool other_side = ((m->pains ^ (last == m->pain[1])) & 1) != 0;
    const double roll = 20.0 * (1.0 - age / TWITCH_MS);
    return (float)(other_side ? -roll : roll);
}

float q3_player_anim_barrel(const struct q3_state *c, const struct q3_player_anim *m, double time)
{
    const bool before = m->seen == (int32_t)c->updates && fraction_at(c, time) < 1.0;
    return (float)q3_barrel_angle(&m->barrels[before ? 0 : 1], time);
}
