/* The recorder's predicted position. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "engine/quakeworld/qw_predict.h"
#include "formats/quakeworld/qw_detect.h"
#include "tests/support/maps/box_map.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

enum { RECORDER = 3, MOMENTS = 400, LAG = 5 };

/* A simulated server: its state after each command, which the client receives LAG commands
 * later. */
struct game {
    struct box_map *map;
    struct qw_state *state;
    struct qw_move moments[MOMENTS]; /* after the command of that number */
};

static struct game *start_game(void)
{
    struct game *game = calloc(1, sizeof(*game));
    game->map = make_room();
    game->state = calloc(1, sizeof(*game->state));
    game->state->recorder = RECORDER;
    game->state->movevars = usual_vars;
    for (int i = 0; i < QW_COMMANDS; i++) {
        game->state->commands[i].time = QW_NEVER;
    }
    for (int i = 0; i < QW_PLAYERS; i++) {
        game->state->players[i].states[0].time = game->state->players[i].states[1].time = QW_NEVER;
    }
    game->moments[0] = (struct qw_move){.origin = {-300, 100, FLOOR}, .on_ground = true};
    return game;
}

static void end_game(struct game *game)
{
    free(game->map);
    free(game->state);
    free(game);
}

/* The client sends command `number`. */
static void send_command(struct game *game, uint32_t number, uint8_t msec, uint8_t buttons)
{
    struct qw_sent_command *sent = &game->state->commands[number % QW_COMMANDS];
    *sent = (struct qw_sent_command){.time = number * 0.013,
                                     .sequence = number,
                                     .angles = {0, (float)(number % 90), 0},
                                     .move = {300, -100, 0},
                                     .msec = msec,
                                     .buttons = buttons};
    game->state->outgoing = number + 1;
    struct qw_move_command command = {.msec = msec, .buttons = buttons};
    const struct qw_surroundings around = {.world = &game->map->bsp};
    memcpy(command.angles, sent->angles, sizeof(command.angles));
    memcpy(command.move, sent->move, sizeof(command.move));
    game->moments[number] = game->moments[number - 1];
    qw_move_run(&game->moments[number], &command, &usual_vars, &around);
}

/* Receives an update that acknowledges that command. flags: the server's. */
static void receive(struct game *game, uint32_t number, uint32_t flags, double now)
{
    struct qw_state *state = game->state;
    struct qw_player *player = &state->players[RECORDER];
    const struct qw_move *move = &game->moments[number];
    state->times[1] = state->times[0];
    state->times[0] = now;
    state->acknowledged[1] = state->acknowledged[0];
    state->acknowledged[0] = number;
    player->visible = 1;
    player->states[1] = player->states[0];
    player->states[0] = (struct qw_player_state){.time = now, .flags = flags, .model = 1};
    for (int i = 0; i < 3; i++) { /* as the protocol has them */
        player->states[0].origin[i] = floorf(move->origin[i] * 8) / 8;
        player->states[0].velocity[i] = truncf(move->velocity[i]);
    }
}

static float distance(const float a[3], const float b[3])
{
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrtf(sum);
}

/* Plays commands; predictions must equal later server states. new_server: sends the jump_held
 * state. */
static void play(const uint8_t buttons[MOMENTS], bool new_server)
{
    struct game *game = start_game();
    float worst = 0;
    for (uint32_t n = 1; n < MOMENTS; n++) {
        send_command(game, n, 13, buttons[n]);
        if (n <= LAG) {
            continue;
        }
        const uint32_t known = n - LAG;
        uint32_t flags = 0;
        if (new_server) {
            flags = QW_PF_SOLID | (game->moments[known].jump_held ? 1u << 11 : 0);
        }
        receive(game, known, flags, n * 0.013);
        struct qw_prediction now, before;
        cr_assert(qw_predict(game->state, 0, &game->map->bsp, NULL, 0, &now));
        cr_assert_eq(now.commands, LAG);
        const float off = distance(now.origin, game->moments[n].origin);
        worst = off > worst ? off : worst;
        cr_assert_lt(off, 1.0f, "command %u: off by %g", (unsigned)n, (double)off);
        if (n > LAG + 2) {
            cr_assert(qw_predict(game->state, 1, &game->map->bsp, NULL, 0, &before));
            cr_assert_eq(before.commands, LAG);
            cr_assert_lt(distance(before.origin, game->moments[n - 1].origin), 1.0f);
        }
    }
    end_game(game);
}

static void press(uint8_t buttons[MOMENTS], int first, int count)
{
    memset(buttons + first, QW_BUTTON_JUMP, (size_t)count);
}

Test(qw_predict, keeps_up)
{
    uint8_t buttons[MOMENTS] = {0};
    play(buttons, false);
    play(buttons, true);
}

/* Jumps with short presses, one that is held far beyond the landing, and presses in the air that
 * make the next jump. */
