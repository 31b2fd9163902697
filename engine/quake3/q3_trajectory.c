#include "engine/quake3/q3_trajectory.h"

#include <math.h>

#include "formats/base/dmath.h"

static float read_field(const struct q3_entity_state *entity, enum q3_entity_field slot)
{
    return q3_float(entity->fields[slot]);
}

struct q3_trajectory q3_trajectory_of_origin(const struct q3_entity_state *entity)
{
    return (struct q3_trajectory){
        .type = entity->fields[Q3_ES_POS_TR_TYPE],
        .time = entity->fields[Q3_ES_POS_TR_TIME],
        .duration = entity->fields[Q3_ES_POS_TR_DURATION],
        .base = {read_field(entity, Q3_ES_POS_TR_BASE_0), read_field(entity, Q3_ES_POS_TR_BASE_1),
                 read_field(entity, Q3_ES_POS_TR_BASE_2)},
        .delta = {read_field(entity, Q3_ES_POS_TR_DELTA_0),
                  read_field(entity, Q3_ES_POS_TR_DELTA_1),
                  read_field(entity, Q3_ES_POS_TR_DELTA_2)},
        .gravity = entity->fields[Q3_ES_POS_GRAVITY],
    };
}

struct q3_trajectory q3_trajectory_of_angles(const struct q3_entity_state *entity)
{
    return (struct q3_trajectory){
        .type = entity->fields[Q3_ES_APOS_TR_TYPE],
        .time = entity->fields[Q3_ES_APOS_TR_TIME],
        .duration = entity->fields[Q3_ES_APOS_TR_DURATION],
        .base = {read_field(entity, Q3_ES_APOS_TR_BASE_0), read_field(entity, Q3_ES_APOS_TR_BASE_1),
                 read_field(entity, Q3_ES_APOS_TR_BASE_2)},
        .delta = {read_field(entity, Q3_ES_APOS_TR_DELTA_0),
                  read_field(entity, Q3_ES_APOS_TR_DELTA_1),
                  read_field(entity, Q3_ES_APOS_TR_DELTA_2)},
        .gravity = entity->fields[Q3_ES_APOS_GRAVITY],
    };
}

/* The factor of `delta` at `time`. */
static double find_travelled(const struct q3_trajectory *tr, double time)
{
    const double since = time - tr->time;
    switch (tr->type) {
    case Q3_TR_LINEAR:
    case Q3_TR_GRAVITY:
        return since * 0.001;
    case Q3_TR_LINEAR_STOP:
        return fmax(fmin(since, tr->duration) * 0.001, 0.0);
    case Q3_TR_SINE: {
        if (tr->duration == 0) {
            return 0.0; /* the original divides by it */
        }
        const double swings = since / tr->duration;
        return dmath_sin((swings - floor(swings)) * 2.0 * DMATH_PI);
    }
    default:
        return 0.0;
    }
}

void q3_trajectory_at(const struct q3_trajectory *tr, double time, float result[3])
{
    const double way = find_travelled(tr, time);
    for (int i = 0; i < 3; i++) {
        result[i] = (float)((double)tr->base[i] + way * (double)tr->delta[i]);
    }
    if (tr->type == Q3_TR_GRAVITY) {
        const double gravity = tr->gravity != 0 ? tr->gravity : Q3_GRAVITY;
        result[2] =
            (float)((double)tr->base[2] + way * (double)tr->delta[2] - 0.5 * gravity * way * way);
    }
}

float q3_lerp_angle(float from, float to, double fraction)
{
    double target = (double)to;
    if (target - (double)from > 180.0) {
        target -= 360.0;
    }
    if (target - (double)from < -180.0) {
        target += 360.0;
    }
    return (float)((double)from + fraction * (target - (double)from));
}

static float lerp_value(float from, float to, double fraction)
{
    return (float)((double)from + fraction * ((double)to - (double)from));
}

/* 0 at from_time, 1 at to_time. */
static double fraction_of(int32_t from_time, int32_t to_time, double time)
{
    const double span = (double)to_time - from_time;
    return span > 0.0 ? fmin(fmax((time - from_time) / span, 0.0), 1.0) : 0.0;
}

