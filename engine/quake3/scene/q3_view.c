#include "engine/quake3/scene/q3_view.h"

#include <math.h>
#include <string.h>

#include "assets/quake3/level/level_trace.h"
#include "engine/quake3/q3_constants.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define ORIGIN_MAX 1e6f

/* Milliseconds. */
#define DUCK_TIME 100.0
#define LAND_DOWN 150.0
#define LAND_UP 300.0

/* A dead player is seen from behind, and that camera keeps 4 units off the walls. */
#define BEHIND 40.0f
#define BEHIND_ROOM 4.0f
#define BEHIND_AIM 512.0f
#define BEHIND_LIFT 8.0f
#define BEHIND_STEEPEST 45.0f

/* Distance of the chase camera's aim trace, and its clearance from walls, units. */
#define CHASE_AIM 4096.0f
static const float chase_rooms[] = {6.0f, 2.0f, 0.25f};

enum { STANDING = 26, CROUCHING = 12, LYING = -16 };

static const uint32_t liquids = Q3_CONTENTS_WATER | Q3_CONTENTS_SLIME | Q3_CONTENTS_LAVA;

/* Replaces NaN and excessive values from the demo. */
static void make_sane(float v[3], float most)
{
    for (int i = 0; i < 3; i++) {
        v[i] = v[i] > -most && v[i] < most ? v[i] : 0.0f;
    }
}

static void turn_behind(const float v[3], float distance, const float angles[3], float out[3])
{
    float forward[3], right[3], up[3];
    dmath_angle_vectors(angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        out[i] = v[i] - distance * forward[i];
    }
}

/* Traces from `from` to `to` with clearance `room`; returns the fraction reached, *end is that
 * point. */
static float trace_camera(const struct q3_level *level, const float from[3], const float to[3],
                          float room, float end[3])
{
    const float mins[3] = {-room, -room, -room}, maxs[3] = {room, room, room};
    struct q3_trace trace;
    if (!level || level->missing) {
        memcpy(end, to, 3 * sizeof(*end));
        return 1.0f;
    }
    level_trace(level, from, to, mins, maxs, Q3_CONTENTS_SOLID, &trace);
    memcpy(end, trace.end, sizeof(trace.end));
    return trace.fraction;
}

/* --- eyes ------------------------------------------------------------------------------------- */

float q3_view_landing(const struct q3_interp *m)
{
    const struct q3_view_state *kept = q3_interp_view(m);
    return kept->land_change *
           (float)q3_view_rise_and_fall(m->time - kept->land_time, LAND_DOWN, LAND_UP);
}

/* OpenArena's modes of rounds have no kick. */
static void add_kick(struct q3_view *view, const struct q3_interp *m)
{
    const enum q3_match_kind kind = m->state->match.kind;
    if (kind != Q3_KIND_ELIMINATION && kind != Q3_KIND_CTF_ELIMINATION &&
        kind != Q3_KIND_LAST_MAN) {
        q3_view_kick(q3_interp_view(m), m->time, view->angles);
    }
}

static void add_bob(struct q3_view *view, const struct q3_interp *m)
{
    q3_bob_nod(&view->bob, &m->player, view->angles);
    view->origin[2] += (float)fmin(view->bob.height * view->bob.speed * 0.005, 6.0);
}

static void add_ducking(struct q3_view *view, const struct q3_interp *m)
{
    const struct q3_view_state *kept = q3_interp_view(m);
    const double age = m->time - kept->duck_time;
    if (age >= 0.0 && age < DUCK_TIME) {
        view->origin[2] -= kept->duck_change * (float)((DUCK_TIME - age) / DUCK_TIME);
    }
}

static float view_height(const struct q3_interp *m)
{
    const int32_t height = m->player.fields[Q3_PS_VIEWHEIGHT];
    return height > -1000 && height < 1000 ? (float)height : (float)STANDING;
}

static void see_through_own(struct q3_view *view, const struct q3_interp *m,
                            const struct scene_options *options)
{
    view->origin[2] += view_height(m);
    add_kick(view, m);
    if (!options->no_bob) {
        add_bob(view, m);
    }
    add_ducking(view, m);
    view->origin[2] += q3_view_landing(m);
}

/* --- behind a dead player --------------------------------------------------------------------- */

static void see_from_behind(struct q3_view *view, const struct q3_interp *m,
                            const struct q3_level *level)
{
    float aim[3], eye[3], wanted[3], place[3];
    view->angles[1] = (float)q3_interp_dead_yaw(m);
    view->origin[2] += view_height(m);
    float focus[3] = {fminf(view->angles[0], BEHIND_STEEPEST), view->angles[1], view->angles[2]};
    memcpy(eye, view->origin, sizeof(eye));
    turn_behind(eye, -BEHIND_AIM, focus, aim);
    view->angles[0] *= 0.5f;
    turn_behind(eye, BEHIND, view->angles, wanted);
    wanted[2] += BEHIND_LIFT;
    const float way = trace_camera(level, eye, wanted, BEHIND_ROOM, place);
    if (way < 1.0f) { /* the nearer, the higher */
        memcpy(wanted, place, sizeof(wanted));
        wanted[2] += (1.0f - way) * 32.0f;
        (void)trace_camera(level, eye, wanted, BEHIND_ROOM, place);
    }
    memcpy(view->origin, place, sizeof(place));
    const double x = (double)(aim[0] - place[0]), y = (double)(aim[1] - place[1]);
    const double level_way = fmax(sqrt(x * x + y * y), 1.0);
    view->angles[0] =
        (float)(-dmath_atan2((double)(aim[2] - place[2]), level_way) * 180.0 / DMATH_PI);
}

/* --- chasing ---------------------------------------------------------------------------------- */