Test(qw_predict, knows_whether_jump_is_held)
{
    uint8_t buttons[MOMENTS] = {0};
    press(buttons, 20, 5);
    press(buttons, 100, 110);
    press(buttons, 250, 5);
    press(buttons, 280, 30);
    press(buttons, 340, 25);
    play(buttons, true);
    play(buttons, false);
}

static void assert_as_sent(const struct game *game, const struct bsp *world)
{
    struct qw_prediction p;
    cr_assert(qw_predict(game->state, 0, world, NULL, 0, &p));
    const struct qw_player_state *at = &game->state->players[RECORDER].states[0];
    cr_assert(p.commands == 0 && distance(p.origin, at->origin) == 0);
    cr_assert_eq(distance(p.velocity, at->velocity), 0);
}

Test(qw_predict, gives_up)
{
    struct game *game = start_game();
    struct qw_state *state = game->state;
    struct qw_prediction p;
    const struct bsp *world = &game->map->bsp;
    cr_assert(!qw_predict(state, 0, world, NULL, 0, &p), "nothing came yet");
    for (uint32_t n = 1; n <= 70; n++) {
        send_command(game, n, 13, 0);
    }
    receive(game, 8, 0, 70 * 0.013);
    cr_assert(!qw_predict(state, 1, world, NULL, 0, &p));
    cr_assert(qw_predict(state, 0, world, NULL, 0, &p) && p.commands == 62);
    cr_assert_lt(distance(p.origin, game->moments[70].origin), 2);
    assert_as_sent(game, NULL);
    state->intermission = 1;
    assert_as_sent(game, world);
    state->intermission = 0;
    state->acknowledged[0] = 7; /* 63 in flight */
    assert_as_sent(game, world);
    state->acknowledged[0] = 71; /* more than was sent */
    assert_as_sent(game, world);
    state->acknowledged[0] = UINT32_MAX;
    assert_as_sent(game, world);
    state->acknowledged[0] = 40;
    state->times[0] = 60 * 0.013; /* the last ten were sent later */
    cr_assert(qw_predict(state, 0, world, NULL, 0, &p) && p.commands == 20);
    state->commands[50 % QW_COMMANDS].time = QW_NEVER; /* one is not in the file */
    cr_assert(qw_predict(state, 0, world, NULL, 0, &p) && p.commands == 9);
    state->recorder = QW_NOBODY;
    cr_assert(!qw_predict(state, 0, world, NULL, 0, &p));
    end_game(game);
}

Test(qw_predict, others_are_in_the_way)
{
    struct game *game = start_game();
    struct qw_state *state = game->state;
    for (uint32_t n = 1; n <= 40; n++) {
        send_command(game, n, 13, 0);
    }
    receive(game, 5, 0, 40 * 0.013);
    struct qw_player *other = &state->players[7];
    struct qw_prediction alone, blocked;
    cr_assert(qw_predict(state, 0, &game->map->bsp, NULL, 0, &alone));
    other->visible = 1;
    other->states[0] = (struct qw_player_state){.time = state->times[0], .model = 1};
    memcpy(other->states[0].origin, alone.origin, sizeof(alone.origin));
    cr_assert(qw_predict(state, 0, &game->map->bsp, NULL, 0, &blocked));
    cr_assert_gt(distance(alone.origin, blocked.origin), 10);
    other->states[0].flags = QW_PF_DEAD;
    cr_assert(qw_predict(state, 0, &game->map->bsp, NULL, 0, &blocked));
    cr_assert_eq(distance(alone.origin, blocked.origin), 0);
    end_game(game);
}

/* ---- Real demos ---- */

/* Prediction errors of a demo, units, except around hits and teleports, which only the server
 * knows. */
struct offs {
    float *items;
    size_t count, capacity, left_out;
};

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

struct level {
    struct quake_data *data;
    const struct qw_demo *demo;
    const struct qw_state *state;
    const struct model *world;
    struct qw_prediction last; /* the previous update's */
    bool has_last;
};

static const struct model *find_model(void *context, uint32_t number)
{
    const struct level *level = context;
    if (number == 0 || number >= level->state->arrays[QW_MODELS].count) {
        return NULL;
    }
    const char *name = (const char *)level->demo->data + qw_models(level->state)[number].offset;
    return *name ? model_store_get(level->data->models, name, level->world) : NULL;
}

/* The update before the last is where it was when it was the last: the way between updates never
 * breaks. */
static void check_continuity(struct level *level)
{
    const struct qw_state *state = level->state;
    struct qw_obstacle obstacles[2][QW_PREDICT_OBSTACLES];
    struct qw_prediction before;
    const size_t count = qw_predict_obstacles(state, find_model, level, obstacles);
    if (level->has_last && qw_predict(state, 1, level->world->bsp, obstacles[1], count, &before)) {
        cr_assert_eq(distance(before.origin, level->last.origin), 0, "at %g", state->times[1]);
        cr_assert_eq(before.stair_z, level->last.stair_z, "at %g", state->times[1]);
    }
    level->has_last = qw_predict(state, 0, level->world->bsp, obstacles[0], count, &level->last);
}

