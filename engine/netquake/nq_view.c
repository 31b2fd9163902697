#include "engine/netquake/nq_view.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"

enum { IT_INVISIBILITY = 1 << 19, FULL_ZOOM = 255, MIN_FOV = 1, MAX_FOV = 170 };

/* Smoothed height of the view at a time after times[1], where the origin is at z: rises
 * gradually after a step. */
static float find_stair(const struct nq_state *s, float z, double time)
{
    bool climbs = s->stair_valid && s->on_ground;
    return climbs ? quake_climb(s->stair_z, z, time - s->times[1]) : z;
}

/* The bob is frozen in the air (QuakeWorld's rule, which TyrQuake 0.71 uses for NetQuake too),
 * unless air_bob: WinQuake and QuakeSpasm continue to bob. */
static float find_bob(const struct nq_state *s, const float velocity[3], double time, bool air_bob)
{
    return s->on_ground || air_bob ? quake_bob(velocity, time) : s->held_bob;
}

static void viewer_place(const struct nq_state *s, float lerp, float origin[3], float angles[3])
{
    const struct nq_entity *viewer = nq_entity_get(s, s->view_entity);
    if (viewer == NULL) {
        memset(origin, 0, 3 * sizeof *origin);
        memset(angles, 0, 3 * sizeof *angles);
        return;
    }
    nq_entity_place(s, viewer, lerp, origin, angles);
}

/* V_UpdatePalette takes the drop of a frame before it shows the colour. */
static int32_t fade_flash(const struct nq_state *s, const struct nq_flash *flash, double speed,
                          double time)
{
    double passed = s->updates > 1 ? time - s->times[1] : 0.0;
    return quake_fade(time < s->times[0] ? flash->before : flash->now, speed, passed);
}

static void step_flash(const struct nq_state *s, struct nq_flash *flash, double speed)
{
    flash->before = fade_flash(s, flash, speed, s->times[0]);
    flash->now = flash->before;
}

void nq_view_step(struct nq_state *s)
{
    step_flash(s, &s->damage_flash, QUAKE_DAMAGE_FADE);
    step_flash(s, &s->bonus_flash, QUAKE_BONUS_FADE);
    if (s->updates == 0 || s->paused || s->intermission) {
        return; /* V_CalcRefdef was not called then */
    }
    float origin[3], angles[3];
    viewer_place(s, 1.0f, origin, angles);
    s->stair_z = find_stair(s, origin[2], s->times[0]);
    s->held_bob = find_bob(s, s->velocity[0], s->times[0], false);
    s->stair_valid = 1;
}

/* The demo's view angles, and the velocity, between the last two blocks. */
static void lerp_view(const struct nq_state *s, float lerp, float angles[3], float velocity[3])
{
    for (int i = 0; i < 3; i++) {
        angles[i] = quake_turn(s->view_angles[1][i], s->view_angles[0][i], lerp);
        velocity[i] = s->velocity[1][i] + lerp * (s->velocity[0][i] - s->velocity[1][i]);
    }
}

static void place_plain_eyes(const struct nq_state *s, const float feet[3], const float angles[3],
                             struct quake_view *view)
{
    const struct nq_entity *viewer = nq_entity_get(s, s->view_entity);
    view->is_followable = viewer != NULL && viewer->model != 0;
    for (int i = 0; i < 3; i++) {
        view->plain_origin[i] = feet[i] + (i == 2 ? s->view_height : 0.0f) + 1.0f / 32;
        view->plain_angles[i] = angles[i];
    }
    quake_bound_offsets(view->plain_origin, feet);
}

/* V_CalcRefdef */
static void view_from_player(const struct nq_state *s, const struct nq_interp *moment,
                             struct quake_view *view)
{
    float feet[3], body[3], angles[3], velocity[3], forward[3], right[3], up[3];
    viewer_place(s, moment->lerp, feet, body);
    lerp_view(s, moment->lerp, angles, velocity);
    body[1] = angles[1]; /* the body faces where the eyes look */
    body[0] = -angles[0];
    float bob = find_bob(s, velocity, moment->time, moment->air_bob);

    memcpy(view->origin, feet, sizeof view->origin);
    view->origin[2] += s->view_height + bob;
    for (int i = 0; i < 3; i++) { /* never exactly on a node's plane */
        view->origin[i] += 1.0f / 32;
    }
    memcpy(view->angles, angles, sizeof view->angles);
    view->angles[2] += quake_roll(body, velocity);
    if (!moment->no_kicks) {
        quake_add_kick(s->damages, moment->time, view->angles);
    }
    if (s->stats[NQ_STAT_HEALTH] <= 0) {
        view->angles[2] = 80.0f;
    }
    const struct quake_idle *idle = &s->orders.idle;
    quake_add_idle(idle, moment->time, view->angles);
    quake_bound_offsets(view->origin, feet);
    place_plain_eyes(s, feet, angles, view);

    body[0] = -body[0];
    dmath_angle_vectors(body, forward, right, up);
    float eyes[3] = {feet[0], feet[1], feet[2] + s->view_height};
    quake_place_weapon(view, eyes, angles, forward, bob);
    quake_sway_weapon(idle, moment->time, view->weapon_angles);
    view->has_weapon = s->stats[NQ_STAT_HEALTH] > 0 && !(s->items & IT_INVISIBILITY) &&
                       s->stats[NQ_STAT_WEAPON] > 0;
    for (int i = 0; i < 3 && !moment->no_punch; i++) {
        view->angles[i] += s->punch[i];
    }
    float lag = find_stair(s, feet[2], moment->time) - feet[2];
    view->origin[2] += lag;
    view->weapon_origin[2] += lag;
    view->plain_origin[2] += lag;
}

void nq_view_find(const struct nq_state *state, const struct nq_interp *moment,
                  struct quake_view *view)
{
    memset(view, 0, sizeof *view);
    if (state->intermission) { /* V_CalcIntermissionRefdef */
        viewer_place(state, moment->lerp, view->origin, view->angles);
        quake_add_intermission_idle(&state->orders.idle, moment->time, view->angles);
        return;
    }
    view_from_player(state, moment, view);
}

struct quake_tints nq_view_tints(const struct nq_state *s, double time)
{
    const int32_t *air = s->orders.tint;
    return (struct quake_tints){
        .air = {air[0], air[1], air[2], air[3]},
        .damage = &s->damages[s->damages[0].time > time],
        .damage_percent = fade_flash(s, &s->damage_flash, QUAKE_DAMAGE_FADE, time),
        .bonus_percent = fade_flash(s, &s->bonus_flash, QUAKE_BONUS_FADE, time),
        .items = s->items,
    };
}

/* QuakeSpasm-Spiked's gl_screen.c makes the angle itself narrower, DarkPlaces (R_SetupView) its
 * tangent. */
float nq_view_zoom(const struct nq_state *s, float fov)
{
    const double radians = DMATH_PI / 180.0;
    const int32_t zoom = s->stats[NQ_STAT_VIEW_ZOOM];
    if (!nq_has_extensions(s) || zoom <= 0 || zoom == FULL_ZOOM) {
        return fov;
    }
    const double part = (double)zoom / FULL_ZOOM;
    double angle = (double)fov * part;
    if (nq_protocol_is_darkplaces(&s->protocol)) {
        angle = 2.0 * dmath_atan2(dmath_tan((double)fov * 0.5 * radians) * part, 1.0) / radians;
    }
    return (float)fmin(fmax(angle, MIN_FOV), MAX_FOV);
}
