/* What the built-in demos sound like. All of it is computed; the same source gives the same bytes
 * anywhere. */
#ifndef TOOLS_MKBUILTIN_SOUNDS_SOUNDS_H
#define TOOLS_MKBUILTIN_SOUNDS_SOUNDS_H

#include "tools/mkbuiltin/pak_out.h"

/* Shots, explosions and what bounces off walls. */
void sounds_add_weapons(struct pak_out *pak);
/* Voices, items, doors and messages. */
void sounds_add_events(struct pak_out *pak);
/* What goes on for ever: fire, water and wind. */
void sounds_add_ambience(struct pak_out *pak);
/* The track all demos of the pack ask for. */
void sounds_add_music(struct pak_out *pak);

#endif