/* Players are always interpolated: the original uses their extrapolated trajectories only with
 * cg_smoothClients, which is off by default. */
static bool runs_between(const struct q3_entity_state *from, const struct q3_entity_state *to)
{
    return to &&
           ((from->fields[Q3_ES_E_FLAGS] ^ to->fields[Q3_ES_E_FLAGS]) & Q3_EF_TELEPORT) == 0 &&
           (from->fields[Q3_ES_POS_TR_TYPE] == Q3_TR_INTERPOLATE || from->number < Q3_PLAYERS);
}

/* Evaluates both trajectories. */
static void pose_at(const struct q3_entity_state *entity, double time, struct q3_pose *pose)
{
    struct q3_trajectory place = q3_trajectory_of_origin(entity);
    const struct q3_trajectory turn = q3_trajectory_of_angles(entity);
    if (entity->number < Q3_PLAYERS) {
        place.type = Q3_TR_INTERPOLATE;
    }
    q3_trajectory_at(&place, time, pose->origin);
    q3_trajectory_at(&turn, time, pose->angles);
}

void q3_lerp_entity(const struct q3_entity_state *from, const struct q3_entity_state *to,
                    int32_t from_time, int32_t to_time, double time, struct q3_pose *pose)
{
    if (!runs_between(from, to)) {
        pose_at(from, fmin(time, (double)from_time + Q3_MAX_EXTRAPOLATION), pose);
        return;
    }
    struct q3_pose next;
    const double fraction = fraction_of(from_time, to_time, time);
    pose_at(from, from_time, pose);
    pose_at(to, to_time, &next);
    for (int i = 0; i < 3; i++) {
        pose->origin[i] = lerp_value(pose->origin[i], next.origin[i], fraction);
        pose->angles[i] = q3_lerp_angle(pose->angles[i], next.angles[i], fraction);
    }
}

bool q3_player_jumps(const struct q3_snapshot *from, const struct q3_snapshot *to)
{
    const int32_t *a = from->player.fields, *b = to->player.fields;
    return ((a[Q3_PS_E_FLAGS] ^ b[Q3_PS_E_FLAGS]) & Q3_EF_TELEPORT) != 0 ||
           a[Q3_PS_CLIENT_NUM] != b[Q3_PS_CLIENT_NUM] ||
           ((from->flags ^ to->flags) & Q3_SNAP_SERVER_COUNT) != 0;
}

void q3_lerp_player(const struct q3_snapshot *from, const struct q3_snapshot *to, double time,
                    struct q3_player_state *player)
{
    static const uint8_t straight[] = {Q3_PS_ORIGIN_0,   Q3_PS_ORIGIN_1,   Q3_PS_ORIGIN_2,
                                       Q3_PS_VELOCITY_0, Q3_PS_VELOCITY_1, Q3_PS_VELOCITY_2};
    static const uint8_t turning[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1, Q3_PS_VIEWANGLES_2};
    *player = from->player;
    if (!to || to->server_time <= from->server_time || q3_player_jumps(from, to)) {
        return;
    }
    const int32_t *a = from->player.fields, *b = to->player.fields;
    const double fraction = fraction_of(from->server_time, to->server_time, time);
    for (size_t i = 0; i < sizeof(straight); i++) {
        const uint8_t slot = straight[i];
        player->fields[slot] =
            q3_float_bits(lerp_value(q3_float(a[slot]), q3_float(b[slot]), fraction));
    }
    for (size_t i = 0; i < sizeof(turning); i++) {
        const uint8_t slot = turning[i];
        player->fields[slot] =
            q3_float_bits(q3_lerp_angle(q3_float(a[slot]), q3_float(b[slot]), fraction));
    }
    /* The cycle has 256 steps and runs upward only. */
    const int32_t bob = a[Q3_PS_BOB_CYCLE];
    const int32_t next = b[Q3_PS_BOB_CYCLE] + (b[Q3_PS_BOB_CYCLE] < bob ? 256 : 0);
    player->fields[Q3_PS_BOB_CYCLE] = bob + (int32_t)(fraction * (next - bob));
}
