/* QuakeWorld as one of the families of demos: what playback, info and dump see of this room. */
#ifndef ENGINE_QUAKEWORLD_QW_FAMILY_H
#define ENGINE_QUAKEWORLD_QW_FAMILY_H

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_inspect.h"

extern const struct demo_family quakeworld_family;
extern const struct demo_inspector quakeworld_inspector;

#endif
