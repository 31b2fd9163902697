#include "engine/quakeworld/qw_predict.h"

#include <string.h>

/* ZQuake's move types, in playerinfo's flags. */
enum { PM_NORMAL, PM_JUMP_HELD, PM_OLD_SPECTATOR, PM_SPECTATOR, PM_FLY, PM_NONE, PM_LOCK };

static unsigned move_code(const struct qw_player_state *at)
{
    return at->flags >> QW_PF_MOVE_TYPE_SHIFT & 7u;
}

static enum qw_move_type move_type(const struct qw_state *state, const struct qw_player_state *at)
{
    const unsigned code = move_code(at);
    if (state->recorder_spectates || code == PM_OLD_SPECTATOR || code == PM_SPECTATOR) {
        return QW_MOVE_SPECTATOR;
    }
    if (at->flags & QW_PF_DEAD) {
        return QW_MOVE_DEAD;
    }
    return code == PM_FLY ? QW_MOVE_FLY : code >= PM_NONE ? QW_MOVE_NONE : QW_MOVE_NORMAL;
}

/* NULL: it is not in the file, or the ring has moved on. */
static const struct qw_sent_command *find_command(const struct qw_state *state, uint32_t sequence)
{
    const struct qw_sent_command *command = &state->commands[sequence % QW_COMMANDS];
    return command->sequence == sequence && command->time > QW_NEVER ? command : NULL;
}

/* Seconds since the jump button went down at that command; a large value if it was down before
 * the ring begins. False = it is up. */
static bool hold_age(const struct qw_state *state, uint32_t sequence, double *age)
{
    *age = 0;
    for (uint32_t i = 0; i < QW_COMMANDS; i++) {
        const struct qw_sent_command *command = find_command(state, sequence - i);
        if (!command) {
            *age = i > 0 ? 1e9 : 0;
            return i > 0;
        }
        if (!(command->buttons & QW_BUTTON_JUMP)) {
            return i > 0;
        }
        *age += command->msec * 0.001;
    }
    *age = 1e9;
    return true;
}

/* True if the held button already made the player jump, so that it cannot again. Newer servers
 * send it (ZQuake's move type, with flags that no other server uses). For others the upward
 * speed gives the time of the jump: it starts at 270 and gravity reduces it. A button pressed
 * later is for the next jump. */
static bool is_jump_held(const struct qw_state *state, const struct qw_player *player,
                         unsigned update)
{
    const struct qw_player_state *at = &player->states[update];
    const float *velocity = at->velocity;
    double age;
    if (move_code(at) == PM_JUMP_HELD) {
        return true;
    }
    if (at->flags & (QW_PF_ONGROUND | QW_PF_SOLID) ||
        !hold_age(state, state->acknowledged[update], &age)) {
        return false;
    }
    double flight = 0;
    if (velocity[2] == 0 && update == 1) {
        /* On the ground: what came of it is known. */
        return player->states[0].velocity[2] < 100;
    }
    if (velocity[2] == 0 && player->states[1].time > QW_NEVER) {
        /* Just landed: use the fall speed. */
        velocity = player->states[1].velocity;
        flight = at->time - player->states[1].time;
    }
    if (velocity[2] == 0) {
        return true; /* otherwise the player would have jumped */
    }
    const double gravity = (double)state->movevars.gravity * (double)state->movevars.ent_gravity;
    flight += gravity > 1 ? (270.0 - (double)velocity[2]) / gravity : 0;
    return age > flight - 0.02;
}

size_t qw_predict_obstacles(const struct qw_state *state, qw_model_fn find_model, void *context,
                            struct qw_obstacle obstacles[2][QW_PREDICT_OBSTACLES])
{
    const struct qw_shown *shown = qw_shown_entities(state);
    size_t n = 0;
    for (uint32_t i = 0; i < state->arrays[QW_ENTITIES].count && n < QW_PREDICT_OBSTACLES; i++) {
        const struct model *model = find_model(context, shown[i].now.model);
        if (!model || model->kind != MODEL_BRUSH || model->missing ||
            !qw_obstacle_is_solid(model->bsp, model->submodel)) {
            continue;
        }
        obstacles[0][n] = (struct qw_obstacle){.bsp = model->bsp, .submodel = model->submodel};
        obstacles[1][n] = obstacles[0][n];
        memcpy(obstacles[0][n].origin, shown[i].now.origin, sizeof(shown[i].now.origin));
        memcpy(obstacles[1][n].origin, shown[i].old_origin, sizeof(shown[i].old_origin));
        n++;
    }
    return n;
}

