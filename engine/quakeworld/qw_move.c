#include "engine/quakeworld/qw_move.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "formats/maps/bsp_hull.h"

enum {
    MAX_CLIP_PLANES = 5,
    BUMPS = 4,
    LONGEST_MSEC = 50, /* longer commands are run in halves */
    WORK_MAX = 1 << 17 /* nodes a command may look at; on real maps a few thousand are enough */
};

/* QuakeWorld's figures, units and units per second. */
#define STEP_HEIGHT 18.0f
#define FLOOR_NORMAL 0.7f /* steeper ground is no floor */
#define CLIP_EPSILON 0.1f /* velocities below this are none after a bump */
#define JUMP_SPEED 270.0f
#define LEAVE_GROUND_SPEED 180.0f /* a player that rises faster is in the air */
#define AIR_SPEED 30.0f           /* wish speed in the air, at most */
#define EDGE_DISTANCE 16.0f
#define EDGE_DEPTH 34.0f
#define SINK_SPEED 60.0f
#define WATER_SPEED 0.7f /* share of the speed on land */
#define PITCH_UP -70.0f  /* servers clamp the pitch here, */
#define PITCH_DOWN 80.0f /* or lower */
#define PLAYER_BOTTOM -24.0f
#define PLAYER_MIDDLE 4.0f
#define PLAYER_EYES 22.0f

static const float player_mins[3] = {-16, -16, -24};
static const float player_maxs[3] = {16, 16, 32};

/* Farther out, or faster, nothing real is. */
#define PLACE_LIMIT 32768.0f
#define SPEED_LIMIT 16384.0f
#define VARS_LIMIT 65536.0f

struct mover {
    struct qw_move *player;
    const struct qw_move_command *command;
    struct qw_movevars vars;
    const struct qw_surroundings *around;
    float seconds;
    float forward[3], right[3], up[3];
    float ground[3]; /* normal of the ground plane */
    int *work;       /* see formats/maps/bsp_hull.h */
};

static void copy_vector(float to[3], const float from[3])
{
    memcpy(to, from, 3 * sizeof(float));
}

static void add_scaled(const float start[3], float distance, const float direction[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = start[i] + distance * direction[i];
    }
}

static float clean_number(float v, float limit)
{
    return !isfinite(v) ? 0 : v < -limit ? -limit : v > limit ? limit : v;
}

static void clean_vector(float v[3], float limit)
{
    for (int i = 0; i < 3; i++) {
        v[i] = clean_number(v[i], limit);
    }
}

/* ---- What is in the way ---- */

bool qw_obstacle_is_solid(const struct bsp *bsp, uint32_t submodel)
{
    return bsp->submodels[submodel].head_node[1] != 0;
}

/* True if the path can touch the box. */
static bool is_near(const float from[3], const float to[3], const float mins[3],
                    const float maxs[3])
{
    for (int i = 0; i < 3; i++) {
        const float low = from[i] < to[i] ? from[i] : to[i];
        const float high = from[i] < to[i] ? to[i] : from[i];
        if (high < mins[i] - 1 || low > maxs[i] + 1) {
            return false;
        }
    }
    return true;
}

/* Obstacles by number: the world, brush entities, players. False: it is out of reach of a way from
 * `from` to `to`. */
