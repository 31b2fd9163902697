/* NetQuake as one of the families of demos: what playback, info and dump see of this room. */
#ifndef ENGINE_NETQUAKE_NQ_FAMILY_H
#define ENGINE_NETQUAKE_NQ_FAMILY_H

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_inspect.h"

extern const struct demo_family netquake_family;
extern const struct demo_inspector netquake_inspector;

#endif
