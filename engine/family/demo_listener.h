/* The listener at a time: camera position and right axis, and positions of sound sources.
 */
#ifndef ENGINE_FAMILY_DEMO_LISTENER_H
#define ENGINE_FAMILY_DEMO_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMO_AMBIENCES = 4, DEMO_PLACES = 256 };

/* Origin of an entity that emits sounds, Quake units. */
struct demo_place {
    int32_t entity;
    float origin[3];
};

struct demo_listener {
    float origin[3];   /* camera origin, Quake units */
    float right[3];    /* camera right axis, unit vector; zero before a level is loaded */
    int32_t entity;    /* its sounds are not attenuated; DEMO_SOUND_NOBODY = none */
    uint64_t audience; /* the player's bit of demo_sound.audience; 0 = not a player */
    bool own_eyes;     /* the camera is the demo's own view */
    bool in_level;     /* ambience is set */
    uint8_t ambience[DEMO_AMBIENCES]; /* volumes of demo_family.ambiences, 0..255 */
    uint32_t num_places;
    struct demo_place
        places[DEMO_PLACES]; /* by ascending entity; [num_places, DEMO_PLACES) is not set */
};

#endif
