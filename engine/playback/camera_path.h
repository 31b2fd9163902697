/* Camera path: key points at demo times, and the smooth curve through them.
 *
 * The camera depends on the key points and the time only, computed with + - * / and square roots:
 * the same bits on every machine, in any order.
 *
 * Position, angles and field of view are cubic Hermite curves (non-uniform Catmull-Rom): a key
 * point affects only its neighbourhood. Angles are interpolated as numbers, yaw and roll the
 * shorter way round, so that the horizon stays level between level key points. Before the first and
 * after the last key point the camera does not move.
 *
 * BY_TIME: the camera is at each key point at its time. Between two key points with equal positions
 * it decelerates and does not move; the same holds for angles.
 * EVEN: only the times of the first and the last key point are used; between them the camera moves
 * at constant speed along a centripetal curve, which has no loops. Where it only turns, a degree
 * counts as two units of length.
 *
 * Coordinates, angles: as engine/family/camera.h. Times: demo seconds. */
#ifndef ENGINE_PLAYBACK_CAMERA_PATH_H
#define ENGINE_PLAYBACK_CAMERA_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/family/camera.h"
#include "formats/base/error.h"

enum { CAMERA_PATH_MAX_KEYS = 1000 };

enum camera_path_speed { CAMERA_PATH_BY_TIME, CAMERA_PATH_EVEN };

/* Rounded to milliseconds and to hundredths of units and degrees, the precision of its text form.
 */
struct camera_key {
    double time; /* seconds, 0..1e9 */
    float origin[3];
    float angles[3]; /* pitch, yaw, roll */
    float fov;       /* degrees across a 4:3 frame, 1..170; 0 = the default of the frame */
};

struct camera_path { /* initialise to {0} */
    enum camera_path_speed speed;
    struct camera_key *keys; /* by ascending time; owned */
    double *along;           /* EVEN: curve length before each of them, units; owned */
    size_t num_keys, cap_keys, cap_along;
};

void camera_path_free(struct camera_path *path);
void camera_path_set_speed(struct camera_path *path, enum camera_path_speed speed);

/* Adds a key point, replacing the one at the same time. Returns 0, FORMAT_BAD (not finite or out of
 * range: coordinates -1e6..1e6, pitch -90..90, other angles -1e6..1e6), FORMAT_UNKNOWN (there are
 * already CAMERA_PATH_MAX_KEYS) or FORMAT_MEMORY; on failure the path is unchanged. */
int camera_path_add(struct camera_path *path, const struct camera_key *key) MUST_CHECK;
void camera_path_remove(struct camera_path *path, size_t index);
/* Index of the key point nearest to time, the earlier of two; num_keys = none. */
size_t camera_path_nearest(const struct camera_path *path, double time);

/* Evaluates the path: *camera becomes a free camera; *fov is the default on entry and the field of
 * view at that time on return. A path without key points changes nothing. */
void camera_path_at(const struct camera_path *path, double time, struct camera *camera, float *fov);
/* A point of the curve between key points `leg` (x = 0) and `leg` + 1 (x = 1), for drawing it; x is
 * the curve parameter, not time. */
void camera_path_point(const struct camera_path *path, size_t leg, double x, float origin[3]);

#endif
