#include "engine/nq_view.h"

#include <math.h>
#include <string.h>

#include "render/dmath.h"

enum {
    IT_INVISIBILITY = 1 << 19,
    IT_INVULNERABILITY = 1 << 20,
    IT_SUIT = 1 << 21,
    IT_QUAD = 1 << 22
};

/* Colour shifts fade by so many percents a second. */
#define DAMAGE_FADE 150.0
#define BONUS_FADE 100.0

/* The original's console variables at their defaults. */
static const float bob_amount = 0.02f, bob_cycle = 0.6f, bob_up = 0.5f;
static const float roll_angle = 2.0f, roll_speed = 200.0f;
static const float kick_time = 0.5f;
static const float idle_pitch_cycle = 1.0f, idle_yaw_cycle = 2.0f, idle_roll_cycle = 0.5f;
static const float idle_pitch_level = 0.3f, idle_yaw_level = 0.3f, idle_roll_level = 0.1f;

/* V_CalcBob's wave. */
static float bob_wave(const float velocity[3], double time)
{
    float cycle = (float)(time - (double)((float)(int)(time / (double)bob_cycle) * bob_cycle));
    cycle /= bob_cycle;
    if (cycle < bob_up) {
        cycle = (float)(DMATH_PI * (double)cycle / (double)bob_up);
    } else {
        cycle = (float)(DMATH_PI + DMATH_PI * (double)(cycle - bob_up) / (1.0 - (double)bob_up));
    }
    float bob = (float)(sqrt((double)(velocity[0] * velocity[0] + velocity[1] * velocity[1])) *
                        (double)bob_amount);
    bob = (float)((double)bob * 0.3 + (double)bob * 0.7 * dmath_sin((double)cycle));
    return bob > 4.0f ? 4.0f : bob < -7.0f ? -7.0f : bob;
}

/* V_CalcRoll */
static float find_roll(const float angles[3], const float velocity[3])
{
    float forward[3], right[3], up[3];
    dmath_angle_vectors(angles, forward, right, up);
    float side = velocity[0] * right[0] + velocity[1] * right[1] + velocity[2] * right[2];
    float sign = side < 0.0f ? -1.0f : 1.0f;
    side = fabsf(side);
    side = side < roll_speed ? side * roll_angle / roll_speed : roll_angle;
    return side * sign;
}

static void add_idle(float angles[3], double time)
{
    angles[2] = (float)((double)angles[2] +
                        dmath_sin(time * (double)idle_roll_cycle) * (double)idle_roll_level);
    angles[0] = (float)((double)angles[0] +
                        dmath_sin(time * (double)idle_pitch_cycle) * (double)idle_pitch_level);
    angles[1] = (float)((double)angles[1] +
                        dmath_sin(time * (double)idle_yaw_cycle) * (double)idle_yaw_level);
}

/* V_CalcViewRoll's second half: being hit turns the head for half a second. */
static void add_kick(const struct nq_state *s, double time, float angles[3])
{
    const struct nq_damage *damage = &s->damages[s->damages[0].time > time];
    float left = (float)((double)kick_time - (time - damage->time));
    if (left > 0.0f && damage->time <= time) {
        angles[2] += left / kick_time * damage->roll;
        angles[0] += left / kick_time * damage->pitch;
    }
}

/* How far the eyes lag behind a step up, at a time after times[1], with the feet at z (never
 * positive). */
static float find_stair(const struct nq_state *s, float z, double time, float *old_z)
{
    if (!s->stair_valid || !s->on_ground || !(z - s->stair_z > 0.0f)) {
        *old_z = z;
        return 0.0f;
    }
    float passed = (float)(time - s->times[1]);
    float stair = s->stair_z + (passed > 0.0f ? passed : 0.0f) * 80.0f;
    if (stair > z) {
        stair = z;
    }
    if (z - stair > 12.0f) {
        stair = z - 12.0f;
    }
    *old_z = stair;
    return stair - z;
}

/* In the air the bob stays as it was (QuakeWorld's rule, which TyrQuake 0.71 follows for NetQuake
 * as well; WinQuake goes on bobbing). */
