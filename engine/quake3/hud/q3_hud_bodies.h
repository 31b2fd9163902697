/* The living players of a frame, for names and map. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_BODIES_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_BODIES_H

#include "engine/hud/hud_facts.h"
#include "engine/quake3/hud/q3_hud_parts.h"

struct q3_hud_bodies { /* not initialised by the caller */
    struct hud_body list[HUD_BODIES];
    size_t count;
    char names[HUD_BODIES][Q3_HUD_NAME];
};

/* Players of the snapshot and the player whose view it has; one with invisibility is left out. */
void q3_hud_bodies_find(struct q3_hud *hud, struct q3_hud_bodies *bodies);

/* The level's picture, where an option asks for the radar; else its side is 0. */
struct hud_map q3_hud_map(const struct q3_hud *hud);

/* The camera's projection, from the frame's corner. */
struct hud_lens q3_hud_lens(const struct q3_hud *hud);

#endif