static bool get_hull(const struct qw_surroundings *around, size_t number, const float from[3],
                     const float to[3], struct bsp_hull *hull, struct bsp_box_hull *box,
                     float offset[3])
{
    static const float nowhere[3] = {0, 0, 0};
    float mins[3], maxs[3];
    if (number == 0) {
        copy_vector(offset, nowhere);
        *hull = bsp_hull_of(around->world, 0, 1);
        return true;
    }
    if (number <= around->num_obstacles) {
        const struct qw_obstacle *obstacle = &around->obstacles[number - 1];
        const struct bsp_submodel *model = &obstacle->bsp->submodels[obstacle->submodel];
        for (int i = 0; i < 3; i++) {
            mins[i] = obstacle->origin[i] + model->mins[i] - player_maxs[i];
            maxs[i] = obstacle->origin[i] + model->maxs[i] - player_mins[i];
        }
        copy_vector(offset, obstacle->origin);
        *hull = bsp_hull_of(obstacle->bsp, obstacle->submodel, 1);
        return is_near(from, to, mins, maxs);
    }
    copy_vector(offset, around->players[number - 1 - around->num_obstacles]);
    for (int i = 0; i < 3; i++) {
        mins[i] = player_mins[i] - player_maxs[i];
        maxs[i] = player_maxs[i] - player_mins[i];
    }
    *hull = bsp_hull_of_box(box, mins, maxs);
    for (int i = 0; i < 3; i++) {
        mins[i] += offset[i];
        maxs[i] += offset[i];
    }
    return is_near(from, to, mins, maxs);
}

static size_t count_hulls(const struct qw_surroundings *around)
{
    return 1 + around->num_obstacles + around->num_players;
}

/* A player's way through everything. */
static struct bsp_hull_trace trace_player(const struct mover *m, const float from[3],
                                          const float to[3])
{
    const struct qw_surroundings *around = m->around;
    struct bsp_hull_trace best = {.fraction = 1}, trace;
    copy_vector(best.end, to);
    for (size_t n = 0; n < count_hulls(around); n++) {
        struct bsp_box_hull box;
        struct bsp_hull hull;
        float offset[3], start[3], end[3];
        if (!get_hull(around, n, from, to, &hull, &box, offset)) {
            continue;
        }
        add_scaled(from, -1, offset, start);
        add_scaled(to, -1, offset, end);
        bsp_hull_trace(&hull, start, end, m->work, &trace);
        if (trace.fraction < best.fraction) {
            best = trace;
            add_scaled(trace.end, 1, offset, best.end);
        }
    }
    return best;
}

static bool is_stuck(const struct bsp_hull_trace *trace)
{
    return trace->start_solid || trace->all_solid;
}

static bool has_room(const struct mover *m, const float place[3])
{
    for (size_t n = 0; n < count_hulls(m->around); n++) {
        struct bsp_box_hull box;
        struct bsp_hull hull;
        float offset[3], point[3];
        if (!get_hull(m->around, n, place, place, &hull, &box, offset)) {
            continue;
        }
        add_scaled(place, -1, offset, point);
        if (bsp_hull_contents(&hull, point, m->work) == CONTENTS_SOLID) {
            return false;
        }
    }
    return true;
}

static int32_t contents_at(const struct mover *m, const float point[3])
{
    return bsp_point_contents(m->around->world, 0, point);
}

/* Places are sent in eighths: the one that was rounded into a wall is moved out of it again. */
static void nudge_position(struct mover *m)
{
    static const float eighths[3] = {0, -0.125f, 0.125f};
    float base[3];
    copy_vector(base, m->player->origin);
    for (int i = 0; i < 27; i++) {
        float *to = m->player->origin;
        to[0] = base[0] + eighths[i / 3 % 3];
        to[1] = base[1] + eighths[i % 3];
        to[2] = base[2] + eighths[i / 9];
        if (has_room(m, to)) {
            return;
        }
    }
    copy_vector(m->player->origin, base);
}

/* ---- Bumping ---- */

static void clip_velocity(const float in[3], const float normal[3], float out[3])
{
    const float into = vec_dot(in, normal);
    for (int i = 0; i < 3; i++) {
        out[i] = in[i] - normal[i] * into;
        if (out[i] > -CLIP_EPSILON && out[i] < CLIP_EPSILON) {
            out[i] = 0;
        }
    }
}