/* From the update before the last with the commands the last one answers. */
static void compare_update(struct level *level, struct qw_state **scratch, struct offs *offs)
{
    const struct qw_state *state = level->state;
    const struct qw_player *player = &state->players[state->recorder];
    struct qw_obstacle obstacles[2][QW_PREDICT_OBSTACLES];
    struct qw_prediction p;
    const uint32_t commands = state->acknowledged[0] - state->acknowledged[1];
    if (state->updates < 2 || commands == 0 || commands > QW_PREDICT_COMMANDS ||
        player->states[1].time != state->times[1]) {
        return;
    }
    if (player->snap || player->view.damages[0].time == state->times[0]) {
        offs->left_out++;
        return;
    }
    cr_assert_eq(qw_state_copy(scratch, state), 0);
    (*scratch)->outgoing = state->acknowledged[0] + 1;
    (*scratch)->times[1] = INFINITY;
    const size_t count = qw_predict_obstacles(state, find_model, level, obstacles);
    cr_assert(qw_predict(*scratch, 1, level->world->bsp, obstacles[0], count, &p));
    if (p.commands != commands) {
        return; /* the recording began in between */
    }
    if (offs->count == offs->capacity) {
        offs->capacity = offs->capacity * 2 + 1024;
        offs->items = realloc(offs->items, offs->capacity * sizeof(*offs->items));
        cr_assert_not_null(offs->items);
    }
    offs->items[offs->count++] = distance(p.origin, player->states[0].origin);
}

static void predict_demo(const struct qw_demo *demo, struct quake_data *data, struct offs *offs)
{
    struct qw_state *state = qw_state_create(demo), *scratch = NULL;
    struct format_error err;
    size_t pos = 0;
    uint32_t updates = 0, levels = 0;
    struct level level = {.data = data, .demo = demo};
    for (uint32_t i = 0; pos < demo->size; i++) {
        cr_assert_eq(qw_state_apply(&state, demo, &pos, i, &err), 0, "%s", err.what);
        level.state = state;
        if (state->level_count != levels) {
            levels = state->level_count;
            level.world = NULL;
            level.has_last = false;
        }
        if (!level.world && state->in_game) {
            level.world = find_model(&level, 1);
            cr_assert(level.world && !level.world->missing && level.world->kind == MODEL_BRUSH);
        }
        if (level.world && state->updates != updates && state->recorder < QW_PLAYERS) {
            updates = state->updates;
            compare_update(&level, &scratch, offs);
            check_continuity(&level);
        }
    }
    qw_state_destroy(state);
    qw_state_destroy(scratch);
}

/* Predictions equal the positions that real servers sent later. */
Test(qw_predict, real_servers)
{
    static const struct {
        const char *name;
        float median, most_95;
    } demos[] = {
        {"corpus/dm2_ra_mega_glitch", 0.1f, 0.2f}, {"corpus/dm3_water_shafting", 0.1f, 0.2f},
        {"corpus/dm4_general_tips", 0.1f, 0.2f},   {"corpus/dm6_ga_to_ra", 0.1f, 0.2f},
        {"corpus/e1m2_mega_trick", 0.1f, 0.2f},    {"recorded/ez_ext_ktx_bots", 0.05f, 0.1f},
        {"recorded/tq_rec_mid", 0.1f, 1.0f},       {"recorded/tq_spec_mid", 0.1f, 0.2f}};
    const struct real_data_name base = real_data_path("librequake");
    struct quake_data data;
    struct format_error err;
    const struct game_files_options options = {.search = {.basedir = base.text}};
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct qw_demo demo = {.container = QW_CONTAINER_QWD};
        struct offs offs = {0};
        demo.data = real_data_read(&demo.size, "quakeworld/%s.qwd", demos[i].name);
        predict_demo(&demo, &data, &offs);
        cr_assert_gt(offs.count, 400, "%s: %zu predictions", demos[i].name, offs.count);
        qsort(offs.items, offs.count, sizeof(*offs.items), by_size);
        const float median = offs.items[offs.count / 2];
        const float most_95 = offs.items[offs.count * 95 / 100];
        cr_log_info("%s: %zu predictions, %zu left out: median %.3f, 95 %% %.3f, worst %.3f",
                    demos[i].name, offs.count, offs.left_out, (double)median, (double)most_95,
                    (double)offs.items[offs.count - 1]);
        cr_assert(median < demos[i].median && most_95 < demos[i].most_95,
                  "%s: median %g, 95 %% below %g", demos[i].name, (double)median, (double)most_95);
        free(offs.items);
        free((void *)(uintptr_t)demo.data);
    }
    quake_game_close(&data);
}
