/* Who listens at a moment: the eyes of the picture there, as ears. */
#ifndef ENGINE_FAMILY_DEMO_LISTENER_H
#define ENGINE_FAMILY_DEMO_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMO_AMBIENCES = 4 };

struct demo_listener {
    float origin[3];   /* of the picture's camera, Quake units */
    float right[3];    /* its axis to the right; zero before there is a level */
    int32_t entity;    /* what it sounds is in both ears; DEMO_SOUND_NOBODY = nothing is */
    uint32_t audience; /* his bit of demo_sound.audience; 0 = he is no player */
    bool in_level;     /* what surrounds him is known: */
    uint8_t ambience[DEMO_AMBIENCES]; /* how loud the sounds of demo_family.ambiences are there */
};

#endif
