/* Where the recorder of a .qwd is before the server says so.
 *
 * A server's update tells where he was when it got one of his commands; he has sent more since. The
 * original client runs those by the rules of movement (engine/quakeworld/qw_move.h), and so the
 * camera follows his keys at once and smoothly. Pure functions of state and map: the same arguments
 * give the same bits. Coordinates as in engine/quakeworld/qw_state.h. */
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
    uint32_t commands; /* run beyond what the server told; 0: the place as it was sent */
};

/* The most commands that are run: with more on their way the original client gives up, too. */
enum { QW_PREDICT_COMMANDS = 62 };

/* The model of that number in the level's list; NULL: none, or not to be found. */
typedef const struct model *(*qw_model_fn)(void *context, uint32_t number);

/* The brush entities that stop players, where they were at the state's two updates: [0] at the
 * last, [1] at the one before. Returns how many there are. */
size_t qw_predict_obstacles(const struct qw_state *state, qw_model_fn find_model, void *context,
                            struct qw_obstacle obstacles[2][QW_PREDICT_OBSTACLES]);

/* The recorder at one of the state's two updates (0 the last, 1 the one before): the server's place
 * for him and then the commands he had sent by the update's time. obstacles: of that update.
 *
 * It is the place as sent, with no command run: without a world (spectators need none), in an
 * intermission, in a .mvd, and where too many commands are on their way or some of them are not in
 * the file. False: he was in none of the two updates' messages; *prediction is zero then. */
bool qw_predict(const struct qw_state *state, unsigned update, const struct bsp *world,
                const struct qw_obstacle *obstacles, size_t num_obstacles,
                struct qw_prediction *prediction);

#endif
