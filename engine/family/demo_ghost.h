/* The player of another demo, as a scene shows it at a time: a translucent body, and how far ahead
 * the followed player is of it.
 *
 * A ghost is a setting of the frame, as a camera is; engine/playback/ghost makes it from (both
 * demos, time, alignment). Coordinates and angles as in demo_body.h; times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_GHOST_H
#define ENGINE_FAMILY_DEMO_GHOST_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMO_GHOSTS = 8, DEMO_GHOST_NAME = 32, DEMO_GHOST_SPLIT = 80 };

/* Opacity of a ghost's body, of 255. */
enum { DEMO_GHOST_ALPHA = 128 };

struct demo_ghost {
    char name[DEMO_GHOST_NAME]; /* of the ghost's demo, plain ASCII */
    bool there;                 /* it has a body now, at `origin` */
    float origin[3], angles[3];
    int32_t frame, old_frame; /* as demo_body.frame; old_frame: before the last change */
    int32_t torso;            /* as demo_body.torso */
    double frame_age, torso_age;
    uint8_t shirt, trousers;
    bool has_lead;  /* the ghost comes by the followed player's place */
    double lead;    /* the followed player is there so much earlier; negative: later */
    double units;   /* from the followed player to the ghost; negative = the ghost is not there */
    bool has_split; /* both have just done the same thing: */
    char split[DEMO_GHOST_SPLIT]; /* what, plain ASCII */
    double split_lead;            /* as lead */
};

#endif
