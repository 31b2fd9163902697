/* The pack's models and sprites, and the frame numbers the demos use. */
#ifndef TOOLS_MKBUILTIN_MODELS_H
#define TOOLS_MKBUILTIN_MODELS_H

#include "tools/mkbuiltin/pak_out.h"
#include "tools/mkbuiltin/palette.h"

/* Frames of player.mdl and grunt.mdl. */
enum {
    PERSON_STAND = 0,
    PERSON_STAND_COUNT = 4,
    PERSON_RUN = 4,
    PERSON_RUN_COUNT = 6,
    PERSON_WALK = 10,
    PERSON_WALK_COUNT = 8,
    PERSON_SHOOT = 18,
    PERSON_SHOOT_COUNT = 4,
    PERSON_PAIN = 22,
    PERSON_PAIN_COUNT = 3,
    PERSON_DEATH = 25,
    PERSON_DEATH_COUNT = 8,
    PERSON_FRAMES = 33,
};

/* Frames of the view weapons: 0 idle, then firing. */
enum { WEAPON_FIRE = 1, WEAPON_FIRE_COUNT = 6 };

void models_add_people(struct pak_out *pak);
void models_add_weapons(struct pak_out *pak);
void models_add_items(struct pak_out *pak);
void sprites_add(struct pak_out *pak, const struct palette *palette);

#endif
