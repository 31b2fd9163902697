/* Quake III as a demo family: the interface that playback, info and dump call. */
#ifndef ENGINE_QUAKE3_Q3_FAMILY_H
#define ENGINE_QUAKE3_Q3_FAMILY_H

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_inspect.h"

extern const struct demo_family quake3_family;
extern const struct demo_inspector quake3_inspector;

#endif
