/* Camera modes: first person, chase, or free.
 *
 * A camera is a setting and does not move by itself: the frame stays a pure function of (demo,
 * data, time, settings). Coordinates: Quake units, z up; angles: pitch (positive looks down), yaw,
 * roll, in degrees. */
#ifndef ENGINE_FAMILY_CAMERA_H
#define ENGINE_FAMILY_CAMERA_H

#include <stdbool.h>

enum camera_kind { CAMERA_EYE, CAMERA_CHASE, CAMERA_FREE, CAMERA_KINDS };

struct camera {
    enum camera_kind kind;
    float distance;  /* CHASE: behind the player's view origin, units */
    float height;    /* CHASE: above it, units */
    float origin[3]; /* FREE */
    float angles[3];
};

/* CAMERA_EYE, with the default distance and height of the chase camera. */
struct camera camera_default(void);

/* Parses "eye", "chase", "chase:DISTANCE,HEIGHT", "free:X,Y,Z" and "free:X,Y,Z,PITCH,YAW".
 * False: not valid; *camera is then unchanged. */
bool camera_parse(struct camera *camera, const char *text);

/* Free flight: `forward` and `side` in units along the view and to its right. */
void camera_fly(struct camera *camera, float forward, float side);
/* Turns the view, degrees; pitch is clamped to -89..89. */
void camera_turn(struct camera *camera, float pitch, float yaw);

#endif
