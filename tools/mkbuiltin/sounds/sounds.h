/* Sounds of the built-in demos. All are computed; the same source gives the same bytes on any
 * machine. */
#ifndef TOOLS_MKBUILTIN_SOUNDS_SOUNDS_H
#define TOOLS_MKBUILTIN_SOUNDS_SOUNDS_H

#include "tools/mkbuiltin/pak_out.h"

/* Shots, explosions and ricochets. */
void sounds_add_weapons(struct pak_out *pak);
/* Voices, items, doors and messages. */
void sounds_add_events(struct pak_out *pak);
/* Looping ambient sounds: fire, water and wind. */
void sounds_add_ambience(struct pak_out *pak);
/* The track all demos of the pack ask for. */
void sounds_add_music(struct pak_out *pak);

#endif
