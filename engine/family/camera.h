/* Where the viewer looks from: the recorder's eyes, a chase camera behind them, or free flight.
 *
 * A camera is a setting, not a thing that moves by itself: the picture stays a pure function of
 * (demo, data, time, settings). Coordinates: Quake units, z up; angles: pitch (positive looks
 * down), yaw, roll, in degrees. */
#ifndef ENGINE_FAMILY_CAMERA_H
#define ENGINE_FAMILY_CAMERA_H

#include <stdbool.h>

enum camera_kind { CAMERA_EYE, CAMERA_CHASE, CAMERA_FREE, CAMERA_KINDS };

struct camera {
    enum camera_kind kind;
    float distance;  /* CHASE: behind the recorder's eyes, units */
    float height;    /* CHASE: above them */
    float origin[3]; /* FREE */
    float angles[3];
};

/* The eye, with the chase camera's usual distance and height ready. */
struct camera camera_default(void);

/* Understands "eye", "chase", "chase:DISTANCE,HEIGHT", "free:X,Y,Z" and "free:X,Y,Z,PITCH,YAW".
 * False when text is none of these; *camera is then unchanged. */
bool camera_parse(struct camera *camera, const char *text);

/* Free flight: `forward` and `side` in units along the view and to its right. */
void camera_fly(struct camera *camera, float forward, float side);
/* Turns the view by so many degrees; pitch stays within +-89. */
void camera_turn(struct camera *camera, float pitch, float yaw);

#endif
