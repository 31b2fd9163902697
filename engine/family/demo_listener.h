/* Who listens at a moment: the eyes of the picture there, as ears, and where what sounds is then.
 */
#ifndef ENGINE_FAMILY_DEMO_LISTENER_H
#define ENGINE_FAMILY_DEMO_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMO_AMBIENCES = 4, DEMO_PLACES = 256 };

/* Where an entity is, that its sounds come from. */
struct demo_place {
    int32_t entity;
    float origin[3];
};

struct demo_listener {
    float origin[3];   /* of the picture's camera, Quake units */
    float right[3];    /* its axis to the right; zero before there is a level */
    int32_t entity;    /* what it sounds is in both ears; DEMO_SOUND_NOBODY = nothing is */
    uint64_t audience; /* his bit of demo_sound.audience; 0 = he is no player */
    bool own_eyes;     /* they are those the demo itself looks through */
    bool in_level;     /* what surrounds him is known: */
    uint8_t ambience[DEMO_AMBIENCES]; /* how loud the sounds of demo_family.ambiences are there */
    uint32_t num_places;
    struct demo_place places[DEMO_PLACES]; /* by ascending entity; what is behind is not set */
};

#endif
