/* How a player moves in QuakeWorld: the rules server and client share, so that the client can show
 * what the server has not told yet (QuakeWorld's pmove.c; facts and figures, no code of it).
 *
 * Pure functions: the same numbers give the same bits on every machine. Whatever the numbers and
 * the map are, the result is finite and the work bounded. Coordinates in Quake units (a player's
 * origin is 24 above his feet), velocities in units per second, angles in degrees. */
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
    QW_MOVE_FLY,       /* ZQuake: flies, walls stop him */
    QW_MOVE_NONE,      /* ZQuake: stays where he is */
};

enum { QW_BUTTON_ATTACK = 1, QW_BUTTON_JUMP = 2 };

struct qw_move {
    float origin[3];
    float velocity[3];
    float water_jump_time; /* seconds for which he is carried out of the water; 0 = he isn't */
    enum qw_move_type type;
    bool jump_held;     /* he jumped and has not let the button go since: he won't jump again */
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

/* Whether an entity with that model stops players: brush models that have a clip hull of their own
 * (the boxes of ammunition have none). */
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
