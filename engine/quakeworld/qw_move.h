/* Player movement in QuakeWorld, the rules that server and client share for prediction.
 *
 * Source: QuakeWorld's pmove.c, facts and figures only. Pure functions: equal input gives equal
 * bits on every machine. For any numbers and any map the result is finite and the work bounded.
 * Coordinates in Quake units (the origin is 24 above the feet), velocities in units per second,
 * angles in degrees. */
#ifndef ENGINE_QUAKEWORLD_QW_MOVE_H
#define ENGINE_QUAKEWORLD_QW_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/maps/bsp.h"
#include "formats/quakeworld/qw_message.h"

enum qw_move_type {
    QW_MOVE_NORMAL,
    QW_MOVE_DEAD,      /* slides on, takes no command */
    QW_MOVE_SPECTATOR, /* flies through walls */
    QW_MOVE_FLY,       /* ZQuake: flies, blocked by walls */
    QW_MOVE_NONE,      /* ZQuake: does not move */
};

enum { QW_BUTTON_ATTACK = 1, QW_BUTTON_JUMP = 2 };

struct qw_move {
    float origin[3];
    float velocity[3];
    float water_jump_time; /* remaining seconds of a water jump; 0 = none */
    enum qw_move_type type;
    bool jump_held;     /* jump button still held since the last jump: no new jump */
    bool on_ground;     /* from here on results: they need not be set before */
    int water_level;    /* 0 dry, 1 feet, 2 waist, 3 eyes */
    int32_t water_type; /* CONTENTS_* */
};

struct qw_move_command {
    float angles[3];
    int16_t move[3]; /* forward, side, up: units per second */
    uint8_t msec;
    uint8_t buttons; /* QW_BUTTON_* */
};

/* A brush entity in the way: a door, a lift. */
struct qw_obstacle {
    const struct bsp *bsp;
    uint32_t submodel;
    float origin[3];
};

/* True if an entity with that model blocks players: brush models with a clip hull. Ammunition
 * boxes have none. */
bool qw_obstacle_is_solid(const struct bsp *bsp, uint32_t submodel);

/* Everything that stops a player. Nothing is owned. */
struct qw_surroundings {
    const struct bsp *world; /* its submodel 0; NULL: nothing is solid */
    const struct qw_obstacle *obstacles;
    size_t num_obstacles;
    float (*players)[3]; /* where others stand */
    size_t num_players;
};

void qw_move_run(struct qw_move *player, const struct qw_move_command *command,
                 const struct qw_movevars *vars, const struct qw_surroundings *around);

#endif