/* The velocity that `primal` leaves along the planes touched so far; false: none. */
static bool slide_along(float planes[][3], int count, const float primal[3], float velocity[3])
{
    for (int i = 0; i < count; i++) {
        bool good = true;
        clip_velocity(primal, planes[i], velocity);
        for (int j = 0; j < count && good; j++) {
            good = j == i || vec_dot(velocity, planes[j]) >= 0;
        }
        if (good) {
            return true;
        }
    }
    if (count != 2) {
        return false;
    }
    float crease[3];
    vec_cross(planes[0], planes[1], crease);
    const float speed = vec_dot(crease, velocity);
    for (int i = 0; i < 3; i++) {
        velocity[i] = crease[i] * speed;
    }
    return true;
}

/* Moves by the velocity, sliding along what is in the way. */
static void fly_move(struct mover *m)
{
    static const float still[3] = {0, 0, 0};
    struct qw_move *p = m->player;
    float planes[MAX_CLIP_PLANES][3], primal[3], left = m->seconds;
    int count = 0;
    copy_vector(primal, p->velocity);
    for (int bump = 0; bump < BUMPS; bump++) {
        float end[3];
        add_scaled(p->origin, left, p->velocity, end);
        const struct bsp_hull_trace trace = trace_player(m, p->origin, end);
        if (is_stuck(&trace)) {
            copy_vector(p->velocity, still);
            return;
        }
        if (trace.fraction > 0) {
            copy_vector(p->origin, trace.end);
            count = 0;
        }
        if (trace.fraction >= 1) {
            break;
        }
        left -= left * trace.fraction;
        copy_vector(planes[count++], trace.normal);
        if (!slide_along(planes, count, primal, p->velocity) ||
            vec_dot(p->velocity, primal) <= 0) { /* else corners make one tremble */
            copy_vector(p->velocity, still);
            break;
        }
    }
    if (p->water_jump_time > 0) {
        copy_vector(p->velocity, primal);
    }
}

/* ---- On the ground ---- */

static float flat_distance(const float a[3], const float b[3])
{
    const float x = a[0] - b[0], y = a[1] - b[1];
    return x * x + y * y;
}

/* PM_GroundMove: tries the move at this height and one step higher, keeps the one that gets
 * farther. */
static void walk_move(struct mover *m)
{
    struct qw_move *p = m->player;
    const struct qw_move start = *p;
    float to[3];
    p->velocity[2] = 0;
    if (p->velocity[0] == 0 && p->velocity[1] == 0) {
        return;
    }
    add_scaled(p->origin, m->seconds, p->velocity, to);
    to[2] = p->origin[2];
    struct bsp_hull_trace trace = trace_player(m, p->origin, to);
    if (trace.fraction >= 1) {
        copy_vector(p->origin, trace.end);
        return;
    }
    fly_move(m);
    const struct qw_move low = *p;

    *p = start;
    p->velocity[2] = 0;
    copy_vector(to, p->origin);
    to[2] += STEP_HEIGHT;
    trace = trace_player(m, p->origin, to);
    if (!is_stuck(&trace)) {
        copy_vector(p->origin, trace.end);
    }
    fly_move(m);
    copy_vector(to, p->origin);
    to[2] -= STEP_HEIGHT;
    trace = trace_player(m, p->origin, to);
    const bool floor_there = trace.normal[2] >= FLOOR_NORMAL;
    if (floor_there && !is_stuck(&trace)) {
        copy_vector(p->origin, trace.end);
    }
    if (!floor_there ||
        flat_distance(low.origin, start.origin) > flat_distance(p->origin, start.origin)) {
        *p = low;
    } else {
        p->velocity[2] = low.velocity[2];
    }
}

