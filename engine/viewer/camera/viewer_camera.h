/* Where pictures are seen from: whose eyes, which camera, free flight. */
#ifndef ENGINE_VIEWER_VIEWER_CAMERA_H
#define ENGINE_VIEWER_VIEWER_CAMERA_H

#include <SDL.h>
#include <stdbool.h>

#include "engine/viewer/keys/keys.h"

struct viewer;

/* Chooses whose eyes the pictures are seen with; action: FOLLOW or PLAYER. */
void viewer_choose_followed(struct viewer *viewer, enum action action, double amount);
void viewer_cycle_camera(struct viewer *viewer);
void viewer_change_chase(struct viewer *viewer, float distance, float height);
/* Whether the mouse turns the free camera. */
void viewer_set_flying(struct viewer *viewer, bool flying);
/* 1 forward, -1 back, 0 for keys that do not fly; *side likewise. By the keys' places, whatever
 * letters are on them. */
int viewer_fly_direction(SDL_Scancode code, int *side);
/* Moves the free camera by the keys that are held down. */
void viewer_fly(struct viewer *viewer, double seconds);

#endif
