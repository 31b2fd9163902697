/* The viewer's camera in a Quake level: the chase camera stops at walls.
 *
 * Coordinates: Quake units, z up; angles: pitch (positive looks down), yaw, roll, in degrees. */
#ifndef ENGINE_QUAKE_QUAKE_CAMERA_H
#define ENGINE_QUAKE_QUAKE_CAMERA_H

#include "engine/family/camera.h"
#include "render/palette/scene_palette.h"

/* Turns the recorder's view into the camera's: eye and angles are the recorder's on entry
 * (without kicks and roll for CHASE) and the camera's on return. CHASE stops at walls of the
 * world and of the brush entities already in the scene. */
void quake_camera_place(const struct camera *camera, const struct palette_scene *scene,
                        float origin[3], float angles[3]);

#endif