/* PM_CatagorizePosition: ground and water level. */
static void look_around(struct mover *m)
{
    struct qw_move *p = m->player;
    float point[3];
    p->on_ground = false;
    copy_vector(point, p->origin);
    point[2] -= 1;
    if (p->velocity[2] <= LEAVE_GROUND_SPEED) {
        const struct bsp_hull_trace trace = trace_player(m, p->origin, point);
        p->on_ground = trace.normal[2] >= FLOOR_NORMAL;
        if (p->on_ground) {
            p->water_jump_time = 0;
            copy_vector(m->ground, trace.normal);
            if (!is_stuck(&trace)) {
                copy_vector(p->origin, trace.end);
            }
        }
    }
    static const float heights[3] = {PLAYER_BOTTOM + 1, PLAYER_MIDDLE, PLAYER_EYES};
    p->water_level = 0;
    p->water_type = CONTENTS_EMPTY;
    copy_vector(point, p->origin);
    for (int i = 0; i < 3; i++) {
        point[2] = p->origin[2] + heights[i];
        const int32_t contents = contents_at(m, point);
        if (contents > CONTENTS_WATER) {
            break;
        }
        p->water_type = i == 0 ? contents : p->water_type;
        p->water_level = i + 1;
    }
}

/* Ground takes more where it ends before the feet. */
static bool is_before_edge(const struct mover *m, float speed)
{
    const struct qw_move *p = m->player;
    float start[3], stop[3];
    start[0] = stop[0] = p->origin[0] + p->velocity[0] / speed * EDGE_DISTANCE;
    start[1] = stop[1] = p->origin[1] + p->velocity[1] / speed * EDGE_DISTANCE;
    start[2] = p->origin[2] + PLAYER_BOTTOM;
    stop[2] = start[2] - EDGE_DEPTH;
    return trace_player(m, start, stop).fraction >= 1;
}

static void slow_down(struct qw_move *p, float speed, float drop)
{
    const float left = speed - drop > 0 ? (speed - drop) / speed : 0;
    for (int i = 0; i < 3; i++) {
        p->velocity[i] *= left;
    }
}

static void apply_friction(struct mover *m)
{
    struct qw_move *p = m->player;
    if (p->water_jump_time > 0) {
        return;
    }
    const float speed = vec_length(p->velocity);
    if (speed < 1) {
        p->velocity[0] = p->velocity[1] = 0;
        return;
    }
    float drop = 0;
    if (p->water_level >= 2) {
        drop = speed * m->vars.water_friction * (float)p->water_level * m->seconds;
    } else if (p->on_ground) {
        const float friction = m->vars.friction * (is_before_edge(m, speed) ? 2.0f : 1.0f);
        const float control = speed < m->vars.stop_speed ? m->vars.stop_speed : speed;
        drop = control * friction * m->seconds;
    }
    slow_down(p, speed, drop);
}

/* ---- Wishes ---- */

/* limit: how much of the wish speed counts for the missing speed. */
static void accelerate_to(struct mover *m, const float direction[3], float speed, float limit,
                          float acceleration)
{
    struct qw_move *p = m->player;
    if (p->type == QW_MOVE_DEAD || p->water_jump_time > 0) {
        return;
    }
    const float missing = (speed < limit ? speed : limit) - vec_dot(p->velocity, direction);
    const float gain = acceleration * m->seconds * speed;
    if (missing > 0) {
        add_scaled(p->velocity, gain < missing ? gain : missing, direction, p->velocity);
    }
}

/* Turns a wished velocity into its direction; returns its speed, at most `most`. */
static float clamp_wish_speed(float velocity[3], float most)
{
    const float speed = vec_normalize(velocity);
    return speed > most ? most : speed;
}

static void wish_by_axes(const struct mover *m, float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] =
            m->forward[i] * (float)m->command->move[0] + m->right[i] * (float)m->command->move[1];
    }
}

