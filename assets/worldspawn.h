/* What a map says of itself in the first entity of its entities text ("worldspawn"). */
#ifndef ASSETS_WORLDSPAWN_H
#define ASSETS_WORLDSPAWN_H

#include <stdbool.h>
#include <stddef.h>

/* The value of a key of the first entity; a leading '_' of the key in the text does not count.
 * False when it has no such key or the text is broken before it. */
bool worldspawn_value(const char *entities, const char *key, char *value, size_t size);

/* The opacity of a liquid ("water", "lava", "slime", "tele"), 0 .. 1: its key "wateralpha" and so
 * on; other liquids than water fall back to water's; 1 when nothing is said. */
double worldspawn_liquid_alpha(const char *entities, const char *liquid);

#endif
