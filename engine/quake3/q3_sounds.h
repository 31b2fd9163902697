/* What a Quake III message tells to be heard: the sounds its events carry by their configstring,
 * and the loops of its entities. What the original's game rules add to other events (weapons,
 * steps, pain) is not told by messages and not here.
 *
 * Source: the original's cg_event.c and cg_ents.c, as facts. */
#ifndef ENGINE_QUAKE3_Q3_SOUNDS_H
#define ENGINE_QUAKE3_Q3_SOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_sounds.h"
#include "engine/quake3/q3_state.h"

struct q3_loop {
    uint16_t sound; /* 0 = none */
    bool is_there;  /* the entity is in the snapshot */
    bool speaker;   /* it goes on when the entity is told of no more */
};

/* What was heard before a message. */
struct q3_heard {
    uint32_t gamestates, num_events;
    int32_t restarts;
    struct q3_loop loops[Q3_MAX_ENTITIES];
};

void q3_sounds_before(struct q3_heard *heard, const struct q3_state *state,
                      const struct q3_game *game);

/* Behind the message, whole or as far as it was good. 0 or FORMAT_MEMORY. */
int q3_sounds_note(const struct q3_heard *before, const struct q3_state *state,
                   const struct q3_game *game, struct demo_sounds *sounds) MUST_CHECK;

#endif