static void move_in_water(struct mover *m)
{
    struct qw_move *p = m->player;
    const int16_t *move = m->command->move;
    float wanted[3], to[3], above[3];
    wish_by_axes(m, wanted);
    const bool idle = move[0] == 0 && move[1] == 0 && move[2] == 0;
    wanted[2] += idle ? -SINK_SPEED : (float)move[2];
    const float speed = WATER_SPEED * clamp_wish_speed(wanted, m->vars.max_speed);
    accelerate_to(m, wanted, speed, speed, m->vars.water_accelerate);
    /* As if it were a stair: from a step above. */
    add_scaled(p->origin, m->seconds, p->velocity, to);
    copy_vector(above, to);
    above[2] += STEP_HEIGHT + 1;
    const struct bsp_hull_trace trace = trace_player(m, above, to);
    if (!is_stuck(&trace)) {
        copy_vector(p->origin, trace.end);
        return;
    }
    fly_move(m);
}

static void move_on_land(struct mover *m)
{
    struct qw_move *p = m->player;
    const float fall = m->vars.ent_gravity * m->vars.gravity * m->seconds;
    float wanted[3];
    m->forward[2] = m->right[2] = 0;
    vec_normalize(m->forward);
    vec_normalize(m->right);
    wish_by_axes(m, wanted);
    wanted[2] = 0;
    const float speed = clamp_wish_speed(wanted, m->vars.max_speed);
    if (p->on_ground) {
        p->velocity[2] = 0;
        accelerate_to(m, wanted, speed, speed, m->vars.accelerate);
        walk_move(m);
    } else {
        accelerate_to(m, wanted, speed, AIR_SPEED, m->vars.accelerate);
        p->velocity[2] -= fall;
        fly_move(m);
    }
}

/* ---- Jumps ---- */

/* Out of the water: towards a wall that ends above it. */
static void check_water_jump(struct mover *m)
{
    struct qw_move *p = m->player;
    float flat[3] = {m->forward[0], m->forward[1], 0}, spot[3];
    if (p->water_jump_time > 0 || p->velocity[2] < -LEAVE_GROUND_SPEED) {
        return;
    }
    vec_normalize(flat);
    add_scaled(p->origin, 24, flat, spot);
    spot[2] += 8;
    if (contents_at(m, spot) != CONTENTS_SOLID) {
        return;
    }
    spot[2] += 24;
    if (contents_at(m, spot) != CONTENTS_EMPTY) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        p->velocity[i] = flat[i] * 50;
    }
    p->velocity[2] = 310;
    p->water_jump_time = 2;
    p->jump_held = true;
}

static void press_jump(struct mover *m)
{
    struct qw_move *p = m->player;
    if (p->type == QW_MOVE_DEAD) {
        p->jump_held = true;
    } else if (p->water_jump_time > 0) {
        p->water_jump_time = p->water_jump_time > m->seconds ? p->water_jump_time - m->seconds : 0;
    } else if (p->water_level >= 2) {
        p->on_ground = false;
        p->velocity[2] = p->water_type == CONTENTS_WATER   ? 100
                         : p->water_type == CONTENTS_SLIME ? 80
                                                           : 50;
    } else if (p->on_ground && !p->jump_held) {
        /* A landing player loses all fall speed before jumping: mvdsv's rule, which recorded
         * nearly all demos. id's server subtracted the fall from the jump. */
        if (p->velocity[2] < 0 && vec_dot(p->velocity, m->ground) < -0.1f) {
            clip_velocity(p->velocity, m->ground, p->velocity);
        }
        p->on_ground = false;
        p->velocity[2] += JUMP_SPEED;
        p->jump_held = true;
    }
}

/* ---- Whole moves ---- */

/* Through walls. A speed above the wish speed is set to 0 for one command: a quirk of the
 * original that servers share. */
static void move_spectator(struct mover *m)
{
    struct qw_move *p = m->player;
    const float now = vec_length(p->velocity);
    if (now < 1) {
        memset(p->velocity, 0, sizeof(p->velocity));
    } else {
        const float control = now < m->vars.stop_speed ? m->vars.stop_speed : now;
        slow_down(p, now, control * m->vars.friction * 1.5f * m->seconds);
    }
    float wanted[3];
    wish_by_axes(m, wanted);
    wanted[2] += (float)m->command->move[2];
    const float speed = clamp_wish_speed(wanted, m->vars.spectator_max_speed);
    if (speed - vec_dot(p->velocity, wanted) <= 0) {
        return;
    }
    accelerate_to(m, wanted, speed, speed, m->vars.accelerate);
    add_scaled(p->origin, m->seconds, p->velocity, p->origin);
}

