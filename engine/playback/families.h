/* The families of demos there are, and whose some bytes are: all that a demo goes through when it
 * is opened. */
#ifndef ENGINE_PLAYBACK_FAMILIES_H
#define ENGINE_PLAYBACK_FAMILIES_H

#include "engine/family/demo_family.h"

/* Finds the family these bytes belong to, by content; where that does not tell, as in a file that
 * is damaged at its very beginning, by the ending of its name, which may be NULL. Then the family
 * opens them. data must outlive demo. Returns demo->code; call demo_close in any case. */
int demo_open(struct demo *demo, const uint8_t *data, size_t size, const char *name);
void demo_close(struct demo *demo);

#endif