static void look_at(struct q3_view *view, const float point[3])
{
    const double x = (double)point[0] - (double)view->origin[0];
    const double y = (double)point[1] - (double)view->origin[1];
    const double z = (double)point[2] - (double)view->origin[2];
    const double flat = sqrt(x * x + y * y);
    if (flat >= 1.0) {
        view->angles[0] = (float)(-dmath_atan2(z, flat) * 180.0 / DMATH_PI);
        view->angles[1] = (float)(dmath_atan2(y, x) * 180.0 / DMATH_PI);
    }
}

static void chase_player(struct q3_view *view, const struct camera *camera,
                         const struct q3_level *level)
{
    float wanted[3], place[3], aim[3], far[3];
    turn_behind(view->origin, camera->distance, view->angles, wanted);
    turn_behind(view->origin, -CHASE_AIM, view->angles, far);
    wanted[2] += camera->height;
    view->angles[2] = 0.0f;
    view->client = -1;
    for (size_t i = 0; i < sizeof(chase_rooms) / sizeof(chase_rooms[0]); i++) {
        if (trace_camera(level, view->origin, wanted, chase_rooms[i], place) > 0.0f) {
            (void)trace_camera(level, view->origin, far, 0.0f, aim);
            memcpy(view->origin, place, sizeof(place));
            look_at(view, aim);
            return;
        }
    }
}

/* --- all -------------------------------------------------------------------------------------- */

const struct q3_entity_state *q3_view_followed(const struct q3_state *state,
                                               const struct q3_snapshot *snapshot, uint32_t follow)
{
    if (follow == 0 || follow > Q3_PLAYERS ||
        snapshot->player.fields[Q3_PS_CLIENT_NUM] == (int32_t)follow - 1) {
        return NULL;
    }
    const struct q3_entity_state *entity =
        q3_frames_entity_of(&state->frames, snapshot, follow - 1);
    return entity && entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER ? entity : NULL;
}

static float eyes_of(const struct q3_entity_state *entity)
{
    const int32_t legs = entity->fields[Q3_ES_LEGS_ANIM] & ~Q3_ANIM_TOGGLE;
    return (entity->fields[Q3_ES_E_FLAGS] & Q3_EF_DEAD) != 0        ? (float)LYING
           : legs == Q3_LEGS_CROUCH || legs == Q3_LEGS_CROUCH_STILL ? (float)CROUCHING
                                                                    : (float)STANDING;
}

static void see_through_other(struct q3_view *view, const struct q3_interp *m,
                              const struct q3_entity_state *entity)
{
    struct q3_pose pose;
    q3_interp_place(m, entity, &pose);
    memcpy(view->origin, pose.origin, sizeof(view->origin));
    memcpy(view->angles, pose.angles, sizeof(view->angles));
    make_sane(view->origin, ORIGIN_MAX);
    make_sane(view->angles, ORIGIN_MAX);
    view->origin[2] += eyes_of(entity);
    view->client = entity->number;
    view->own_eyes = false;
}

static void see_through_player(struct q3_view *view, const struct q3_interp *m,
                               const struct scene_options *options, const struct q3_level *level)
{
    const int32_t type = m->player.fields[Q3_PS_PM_TYPE];
    const bool spectates = m->player.persistant[3] == Q3_TEAM_SPECTATOR;
    if (type == Q3_PM_INTERMISSION || type == Q3_PM_SINGLE_INTERMISSION) {
        view->fixed = true;
        view->client = -1;
    } else if (q3_interp_health(m) <= 0 && !spectates && options->camera.kind == CAMERA_EYE) {
        see_from_behind(view, m, level);
        view->client = -1;
    } else {
        see_through_own(view, m, options);
    }
}

/* Waves before the eyes that are in a liquid. */
static void find_waves(struct q3_view *view, const struct q3_interp *m,
                       const struct q3_level *level)
{
    if (level && !level->missing &&
        q3_bsp_point_contents(&level->bsp, view->origin, liquids) != 0) {
        const double phase = m->time * 0.001 * 0.4;
        view->widen = (float)dmath_sin((phase - floor(phase)) * 2.0 * DMATH_PI);
    }
}

void q3_view_find(struct q3_view *view, const struct q3_interp *m,
                  const struct scene_options *options, const struct q3_level *level)
{
    const int32_t *f = m->player.fields;
    const struct q3_entity_state *other = q3_view_followed(m->state, m->from, options->follow);
    *view = (struct q3_view){
        .origin = {q3_float(f[Q3_PS_ORIGIN_0]), q3_float(f[Q3_PS_ORIGIN_1]),
                   q3_float(f[Q3_PS_ORIGIN_2])},
        .angles = {q3_float(f[Q3_PS_VIEWANGLES_0]), q3_float(f[Q3_PS_VIEWANGLES_1]),
                   q3_float(f[Q3_PS_VIEWANGLES_2])},
        .client = f[Q3_PS_CLIENT_NUM],
        .own_eyes = true,
        .bob = q3_bob_of(&m->player),
    };
    make_sane(view->origin, ORIGIN_MAX);
    make_sane(view->angles, ORIGIN_MAX);
    if (other) {
        see_through_other(view, m, other);
    } else {
        see_through_player(view, m, options, level);
    }
    if (options->camera.kind == CAMERA_FREE) {
        view->free = true;
        view->client = -1;
        memcpy(view->origin, options->camera.origin, sizeof(view->origin));
        memcpy(view->angles, options->camera.angles, sizeof(view->angles));
    } else if (options->camera.kind == CAMERA_CHASE && !view->fixed) {
        chase_player(view, &options->camera, level);
    }
    make_sane(view->origin, ORIGIN_MAX);
    make_sane(view->angles, ORIGIN_MAX);
    find_waves(view, m, level);
}