static void move_flying(struct mover *m)
{
    struct qw_move *p = m->player;
    float wanted[3];
    nudge_position(m);
    look_around(m);
    const float now = vec_length(p->velocity);
    if (now >= 1) {
        const float control = now < m->vars.stop_speed ? m->vars.stop_speed : now;
        slow_down(p, now, control * m->vars.friction * 1.25f * m->seconds);
    }
    wish_by_axes(m, wanted);
    wanted[2] += (float)m->command->move[2];
    const float speed = clamp_wish_speed(wanted, m->vars.max_speed);
    accelerate_to(m, wanted, speed, speed, m->vars.accelerate);
    fly_move(m);
    look_around(m);
}

static void move_player(struct mover *m)
{
    struct qw_move *p = m->player;
    nudge_position(m);
    look_around(m);
    if (p->water_level == 2) {
        check_water_jump(m);
    }
    if (p->velocity[2] < 0) {
        p->water_jump_time = 0;
    }
    if (m->command->buttons & QW_BUTTON_JUMP) {
        press_jump(m);
    } else {
        p->jump_held = false;
    }
    apply_friction(m);
    if (p->water_level >= 2) {
        move_in_water(m);
    } else {
        move_on_land(m);
    }
    look_around(m);
}

static void clean_vars(struct qw_movevars *vars)
{
    float *const all[] = {&vars->gravity,          &vars->stop_speed,
                          &vars->max_speed,        &vars->spectator_max_speed,
                          &vars->accelerate,       &vars->air_accelerate,
                          &vars->water_accelerate, &vars->friction,
                          &vars->water_friction,   &vars->ent_gravity};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        *all[i] = clean_number(*all[i], VARS_LIMIT);
    }
}

static void run_part(const struct mover *whole, uint8_t msec)
{
    struct mover m = *whole;
    m.seconds = (float)(msec * 0.001);
    if (m.player->type == QW_MOVE_SPECTATOR || !m.around->world) {
        move_spectator(&m);
    } else if (m.player->type == QW_MOVE_FLY) {
        move_flying(&m);
    } else {
        move_player(&m);
    }
    clean_vector(m.player->origin, PLACE_LIMIT);
    clean_vector(m.player->velocity, SPEED_LIMIT);
}

void qw_move_run(struct qw_move *player, const struct qw_move_command *command,
                 const struct qw_movevars *vars, const struct qw_surroundings *around)
{
    int work = WORK_MAX;
    struct mover m = {
        .player = player, .command = command, .vars = *vars, .around = around, .work = &work};
    float angles[3];
    clean_vars(&m.vars);
    clean_vector(player->origin, PLACE_LIMIT);
    clean_vector(player->velocity, SPEED_LIMIT);
    player->water_jump_time = clean_number(player->water_jump_time, 2);
    for (int i = 0; i < 3; i++) {
        angles[i] = clean_number(command->angles[i], 36000);
    }
    angles[0] -= angles[0] > 180 ? 360.0f : 0.0f;
    angles[0] = angles[0] < PITCH_UP ? PITCH_UP : angles[0] > PITCH_DOWN ? PITCH_DOWN : angles[0];
    dmath_angle_vectors(angles, m.forward, m.right, m.up);
    if (player->type == QW_MOVE_NONE) {
        return;
    }
    /* Commands over 50 ms are halved, and halved again: the parts have equal length. */
    int parts = 1, msec = command->msec;
    while (msec > LONGEST_MSEC) {
        msec /= 2;
        parts *= 2;
    }
    for (int i = 0; i < parts; i++) {
        run_part(&m, (uint8_t)msec);
    }
}
