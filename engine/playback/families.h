/* Detects a demo's family and opens the demo. */
#ifndef ENGINE_PLAYBACK_FAMILIES_H
#define ENGINE_PLAYBACK_FAMILIES_H

#include "engine/family/demo_family.h"

/* Detects the family by content, or by the extension of name (may be NULL) if the content is
 * damaged at its start; then opens the demo. data is borrowed and must outlive demo. Returns
 * demo->code; call demo_close in any case. */
int demo_open(struct demo *demo, const uint8_t *data, size_t size, const char *name);
void demo_close(struct demo *demo);

#endif
