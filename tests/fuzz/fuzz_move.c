/* Fuzz target: players that move through maps; whatever the map is, they end at finite places, the
 * same ones twice, and soon. */
#include <math.h>
#include <string.h>

#include "engine/quakeworld/qw_move.h"
#include "tests/fuzz/stages/require.h"
#include "tests/fuzz/stages/stage.h"

enum { FUZZ_COMMANDS = 8, FUZZ_OBSTACLES = 16 };

static const struct qw_movevars usual_vars = {800, 100, 320, 500, 10, 0.7f, 10, 4, 4, 1};

static struct qw_move run_move(const struct bsp *bsp, uint32_t seed)
{
    struct qw_obstacle obstacles[FUZZ_OBSTACLES];
    struct qw_surroundings around = {.world = bsp, .obstacles = obstacles};
    float players[1][3];
    struct qw_move player = {.type = (enum qw_move_type)(next_random(&seed) % 5)};
    const struct bsp_submodel *model = &bsp->submodels[0];
    for (int i = 0; i < 3; i++) {
        player.origin[i] = stage_between(&seed, model->mins[i], model->maxs[i]);
        player.velocity[i] = stage_between(&seed, -600, 600);
        players[0][i] = player.origin[i] + stage_between(&seed, -64, 64);
    }
    around.players = players;
    around.num_players = next_random(&seed) % 2;
    for (uint32_t i = 1; i < bsp->num_submodels && i <= FUZZ_OBSTACLES; i++) {
        struct qw_obstacle *obstacle = &obstacles[around.num_obstacles];
        *obstacle = (struct qw_obstacle){.bsp = bsp, .submodel = i};
        obstacle->origin[2] = stage_between(&seed, -64, 64);
        around.num_obstacles += qw_obstacle_is_solid(bsp, i);
    }
    for (int n = 0; n < FUZZ_COMMANDS; n++) {
        struct qw_move_command command = {.msec = (uint8_t)next_random(&seed),
                                          .buttons = (uint8_t)next_random(&seed)};
        for (int i = 0; i < 3; i++) {
            command.angles[i] = stage_between(&seed, -360, 360);
            command.move[i] = (int16_t)stage_between(&seed, -500, 500);
        }
        qw_move_run(&player, &command, &usual_vars, &around);
    }
    return player;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bsp bsp;
    struct format_error err;
    if (bsp_read(&bsp, data, size, &err) < 0) {
        return 0;
    }
    const uint32_t seed = stage_seed(data, size);
    for (uint32_t i = 0; i < 4; i++) {
        const struct qw_move a = run_move(&bsp, seed + i), b = run_move(&bsp, seed + i);
        for (int k = 0; k < 3; k++) {
            require(isfinite(a.origin[k]) && isfinite(a.velocity[k]));
            require(a.origin[k] == b.origin[k] && a.velocity[k] == b.velocity[k]);
        }
    }
    bsp_free(&bsp);
    return 0;
}