static float find_bob(const struct nq_state *s, const float velocity[3], double time)
{
    return s->on_ground ? bob_wave(velocity, time) : s->held_bob;
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

/* V_UpdatePalette takes the drop of a frame before it shows the colour, and cuts to whole
 * percents. */
static int32_t faded(const struct nq_state *s, const struct nq_flash *flash, double speed,
                     double time)
{
    double passed = s->updates > 1 ? time - s->times[1] : 0.0;
    int32_t percent = time < s->times[0] ? flash->before : flash->now;
    double left = (double)percent - speed * (passed > 0.0 ? passed : 0.0);
    return left > 0.0 ? (int32_t)left : 0;
}

static void step_flash(const struct nq_state *s, struct nq_flash *flash, double speed)
{
    flash->before = faded(s, flash, speed, s->times[0]);
    flash->now = flash->before;
}

void nq_view_step(struct nq_state *s)
{
    step_flash(s, &s->damage_flash, DAMAGE_FADE);
    step_flash(s, &s->bonus_flash, BONUS_FADE);
    if (s->updates == 0 || s->paused || s->intermission) {
        return; /* V_CalcRefdef was not called then */
    }
    float origin[3], angles[3];
    viewer_place(s, 1.0f, origin, angles);
    find_stair(s, origin[2], s->times[0], &s->stair_z);
    s->held_bob = find_bob(s, s->velocity[0], s->times[0]);
    s->stair_valid = 1;
}

/* The demo's view angles, and the velocity, between the last two blocks. */
static void lerp_view(const struct nq_state *s, float lerp, float angles[3], float velocity[3])
{
    for (int i = 0; i < 3; i++) {
        float turn = s->view_angles[0][i] - s->view_angles[1][i];
        if (turn > 180.0f) {
            turn -= 360.0f;
        } else if (turn < -180.0f) {
            turn += 360.0f;
        }
        angles[i] = s->view_angles[1][i] + lerp * turn;
        velocity[i] = s->velocity[1][i] + lerp * (s->velocity[0][i] - s->velocity[1][i]);
    }
}

/* V_BoundOffsets: the eyes stay inside the player. */
static void bound_offsets(float eyes[3], const float feet[3])
{
    static const float low[3] = {-14.0f, -14.0f, -22.0f};
    static const float high[3] = {14.0f, 14.0f, 30.0f};
    for (int i = 0; i < 3; i++) {
        if (eyes[i] < feet[i] + low[i]) {
            eyes[i] = feet[i] + low[i];
        } else if (eyes[i] > feet[i] + high[i]) {
            eyes[i] = feet[i] + high[i];
        }
    }
}

/* The gun leans with the head but for the punch, which is added after it; with no idle sway in the
 * game CalcGunAngle's lag is always 0. */
static void place_weapon(const struct nq_state *s, const float feet[3], const float angles[3],
                         const float forward[3], float bob, const float head[3],
                         struct nq_view *view)
{
    for (int i = 0; i < 3; i++) {
        view->weapon_origin[i] = feet[i];
    }
    view->weapon_origin[2] += s->view_height;
    for (int i = 0; i < 3; i++) {
        view->weapon_origin[i] =
            (float)((double)view->weapon_origin[i] + (double)(forward[i] * bob) * 0.4);
    }
    view->weapon_origin[2] += bob;
    view->weapon_angles[0] = -head[0];
    view->weapon_angles[1] = head[1];
    view->weapon_angles[2] = angles[2];
    view->has_weapon = s->stats[NQ_STAT_HEALTH] > 0 && !(s->items & IT_INVISIBILITY) &&
                       s->stats[NQ_STAT_WEAPON] > 0;
}

static void place_plain_eyes(const struct nq_state *s, const float feet[3], const float angles[3],
                             struct nq_view *view)
{
    const struct nq_entity *viewer = nq_entity_get(s, s->view_entity);
    view->is_followable = viewer != NULL && viewer->model != 0;
    for (int i = 0; i < 3; i++) {
        view->plain_origin[i] = feet[i] + (i == 2 ? s->view_height : 0.0f) + 1.0f / 32;
        view->plain_angles[i] = angles[i];
    }
    bound_offsets(view->plain_origin, feet);
}

/* V_CalcRefdef */
static void view_from_player(const struct nq_state *s, const struct nq_moment *moment,
                             struct nq_view *view)
{
    float feet[3], body[3], angles[3], velocity[3], forward[3], right[3], up[3];
    viewer_place(s, moment->lerp, feet, body);
    lerp_view(s, moment->lerp, angles, velocity);
    body[1] = angles[1]; /* the body faces where the eyes look */
    body[0] = -angles[0];
    float bob = find_bob(s, velocity, moment->time);

    memcpy(view->origin, feet, sizeof view->origin);
    view->origin[2] += s->view_height + bob;
    for (int i = 0; i < 3; i++) { /* never exactly on a node's plane */
        view->origin[i] += 1.0f / 32;
    }
    memcpy(view->angles, angles, sizeof view->angles);
    view->angles[2] += find_roll(body, velocity);
    add_kick(s, moment->time, view->angles);
    if (s->stats[NQ_STAT_HEALTH] <= 0) {
        view->angles[2] = 80.0f;
    }
    bound_offsets(view->origin, feet);
    place_plain_eyes(s, feet, angles, view);

    body[0] = -body[0];
    dmath_angle_vectors(body, forward, right, up);
    place_weapon(s, feet, angles, forward, bob, view->angles, view);
    for (int i = 0; i < 3; i++) {
        view->angles[i] += s->punch[i];
    }
    float old_z;
    float lag = find_stair(s, feet[2], moment->time, &old_z);
    view->origin[2] += lag;
    view->weapon_origin[2] += lag;
    view->plain_origin[2] += lag;
}

void nq_view_find(const struct nq_state *state, const struct nq_moment *moment,
                  struct nq_view *view)
{
    memset(view, 0, sizeof *view);
    if (state->intermission) { /* V_CalcIntermissionRefdef */
        viewer_place(state, moment->lerp, view->origin, view->angles);
        add_idle(view->angles, moment->time);
        return;
    }
    view_from_player(state, moment, view);
}

static void set_blend(struct scene_blend *blend, uint8_t red, uint8_t green, uint8_t blue,
                      int32_t percent)
{
    blend->color[0] = red;
    blend->color[1] = green;
    blend->color[2] = blue;
    blend->percent = percent;
}

void nq_view_blends(const struct nq_state *s, double time, int contents,
                    struct scene_blend blends[SCENE_BLENDS])
{
    memset(blends, 0, SCENE_BLENDS * sizeof *blends);
    switch (contents) { /* V_SetContentsColor: whatever else is not solid counts as water */
    case CONTENTS_EMPTY:
    case CONTENTS_SOLID:
        set_blend(&blends[0], 130, 80, 50, 0);
        break;
    case CONTENTS_LAVA:
        set_blend(&blends[0], 255, 80, 0, 150);
        break;
    case CONTENTS_SLIME:
        set_blend(&blends[0], 0, 25, 5, 150);
        break;
    default:
        set_blend(&blends[0], 130, 80, 50, 128);
        break;
    }
    const struct nq_damage *damage = &s->damages[s->damages[0].time > time];
    set_blend(&blends[1], damage->color[0], damage->color[1], damage->color[2],
              faded(s, &s->damage_flash, DAMAGE_FADE, time));
    set_blend(&blends[2], 215, 186, 69, faded(s, &s->bonus_flash, BONUS_FADE, time));
    if (s->items & IT_QUAD) {
        set_blend(&blends[3], 0, 0, 255, 30);
    } else if (s->items & IT_SUIT) {
        set_blend(&blends[3], 0, 255, 0, 20);
    } else if (s->items & IT_INVISIBILITY) {
        set_blend(&blends[3], 100, 100, 100, 100);
    } else if (s->items & IT_INVULNERABILITY) {
        set_blend(&blends[3], 255, 255, 0, 30);
    }
}
