/* Camera of the window: followed player, chase camera, free flight. */
#ifndef ENGINE_VIEWER_VIEWER_CAMERA_H
#define ENGINE_VIEWER_VIEWER_CAMERA_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/viewer/keys/keys.h"

struct camera;
struct input_event;
struct viewer;
struct viewer_base;
struct viewer_demo;
struct viewer_mouse;
struct viewer_path;

/* The keys that fly the camera and are down now. */
struct flight_keys { /* start from {0} */
    bool forward, back, left, right;
    uint8_t mods; /* enum key_mod */
};

/* Chooses whose eyes the pictures are seen with; action: FOLLOW or PLAYER.
 * True if it jumped to a tenth of the demo instead, which has no players to choose from. */
bool viewer_choose_followed(struct viewer_demo *demo, struct viewer_base *base, enum action action,
                            double amount);
/* Auto tracking on or off: the eyes of who matters now. */
void viewer_toggle_auto(struct viewer_demo *demo, struct viewer_base *base);
/* The next target that the demo has somebody for, then none. */
void viewer_cycle_target(struct viewer_demo *demo, struct viewer_base *base);
void viewer_cycle_camera(struct camera *camera, struct viewer_path *path,
                         const struct viewer_demo *demo, struct viewer_mouse *mouse,
                         struct viewer_base *base);
void viewer_change_chase(struct camera *camera, struct viewer_base *base, float distance,
                         float height);
/* Lets the mouse turn the free camera, or releases it. */
void viewer_set_flying(struct viewer_mouse *mouse, bool flying);
/* Flight direction of a key by its place (host/keycode.h): 1 forward, -1 back, 0 none; *side the
 * same for right and left. */
int viewer_fly_direction(uint16_t place, int *side);
/* Notes which of these keys an event presses or releases. Of all events. */
void viewer_follow_flight_keys(struct flight_keys *keys, const struct input_event *event);
/* Moves the free camera by the keys that are held down. */
void viewer_fly(struct viewer *viewer, double seconds);

#endif