/* The other players at that update. */
static size_t find_players(const struct qw_state *state, unsigned update, float places[][3])
{
    size_t count = 0;
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        const struct qw_player *player = &state->players[i];
        const struct qw_player_state *at = &player->states[update];
        if (i == state->recorder || !player->visible || player->spectator || at->model == 0 ||
            at->time <= QW_NEVER || at->flags & (QW_PF_DEAD | QW_PF_GIB)) {
            continue;
        }
        memcpy(places[count++], at->origin, sizeof(at->origin));
    }
    return count;
}

/* The last command sent by the update's time, if all from the first on are there and not too many;
 * else first - 1. */
static uint32_t last_command(const struct qw_state *state, unsigned update, uint32_t first)
{
    const struct qw_sent_command *command;
    uint32_t last = first - 1;
    while (last + 1 != state->outgoing && (command = find_command(state, last + 1)) != NULL &&
           command->time <= state->times[update]) {
        last++;
        if (last - first >= QW_PREDICT_COMMANDS) {
            return first - 1;
        }
    }
    return last;
}

/* The place as sent with steps up smoothed: the state has it for the update before the last. */
static float find_stair(const struct qw_state *state, const struct qw_player *player,
                        unsigned update)
{
    const struct qw_view_state *view = &player->view;
    const float z = player->states[update].origin[2];
    if (!view->stair_valid || player->snap) {
        return z;
    }
    if (update == 1) {
        return view->stair_z;
    }
    const double passed = state->times[0] - state->times[1];
    return player->states[0].on_ground ? quake_climb(view->stair_z, z, passed) : z;
}

bool qw_predict(const struct qw_state *state, unsigned update, const struct bsp *world,
                const struct qw_obstacle *obstacles, size_t num_obstacles,
                struct qw_prediction *prediction)
{
    *prediction = (struct qw_prediction){.commands = 0};
    if (state->recorder >= QW_PLAYERS) {
        return false;
    }
    const struct qw_player *player = &state->players[state->recorder];
    const struct qw_player_state *at = &player->states[update];
    if (at->time <= QW_NEVER) {
        return false;
    }
    struct qw_move move = {.type = move_type(state, at),
                           .on_ground = (at->flags & QW_PF_ONGROUND) != 0};
    memcpy(move.origin, at->origin, sizeof(move.origin));
    memcpy(move.velocity, at->velocity, sizeof(move.velocity));
    float stair_z = find_stair(state, player, update);
    const uint32_t first = state->acknowledged[update] + 1;
    uint32_t last = first - 1;
    const bool can_move = world || move.type == QW_MOVE_SPECTATOR;
    if (can_move && !state->is_mvd && !state->intermission && !state->paused) {
        last = last_command(state, update, first);
    }
    float places[QW_PLAYERS][3];
    struct qw_surroundings around = {
        .world = world, .obstacles = obstacles, .num_obstacles = num_obstacles, .players = places};
    struct qw_movevars vars = state->movevars;
    vars.max_speed = qw_max_speed(state);
    vars.ent_gravity = qw_ent_gravity(state);
    if (last + 1 != first) {
        around.num_players = find_players(state, update, places);
        move.jump_held = is_jump_held(state, player, update);
    }
    for (uint32_t sequence = first; sequence != last + 1; sequence++) {
        const struct qw_sent_command *sent = find_command(state, sequence);
        struct qw_move_command command = {.msec = sent->msec, .buttons = sent->buttons};
        memcpy(command.angles, sent->angles, sizeof(command.angles));
        memcpy(command.move, sent->move, sizeof(command.move));
        qw_move_run(&move, &command, &vars, &around);
        stair_z = move.on_ground ? quake_climb(stair_z, move.origin[2], sent->msec * 0.001)
                                 : move.origin[2];
    }
    prediction->stair_z = stair_z;
    memcpy(prediction->origin, move.origin, sizeof(move.origin));
    memcpy(prediction->velocity, move.velocity, sizeof(move.velocity));
    prediction->on_ground = move.on_ground;
    prediction->commands = last + 1 - first;
    return true;
}
