/* A camera that moves: key points at times of a demo, and the smooth way through them.
 *
 * Where the camera is depends on the key points and the time alone, and is worked out with nothing
 * but + - * / and square roots: the same bits on every machine, in any order.
 *
 * Position, look and field of view are cubic Hermite curves (non-uniform Catmull-Rom): a key point
 * moves only what is near it. Of the look the angles themselves are the curve, yaw and roll the
 * shorter way round, so that the horizon stays level between level key points. Before the first
 * key point and behind the last one the camera stands still.
 *
 * BY_TIME: the camera is at each key point at its time. Between two key points at the same place it
 * stands still, and comes to rest there; likewise its look.
 * EVEN: times count of the first and the last key point alone; between them the camera goes the
 * whole way (centripetal, so that it makes no loops) at a constant speed. Where it only turns, a
 * degree counts as two units of way.
 *
 * Coordinates, angles: as engine/family/camera.h. Times: demo seconds. */
#ifndef ENGINE_PLAYBACK_CAMERA_PATH_H
#define ENGINE_PLAYBACK_CAMERA_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/family/camera.h"
#include "formats/base/error.h"

enum { CAMERA_PATH_MOST_KEYS = 1000 };

enum camera_path_speed { CAMERA_PATH_BY_TIME, CAMERA_PATH_EVEN };

/* Kept to the millisecond, and to hundredths of units and degrees: what its text says. */
struct camera_key {
    double time; /* 0 .. 1e9 */
    float origin[3];
    float angles[3]; /* pitch, yaw, roll */
    float fov;       /* degrees across a 4:3 picture, 1 .. 170; 0 = as the picture has it anyway */
};

struct camera_path { /* start from {0} */
    enum camera_path_speed speed;
    struct camera_key *keys; /* by rising time; owned */
    double *along;           /* EVEN: units of way before each of them; owned */
    size_t num_keys, cap_keys, cap_along;
};

void camera_path_free(struct camera_path *path);
void camera_path_set_speed(struct camera_path *path, enum camera_path_speed speed);

/* Adds a key point, or puts it in place of the one at its time. FORMAT_BAD: its numbers are none,
 * or outside of what they may be (coordinates +-1e6, pitch +-90, other angles +-1e6).
 * FORMAT_UNKNOWN: there are CAMERA_PATH_MOST_KEYS. FORMAT_MEMORY. The path then stays as it was. */
int camera_path_add(struct camera_path *path, const struct camera_key *key) MUST_CHECK;
void camera_path_remove(struct camera_path *path, size_t index);
/* The key point nearest to time, of two the earlier one; num_keys when there is none. */
size_t camera_path_nearest(const struct camera_path *path, double time);

/* Where the camera is then: *camera becomes a free one, and *fov, which comes as what counts where
 * no key point says otherwise, what counts then. Nothing happens without a key point. */
void camera_path_at(const struct camera_path *path, double time, struct camera *camera, float *fov);
/* A point of the way itself, from the key point `leg` (x 0) to the next one (x 1), for drawing it:
 * how far x is along is not a matter of time. */
void camera_path_point(const struct camera_path *path, size_t leg, double x, float origin[3]);

#endif
