/* Predicted position of a .qwd's recorder.
 *
 * A server update has the position after one of the recorder's commands; later commands are
 * already sent. The original client runs them by the movement rules
 * (engine/quakeworld/qw_move.h), so the camera reacts at once and smoothly. Pure functions of
 * state and map. Coordinates as in engine/quakeworld/qw_state.h. */
#ifndef ENGINE_QUAKEWORLD_QW_PREDICT_H
#define ENGINE_QUAKEWORLD_QW_PREDICT_H

#include "assets/quake/model.h"
#include "engine/quakeworld/qw_move.h"
#include "engine/quakeworld/qw_state.h"

enum { QW_PREDICT_OBSTACLES = 512 }; /* as many as a prediction has a use for */

struct qw_prediction {
    float origin[3];
    float velocity[3];
    bool on_ground;
    float stair_z;     /* the height of origin with steps up smoothed, for the eyes */
    uint32_t commands; /* commands run; 0 = the position as sent */
};

/* At most this many commands are run; with more in flight the original client stops predicting. */
enum { QW_PREDICT_COMMANDS = 62 };

/* Model `number` of the level's list; NULL = none or not loaded. */
typedef const struct model *(*qw_model_fn)(void *context, uint32_t number);

/* The brush entities that stop players, where they were at the state's two updates: [0] at the
 * last, [1] at the one before. Returns how many there are. */
size_t qw_predict_obstacles(const struct qw_state *state, qw_model_fn find_model, void *context,
                            struct qw_obstacle obstacles[2][QW_PREDICT_OBSTACLES]);

/* The recorder at one of the state's two updates (0 the last, 1 the previous): the server's
 * position plus the commands sent by the update's time. obstacles: of that update.
 *
 * No command is run, and the position is as sent: without a world (spectators need none), in an
 * intermission, in a .mvd, and when too many commands are in flight or some are not in the file.
 * False: neither update names the recorder; *prediction is zeroed. */
bool qw_predict(const struct qw_state *state, unsigned update, const struct bsp *world,
                const struct qw_obstacle *obstacles, size_t num_obstacles,
                struct qw_prediction *prediction);

#endif
